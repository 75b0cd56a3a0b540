import { expect, expectAccessible, test } from './fixtures.ts'
import { toast } from './toasts.ts'

test('an admin backs up, downloads the archive, and changes how many stay', async ({
  asAdmin: page,
}) => {
  await page.goto('/admin/settings')
  await page.getByRole('link', { name: 'Backups' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Backups' })).toBeVisible()
  const rows = page.getByRole('group', { name: 'Backups' }).getByRole('listitem')
  const keep = page.getByLabel('Number to keep')
  await expect(keep).toBeVisible()
  const before = await rows.count()
  await page.getByRole('button', { name: 'Back up now' }).click()
  await toast(page, 'The backup has started')
  await expect(rows).toHaveCount(before + 1, { timeout: 120_000 })
  await expect(rows.first()).toContainText('By hand')
  await expect(rows.first()).toContainText('MB')

  const downloading = page.waitForEvent('download')
  await rows
    .first()
    .getByRole('link', { name: /^Download petal-/ })
    .click()
  const download = await downloading
  expect(download.suggestedFilename()).toMatch(/^petal-\d{8}T\d{6}Z-manual\.tar\.gz$/)
  await download.delete()

  const other = (await keep.inputValue()) === '5' ? '6' : '5'
  await keep.fill('0')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('At least one')).toBeVisible()
  await keep.fill(other)
  await page.getByRole('button', { name: 'Save' }).click()
  await toast(page, 'Daily backup saved')
  await page.reload()
  await expect(page.getByLabel('Number to keep')).toHaveValue(other)
})

test('make it mine says what goes, and asks twice', async ({ asAdmin: page }) => {
  await page.goto('/admin/make-it-mine')
  await expect(page.getByText('You use the demo')).toBeVisible()
  const removed = page.getByRole('listitem').filter({ hasText: /^\d+ products?$/ })
  await expect(page.getByRole('listitem').filter({ hasText: /^\d+ orders?$/ })).toBeVisible()
  await expect(removed).toHaveCount(0)
  await page.getByRole('checkbox', { name: /^Products, as drafts/ }).uncheck()
  await expect(removed).toBeVisible()

  const name = page.getByLabel(/^Type the name of the shop/)
  await name.fill('Another shop')
  await page.getByRole('button', { name: 'Make it mine' }).click()
  await expect(page.getByText('This is not the name of the shop')).toBeVisible()
  // Other tests may have set orders to completed by hand.
  const paid = page.getByRole('checkbox', { name: /that customers paid/ })
  if (await paid.isVisible()) await paid.check()
  const label = await page.getByText(/^Type the name of the shop/).textContent()
  await name.fill(label?.replace(/^.*?: /, '') ?? '')
  await page.getByRole('button', { name: 'Make it mine' }).click()
  const question = page.getByRole('alertdialog', { name: 'Remove the demo now?' })
  await expect(question).toBeVisible()
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(question).toBeHidden()
})
