import type { APIRequestContext } from '@playwright/test'
import { expect, expectAccessible, test } from './fixtures.ts'
import { toast } from './toasts.ts'

async function revokeAll(admin: APIRequestContext) {
  const { items } = await (await admin.get('/api/api_keys?revoked=false&per_page=200')).json()
  for (const { id } of items) await admin.post(`/api/api_keys/${id}/revoke`, { data: {} })
}

test.afterEach(({ admin }) => revokeAll(admin))

test('an owner creates a key, a program uses it, and it ends when it is revoked @both', async ({
  asAdmin: page,
  playwright,
  baseURL,
}) => {
  const name = `Warehouse ${crypto.randomUUID().slice(0, 8)}x`
  await page.goto('/admin/settings')
  await page.getByRole('main').getByRole('link', { name: 'API Keys' }).click()
  await expect(page.getByRole('heading', { name: 'API Keys', level: 1 })).toBeVisible()
  await page.getByRole('button', { name: 'New key' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'New key' })
  await dialog.getByLabel('Name').fill(name)
  await dialog.getByRole('button', { name: 'Create' }).click()
  await expect(dialog.getByText('Please choose at least one area')).toBeVisible()
  await dialog.getByLabel('Coupons').selectOption('Read')
  await dialog.getByLabel('Stock').selectOption('Read and change')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Create' }).click()
  await toast(page, 'The key is ready')
  const shown = page.getByRole('dialog', { name: 'Copy the key now' })
  const secret = await shown.getByLabel('Key', { exact: true }).inputValue()
  expect(secret).toMatch(/^petal_[\w-]{43}$/)
  await expectAccessible(page)
  await shown.getByRole('button', { name: 'I have copied it' }).click()

  const program = await playwright.request.newContext({
    baseURL,
    extraHTTPHeaders: { authorization: `Bearer ${secret}` },
  })
  expect((await program.get('/api/coupons')).status()).toBe(200)
  expect((await program.get('/api/orders/all')).status()).toBe(403)
  await page.goto(`/admin/api-keys?q=${name}`)
  const main = page.getByRole('main')
  await expect(main.getByText('Stock: read and change, Coupons: read')).toBeVisible()
  await expect(main).not.toContainText('Never')

  await page.getByRole('button', { name: `Revoke ${name}` }).click()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Revoke', exact: true }).click()
  await toast(page, 'The key is revoked')
  expect((await program.get('/api/coupons')).status()).toBe(401)
  await program.dispose()
})
