import type { APIRequestContext } from '@playwright/test'
import {
  test as base,
  expectPaid,
  fieldOf,
  fillAddressButPlace,
  mailTo,
  money,
  newCustomer,
  openWithCart,
  placeOrder,
} from './checkout-fixtures.ts'
import { payByCard } from './clover.ts'
import { expect, expectAccessible } from './fixtures.ts'

// Each worker has a shop of its own; what a test sets up there is gone after it.
const test = base.extend<{ noZonesLeft: undefined }>({
  noZonesLeft: [
    async ({ admin }, use) => {
      await use(undefined)
      await removeZones(admin)
    },
    { auto: true },
  ],
})

async function removeZones(admin: APIRequestContext) {
  const zones: { id: string }[] = await (await admin.get('/api/shipping/zones')).json()
  for (const { id } of zones) await admin.delete(`/api/shipping/zones/${id}`)
}

const method = (given: object) => ({
  id: null,
  delivery_time: '',
  kind: 'flat',
  price: 0,
  free_from: null,
  steps: [],
  pickup_address: '',
  pickup_hours: '',
  active: true,
  ...given,
})

async function givenZone(admin: APIRequestContext, zone: object) {
  const created = await admin.post('/api/shipping/zones', { data: zone })
  expect(created.ok(), await created.text()).toBe(true)
  return created.json()
}

test.slow()

test('the owner sets up a zone, a shopper sees, chooses and pays shipping, and reads it everywhere', {
  tag: '@both',
}, async ({ asAdmin: page, admin, products: [serum] }) => {
  await page.goto('/admin/shipping')
  await page.getByRole('button', { name: 'Add zone' }).click()
  const dialog = page.getByRole('dialog', { name: 'New zone' })
  await dialog.getByLabel('Name', { exact: true }).first().fill('Home')
  for (const place of ['Massachusetts', 'New York', 'France']) {
    await dialog.getByLabel('Places').selectOption({ label: place })
  }
  const methodFields = (n: number) => dialog.getByRole('group', { name: `Method ${n}` })
  await methodFields(1).getByLabel('Name').fill('Standard')
  await methodFields(1).getByLabel('Delivery time').fill('3 to 5 days')
  await methodFields(1).getByLabel('Amount').fill('5.99')
  await methodFields(1)
    .getByLabel('Free from')
    .fill(String(serum!.price + 1))
  await dialog.getByRole('button', { name: 'Add method' }).click()
  await methodFields(2).getByLabel('Name').fill('Express')
  await methodFields(2).getByLabel('Amount').fill('14.50')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Zone created successfully')).toBeVisible()
  await page.getByLabel('Product', { exact: true }).selectOption({ label: serum!.name })
  await page.getByLabel('Country').selectOption('France')
  await expect(page.getByRole('status').getByText('$14.50')).toBeVisible()

  // Away from the back office first: what it still asks for would be refused.
  await page.goto('about:blank')
  await page.context().clearCookies()
  await openWithCart(page, '/cart', [[serum!]])
  await expect(page.getByText('Added at checkout')).toBeVisible()
  await expect(page.getByText('Add $1.00 for free delivery.')).toBeVisible()
  await page.getByRole('button', { name: `One more ${serum!.name}` }).click()
  await expect(page.getByText('for free delivery.')).toBeHidden()
  await page.getByRole('button', { name: `One less ${serum!.name}` }).click()

  await test.step('the drawer leads to the checkout, since shipping depends on the address', async () => {
    await page.getByRole('button', { name: /^Cart/ }).click()
    await page.getByRole('dialog').getByRole('link', { name: 'Go to Checkout' }).click()
    await expect(page).toHaveURL(/\/checkout$/)
  })

  const ada = newCustomer()
  await fillAddressButPlace(page, ada)
  await expect(page.getByText('Choose your country and state')).toBeVisible()
  await fieldOf(page, 'country').selectOption('United States')
  const states = fieldOf(page, 'state').getByRole('option')
  await expect(states).toHaveText(['Choose …', 'Massachusetts', 'New York'])
  await fieldOf(page, 'state').selectOption('MA')
  const standard = page.getByRole('radio', { name: /Standard/ })
  await expect(standard).toBeChecked()
  await expect(page.getByText(money(serum!.price + 5.99)).last()).toBeVisible()
  await page.getByRole('radio', { name: /Express/ }).click()
  const total = money(serum!.price + 14.5)
  await expect(page.getByText(total).last()).toBeVisible()
  await expectAccessible(page)
  await placeOrder(page)
  await payByCard(page)
  await expectPaid(page)
  await expect(page.getByText('Shipping (Express)')).toBeVisible()
  const mail = await mailTo(admin, ada.email, 'order-confirmation')
  expect(mail.text).toContain(`Shipping (Express): $14.50\nTotal: ${total}`)
  await page.goto('/shipping-policy')
  await expect(page.getByRole('heading', { name: 'What shipping costs' })).toBeVisible()
})

test('rates that change during the checkout are shown before the payment', {
  tag: '@core',
}, async ({ asGuest: page, admin, products: [serum], expectTrouble }) => {
  expectTrouble(/409/)
  const zone = { name: 'Home', places: ['US'], methods: [method({ name: 'Standard', price: 5 })] }
  const created = await givenZone(admin, zone)
  await openWithCart(page, '/checkout', [[serum!]])
  const ada = newCustomer()
  await fillAddressButPlace(page, ada)
  // The only country is chosen already.
  await expect(fieldOf(page, 'country')).toHaveValue('United States')
  // Its quote comes before the change: a later one would already show the new total.
  const quoted = page.waitForResponse(
    (answer) => /orders\/quote/.test(answer.url()) && /NY/.test(answer.request().postData() ?? ''),
  )
  await fieldOf(page, 'state').selectOption('NY')
  await quoted
  await expect(page.getByText(money(serum!.price + 5)).last()).toBeVisible()
  const { id, version, methods } = created
  const dearer = methods.map((one: object) => ({ ...one, price: 9 }))
  await admin.put(`/api/shipping/zones/${id}`, { data: { ...zone, methods: dearer, version } })
  await placeOrder(page)
  const news = page.getByRole('alert').filter({ hasText: 'Your new total is' })
  await expect(news).toContainText(money(serum!.price + 9))
  await expect(page.getByText(money(serum!.price + 9)).last()).toBeVisible()
  await placeOrder(page)
  await payByCard(page)
  await expectPaid(page)
})

test('three places and the shop itself: by weight, flat, too heavy, picked up', {
  tag: '@both',
}, async ({ asGuest: page, admin, database, products: [serum] }) => {
  const weigh = (grams: number | null) =>
    database.query('update products set weight_grams = $1 where id = $2', [grams, serum!.id])
  const steps = [
    { up_to_grams: 300, price: 4 },
    { up_to_grams: 1000, price: 7.5 },
  ]
  const parcel = method({ name: 'Parcel', kind: 'weight', steps })
  const letter = method({ name: 'Letter', kind: 'weight', steps: steps.slice(0, 1) })
  const pickup = method({ name: 'Pick-up', kind: 'pickup', pickup_address: '118 Orchard Lane' })
  await givenZone(admin, { name: 'Home', places: ['US'], methods: [pickup, parcel] })
  const airmail = method({ name: 'Airmail', price: 20 })
  await givenZone(admin, { name: 'France', places: ['FR'], methods: [airmail] })
  await givenZone(admin, { name: 'Ireland', places: ['IE'], methods: [letter] })
  await weigh(400)

  await openWithCart(page, '/checkout', [[serum!]])
  const ada = newCustomer()
  await fillAddressButPlace(page, ada)
  const expectTotal = (shipping: number) =>
    expect(page.getByText(money(serum!.price + shipping)).last()).toBeVisible()
  await fieldOf(page, 'country').selectOption('United States')
  await fieldOf(page, 'state').selectOption('NY')
  await expect(page.getByRole('radio', { name: /Parcel/ })).toBeChecked()
  await expectTotal(7.5)
  await page.getByRole('radio', { name: /Pick-up/ }).click()
  await expect(page.getByText('118 Orchard Lane')).toBeVisible()
  await expect(page.getByText('Shipping (Pick-up)')).toBeVisible()

  await fieldOf(page, 'country').selectOption('Ireland')
  const refusal = page.getByRole('alert').filter({ hasText: 'We do not deliver this order' })
  await expect(refusal).toBeVisible()
  await placeOrder(page)
  await expect(page).toHaveURL(/\/checkout$/)
  await expectAccessible(page)

  await fieldOf(page, 'country').selectOption('France')
  await expect(refusal).toBeHidden()
  await fieldOf(page, 'state').fill('Normandy')
  await expect(page.getByRole('radio', { name: /Airmail/ })).toBeChecked()
  await expectTotal(20)
  await placeOrder(page)
  await payByCard(page)
  await expectPaid(page)
  const mail = await mailTo(admin, ada.email, 'order-confirmation')
  expect(mail.text).toContain(`Shipping (Airmail): $20.00\nTotal: ${money(serum!.price + 20)}`)
  await weigh(null)
})
