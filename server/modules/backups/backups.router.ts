import { implement } from '@orpc/server'
import { backup_copies } from '#contract/backup-copies.ts'
import * as contract from '#contract/backups.ts'
import { restores } from '#contract/restores.ts'
import { changedBy } from '#server/platform/audit-log.ts'
import { guard, type RequestContext, requireSession } from '#server/platform/rpc.ts'
import { readShopSettings } from '../content/reads.ts'
import {
  readCopies,
  readCopySettings,
  removeCopy,
  saveCopySettings,
  startCopy,
} from './copy-settings.ts'
import { readBackups, removeBackup, saveBackupSettings, startBackup } from './manage-backups.ts'
import { inspectBackup, readRestores, startRestore, startTest } from './manage-restores.ts'

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

const copies = implement(backup_copies).$context<RequestContext>().use(guard)

export const backupCopiesRouter = {
  get: copies.get.handler(({ context }) => readCopySettings(context)),
  save: copies.save.handler(async ({ context, input }) =>
    saveCopySettings(context, input, await changedBy(context)),
  ),
  list: copies.list.handler(({ context }) => readCopies(context)),
  start: copies.start.handler(async ({ context }) => {
    await startCopy(context)
    return { queued: true as const }
  }),
  remove: copies.remove.handler(async ({ context, input }) =>
    removeCopy(context, input.name, await changedBy(context)),
  ),
}

const restoring = implement(restores).$context<RequestContext>().use(guard)

export const restoresRouter = {
  list: restoring.list.handler(async ({ context }) => ({
    restores: await readRestores(context),
    shop_name: (await readShopSettings(context)).name,
  })),
  inspect: restoring.inspect.handler(({ context, input }) => inspectBackup(context, input)),
  start: restoring.start.handler(async ({ context, input }) => {
    const { session_id } = await requireSession(context)
    return startRestore(context, input, await changedBy(context), session_id)
  }),
  test: restoring.test.handler(async ({ context }) => {
    await startTest(context)
    return { queued: true as const }
  }),
}
