import { mailTo } from './checkout-fixtures.ts'
import { expect, expectAccessible, test } from './fixtures.ts'
import { productNamed } from './shop-data.ts'
import { toast } from './toasts.ts'

// Shows B2.9, B2.31, B2.32, B2.33, B3.20, B5.12, B8.20, B8.21
test('templates: overview, preview, own words, and a test mail', { tag: '@desktop' }, async ({
  asAdmin: page,
  expectTrouble,
}) => {
  // No mail server is set up, and an unknown variable is refused.
  expectTrouble(/409/)
  const name = 'Replenishment'
  await page.goto('/admin/email-templates')
  await page.getByText('18 of 18 templates ready (100% complete)').click()
  const overview = page.getByRole('table')
  await expect(overview.getByRole('row')).toHaveCount(19)
  await expect(overview.getByText('Ready', { exact: true })).toHaveCount(18)
  await expect(
    overview.getByRole('row', { name: /^Password Reset Transactional Ready/ }),
  ).toContainText('/auth')
  for (const tab of ['Transactional', 'Marketing', 'Service', 'Post-Purchase']) {
    await page.getByRole('tab', { name: tab }).click()
    await expect(page.getByRole('tab', { name: tab })).toHaveAttribute('aria-selected', 'true')
  }
  await page.getByRole('button', { name, exact: true }).click()
  await expect(page.getByText('Required variables')).toBeVisible()
  await expect(page.getByText('Offers to order again what may soon be used up.')).toBeVisible()

  // The sandboxed frame shows a product of the shop with its picture.
  await page.getByRole('button', { name: `Preview of ${name}` }).click()
  const frame = page.locator('iframe[sandbox=""]')
  await expect(frame.contentFrame().getByRole('heading', { level: 1 })).toBeVisible()
  const picture = frame.contentFrame().getByRole('img').first()
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0)
  const shown = page.getByRole('region', { name: `Preview of ${name}` })
  await shown.getByRole('button', { name: 'Phone' }).click()
  await expect(frame).toHaveCSS('max-width', '100%')
  await shown.getByRole('button', { name: 'Text' }).click()
  await expect(shown.getByText('Unsubscribe')).toBeVisible()
  await expectAccessible(page)

  await page.getByRole('button', { name: `Edit texts of ${name}` }).click()
  const dialog = page.getByRole('dialog', { name: `Texts of ${name}` })
  await dialog.getByLabel('Title').fill('For {{firstName}}')
  await expect(dialog.getByText(/This mail has no {{firstName}}/).first()).toBeVisible()
  await dialog.getByLabel('Title').fill('For <b>you</b>[, {{customerName}}]')
  const preview = dialog.locator('iframe').contentFrame()
  await expect(preview.getByRole('heading', { level: 1 })).toHaveText(
    'For <b>you</b>, Amélie Laurent',
  )
  await dialog.getByRole('button', { name: 'Save' }).click()
  await toast(page, 'Email texts updated successfully')
  await expect(page.getByText('Your own words')).toBeVisible()
  await page.getByRole('button', { name: `Original texts of ${name}` }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Use the original' }).click()
  await toast(page, 'The original texts are back')
  await expect(page.getByText('Your own words')).toHaveCount(0)

  await page.getByRole('button', { name: 'Test', exact: true }).click()
  await toast(page, 'Email required')
  await toast(page, 'Please enter a test email address')
  const to = `test.${crypto.randomUUID().slice(0, 8)}@example.com`
  await page.getByLabel(`Test address for ${name}`).fill(to)
  await page.getByRole('button', { name: 'Test', exact: true }).click()
  await toast(page, 'Error sending test email')
  await expect(page.getByText('No mail server is set up yet.')).toBeVisible()

  // Nothing pretends to be sent, and nothing is lost: the mail is in the log.
  await page.getByRole('link', { name: 'Delivery log' }).click()
  await page.getByLabel('Search by address or subject').fill(to)
  await expect(page.getByText('1–1 of 1')).toBeVisible()
  await expect(page.getByText('Not sent: no mail server').last()).toBeVisible()
  await page.getByRole('button', { name: `Test: ${name}`, exact: true }).click()
  const mail = page.getByRole('dialog', { name: `Test: ${name}` })
  await expect(
    mail.locator('iframe').contentFrame().getByRole('heading', { level: 1 }),
  ).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: `Actions for Test: ${name}` }).click()
  await page.getByRole('menuitem', { name: 'Send now' }).click()
  await expect(page.getByText('No mail server is set up yet.').last()).toBeVisible()
})

// Shows B8.22
test('a successful test mail says where it went, and an announcement asks first', {
  tag: '@core',
}, async ({ asAdmin: page }) => {
  await page.route('**/api/functions/send-test-email', (route) =>
    route.fulfill({ json: { success: true } }),
  )
  await page.goto('/admin/email-templates')
  await page.getByRole('button', { name: 'Welcome' }).click()
  await page.getByLabel('Test address for Welcome').fill('me@example.com')
  await page.getByRole('button', { name: 'Test', exact: true }).click()
  await toast(page, 'Test email sent')
  await expect(page.getByText('Email sent to me@example.com')).toBeVisible()

  // A new product is announced by an admin's choice alone.
  const { id, name } = await productNamed(page, 'Rosehip Renewal Serum')
  await page.goto(`/admin/products/${id}`)
  await page.getByRole('button', { name: 'Announce the sale' }).click()
  const question = page.getByRole('alertdialog', { name: 'Announce the sale?' })
  await expect(question).toContainText(`a mail about ${name}. It cannot be called back.`)
  await question.getByRole('button', { name: 'Cancel' }).click()
})

test('a mail server is checked before it is saved', { tag: '@core' }, async ({
  asAdmin: page,
  expectTrouble,
}) => {
  expectTrouble(/409/)
  await page.goto('/admin/mail-server')
  await expect(page.getByText('No mail server.')).toBeVisible()
  await page.getByRole('button', { name: 'Check and save' }).click()
  await expect(page.getByText('Server is required')).toBeVisible()
  // Nothing listens there.
  await page.getByLabel('Server', { exact: true }).fill('127.0.0.1')
  await page.getByLabel('Port').fill('1')
  await page.getByLabel('Test address').fill('me@example.com')
  await page.getByRole('button', { name: 'Send a test mail' }).click()
  const refused =
    /The mail server does not answer, or does not accept these settings\..*ECONNREFUSED/
  await expect(page.getByText(refused)).toBeVisible()
  await page.getByRole('button', { name: 'Check and save' }).click()
  await expect(page.getByRole('alert').filter({ hasText: refused })).toBeVisible()
  await page.getByLabel('User').fill('petal')
  await page.getByRole('button', { name: 'Check and save' }).click()
  await expect(page.getByText(/Enter the password again/)).toBeVisible()
  await page.getByRole('button', { name: 'Discard' }).click()
})

test('a guest asks for a sold-out product and confirms it with the mailed link', async ({
  asGuest: page,
  admin,
  expectTrouble,
}) => {
  // The first try is without an address.
  expectTrouble(/400/)
  const { id, name } = await productNamed(page, 'Cornflower Milk Toner')
  const email = `fern.${crypto.randomUUID().slice(0, 8)}@example.com`
  await page.goto(`/product/${id}`)
  await page.getByRole('button', { name: 'Notify me' }).click()
  await expect(page.getByText('Please enter a valid email address')).toBeVisible()
  await page.getByLabel('Write to me when it is back').fill(email)
  await page.getByRole('button', { name: 'Notify me' }).click()
  await expect(page.getByText(/please confirm with the link/)).toBeVisible()
  let link: string | undefined
  await expect(async () => {
    // Its text is shown once it is stored, not while it waits.
    const { text } = await mailTo(admin, email, 'account-update')
    link = /https?:\/\/\S+\/notify-me\?\S+/.exec(text)?.[0]
    expect(link).toBeDefined()
  }).toPass()
  await page.goto(link ?? '')
  await page.getByRole('button', { name: 'Yes, write to me' }).click()
  await expect(page.getByRole('heading', { name: 'We will write to you' })).toBeVisible()
  await expect(page.getByText(name)).toBeVisible()
})
