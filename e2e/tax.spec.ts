import { fromCents, toCents } from '#contract/money.ts'
import { wordsOf } from '#server/testing/pdf-text.ts'
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
import { toast } from './toasts.ts'

// Each worker has a shop of its own; what a test sets up there is gone after it.
const test = base.extend<{ noTaxLeft: undefined }>({
  noTaxLeft: [
    async ({ admin }, use) => {
      await use(undefined)
      const { version } = await (await admin.get('/api/tax/settings')).json()
      const off = { enabled: false, prices_include_tax: false, version }
      await admin.put('/api/tax/settings', { data: off })
      await admin.post('/api/tax/rates/remove', { data: { country: 'US', state: null } })
    },
    { auto: true },
  ],
})

test.slow()

const TABLE =
  'State,ZipCode,TaxRegionName,EstimatedCombinedRate,StateRate,EstimatedCountyRate,EstimatedCityRate,EstimatedSpecialRate,RiskLevel\nMA,02110,BOSTON,0.01,0,0,0.01,0,1\n'

test('the owner sets up rates, a shopper pays with coupon and tax, and reads it everywhere; a part goes back, and the report knows', {
  tag: '@both',
}, async ({ asAdmin: page, admin, products: [serum] }) => {
  await page.goto('/admin/tax')
  await page.getByRole('button', { name: 'Add rate' }).click()
  const dialog = page.getByRole('dialog', { name: 'New rate' })
  await dialog.getByLabel('State', { exact: true }).selectOption('MA')
  await dialog.getByLabel('Name').fill('State Tax')
  await dialog.getByLabel('Rate (%)').fill('6.25')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Rate created successfully')).toBeVisible()

  await test.step('a public table is tried out before it is imported', async () => {
    await page.getByRole('button', { name: 'Import CSV' }).click()
    const file = { name: 'MA.csv', mimeType: 'text/csv', buffer: Buffer.from(TABLE) }
    await page.getByLabel('Choose a CSV file').setInputFiles(file)
    await expect(page.getByText('BOSTON City Tax 1%')).toBeVisible()
    await page.getByRole('button', { name: 'Import 1 place' }).click()
    await expect(page.getByText('1 place imported successfully')).toBeVisible()
  })
  await page.getByLabel('Sales tax', { exact: true }).selectOption('true')
  await page.getByRole('button', { name: 'Save' }).click()
  await toast(page, 'Tax settings saved successfully')

  const code = `TAX${Date.now().toString(36).toUpperCase()}`
  const coupon = {
    code,
    discount_percentage: 10,
    discount_amount: null,
    valid_from: '2020-01-01T00:00:00Z',
    valid_until: '2099-01-01T00:00:00Z',
    active: true,
    max_uses: null,
  }
  expect((await admin.post('/api/coupons', { data: coupon })).status()).toBe(201)
  const subtotal = toCents(serum!.price)
  const goods = subtotal - Math.floor((subtotal * 10 + 50) / 100)
  const tax = Math.floor((2 * goods * 725 + 10_000) / 20_000)
  const total = money(fromCents(goods + tax))

  // Away from the back office first: what it still asks for would be refused.
  await page.goto('about:blank')
  await page.context().clearCookies()
  await openWithCart(page, '/checkout', [[serum!]])
  const ada = newCustomer()
  await fillAddressButPlace(page, ada)
  await fieldOf(page, 'country').selectOption('United States')
  await fieldOf(page, 'state').selectOption('MA')
  await expect(page.getByText('BOSTON City Tax 1%')).toBeVisible()
  await page.getByLabel('Coupon code').fill(code)
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect(page.getByText(total).last()).toBeVisible()
  await expectAccessible(page)

  await test.step('the drawer knows the destination of the checkout', async () => {
    await page.getByRole('button', { name: /^Cart/ }).click()
    await expect(page.getByRole('dialog').getByText('State Tax 6.25%')).toBeVisible()
    await page.keyboard.press('Escape')
  })
  await placeOrder(page)
  await payByCard(page)
  await expectPaid(page)
  const mail = await mailTo(admin, ada.email, 'order-confirmation')
  expect(mail.text).toMatch(/State Tax 6.25%: \$[\d.]+\nBOSTON City Tax 1%: \$[\d.]+\nTotal:/)
  expect(mail.text).toContain(`Total: ${total}`)
  await page.getByRole('link', { name: 'View order' }).click()
  await expect(page.getByText('State Tax 6.25%')).toBeVisible()
  await expect(page.getByText(total).last()).toBeVisible()
  const invoice = await page.getByRole('link', { name: 'Download invoice' }).getAttribute('href')
  const words = wordsOf(await (await page.request.get(invoice ?? '')).body())
  for (const one of ['State Tax 6.25%', 'BOSTON City Tax 1%', total]) expect(words).toContain(one)

  const [order] = (await (await admin.get(`/api/orders/all?q=${ada.email}`)).json()).items
  await page.context().addCookies((await admin.storageState()).cookies)
  await page.goto(`/admin/orders/${order.id}`)
  await page.getByRole('button', { name: /^Refund / }).click()
  await page.getByLabel('Choose how much of each part').check()
  await page.getByLabel('Products in $').fill('0')
  await page.getByLabel('Tax in $').fill('0.50')
  await expect(page.getByText('Together $0.50')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Refund' }).click()
  await toast(page, 'Refund sent')
  await expect(page.getByText('$0.50 tax')).toBeVisible()
  const back = await mailTo(admin, ada.email, 'refund-processed')
  expect(back.text).toContain('Of it tax')

  await page.goto('/admin/tax?tab=report')
  await expect(page.getByText('State Tax 6.25%').first()).toBeVisible()
  await expect(page.getByText('US-MA 02110').first()).toBeVisible()
  await expect(page.getByText('Given back').first()).toBeVisible()
  const csv = await (await admin.get('/api/export/tax_report.csv')).text()
  expect(csv).toContain('"US-MA 02110","BOSTON City Tax","1"')
})

test('rates that change during the checkout are shown before the payment', {
  tag: '@core',
}, async ({ asGuest: page, admin, products: [serum], expectTrouble }) => {
  expectTrouble(/409/)
  const { version } = await (await admin.get('/api/tax/settings')).json()
  const on = { enabled: true, prices_include_tax: false, version }
  await admin.put('/api/tax/settings', { data: on })
  const rate = { country: 'US', state: 'NY', zip: '', name: 'Tax', rate: 10, shipping_taxed: true }
  const created = await (await admin.post('/api/tax/rates', { data: rate })).json()
  await openWithCart(page, '/checkout', [[serum!]])
  const ada = newCustomer()
  await fillAddressButPlace(page, ada)
  await fieldOf(page, 'country').selectOption('United States')
  await fieldOf(page, 'state').selectOption('NY')
  const taxed = (percent: number) =>
    money(fromCents(toCents(serum!.price) + Math.round((toCents(serum!.price) * percent) / 100)))
  await expect(page.getByText(taxed(10)).last()).toBeVisible()
  await admin.put(`/api/tax/rates/${created.id}`, { data: { ...rate, rate: 20, version: 1 } })
  await placeOrder(page)
  const news = page.getByRole('alert').filter({ hasText: 'Your new total is' })
  await expect(news).toContainText(taxed(20))
  await expect(page.getByText('Tax 20%')).toBeVisible()
  await placeOrder(page)
  await payByCard(page)
  await expectPaid(page)
})
