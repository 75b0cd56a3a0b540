import type { APIRequestContext } from '@playwright/test'
import { expect, expectAccessible, test } from './fixtures.ts'
import { toast } from './toasts.ts'

async function switchOff(admin: APIRequestContext) {
  const { version } = await (await admin.get('/api/product_feed')).json()
  const data = { enabled: false, brand: '', version }
  expect((await admin.put('/api/product_feed', { data })).status()).toBe(200)
}

test.afterEach(({ admin }) => switchOff(admin))

test('an owner switches the product feed on, and products have identifiers @both', async ({
  asAdmin: page,
  admin,
  expectTrouble,
}) => {
  expectTrouble(/404/)
  await page.goto('/admin/settings')
  await page.getByRole('main').getByRole('link', { name: 'Product Feed' }).click()
  await page.getByLabel('Offer a product feed').click()
  await page.getByLabel('Brand').fill('Petal & Dew')
  await page.getByRole('button', { name: 'Save' }).click()
  await toast(page, 'The product feed is saved')
  await expect(page.getByLabel('Address of the feed')).toHaveValue(/\/feeds\/google\.xml$/)
  await expectAccessible(page)
  await expect
    .poll(async () => (await page.request.get('/feeds/google.xml')).text())
    .toContain('<g:brand>Petal &amp; Dew</g:brand>')

  const { items } = await (await admin.get('/api/products')).json()
  await page.goto(`/admin/products/${items[0].id}`)
  const gtin = page.getByLabel('GTIN')
  await gtin.fill('4006381333932')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('This is no GTIN')).toBeVisible()
  await expectAccessible(page)
  await gtin.fill('')
})
