import type { APIRequestContext } from '@playwright/test'
import {
  test as base,
  expectPaid,
  fieldOf,
  fillAddress,
  fillAddressButPlace,
  mailTo,
  money,
  newCustomer,
  openWithCart,
  placeOrder,
  storedCart,
} from './checkout-fixtures.ts'
import { payByCard } from './clover.ts'
import { expect, expectAccessible } from './fixtures.ts'
import { givenColleague, newVisitor, removePeople, signIn } from './people-fixtures.ts'
import { toast } from './toasts.ts'

// Each worker has a shop of its own; what a test sets up there is gone after it.
const test = base.extend<{ nothingLeft: undefined }>({
  nothingLeft: [
    async ({ admin }, use) => {
      await use(undefined)
      for (const id of ['pick_up', 'bank_transfer']) await save(admin, id, { active: false })
      const zones: { id: string }[] = await (await admin.get('/api/shipping/zones')).json()
      for (const { id } of zones) await admin.delete(`/api/shipping/zones/${id}`)
    },
    { auto: true },
  ],
})

test.slow()

const ACCOUNT = 'Petal & Dew\nAccount 000 123 456'

async function save(admin: APIRequestContext, id: string, edit: object) {
  const methods: { id: string }[] = await (await admin.get('/api/payment_methods')).json()
  const method = methods.find((one) => one.id === id)
  const data = { ...method, ...edit }
  expect((await admin.put(`/api/payment_methods/${id}`, { data })).status()).toBe(200)
}

test('the owner takes transfers, a guest orders, fulfilment marks it as paid, and support may not', {
  tag: '@both',
}, async ({ asAdmin: page, admin, browser, baseURL, products: [serum] }) => {
  const ada = newCustomer()
  const total = money(serum!.price)

  await test.step('the owner switches it on', async () => {
    await page.goto('/admin/payment-methods')
    const form = page.getByRole('group', { name: 'Bank transfer' })
    await form.getByLabel('Offer it at checkout').click()
    await form.getByLabel('How to pay').fill('')
    await form.getByRole('button', { name: 'Save' }).click()
    await expect(form.getByText('Say how to pay')).toBeVisible()
    await form.getByLabel('How to pay').fill(ACCOUNT)
    await form.getByLabel('Days to pay').fill('5')
    await expectAccessible(page)
    await form.getByRole('button', { name: 'Save' }).click()
    await toast(page, 'Bank transfer saved successfully')
  })

  const guest = await newVisitor(browser, page, baseURL)
  await test.step('a guest chooses it and reads how to pay', async () => {
    await openWithCart(guest, '/checkout', [[serum!]])
    await fillAddress(guest, ada)
    await guest.getByRole('radio', { name: /^Bank transfer/ }).check()
    await expectAccessible(guest)
    await placeOrder(guest)
    await expect(guest.getByRole('heading', { name: 'Order placed' })).toBeVisible()
    const howTo = guest.getByRole('region', { name: 'How to pay' })
    await expect(howTo).toContainText('Account 000 123 456')
    await expect(howTo).toContainText(total)
    await expect(guest.getByText('Payment Successful!')).toHaveCount(0)
    await expect.poll(() => storedCart(guest)).toEqual([])
    await expectAccessible(guest)
    const mail = await mailTo(admin, ada.email, 'order-received')
    expect(mail.text).toContain('Account 000 123 456')
  })

  await guest.getByRole('link', { name: 'View order' }).click()
  await expect(guest.getByRole('region', { name: 'How to pay' })).toContainText('Until')
  await expect(guest.getByRole('button', { name: 'Pay by card instead' })).toBeVisible()
  await expectAccessible(guest)
  const [, id = ''] = /\/order\/([\da-f-]{36})/.exec(guest.url()) ?? []

  await test.step('support cannot mark it as paid', async () => {
    const sue = await newVisitor(browser, page, baseURL)
    await signIn(sue, baseURL, await givenColleague(admin, browser, 'support', baseURL))
    await sue.goto(`/admin/orders/${id}`)
    await expect(
      sue.getByRole('heading', { name: 'This screen is not part of your role' }),
    ).toBeVisible()
    const data = { seen: 'pending' }
    const headers = { origin: baseURL ?? '' }
    const refused = await sue.request.post(`/api/orders/${id}/paid`, { data, headers })
    expect(refused.status()).toBe(403)
    await sue.context().close()
  })

  await test.step('fulfilment finds it and marks it as paid', async () => {
    const fay = await newVisitor(browser, page, baseURL)
    await signIn(fay, baseURL, await givenColleague(admin, browser, 'fulfilment', baseURL))
    await fay.goto(`/admin/orders?awaits_payment=true&q=${encodeURIComponent(ada.email)}`)
    await fay.getByRole('link', { name: `Order ${id.slice(0, 8)}` }).click()
    await expect(fay.getByText('Waits for payment')).toBeVisible()
    await expectAccessible(fay)
    await fay.getByRole('button', { name: 'Mark as paid' }).click()
    const dialog = fay.getByRole('dialog', { name: /^Was order/ })
    await dialog.getByLabel('Reference or note').fill('Transfer 4711')
    await expectAccessible(fay)
    await dialog.getByRole('button', { name: 'Mark as paid' }).click()
    await toast(fay, 'Marked as paid')
    await expect(fay.getByText('Transfer 4711')).toBeVisible()
    await expect(fay.getByRole('main').getByText('Paid', { exact: true })).toBeVisible()
    await expectAccessible(fay)
    await fay.context().close()
  })

  await mailTo(admin, ada.email, 'order-confirmation')
  await guest.reload()
  await expect(guest.getByText('It is paid. Thank you!')).toBeVisible()
  await expect(guest.getByText('Paid by bank transfer.')).toBeVisible()
  await guest.context().close()
  await removePeople(admin)
})

const PICK_UP_ZONE = {
  name: 'Home',
  places: ['US'],
  methods: [
    ['Parcel', 'flat', ''],
    ['Our counter', 'pickup', '12 Orchard Lane'],
  ].map(([name, kind, pickup_address]) => ({
    ...{ id: null, name, kind, pickup_address, delivery_time: '', pickup_hours: '' },
    ...{ price: 5, free_from: null, steps: [], active: true },
  })),
}

test('pick-up is paid there or, after all, by card; what was switched off meanwhile is refused in place', {
  tag: '@desktop',
}, async ({ asGuest: page, admin, expectTrouble, products: [serum] }) => {
  expectTrouble(/409/)
  await save(admin, 'pick_up', { active: true, instructions: 'Pay at our counter.', days: 3 })
  await save(admin, 'bank_transfer', { active: true, instructions: ACCOUNT, days: 5 })
  expect((await admin.post('/api/shipping/zones', { data: PICK_UP_ZONE })).status()).toBe(201)
  await openWithCart(page, '/checkout', [[serum!]])
  await fillAddressButPlace(page, newCustomer())
  await fieldOf(page, 'country').selectOption('United States')
  await fieldOf(page, 'state').selectOption('Massachusetts')

  const onPickUp = page.getByRole('radio', { name: /^Pay on pick-up/ })
  await expect(page.getByRole('radio', { name: /^Bank transfer/ })).toBeVisible()
  await expect(onPickUp).toHaveCount(0)
  await page.getByRole('radio', { name: /^Our counter/ }).check()
  await onPickUp.check()

  await save(admin, 'pick_up', { active: false })
  await placeOrder(page)
  await expect(
    page.getByRole('alert').filter({ hasText: 'This way to pay is no longer offered' }),
  ).toBeVisible()
  await expect(onPickUp).toHaveCount(0)
  await expect(fieldOf(page, 'fullName')).toHaveValue('Ada Example')

  await save(admin, 'pick_up', { active: true })
  await page.reload()
  await page.getByRole('radio', { name: /^Our counter/ }).check()
  await onPickUp.check()
  await placeOrder(page)
  await expect(page.getByRole('region', { name: 'How to pay' })).toContainText(
    'Pay at our counter.',
  )
  await page.getByRole('button', { name: 'Pay by card instead' }).click()
  await payByCard(page)
  await expectPaid(page)
})
