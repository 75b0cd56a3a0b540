import type { APIRequestContext, BrowserContext } from '@playwright/test'
import { expectPaid, fillAddress, newCustomer, placeOrder, test } from './checkout-fixtures.ts'
import { onPaymentPage, payByCard } from './clover.ts'
import { expect, expectAccessible } from './fixtures.ts'
import { toast } from './toasts.ts'

const IDS = { google_analytics_id: 'G-PETAL12345', meta_pixel_id: '123456789012345' }

async function setIds(admin: APIRequestContext, ids: Record<string, string>) {
  const rows: { setting_key: string; setting_value: string; version: number }[] = await (
    await admin.get('/api/editable/site_settings')
  ).json()
  for (const [key, setting_value] of Object.entries(ids)) {
    const row = rows.find(({ setting_key }) => setting_key === key)
    if (row?.setting_value === setting_value) continue
    const data = { setting_value, version: row?.version ?? 0 }
    expect((await admin.put(`/api/site_settings/${key}`, { data })).status()).toBe(200)
  }
}

const NONE = { google_analytics_id: '', meta_pixel_id: '' }
test.beforeEach(({ admin }) => setIds(admin, NONE))
test.afterEach(({ admin }) => setIds(admin, NONE))

/** Stands in for Google and Meta: their scripts note what they are given. */
async function standIn(context: BrowserContext) {
  const asked: string[] = []
  await context.route(
    /googletagmanager\.com|google-analytics\.com|facebook\.(net|com)/,
    (route) => {
      asked.push(new URL(route.request().url()).hostname)
      return route.fulfill({ contentType: 'text/javascript', body: '' })
    },
  )
  return asked
}

test('services are loaded after consent alone, get events from view to purchase once, and consent can be withdrawn', async ({
  asGuest: page,
  admin,
  products,
}) => {
  const asked = await standIn(page.context())
  await page.goto('/')
  await expect(page.getByRole('button', { name: 'Cookie choice' })).toHaveCount(0)
  await setIds(admin, IDS)
  const banner = page.getByRole('region', { name: 'Cookies' })
  await expect(async () => {
    await page.reload()
    await expect(banner).toBeVisible({ timeout: 10_000 })
  }).toPass()
  await expectAccessible(page)
  expect(asked).toEqual([])

  const events = () =>
    page.evaluate(() => {
      const { dataLayer = [], fbq } = window as unknown as {
        dataLayer?: ArrayLike<unknown>[]
        fbq?: { queue: unknown[][] }
      }
      const google = dataLayer.map((call) => [...Array.from(call)])
      const names = [
        ...google.filter(([kind]) => kind === 'event').map(([, name]) => name),
        ...(fbq?.queue ?? []).filter(([kind]) => kind === 'track').map(([, name]) => name),
      ]
      return names.filter((name) => !/page/i.test(String(name)))
    })
  await banner.getByRole('button', { name: 'Accept' }).click()
  await expect
    .poll(() => [...new Set(asked)].sort())
    .toEqual(['connect.facebook.net', 'www.googletagmanager.com'])
  await page.goto(`/product/${products[0]?.id}`)
  await expect.poll(events).toEqual(['view_item', 'ViewContent'])
  await page.getByRole('button', { name: 'Add to Cart' }).first().click()
  await toast(page, 'Added to cart')
  await expect.poll(events).toEqual(['view_item', 'add_to_cart', 'ViewContent', 'AddToCart'])
  await page.goto('/checkout')
  await expect.poll(events).toEqual(['begin_checkout', 'InitiateCheckout'])
  await fillAddress(page, newCustomer())
  await placeOrder(page)
  await onPaymentPage(page)
  await payByCard(page)
  await expectPaid(page)
  await expect.poll(events).toEqual(['purchase', 'Purchase'])
  await page.reload()
  await expectPaid(page)
  await expect.poll(() => page.evaluate(() => 'fbq' in window)).toBe(true)
  expect(await events()).toEqual([])

  await page.getByRole('button', { name: 'Cookie choice' }).click()
  await banner.getByRole('button', { name: 'Decline' }).click()
  await expect.poll(() => page.evaluate(() => 'fbq' in window)).toBe(false)
  await expect(banner).toHaveCount(0)
})

test('the banner opens again even if its script comes after the click', async ({
  asGuest: page,
  admin,
}) => {
  await standIn(page.context())
  await setIds(admin, IDS)
  const banner = page.getByRole('region', { name: 'Cookies' })
  await expect(async () => {
    await page.goto('/')
    await banner.getByRole('button', { name: 'Decline' }).click({ timeout: 10_000 })
  }).toPass()
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/VisitCorner-*.js', async (route) => {
    await held
    await route.continue()
  })
  await page.reload()
  await page.getByRole('button', { name: 'Cookie choice' }).click()
  await expect(banner).toHaveCount(0)
  release()
  await expect(banner).toBeVisible()
})
