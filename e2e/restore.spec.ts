import type { Page } from '@playwright/test'
import { endFile } from '#server/testing/cleanup.ts'
import { givenS3 } from '#server/testing/s3.ts'
import { type Database, openDatabase } from './database.ts'
import { expect, expectAccessible, test } from './fixtures.ts'
import { toast } from './toasts.ts'

const PASSPHRASE = 'seven quiet gardens'
/** On a busy machine. */
const LONG = { timeout: 150_000 }

let database: Database
let s3: Awaited<ReturnType<typeof givenS3>>

test.beforeAll(async () => {
  database = await openDatabase()
  s3 = await givenS3()
})
test.afterAll(async () => {
  // No picture is drawn again for the other tests, and nothing is copied to a bucket that is gone.
  await database.query('update media_files set variants_at = now()')
  await database.query('delete from backup_copies')
  await database.query('update backup_settings set test_weekly = false')
  await database.close()
  await endFile()
})

async function setUpCopies(page: Page) {
  await page.getByRole('button', { name: 'Set up copies' }).click()
  const dialog = page.getByRole('dialog', { name: 'Copies in a bucket' })
  const fill = (label: string, text: string) => dialog.getByLabel(label, { exact: true }).fill(text)
  await dialog.getByRole('button', { name: 'Check and save' }).click()
  await expect(dialog.getByText('Bucket is required')).toBeVisible()
  await fill('Address (optional)', s3.env.S3_ENDPOINT)
  await fill('Bucket', 'nobody-has-this')
  await fill('Region', s3.env.S3_REGION)
  await fill('Access key', s3.env.S3_ACCESS_KEY_ID)
  await fill('Secret key', s3.env.S3_SECRET_ACCESS_KEY)
  await fill('Passphrase', PASSPHRASE)
  await fill('Passphrase again', 'seven quiet garden')
  await dialog.getByRole('button', { name: 'Check and save' }).click()
  await expect(dialog.getByText('This is not the same passphrase')).toBeVisible()
  await fill('Passphrase again', PASSPHRASE)
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Check and save' }).click()
  await expect(dialog.getByText('There is no bucket of that name.')).toBeVisible()
  await fill('Bucket', s3.env.S3_BUCKET)
  await dialog.getByRole('button', { name: 'Check and save' }).click()
  await toast(page, 'Copies saved')
  await expect(dialog).toBeHidden()
}

test('an owner sets up encrypted copies, tests a restore, and restores the shop from a copy', async ({
  asAdmin: page,
  browser,
  expectTrouble,
}) => {
  // What is refused, and the shop while it is closed.
  expectTrouble(/409|503|Service Unavailable|Conflict|ERR_EMPTY_RESPONSE|ERR_INCOMPLETE_CHUNKED/)
  await database.query('delete from backup_copies')
  await page.goto('/admin/backups')
  await setUpCopies(page)

  const local = page.getByRole('group', { name: 'Backups', exact: true }).getByRole('listitem')
  await page.getByRole('button', { name: 'Back up now' }).click()
  const copies = page.getByRole('group', { name: 'Copies in the bucket' }).getByRole('listitem')
  await expect(local.first()).toContainText('By hand', LONG)
  await expect(copies.first()).toContainText('By hand', LONG)
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Test a restore now' }).click()
  // Other tests of this shop write rows that no use case would, to which the doctor may object. That a sound shop passes
  // is shown by restore-shop.slow.test.ts.
  const outcome = page.getByText(
    /^The copy from the bucket was restored in \d+ s: |^The restored shop does not add up\.$/,
  )
  await expect(outcome).toBeVisible(LONG)

  const [product] = await database.query<{ id: string; name: string }>(
    'select id, name from products where archived_at is null order by name limit 1',
  )
  await database.query('update products set name = $2 where id = $1', [product?.id, 'A mistake'])

  await copies
    .first()
    .getByRole('button', { name: /^Restore petal-/ })
    .click()
  const dialog = page.getByRole('dialog', { name: 'Restore the shop' })
  await dialog.getByLabel('Passphrase').fill('another one')
  await dialog.getByRole('button', { name: 'See what it holds' }).click()
  await expect(dialog.getByText('This passphrase does not open the backup.')).toBeVisible()
  await dialog.getByLabel('Passphrase').fill(PASSPHRASE)
  await dialog.getByRole('button', { name: 'See what it holds' }).click()
  await expect(dialog.getByText(/^[\d,]+ orders$/)).toBeVisible(LONG)
  const name = dialog.getByLabel(/^Type the name of the shop/)
  await name.fill('Another shop')
  await dialog.getByRole('button', { name: 'Restore the shop' }).click()
  await expect(dialog.getByText('This is not the name of the shop')).toBeVisible()
  await expectAccessible(page)
  const label = await dialog.getByText(/^Type the name of the shop/).textContent()
  await name.fill(label?.replace(/^.*?: /, '') ?? '')

  const visitor = await browser.newContext({ javaScriptEnabled: false })
  const visit = await visitor.newPage()
  const statusNow = async () => (await visit.goto(page.url()))?.status()
  await dialog.getByRole('button', { name: 'Restore the shop' }).click()
  await expect.poll(statusNow, { ...LONG, intervals: [50] }).toBe(503)
  await expect(visit.getByRole('heading', { name: 'The shop is being restored' })).toBeVisible()
  await expect(visit.getByText(/^Step \d of 4/)).toBeVisible()

  await expect(dialog.getByText('The shop is restored and open again.')).toBeVisible(LONG)
  await expectAccessible(page)
  // The page of the visitor asks again by itself.
  await expect(visit.getByRole('heading', { name: 'The shop is being restored' })).toBeHidden(LONG)
  await visitor.close()
  await dialog.getByRole('button', { name: 'Look at the shop as it is now' }).click()
  await expect(local.first()).toContainText('Before a restore')
  await expect(outcome).toBeVisible()
  await page.goto(`/product/${product?.id}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(product?.name ?? '')
})

test('a damaged copy is refused while the shop stays open', async ({
  asAdmin: page,
  expectTrouble,
}) => {
  expectTrouble(/409|Conflict/)
  await database.query('delete from backup_copies')
  await page.goto('/admin/backups')
  await setUpCopies(page)
  await page.getByRole('button', { name: 'Back up now' }).click()
  const copies = page.getByRole('group', { name: 'Copies in the bucket' }).getByRole('listitem')
  await expect(copies.first()).toBeVisible(LONG)
  s3.damage(/\.enc$/)

  await copies
    .first()
    .getByRole('button', { name: /^Restore petal-/ })
    .click()
  const dialog = page.getByRole('dialog', { name: 'Restore the shop' })
  await dialog.getByLabel('Passphrase').fill(PASSPHRASE)
  await dialog.getByRole('button', { name: 'See what it holds' }).click()
  const name = dialog.getByLabel(/^Type the name of the shop/)
  await expect(name).toBeVisible(LONG)
  const label = await dialog.getByText(/^Type the name of the shop/).textContent()
  await name.fill(label?.replace(/^.*?: /, '') ?? '')
  await dialog.getByRole('button', { name: 'Restore the shop' }).click()
  await expect(dialog.getByText('The shop was not restored. It is as it was before.')).toBeVisible(
    LONG,
  )
  await expect(dialog.getByText(/The backup is damaged/)).toBeVisible()
  await expectAccessible(page)
})
