import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { RestoreStep } from '#contract/restores.ts'
import { loadDemo } from '#demo/load.ts'
import { carrySession } from '#server/modules/accounts/index.ts'
import { products } from '#server/modules/catalog/catalog.table.ts'
import { createDiskStorage } from '#server/platform/file-storage/disk.ts'
import { findProblems } from '#server/programs/check-invariants.ts'
import { givenDatabase } from '#server/testing/database.ts'
import { givenProduct } from '#server/testing/factories.ts'
import { givenS3 } from '#server/testing/s3.ts'
import { givenServer } from '#server/testing/server.ts'
import { backupsFolder, listBackups } from './backup-folder.ts'
import { backup_copies, backup_problems, backup_settings, restores } from './backups.table.ts'
import { chooseBackup, newestBackup } from './choose-backup.ts'
import { copyNewest } from './copy-backup.ts'
import { sealSecret } from './copy-store.ts'
import { isTestDue, readRestores } from './manage-restores.ts'
import { type RestoreContext, runRestore } from './restore-shop.ts'
import { backUp } from './run-backup.ts'
import { createSealingKey } from './seal.ts'

const PASSPHRASE = 'seven quiet gardens'
const dataDir = mkdtempSync(join(tmpdir(), 'petal-restores-'))
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

let s3: Awaited<ReturnType<typeof givenS3>>
let shop: Awaited<ReturnType<typeof givenServer>>
let context: RestoreContext

beforeAll(async () => {
  s3 = await givenS3()
  const database = await givenDatabase()
  await loadDemo({ databaseUrl: database.url, files: createDiskStorage(dataDir), log: () => {} })
  shop = await givenServer({ databaseUrl: database.url, env: { DATA_DIR: dataDir } })
  context = { ...shop.context, findProblems, carrySession }
  const account = {
    endpoint: s3.env.S3_ENDPOINT,
    bucket: s3.env.S3_BUCKET,
    access_key_id: s3.env.S3_ACCESS_KEY_ID,
  }
  await shop.db.insert(backup_copies).values({
    place: 'other',
    region: s3.env.S3_REGION,
    ...account,
    secret_access_key: sealSecret(shop.config, account, s3.env.S3_SECRET_ACCESS_KEY),
    sealing_key: await createSealingKey(PASSPHRASE),
  })
  await backUp(shop.context, 'manual')
  await copyNewest(shop.context)
})

const nameOf = async (source: 'here' | 'copies') => {
  const [local] = (await listBackups(backupsFolder(dataDir))).filter(
    ({ kind }) => kind === 'manual',
  )
  return source === 'here' ? (local?.name ?? '') : `${local?.name}.enc`
}

async function restore(source: 'here' | 'copies', more: Partial<RestoreContext> = {}) {
  const { chosen } = await chooseBackup(shop.context, {
    source,
    name: await nameOf(source),
    passphrase: PASSPHRASE,
  })
  const values = { kind: 'shop', source, backup: chosen.name } as const
  const [row] = await shop.db.insert(restores).values(values).returning()
  const for_shop = {
    by: { id: '00000000-0000-4000-8000-000000000001', name: 'Olive' },
    session_id: '00000000-0000-4000-8000-000000000002',
  }
  const id = row?.id ?? ''
  await runRestore({ ...context, ...more }, { id, chosen, for_shop })
  return outcomeOf(id)
}

async function outcomeOf(id: string) {
  const [row] = await shop.db.select().from(restores).where(eq(restores.id, id))
  return row
}

/** What a visitor gets now. */
const visit = (path = '/api/healthz') => fetch(`${shop.url}${path}`)
const named = (name: string) => shop.db.select().from(products).where(eq(products.name, name))
const leftovers = async () => {
  const { rows } = await shop.db.execute<{ datname: string }>(
    sql`select datname from pg_database where datname like 'petal\_scratch\_%'`,
  )
  return [...rows, ...readdirSync(dataDir).filter((name) => name === 'restoring')]
}

test.each(['here', 'copies'] as const)(
  'a shop is restored from a backup (%s): closed meanwhile, backed up first, and open again',
  async (source) => {
    await givenProduct(shop.db, { name: `After the backup, ${source}` })
    const seen: Partial<Record<RestoreStep, number>> = {}
    const row = await restore(source, {
      onStep: async (step) => {
        if (step !== 'closing') seen[step] = (await visit('/')).status
      },
    })
    expect(row).toMatchObject({ state: 'done', findings: [], failure: null })
    expect(row?.holds).toMatchObject({
      products: expect.any(Number),
      last_order_at: expect.any(String),
    })
    expect(seen).toEqual({ trying: 200, 'backing-up': 503, files: 503, replacing: 503 })
    await expect.poll(async () => (await visit('/')).status).toBe(200)
    expect(await named(`After the backup, ${source}`)).toEqual([])
    expect(await findProblems(shop.databaseUrl, shop.files)).toEqual([])
    const [today] = await listBackups(backupsFolder(dataDir))
    expect(today?.kind).toBe('restore')
    expect(await leftovers()).toEqual([])
  },
)

test('what the owner set up for backups, and the history of restores, stay', async () => {
  const [copies] = await shop.db.select().from(backup_copies)
  expect(copies).toMatchObject({ place: 'other', last_copy: await nameOf('copies') })
  expect(await shop.db.select().from(restores)).toHaveLength(2)
})

test('jobs run again after a restore', async () => {
  await shop.db.transaction((tx) => shop.jobs.enqueue(tx, 'copy-backup', {}))
  const waiting = async () => {
    const { rows } = await shop.db.execute<{ count: number }>(
      sql`select count(*)::int as count from pgboss.job where name = 'copy-backup' and state in ('created', 'active')`,
    )
    return rows[0]?.count
  }
  await expect.poll(waiting, { timeout: 20_000 }).toBe(0)
})

test('a wrong passphrase is refused before anything is started', async () => {
  const choice = {
    source: 'copies',
    name: await nameOf('copies'),
    passphrase: 'another one',
  } as const
  await expect(chooseBackup(shop.context, choice)).rejects.toMatchObject({
    code: 'WRONG_PASSPHRASE',
  })
  const unknown = { ...choice, name: 'petal-20200101T000000Z-daily.tar.gz.enc' }
  await expect(chooseBackup(shop.context, unknown)).rejects.toMatchObject({
    code: 'BACKUP_NOT_FOUND',
  })
  s3.trouble.set('GET', 'error')
  await expect(chooseBackup(shop.context, choice)).rejects.toMatchObject({ code: 'BUCKET_REFUSED' })
  s3.trouble.clear()
})

test('a damaged archive is refused while the shop stays open, and nothing changes', async () => {
  const file = join(backupsFolder(dataDir), await nameOf('here'))
  const whole = readFileSync(file)
  await givenProduct(shop.db, { name: 'Still here' })
  const before = await listBackups(backupsFolder(dataDir))
  const damaged = Buffer.from(whole)
  damaged[damaged.length >> 1] = (damaged[damaged.length >> 1] ?? 0) ^ 1
  for (const content of [damaged, whole.subarray(0, whole.length - 100)]) {
    writeFileSync(file, content)
    const steps: string[] = []
    await expect(restore('here', { onStep: (step) => void steps.push(step) })).rejects.toThrow()
    expect(steps).toEqual(['trying'])
  }
  writeFileSync(file, whole)
  expect(await named('Still here')).toHaveLength(1)
  expect((await listBackups(backupsFolder(dataDir))).length).toBe(before.length)
  const [row] = await readRestores(shop.context)
  expect(row).toMatchObject({
    state: 'failed',
    failure: expect.stringContaining('can not be read'),
  })
  expect((await visit('/')).status).toBe(200)
  expect(await leftovers()).toEqual([])
})

test.each(['trying', 'backing-up', 'files', 'replacing'] as const)(
  'what fails at the step %s leaves the shop as it was, and open',
  async (at) => {
    const [before] = await shop.db.select({ n: sql<number>`count(*)::int` }).from(products)
    const onStep = (step: RestoreStep) => {
      if (step === at) throw new Error('The machine is on fire.')
    }
    await expect(restore('here', { onStep })).rejects.toThrow('on fire')
    await expect.poll(async () => (await visit('/')).status).toBe(200)
    const [after] = await shop.db.select({ n: sql<number>`count(*)::int` }).from(products)
    expect(after).toEqual(before)
    const [row] = await readRestores(shop.context)
    expect(row).toMatchObject({ state: 'failed', failure: 'The machine is on fire.' })
  },
)

test('one that was killed is known to be over', async () => {
  await shop.db.insert(restores).values({
    kind: 'shop',
    source: 'here',
    backup: 'petal-20200101T000000Z-daily.tar.gz',
    started_at: new Date(Date.now() - 60_000).toISOString(),
  })
  const later = { ...shop.context, now: () => new Date(Date.now() + 60_000) }
  const found = (await readRestores(later)).find(({ backup }) => backup.startsWith('petal-2020'))
  expect(found).toMatchObject({ state: 'failed', failure: expect.stringContaining('interrupted') })
})

test('a test restores the newest copy without the passphrase, and changes nothing', async () => {
  await copyNewest(shop.context)
  const chosen = await newestBackup(shop.context)
  expect(chosen?.source).toBe('copies')
  if (!chosen) return
  const test = async (more: object = {}) => {
    const values = { kind: 'test', source: chosen.source, backup: chosen.name } as const
    const [row] = await shop.db.insert(restores).values(values).returning()
    const id = row?.id ?? ''
    await runRestore({ ...context, ...more }, { id, chosen }).catch(() => {})
    return outcomeOf(id)
  }
  expect(await test()).toMatchObject({ state: 'done', findings: [] })
  expect(await named('Still here')).toHaveLength(1)
  expect(await test({ findProblems: async () => ['Not so: stock.'] })).toMatchObject({
    state: 'failed',
    findings: ['Not so: stock.'],
  })
  expect(await shop.db.select().from(backup_problems)).toMatchObject([
    { id: 'test-failed', text: expect.stringContaining('Not so: stock.') },
  ])
  expect(await test()).toMatchObject({ state: 'done' })
  expect(await shop.db.select().from(backup_problems)).toEqual([])
})

test('a test is due once a week, and again on the day after one that failed', async () => {
  const dueIn = (days: number) =>
    isTestDue({ db: shop.db, now: () => new Date(Date.now() + days * 86_400_000) })
  await shop.db.update(backup_settings).set({ test_weekly: false })
  expect(await dueIn(20)).toBe(false)
  await shop.db.update(backup_settings).set({ test_weekly: true })
  expect([await dueIn(0), await dueIn(5), await dueIn(9)]).toEqual([false, false, true])
  await shop.db.update(restores).set({ state: 'failed' }).where(eq(restores.kind, 'test'))
  expect([await dueIn(0), await dueIn(1)]).toEqual([false, true])
  await shop.db.delete(restores)
  expect(await dueIn(0)).toBe(true)
})

test('a backup of a shop with another encryption key is refused', async () => {
  const other = {
    ...shop.context,
    config: { ...shop.config, secrets: { ...shop.config.secrets, encryption: 'cd'.repeat(32) } },
  }
  const choice = { source: 'here', name: await nameOf('here'), passphrase: '' } as const
  await expect(chooseBackup(other, choice)).rejects.toMatchObject({
    code: 'BACKUP_UNREADABLE',
    data: { reason: expect.stringContaining('another encryption key') },
  })
})
