import { implement } from '@orpc/server'
import { asc } from 'drizzle-orm'
import * as contract from '#contract/canned-replies.ts'
import { type ChangedBy, changedBy } from '#server/platform/audit-log.ts'
import { type Db, isDuplicate } from '#server/platform/database.ts'
import { createRow, deleteRow, updateRow } from '#server/platform/edit-rows.ts'
import { errors } from '#server/platform/errors.ts'
import { guard, type RequestContext } from '#server/platform/rpc.ts'
import { canned_replies } from './chat.table.ts'

const listCannedReplies = (db: Db) =>
  db
    .select()
    .from(canned_replies)
    .orderBy(asc(canned_replies.shortcut))
    .limit(contract.MOST_CANNED_REPLIES)

const options = (by: ChangedBy) => ({
  by,
  name: ({ shortcut }: { shortcut: string }) => `/${shortcut}`,
})

export const createCannedReply = (db: Db, reply: contract.CannedReplyEdit, by: ChangedBy) =>
  saving(db, async (tx) => {
    if ((await tx.$count(canned_replies)) >= contract.MOST_CANNED_REPLIES) {
      throw errors.TOO_MANY_CANNED_REPLIES()
    }
    return createRow(tx, canned_replies, reply, options(by))
  })

type Change = contract.CannedReplyEdit & { id: string; version: number }

export const updateCannedReply = (db: Db, { id, version, ...reply }: Change, by: ChangedBy) =>
  saving(db, (tx) => updateRow(tx, canned_replies, { id, version }, reply, options(by)))

const removeCannedReply = (db: Db, id: string, by: ChangedBy) =>
  saving(db, (tx) => deleteRow(tx, canned_replies, id, options(by)))

const saving = <Result>(db: Db, save: (tx: Db) => Promise<Result>) =>
  db.transaction(save).catch((error) => {
    throw isDuplicate(error, 'canned_replies_shortcut_unique') ? errors.SHORTCUT_TAKEN() : error
  })

const api = implement(contract.canned_replies).$context<RequestContext>().use(guard)

export const cannedRepliesRouter = {
  list: api.list.handler(({ context }) => listCannedReplies(context.db)),
  create: api.create.handler(async ({ context, input }) =>
    createCannedReply(context.db, input, await changedBy(context)),
  ),
  update: api.update.handler(async ({ context, input }) =>
    updateCannedReply(context.db, input, await changedBy(context)),
  ),
  remove: api.remove.handler(async ({ context, input }) =>
    removeCannedReply(context.db, input.id, await changedBy(context)),
  ),
}
