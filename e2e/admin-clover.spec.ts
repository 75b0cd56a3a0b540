import { openDatabase } from './database.ts'
import { expect, expectAccessible, openPage, test } from './fixtures.ts'
import { errorToast, toast } from './toasts.ts'

test.beforeEach(async () => {
  const database = await openDatabase()
  await database.query('delete from clover_settings')
  await database.close()
})

const INVALID = 'Invalid credentials - unable to connect to Clover'

// Shows B1.3, B2.7, B2.29, B5.10, B8.9, B8.10, B8.11, B8.12, B8.13
test('credentials are checked with Clover, a merchant is chosen and saved', {
  tag: '@core',
}, async ({ asAdmin: page, admin, expectTrouble }) => {
  expectTrouble(/409|500|ERR_|Failed to load resource/)
  await page.goto('/admin/clover')
  await expect(page.getByRole('link', { name: 'Back to Admin Dashboard' })).toBeVisible()
  await expect(page.getByText('Payments are simulated.')).toBeVisible()
  const token = page.getByLabel('Private Token')
  const merchant = page.getByLabel('Merchant ID')
  const save = page.getByRole('button', { name: 'Validate and save' })

  await save.click()
  await toast(page, 'Missing Information')
  await expect(page.getByText('Please provide both Private Token and Merchant ID')).toBeVisible()
  await token.fill('sim not a token'.replaceAll(' ', '_'))
  await page.getByRole('button', { name: 'Load merchants' }).click()
  await toast(page, 'Error Loading Merchants')
  await toast(page, 'Failed to load merchants from Clover')
  await merchant.fill('MERCHANTSIM01')
  const error = errorToast(page)
  const failsWith = async (reason: string) => {
    await save.click()
    await expect(error.getByText(INVALID, { exact: true })).toBeVisible()
    await expect(error.getByText(reason)).toBeVisible()
    await expect(merchant).toHaveValue('MERCHANTSIM01')
    await page.getByRole('button', { name: 'Load merchants' }).click()
    await toast(page, 'Error Loading Merchants')
    await toast(page, 'Failed to load merchants from Clover')
  }
  await failsWith('Clover does not accept this private token for this merchant ID.')
  await expectAccessible(page)
  const broken = /api\/(clover_settings|functions\/get-clover-merchants)$/
  await page.route(broken, (route) => route.fulfill({ status: 500, json: {} }))
  await failsWith('Something went wrong on our side.')
  await page.unroute(broken)
  await page.context().setOffline(true)
  await failsWith('We could not reach the shop.')
  await page.context().setOffline(false)

  await token.fill('sim_private_token')
  await merchant.fill('')
  await page.getByRole('button', { name: 'Load merchants' }).click()
  const choice = page.getByRole('radio', { name: /Simulated Shop/ })
  await expect(page.getByText('1 Main St · Boston · MA')).toBeVisible()
  await choice.focus()
  await page.keyboard.press('Space')
  await expect(page.getByText('Selected merchant: Simulated Shop')).toBeVisible()
  await expect(merchant).toHaveValue('MERCHANTSIM01')
  await merchant.press('Enter')
  await toast(page, 'Credentials saved and validated successfully')
  await expect(token).toHaveValue('')
  await expect(page.getByText('Saved here')).toBeVisible()

  await page.getByRole('button', { name: 'Test the connection' }).click()
  await expect(page.getByText('Clover answers as Simulated Shop, Boston.')).toBeVisible()

  await expect(page.getByLabel('Webhook address')).toHaveValue(/\/webhooks\/clover$/)
  await page.getByRole('button', { name: 'Save secret' }).click()
  await expect(page.getByText('Signing secret is required')).toBeVisible()
  await page.getByLabel('Signing secret of Simulated Shop').fill('sim_signing_secret')
  await page.getByLabel('Signing secret of Simulated Shop').press('Enter')
  await toast(page, 'Signing secret saved')
  await expect(page.getByText('One is saved. A new one replaces it.')).toBeVisible()

  const log = await admin.get('/api/audit_log?object_type=clover_settings')
  const text = await log.text()
  expect(text).toContain('Simulated Shop (MERCHANTSIM01)')
  expect(text).not.toContain('sim_')
})

test('credentials that cannot be read are shown', async ({ asAdmin: page }) => {
  const database = await openDatabase()
  await database.query(
    "insert into clover_settings (merchant_id, merchant_name, private_token, is_active) values ('MERCHANTOLD03', 'Old shop', 'v1.damaged', true)",
  )
  await database.close()
  await page.goto('/admin/clover')
  await expect(page.getByText('The token of Old shop cannot be read.')).toBeVisible()
  await expect(page.getByText('Unreadable')).toBeVisible()
})

// Shows B2.20, B2.21, B8.14
test('others are denied: a shopper goes home, a guest to sign-in', async ({
  asShopper: page,
  browser,
}) => {
  await page.goto('/admin/clover')
  await toast(page, 'Access Denied')
  await page.waitForURL('/')
  const guest = await openPage(await browser.newContext())
  await guest.goto('/admin/clover')
  await expect(
    guest.getByText("You don't have permission to access this page").first(),
  ).toBeVisible()
  await guest.waitForURL(/\/auth/)
  await guest.close()
})
