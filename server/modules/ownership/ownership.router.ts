import { implement } from '@orpc/server'
import * as contract from '#contract/ownership.ts'
import { changedBy } from '#server/platform/audit-log.ts'
import type { DemoPart } from '#server/platform/demo-rows.ts'
import { guard, type RequestContext, requireSession } from '#server/platform/rpc.ts'
import { makeItMine } from './make-it-mine.ts'
import { readOwnership } from './read-ownership.ts'
import { undoMakeItMine } from './undo.ts'

const api = implement(contract.ownership).$context<RequestContext>().use(guard)

/** `parts`: what each module removes, in this order. */
export const ownershipRouter = (parts: readonly DemoPart<contract.DemoSelection>[]) => ({
  read: api.read.handler(async ({ context }) => {
    const { profile } = await requireSession(context)
    return readOwnership(context, parts, profile.id)
  }),
  make_it_mine: api.make_it_mine.handler(async ({ context, input }) =>
    makeItMine(context, parts, input, await changedBy(context)),
  ),
  undo: api.undo.handler(async ({ context }) => {
    const { session_id } = await requireSession(context)
    await undoMakeItMine(context, await changedBy(context), session_id)
    return { restored: true as const }
  }),
})
