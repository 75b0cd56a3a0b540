import { implement } from '@orpc/server'
import * as contract from '#contract/insights.ts'
import { listAudit } from '#server/platform/audit-log.ts'
import { guard, type RequestContext } from '#server/platform/rpc.ts'

const api = implement({ audit_log: contract.audit_log, live: contract.live })
  .$context<RequestContext>()
  .use(guard)

export const auditLogRouter = {
  list: api.audit_log.list.handler(({ context, input }) => listAudit(context.db, input)),
}

export const liveRouter = {
  changes: api.live.changes.handler(({ context, signal }) => context.changes.subscribe(signal)),
}
