import { drizzle } from 'drizzle-orm/node-postgres'
import { LIVE_TOPICS } from '#contract/insights.ts'
import { type ChangedBy, recordAudit } from '#server/platform/audit-log.ts'
import { announceChange } from '#server/platform/change-feed.ts'
import type { Db } from '#server/platform/database.ts'
import { errors } from '#server/platform/errors.ts'
import type { AppContext } from '#server/platform/rpc.ts'
import { checkSessionStreams } from '#server/platform/session-streams.ts'
import { carrySession } from '../accounts/index.ts'
import { backupsFolder, findBackup, replaceShop } from '../backups/index.ts'
import { countFilesInRemoval, removeUnusedFiles } from '../media/index.ts'
import { readMadeMine, whyNotUndoable } from './read-ownership.ts'

/** Brings back the demo from the backup, all of it: what was made since then is lost. */
export async function undoMakeItMine(context: AppContext, by: ChangedBy, session_id: string) {
  const row = await readMadeMine(context.db)
  if (!row) throw impossible('This shop was not made from the demo.')
  await refuse(context, context.db, row.backup)
  const file = findBackup(backupsFolder(context.config.dataDir), row.backup) ?? ''
  // The job would remove files that the backup brings back.
  await removeUnusedFiles(context)
  let putSessionBack = async (_: Db) => {}
  await replaceShop(
    {
      databaseUrl: context.config.databaseUrl ?? '',
      files: context.files,
      encryptionKey: context.config.secrets.encryption,
      async check(client) {
        const tx: Db = drizzle(client)
        await refuse(context, tx, row.backup)
        if ((await countFilesInRemoval(tx)) > 0)
          throw impossible('Old files are still being removed. Please try again in a minute.')
        putSessionBack = await carrySession(tx, session_id)
      },
      async finish(client) {
        const tx: Db = drizzle(client)
        await putSessionBack(tx)
        await recordAudit(tx, {
          by,
          object: { type: 'shop_ownership', id: 'shop', name: 'Make it mine' },
          before: { backup: row.backup },
          after: null,
        })
        for (const topic of LIVE_TOPICS) await announceChange(tx, topic)
        await checkSessionStreams(tx)
      },
    },
    file,
  ).catch((error) => {
    // What the backup itself refuses is written for the owner.
    if (Object.getPrototypeOf(error) === Error.prototype) throw impossible(error.message)
    throw error
  })
}

async function refuse(context: AppContext, db: Db, backup: string) {
  const reason = await whyNotUndoable(context, db, backup)
  if (reason) throw impossible(reason)
}

const impossible = (reason: string) => errors.UNDO_NOT_POSSIBLE({ data: { reason } })
