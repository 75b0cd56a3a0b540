import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { BackupOverview, BackupSettings } from '#contract/backups.ts'
import { type ChangedBy, recordAudit } from '#server/platform/audit-log.ts'
import { announceChange } from '#server/platform/change-feed.ts'
import type { Db } from '#server/platform/database.ts'
import { updateRow } from '#server/platform/edit-rows.ts'
import { errors } from '#server/platform/errors.ts'
import { freeBytes } from '#server/platform/machine.ts'
import type { AppContext } from '#server/platform/rpc.ts'
import { backupsFolder, bytesInProgress, listBackups } from './backup-folder.ts'
import { type BackupRow, readBackupRow, stateOf } from './backup-state.ts'
import { BACK_UP } from './backups.jobs.ts'
import { backup_settings } from './backups.table.ts'

export async function readBackups({ config, db, now }: AppContext): Promise<BackupOverview> {
  const row = await readBackupRow(db)
  const folder = backupsFolder(config.dataDir)
  return {
    state: stateOf(row, now()),
    settings: settingsOf(row),
    version: row.version,
    backups: await listBackups(folder),
    folder,
    running_bytes: await bytesInProgress(folder),
    last_backup_at: row.last_backup_at,
    failed_at: row.failed_at,
    failure: row.failure,
    // The folder is made with the first backup.
    free_bytes: await freeBytes(folder).catch(() => freeBytes(config.dataDir).catch(() => null)),
  }
}

const settingsOf = ({ daily, keep, test_weekly }: BackupRow): BackupSettings => ({
  daily,
  keep,
  test_weekly,
})

/** For the tiles and the dashboard. */
export const backupState = async ({ db, now }: Pick<AppContext, 'db' | 'now'>) =>
  stateOf(await readBackupRow(db), now())

export async function startBackup({ db, jobs }: AppContext) {
  await db.transaction((tx) => jobs.enqueue(tx, BACK_UP, {}))
}

/** How backups went is no decision of an admin. */
const OUTCOME = ['last_backup_at', 'last_daily_at', 'failed_at', 'failure', 'created_at'] as const

export const saveBackupSettings = (
  db: Db,
  { version, ...values }: BackupSettings & { version: number },
  by: ChangedBy,
) =>
  db.transaction(async (tx) => {
    const saved = await updateRow(tx, backup_settings, { id: 'backups', version }, values, {
      by,
      name: () => 'Daily backup',
      computed: OUTCOME,
    })
    await announceChange(tx, 'backups')
    return { ...settingsOf(saved), version: saved.version }
  })

export async function removeBackup({ config, db }: AppContext, name: string, by: ChangedBy) {
  const folder = backupsFolder(config.dataDir)
  const backups = await listBackups(folder)
  const backup = backups.find((one) => one.name === name)
  if (!backup) throw errors.BACKUP_NOT_FOUND()
  if (backup === backups[0]) throw errors.LAST_BACKUP()
  await db.transaction(async (tx) => {
    const object = { type: 'backups', id: name, name }
    await recordAudit(tx, { by, object, before: { bytes: backup.bytes }, after: null })
    await announceChange(tx, 'backups')
    await rm(join(folder, name), { force: true })
  })
  return { name }
}
