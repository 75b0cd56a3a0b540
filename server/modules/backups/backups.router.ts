import { implement } from '@orpc/server'
import * as contract from '#contract/backups.ts'
import { changedBy } from '#server/platform/audit-log.ts'
import { guard, type RequestContext } from '#server/platform/rpc.ts'
import { readBackups, removeBackup, saveBackupSettings, startBackup } from './manage-backups.ts'

const api = implement(contract.backups).$context<RequestContext>().use(guard)

export const backupsRouter = {
  get: api.get.handler(({ context }) => readBackups(context)),
  start: api.start.handler(async ({ context }) => {
    await startBackup(context)
    return { queued: true as const }
  }),
  save: api.save.handler(async ({ context, input }) =>
    saveBackupSettings(context.db, input, await changedBy(context)),
  ),
  remove: api.remove.handler(async ({ context, input }) =>
    removeBackup(context, input.name, await changedBy(context)),
  ),
}
