import type { APIRequestContext, Page } from '@playwright/test'
import { test as base, fillAddress, mailTo, money, newCustomer } from './checkout-fixtures.ts'
import { expect, expectAccessible } from './fixtures.ts'
import { openDeskOf, removePeople } from './people-fixtures.ts'
import { toast } from './toasts.ts'

const test = base.extend<{ nothingLeft: undefined }>({
  nothingLeft: [
    async ({ admin, database }, use) => {
      await use(undefined)
      await removePeople(admin)
      // The mail with the link is listed among the templates of a shop that has sent one.
      await database.query('update orders set link_sent_at = null')
    },
    { auto: true },
  ],
})

test.slow()

/** Found by its name; the size behind the comma is chosen from the list. */
async function addProduct(desk: Page, name: string) {
  await desk.getByLabel('Add a product').fill(name.split(',')[0] ?? name)
  await desk
    .getByRole('group', { name: 'Products found' })
    .getByRole('button', { name })
    .first()
    .click()
  await expect(desk.getByRole('group', { name: `Quantity of ${name}` })).toBeVisible()
}

const total = (desk: Page) => desk.getByRole('definition').last()

async function idInAddress(desk: Page) {
  await desk.waitForURL(/\/admin\/orders\/[\da-f-]{36}$/)
  return desk.url().slice(-36)
}

const read = async (admin: APIRequestContext, id: string) =>
  (await admin.get(`/api/orders/${id}/details`)).json()

test('a colleague of fulfilment enters a telephone order, changes it, and the customer pays by the mailed link', {
  tag: '@both',
}, async ({ asGuest: page, admin, browser, baseURL, clover, products: [serum, balm] }) => {
  const desk = await openDeskOf('fulfilment', { admin, browser, page, baseURL })
  const ada = newCustomer()
  const note = `Thank you for the call, ${crypto.randomUUID().slice(0, 8)}`
  let id = ''

  await test.step('the order with a discount and a note', async () => {
    await desk.goto('/admin/orders')
    await desk.getByRole('link', { name: 'New order' }).click()
    await expect(desk.getByRole('heading', { level: 1, name: 'New order' })).toBeVisible()
    await desk.getByRole('button', { name: 'Place and mail the link' }).click()
    await expect(desk.getByText('Please add a product')).toBeVisible()
    await addProduct(desk, serum!.name)
    await desk.getByRole('button', { name: `One more ${serum!.name}` }).click()
    await fillAddress(desk, ada)
    await desk.getByLabel('Discount', { exact: false }).first().fill('3')
    await desk.getByLabel('Note for the customer').fill(note)
    await expect(total(desk)).toHaveText(money(serum!.price * 2 - 3))
    await desk.getByRole('button', { name: 'Place and mail the link' }).click()
    await expect(desk.getByText('Please say why: the customer sees it')).toBeVisible()
    await expectAccessible(desk)
    await desk.getByLabel('Reason for the discount').fill('Dented box')
    await desk.getByRole('button', { name: 'Place and mail the link' }).click()
    await toast(desk, 'Order placed, the link is on its way')
    id = await idInAddress(desk)
    await expect(desk.getByText('Discount (Dented box)')).toBeVisible()
    await expectAccessible(desk)
  })

  await test.step('one piece less and another product: the total follows', async () => {
    await desk.getByRole('link', { name: 'Change order' }).click()
    await expect(desk.getByLabel('Full name')).toHaveValue(ada.fullName)
    await desk.getByRole('button', { name: `One less ${serum!.name}` }).click()
    await addProduct(desk, balm!.name)
    await expect(total(desk)).toHaveText(money(serum!.price + balm!.price - 3))
    await expectAccessible(desk)
    await desk.getByRole('button', { name: 'Save changes' }).click()
    await toast(desk, 'Order changed')
    await idInAddress(desk)
  })

  await test.step('the customer opens the link and pays the new total', async () => {
    const mail = await mailTo(admin, ada.email, 'payment-link')
    expect(mail.text).toContain(note)
    const [link = ''] = /\/order\/[\da-f-]{36}\?key=[\w-]+/.exec(mail.text) ?? []
    await page.goto(link)
    await expect(page.getByText(note)).toBeVisible()
    await expect(page.getByText('Discount (Dented box)')).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Pay now' }).click()
    await page.waitForURL(/\/checkout\/[\da-f-]{36}/)
    const [, session = ''] = /\/checkout\/([\da-f-]{36})/.exec(page.url()) ?? []
    await clover.pay(session)
    await page.goto(link)
    await expect(page.getByText('It is paid. Thank you!')).toBeVisible({ timeout: 30_000 })
    const order = await read(admin, id)
    expect(order).toMatchObject({ status: 'completed', discount_reason: 'Dented box' })
    expect(order.total).toBeCloseTo(serum!.price + balm!.price - 3)
  })

  await test.step('what is paid can no longer be changed', async () => {
    await desk.reload()
    await expect(desk.getByRole('link', { name: 'Change order' })).toHaveCount(0)
    await desk.context().close()
  })
})

test('a sale at a market is paid in cash, without an address; support cannot enter orders', {
  tag: '@core',
}, async ({ asAdmin: desk, admin, browser, baseURL, products: [serum] }) => {
  const name = `Rose ${crypto.randomUUID().slice(0, 8)}`
  await desk.goto('/admin/orders/new')
  await addProduct(desk, serum!.name)
  await desk.getByRole('checkbox', { name: /^Handed over in person/ }).click()
  await desk.getByLabel('Name', { exact: false }).first().fill(name)
  await desk.getByRole('radio', { name: /^Paid in cash/ }).click()
  await expect(total(desk)).toHaveText(money(serum!.price))
  await desk.getByRole('button', { name: 'Place as paid' }).click()
  await toast(desk, 'Order placed and paid')
  const id = await idInAddress(desk)
  await expect(desk.getByText('Handed over in person: nothing is shipped.')).toBeVisible()
  expect(await read(admin, id)).toMatchObject({
    status: 'completed',
    completed_by_hand: true,
    customer_name: name,
    address_missing: false,
  })
  await desk.getByLabel('Text', { exact: true }).fill('Come again.')
  await desk.getByRole('button', { name: 'Save note' }).click()
  await toast(desk, 'Note for the customer saved')
  expect((await read(admin, id)).customer_note).toBe('Come again.')

  const support = await openDeskOf('support', { admin, browser, page: desk, baseURL })
  await support.goto('/admin/orders/new')
  await expect(
    support.getByRole('heading', { name: 'This screen is not part of your role' }),
  ).toBeVisible()
  await support.context().close()
})
