import { implement } from '@orpc/server'
import type { Figures } from '#contract/insights.ts'
import * as contract from '#contract/insights.ts'
import { listAudit } from '#server/platform/audit-log.ts'
import type { Db } from '#server/platform/database.ts'
import { eventStreamRoute } from '#server/platform/event-stream-routes.ts'
import { guard, type RequestContext, requireSession } from '#server/platform/rpc.ts'
import { countLowStock } from '../catalog/index.ts'
import { countOrdersToShip } from '../orders/index.ts'
import { type RefundsByDay, readDashboard } from './dashboard.ts'

const { audit_log, insights, live } = contract
const api = implement({ audit_log, insights }).$context<RequestContext>().use(guard)

export const auditLogRouter = {
  list: api.audit_log.list.handler(({ context, input }) => listAudit(context.db, input)),
}

export const liveChanges = eventStreamRoute({
  procedure: live.changes,
  events: contract.LiveChange,
  open: async (context) => ({
    session: await requireSession(context),
    follow: (stream) => context.changes.follow(stream),
  }),
})

/** What other modules know; this one may not import them. */
type Sources = {
  paymentsAttention: (db: Db) => Promise<number>
  newContactMessages: (db: Db) => Promise<number>
  unansweredReviews: (db: Db) => Promise<number>
  hasMailServer: (context: RequestContext) => Promise<boolean>
  unreadChats: (db: Db) => Promise<number>
  campaignsToDecide: (db: Db) => Promise<number>
  paymentState: (context: RequestContext) => Promise<Figures['payment']>
  backupState: (context: RequestContext) => Promise<Figures['backup']>
  refundsByDay: RefundsByDay
}

export const insightsRouter = (sources: Sources) => ({
  figures: api.insights.figures.handler(async ({ context }) => ({
    orders_to_ship: await countOrdersToShip(context.db),
    low_stock: await countLowStock(context.db),
    payments_attention: await sources.paymentsAttention(context.db),
    contact_messages_new: await sources.newContactMessages(context.db),
    reviews_unanswered: await sources.unansweredReviews(context.db),
    campaigns_to_decide: await sources.campaignsToDecide(context.db),
    chats_unread: await sources.unreadChats(context.db),
    payment: await sources.paymentState(context),
    backup: await sources.backupState(context),
    mail: (await sources.hasMailServer(context)) ? 'ready' : 'missing',
  })),
  dashboard: api.insights.dashboard.handler(({ context, input }) =>
    readDashboard(context, sources.refundsByDay, input),
  ),
})
