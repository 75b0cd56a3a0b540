import type { Job } from '#server/platform/jobs.ts'
import type { AppContext } from '#server/platform/rpc.ts'
import { readSettings } from '../content/reads.ts'
import { isDue, readBackupRow } from './backup-state.ts'
import { COPY_BACKUP, startCopy } from './copy-settings.ts'
import { readCopyRow } from './copy-store.ts'
import { isTestDue, startTest, TEST_RESTORE, testRestore } from './manage-restores.ts'
import { reportMissing } from './problems.ts'
import { backUp, copyBackup } from './run-backup.ts'

export const BACK_UP = 'back-up'

/** The lock on backups allows one at a time. */
export const backupsJobs = (context: AppContext): Job[] => [
  {
    name: BACK_UP,
    retries: 0,
    alone: true,
    run: async () => {
      await backUp(context, 'manual')
      await enqueueCopy(context)
    },
  },
  {
    name: 'daily-backup',
    every: { minute: 7 },
    // The next hour tries again.
    retries: 0,
    alone: true,
    run: async () => {
      const row = await readBackupRow(context.db)
      if (!isDue(row, context.now(), await timeZoneOf(context))) return
      await backUp(context, 'daily')
      await enqueueCopy(context)
    },
  },
  {
    name: COPY_BACKUP,
    retries: 0,
    alone: true,
    run: () => copyBackup(context),
  },
  {
    // What could not be copied, and backups from before an upgrade or a restore.
    name: 'copy-backup-hourly',
    every: { minute: 37 },
    retries: 0,
    run: async () => {
      await enqueueCopy(context)
      await reportMissing(context)
    },
  },
  {
    name: TEST_RESTORE,
    retries: 0,
    alone: true,
    run: () => testRestore(context),
  },
  {
    name: 'weekly-restore-test',
    every: { minute: 47 },
    retries: 0,
    run: async () => {
      if (await isTestDue(context, await timeZoneOf(context))) await startTest(context)
    },
  },
]

const timeZoneOf = async (context: AppContext) =>
  (await readSettings(context, ['time_zone'])).time_zone || undefined

/** A job of its own: a bucket that does not answer must not fail the backup. */
async function enqueueCopy(context: AppContext) {
  const { place } = await readCopyRow(context.db)
  if (place !== 'off') await startCopy(context)
}
