import { implement } from '@orpc/server'
import * as contract from '#contract/ownership.ts'
import { changedBy } from '#server/platform/audit-log.ts'
import { guard, type RequestContext, requireSession } from '#server/platform/rpc.ts'
import { makeItMine } from './make-it-mine.ts'
import { readOwnership } from './read-ownership.ts'
import { undoMakeItMine } from './undo.ts'

const api = implement(contract.ownership).$context<RequestContext>().use(guard)

export const ownershipRouter = {
  read: api.read.handler(async ({ context }) => {
    const { profile } = await requireSession(context)
    return readOwnership(context, profile.id)
  }),
  make_it_mine: api.make_it_mine.handler(async ({ context, input }) =>
    makeItMine(context, input, await changedBy(context)),
  ),
  undo: api.undo.handler(async ({ context }) => {
    const { session_id } = await requireSession(context)
    await undoMakeItMine(context, await changedBy(context), session_id)
    return { restored: true as const }
  }),
}
