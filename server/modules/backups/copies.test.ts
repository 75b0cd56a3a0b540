import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import type { CopySettingsEdit } from '#contract/backup-copies.ts'
import { DAY_MS } from '#contract/time.ts'
import { audit_log } from '#server/platform/platform.table.ts'
import { givenAdmin, givenProduct } from '#server/testing/factories.ts'
import {
  givenPayableShop,
  type PayableShop,
  type Visitor,
} from '#server/testing/order-factories.ts'
import { givenS3 } from '#server/testing/s3.ts'
import { backupsFolder, listBackups } from './backup-folder.ts'
import { backup_copies, backup_problems, backup_settings } from './backups.table.ts'
import { copyNewest } from './copy-backup.ts'
import { listCopies, openCopies, pruneCopies } from './copy-store.ts'
import { reportMissing } from './problems.ts'
import { backUp } from './run-backup.ts'

const PASSPHRASE = 'seven quiet gardens'
let s3: Awaited<ReturnType<typeof givenS3>>
let shop: PayableShop
let admin: Visitor

beforeAll(async () => {
  s3 = await givenS3()
  shop = await givenPayableShop()
  admin = shop.visitor()
  await admin.signIn(await givenAdmin(shop.db))
  await givenProduct(shop.db, { name: 'Dew Serum' })
})
beforeEach(() => s3.trouble.clear())

const edit = (more: Partial<CopySettingsEdit> = {}): CopySettingsEdit => ({
  place: 'other',
  endpoint: s3.env.S3_ENDPOINT,
  region: s3.env.S3_REGION,
  bucket: s3.env.S3_BUCKET,
  access_key_id: s3.env.S3_ACCESS_KEY_ID,
  secret_access_key: s3.env.S3_SECRET_ACCESS_KEY,
  folder: 'backups',
  keep: 2,
  keep_days: 30,
  passphrase: '',
  passphrase_again: '',
  ...more,
})

async function save(more: Partial<CopySettingsEdit> = {}) {
  const { body: seen } = await admin.get('/backup-copies/settings')
  return admin.put('/backup-copies/settings', { ...edit(more), version: seen.version })
}

async function copies() {
  const { bucket } = await openCopies(shop)
  return bucket ? (await listCopies(bucket)).map(({ name }) => name) : []
}

test('nothing is copied until the owner has chosen a bucket and a passphrase', async () => {
  await backUp(shop, 'manual')
  expect(await copyNewest(shop)).toBe(null)
  expect((await save()).body.code).toBe('PASSPHRASE_NEEDED')
  const wrong = { passphrase: PASSPHRASE, passphrase_again: PASSPHRASE }
  const refused = await save({ ...wrong, bucket: 'nobody-has-this' })
  expect(refused.body).toMatchObject({
    code: 'BUCKET_REFUSED',
    data: { reason: 'There is no bucket of that name.' },
  })
  expect((await save({ ...wrong, secret_access_key: '' })).body.code).toBe('BUCKET_SECRET_NEEDED')
  expect((await save({ passphrase: 'short', passphrase_again: 'short' })).status).toBe(400)
  expect(s3.requests.filter((one) => one.includes('petal-2'))).toEqual([])
})

test('secret and passphrase are stored in no readable form, and the change is in the log without them', async () => {
  const saved = await save({ passphrase: PASSPHRASE, passphrase_again: PASSPHRASE })
  expect(saved.body).toMatchObject({ place: 'other', has_secret: true, last_copy: null })
  const [row] = await shop.db.select().from(backup_copies)
  const log = await shop.db
    .select()
    .from(audit_log)
    .where(eq(audit_log.object_type, 'backup_copies'))
  expect(log).toHaveLength(1)
  for (const text of [JSON.stringify(row), JSON.stringify(log), JSON.stringify(saved.body)]) {
    expect(text).not.toContain(PASSPHRASE)
    // The test server's secret is the same as its key, which is shown.
    expect(text.split(s3.env.S3_SECRET_ACCESS_KEY).length - 1).toBeLessThanOrEqual(1)
  }
  expect(row?.secret_access_key).toMatch(/^v1\./)
  const [settings] = await shop.db.select().from(backup_settings)
  expect(settings?.test_weekly).toBe(true)
})

test('the newest backup is copied once, encrypted, and listed; only administrators download it', async () => {
  const [backup] = await listBackups(backupsFolder(shop.config.dataDir))
  const name = `${backup?.name}.enc`
  expect(await copyNewest(shop)).toBe(name)
  expect(await copies()).toEqual([name])
  expect(await copyNewest(shop)).toBe(null)
  const { body } = await admin.get('/backup-copies')
  expect(body.copies).toMatchObject([{ name, kind: 'manual' }])
  const answer = await fetch(`${shop.url}/api/backup-copies/files/${name}`)
  expect(answer.status).toBe(401)
})

test('a bucket that fails is noted, the team is notified, and the next try makes it good', async () => {
  await backUp({ ...shop, now: () => new Date(Date.now() + 2000) }, 'daily')
  s3.trouble.set('PUT', 'error')
  await expect(copyNewest(shop)).rejects.toThrow('The bucket does not answer')
  expect(await shop.db.select().from(backup_problems)).toMatchObject([{ id: 'copy-failed' }])
  expect((await admin.get('/backup-copies/settings')).body.failure).toContain('does not answer')
  s3.trouble.set('PUT', 'lose')
  await expect(copyNewest(shop)).rejects.toThrow('stored 0')
  s3.trouble.clear()
  expect(await copyNewest(shop)).toMatch(/daily\.tar\.gz\.enc$/)
  expect(await shop.db.select().from(backup_problems)).toEqual([])
  expect(await copies()).toHaveLength(2)
})

test('as many stay as the owner wants, and none that is too old, but the newest always', async () => {
  const { bucket } = await openCopies(shop)
  if (!bucket) throw new Error('copies are off')
  const [newest, older] = await copies()
  await pruneCopies(bucket, { keep: 2, keep_days: 30, now: shop.now() })
  expect(await copies()).toEqual([newest, older])
  await pruneCopies(bucket, { keep: 1, keep_days: 30, now: shop.now() })
  expect(await copies()).toEqual([newest])
  await pruneCopies(bucket, { keep: 5, keep_days: 1, now: new Date(Date.now() + 40 * DAY_MS) })
  expect(await copies()).toEqual([newest])
})

test('another bucket gets the newest backup, too, and the secret is not sent there', async () => {
  const other = await givenS3()
  const refused = await save({ endpoint: other.env.S3_ENDPOINT, secret_access_key: '' })
  expect(refused.body.code).toBe('BUCKET_SECRET_NEEDED')
  expect(other.requests).toEqual([])
  expect((await save({ folder: 'second/place' })).status).toBe(200)
  await copyNewest(shop)
  expect(await copies()).toHaveLength(1)
})

test('a backup or copy that does not come is noticed after two days, and no longer when one came', async () => {
  rmSync(join(backupsFolder(shop.config.dataDir)), { recursive: true })
  const later = { ...shop, now: () => new Date(Date.now() + 3 * DAY_MS) }
  await reportMissing(shop)
  expect(await shop.db.select().from(backup_problems)).toEqual([])
  await reportMissing(later)
  const found = await shop.db.select().from(backup_problems)
  expect(found.map(({ id }) => id).toSorted()).toEqual(['copy-missing', 'missing'])
  expect(found[0]?.text).toContain('One is planned every day.')
  await reportMissing(shop)
  expect(await shop.db.select().from(backup_problems)).toEqual([])
  await shop.db.update(backup_settings).set({ daily: false })
  await reportMissing(later)
  expect(await shop.db.select().from(backup_problems)).toEqual([])
})
