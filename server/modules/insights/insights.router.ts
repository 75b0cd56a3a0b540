import { implement } from '@orpc/server'
import * as contract from '#contract/insights.ts'
import { tax } from '#contract/tax.ts'
import { listAudit } from '#server/platform/audit-log.ts'
import { eventStreamRoute } from '#server/platform/event-stream-routes.ts'
import { guard, type RequestContext, requireSession } from '#server/platform/rpc.ts'
import { readDashboard } from './dashboard.ts'
import { readFigures } from './figures.ts'
import { readTaxReport } from './tax-report.ts'

const { audit_log, insights, live } = contract
const { report } = tax
const api = implement({ audit_log, insights, tax: { report } })
  .$context<RequestContext>()
  .use(guard)

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

export const insightsRouter = {
  figures: api.insights.figures.handler(({ context }) => readFigures(context)),
  dashboard: api.insights.dashboard.handler(({ context, input }) => readDashboard(context, input)),
}

export const taxReportRouter = {
  report: api.tax.report.handler(({ context, input }) => readTaxReport(context, input)),
}
