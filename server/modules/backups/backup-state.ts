import type { BACKUP_STATES } from '#contract/backups.ts'
import type { Db } from '#server/platform/database.ts'
import { backup_settings } from './backups.table.ts'

const HOUR_MS = 3_600_000
/** A shop that backs up every day has missed one, also if it was made up for during the day. */
export const OLD_MS = 48 * HOUR_MS
/** The hours of the shop's night in which the daily backup is taken. */
const NIGHT = { from: 3, to: 6 }
/** A night that was missed, such as by a machine that is switched off, is made up for during the day. */
const MISSED_MS = 26 * HOUR_MS
/** Less than a day: the next night it is due again, also when the clocks change. */
const TOO_SOON_MS = 18 * HOUR_MS

export type BackupRow = typeof backup_settings.$inferSelect

export async function readBackupRow(db: Db): Promise<BackupRow> {
  const [row] = await db.select().from(backup_settings)
  if (row) return row
  const [created] = await db.insert(backup_settings).values({}).onConflictDoNothing().returning()
  return created ?? readBackupRow(db)
}

export const lastBackupAt = async (db: Db) => (await readBackupRow(db)).last_backup_at

/** What went wrong with the last backup; null when it did not. */
export async function lastFailure(db: Db) {
  const { failed_at, failure } = await readBackupRow(db)
  return failed_at && (failure ?? '')
}

/** What the dashboard warns of. A shop without any backup has two days from its installation. */
export function stateOf(row: BackupRow, now: Date): (typeof BACKUP_STATES)[number] {
  if (row.failed_at) return 'failed'
  if (!row.daily) return 'off'
  const last = Date.parse(row.last_backup_at ?? row.created_at)
  return now.getTime() - last > OLD_MS ? 'old' : 'ready'
}

/** Whether the daily backup is to be taken now; asked every hour. */
export function isDue(
  { daily, last_daily_at }: Pick<BackupRow, 'daily' | 'last_daily_at'>,
  now: Date,
  timeZone?: string,
): boolean {
  if (!daily) return false
  if (!last_daily_at) return isNight(now, timeZone)
  const age = now.getTime() - Date.parse(last_daily_at)
  return age > MISSED_MS || (isNight(now, timeZone) && age > TOO_SOON_MS)
}

export function isNight(at: Date, timeZone?: string) {
  const hour = hourIn(at, timeZone)
  return hour >= NIGHT.from && hour < NIGHT.to
}

const hourIn = (at: Date, timeZone?: string) =>
  Number(
    new Intl.DateTimeFormat('en-US', { timeZone, hour: 'numeric', hourCycle: 'h23' }).format(at),
  )
