import { inArray, sql } from 'drizzle-orm'
import { announceChange } from '#server/platform/change-feed.ts'
import type { Db } from '#server/platform/database.ts'
import type { AppContext } from '#server/platform/rpc.ts'
import { type BackupRow, OLD_MS, readBackupRow } from './backup-state.ts'
import { backup_problems } from './backups.table.ts'
import { type CopyRow, readCopyRow } from './copy-store.ts'

export type Problem = (typeof backup_problems.$inferSelect)['id']

/** The team is notified of it, and again while it lasts, at most once a day. */
export const reportProblem = (db: Db, id: Problem, text: string, at: Date) =>
  db
    .insert(backup_problems)
    .values({ id, text, seen_at: at.toISOString() })
    .onConflictDoUpdate({
      target: backup_problems.id,
      set: { text: sql`excluded.text`, seen_at: sql`excluded.seen_at` },
    })

export const clearProblem = (db: Db, ...ids: Problem[]) =>
  db.delete(backup_problems).where(inArray(backup_problems.id, ids))

/** Those that are still so. */
export const openProblems = (db: Db, ids: string[]) =>
  db
    .select()
    .from(backup_problems)
    .where(inArray(backup_problems.id, ids as Problem[]))

/** Every hour: whether a backup or a copy that was planned did not come. */
export async function reportMissing({ db, now }: Pick<AppContext, 'db' | 'now'>) {
  const backups = await readBackupRow(db)
  await note(db, 'missing', whyBackupIsMissing(backups, now()), now())
  await note(db, 'copy-missing', whyCopyIsMissing(backups, await readCopyRow(db), now()), now())
}

async function note(db: Db, id: Problem, text: string | undefined, at: Date) {
  if (text) await reportProblem(db, id, text, at)
  else await clearProblem(db, id)
  if (text) await announceChange(db, 'backups')
}

const isOld = (since: string, now: Date) => now.getTime() - Date.parse(since) > OLD_MS

function whyBackupIsMissing({ daily, last_backup_at, created_at }: BackupRow, now: Date) {
  if (!daily || !isOld(last_backup_at ?? created_at, now)) return undefined
  return last_backup_at
    ? `The last one that succeeded is of ${last_backup_at.slice(0, 10)}. One is planned every day.`
    : 'None has succeeded yet. One is planned every day.'
}

function whyCopyIsMissing({ daily }: BackupRow, row: CopyRow, now: Date) {
  const since = row.last_copy_at ?? row.passphrase_at
  if (!daily || row.place === 'off' || !since || !isOld(since, now)) return undefined
  return row.last_copy_at
    ? `The last copy in the bucket is of ${row.last_copy_at.slice(0, 10)}. One is planned every day.`
    : 'No backup has been copied to the bucket yet. One is planned every day.'
}
