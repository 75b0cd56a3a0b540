import type { APIRequestContext } from '@playwright/test'
import { expectPaid, fillAddress, newCustomer, placeOrder, test } from './checkout-fixtures.ts'
import { onPaymentPage, payByCard } from './clover.ts'
import { expect, expectAccessible } from './fixtures.ts'
import { toast } from './toasts.ts'

// A browser without a window says so, and is taken for a robot.
const CHROME =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36'
test.use({ userAgent: CHROME })

async function switchOff(admin: APIRequestContext) {
  const rows = await (await admin.get('/api/editable/site_settings')).json()
  const row = rows.find(
    ({ setting_key }: { setting_key: string }) => setting_key === 'count_visits',
  )
  if (row.setting_value === '') return
  const data = { setting_value: '', version: row.version }
  expect((await admin.put('/api/site_settings/count_visits', { data })).status()).toBe(200)
}

test.beforeEach(({ admin }) => switchOff(admin))
test.afterEach(({ admin }) => switchOff(admin))

test('an owner switches counting on, and a visit is followed from its source to the payment @both', async ({
  asAdmin: page,
  browser,
  baseURL,
  products,
  database,
}) => {
  await database.query('delete from visits_by_source')
  await page.goto('/admin/visitors')
  await expect(page.getByText('Visits are not counted yet')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('main').getByRole('link', { name: 'Count visits' }).click()
  await page.getByLabel('Count visits').click()
  await page.getByRole('button', { name: 'Save' }).click()
  await toast(page, 'Settings updated successfully')
  await expectAccessible(page)

  const source = `letter ${crypto.randomUUID().slice(0, 4).replaceAll(/\d/g, 'x')}`
  const counted = async (of = source) => {
    const [row] = await database.query<Record<string, string>>(
      `select sum(visits) as visits, sum(views) as views, sum(carts) as carts, sum(checkouts) as checkouts,
        sum(orders) as orders from visits_by_source where source = $1`,
      [of],
    )
    return Object.values(row ?? {}).map(Number)
  }
  const context = await browser.newContext({ baseURL: baseURL ?? '', userAgent: CHROME })
  const visitor = await context.newPage()
  const [product, second] = products
  // Every process reads the switch within a few seconds; what it answered before is not counted.
  await expect
    .poll(
      async () => {
        await visitor.goto('/?utm_source=first')
        return (await counted('first'))[0]
      },
      { timeout: 30_000, intervals: [1000] },
    )
    .toBeGreaterThan(0)

  await visitor.goto(`/product/${product?.id}?utm_source=${encodeURIComponent(source)}`)
  await visitor.getByRole('button', { name: 'Add to Cart' }).first().click()
  await toast(visitor, 'Added to cart')
  await visitor.reload()
  await visitor.goto(`/product/${second?.id}`)
  await visitor.goto('/checkout')
  await fillAddress(visitor, newCustomer())
  await placeOrder(visitor)
  await onPaymentPage(visitor)
  await payByCard(visitor)
  await expectPaid(visitor)
  await visitor.reload()
  await expectPaid(visitor)
  await expect.poll(() => counted(), { timeout: 30_000 }).toEqual([1, 1, 1, 1, 1])
  await context.close()

  await page.goto('/admin/visitors?range=today')
  await expect(page.getByText(source)).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('tab', { name: 'Products' }).click()
  await expect(page.getByText(product?.name ?? '').first()).toBeVisible()
  await page.goto('/admin/dashboard')
  await expect(page.getByRole('group', { name: 'From visit to order' })).toBeVisible()
})
