import type { Job } from '#server/platform/jobs.ts'
import type { AppContext } from '#server/platform/rpc.ts'
import { isDue, readBackupRow } from './backup-state.ts'
import { backUp } from './run-backup.ts'

export const BACK_UP = 'back-up'

/** `timeZone`: the shop's; this module may not import it. The lock on backups allows one at a time. */
export const backupsJobs = (
  context: AppContext,
  timeZone: () => Promise<string | undefined>,
): Job[] => [
  {
    name: BACK_UP,
    retries: 0,
    alone: true,
    run: async () => void (await backUp(context, 'manual')),
  },
  {
    name: 'daily-backup',
    every: { minute: 7 },
    // The next hour tries again.
    retries: 0,
    alone: true,
    run: async () => {
      const row = await readBackupRow(context.db)
      if (isDue(row, context.now(), await timeZone())) await backUp(context, 'daily')
    },
  },
]
