import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeEach, expect, test } from 'vitest'
import type { BackupKind } from '#contract/backups.ts'
import { createDiskStorage } from '#server/platform/file-storage/disk.ts'
import { givenDatabase } from '#server/testing/database.ts'
import { backupName, listBackups } from './backup-folder.ts'
import { isDue, readBackupRow, stateOf } from './backup-state.ts'
import { takeBackup } from './take-backup.ts'

const shop = await givenDatabase()
const dataDir = mkdtempSync(join(tmpdir(), 'petal-daily-'))
const folder = join(dataDir, 'backups')
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

beforeEach(async () => {
  rmSync(folder, { recursive: true, force: true })
  await shop.db.execute(sql`
    update backup_settings set keep = 2, failed_at = null, failure = null, last_backup_at = null, last_daily_at = null`)
})

const take = (kind: BackupKind, at: string, more: object = {}) =>
  takeBackup(
    {
      databaseUrl: shop.url,
      files: createDiskStorage(dataDir),
      encryptionKey: 'ab'.repeat(32),
      folder,
      now: () => new Date(at),
      ...more,
    },
    kind,
  )
const stored = async () => (await listBackups(folder)).map(({ name }) => name)
const nameAt = (at: string, kind: BackupKind) => backupName(new Date(at), kind)

test('of the daily ones as many stay as the owner wants; those taken by hand stay', async () => {
  await take('manual', '2026-05-01T02:00:00Z')
  for (const day of ['02', '03', '04', '05']) await take('daily', `2026-05-${day}T02:00:00Z`)
  expect(await stored()).toEqual([
    nameAt('2026-05-05T02:00:00Z', 'daily'),
    nameAt('2026-05-04T02:00:00Z', 'daily'),
    nameAt('2026-05-01T02:00:00Z', 'manual'),
  ])
})

test('half a backup of a killed process does not count, and goes with the next one', async () => {
  mkdirSync(folder)
  const half = `${nameAt('2026-05-01T02:00:00Z', 'daily')}.part`
  writeFileSync(join(folder, half), 'half')
  expect(await stored()).toEqual([])
  await take('daily', '2026-05-02T02:00:00Z')
  expect(readdirSync(folder)).toEqual([nameAt('2026-05-02T02:00:00Z', 'daily')])
})

test('a full disk leaves what is there, and the dashboard warns until the next one succeeds', async () => {
  await take('daily', '2026-05-01T02:00:00Z')
  const free = async () => 1024 * 1024
  await expect(take('daily', '2026-05-02T02:00:00Z', { free })).rejects.toThrow(
    /^The disk has 1 MB free, and the backup may need \d+ MB\./,
  )
  expect(readdirSync(folder)).toEqual([nameAt('2026-05-01T02:00:00Z', 'daily')])
  const now = new Date('2026-05-02T08:00:00Z')
  const failed = await readBackupRow(shop.db)
  expect(failed.failure).toContain('The disk has 1 MB free')
  expect(stateOf(failed, now)).toBe('failed')

  await take('manual', '2026-05-02T07:00:00Z')
  expect(stateOf(await readBackupRow(shop.db), now)).toBe('ready')
})

test('a backup that breaks off leaves no file', async () => {
  const files = {
    ...createDiskStorage(dataDir),
    open: () => Promise.reject(new Error('The storage does not answer')),
  }
  await shop.db.execute(sql`
    insert into media_files (name, type, bytes, purpose, state) values ('a', 'image/webp', 1, 'product', 'stored')`)
  await expect(take('daily', '2026-05-01T02:00:00Z', { files })).rejects.toThrow('does not answer')
  await shop.db.execute(sql`delete from media_files`)
  expect(readdirSync(folder)).toEqual([])
})

test('one at a time: while another process writes one, nothing is started or recorded', async () => {
  await shop.db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(7265744)`)
    await expect(take('daily', '2026-05-01T02:00:00Z')).rejects.toThrow('already being written')
  })
  expect((await readBackupRow(shop.db)).failed_at).toBeNull()
})

const HOUR = 3_600_000
const NIGHT = new Date('2026-05-02T03:07:00Z')
const ago = (hours: number, from = NIGHT) => new Date(from.getTime() - hours * HOUR).toISOString()

test.each([
  ['the first night', null, NIGHT, 'UTC', true],
  ['the first day', null, new Date('2026-05-02T12:07:00Z'), 'UTC', false],
  [
    'the night of a shop elsewhere',
    null,
    new Date('2026-05-02T07:07:00Z'),
    'America/New_York',
    true,
  ],
  ['the day of a shop elsewhere', null, NIGHT, 'America/New_York', false],
  ['a day after the last', ago(24), NIGHT, 'UTC', true],
  ['an hour after the last', ago(1), NIGHT, 'UTC', false],
  ['the day after a missed night', ago(33), new Date('2026-05-02T12:07:00Z'), 'UTC', true],
])('daily backup: %s', (_, last_daily_at, now, zone, expected) => {
  expect(isDue({ daily: true, last_daily_at }, now, zone)).toBe(expected)
  expect(isDue({ daily: false, last_daily_at }, now, zone)).toBe(false)
})

test('a backup of more than two days ago is old; without any, two days after the installation', async () => {
  const row = await readBackupRow(shop.db)
  const last = { ...row, created_at: ago(1000), last_backup_at: ago(47) }
  expect(stateOf(last, NIGHT)).toBe('ready')
  expect(stateOf({ ...last, last_backup_at: ago(49) }, NIGHT)).toBe('old')
  expect(stateOf({ ...last, last_backup_at: null }, NIGHT)).toBe('old')
  expect(stateOf({ ...last, last_backup_at: null, daily: false }, NIGHT)).toBe('off')
})
