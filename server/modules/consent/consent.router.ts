import { implement } from '@orpc/server'
import { mail_suppressions } from '#contract/mail-suppressions.ts'
import { changedBy } from '#server/platform/audit-log.ts'
import { guard, type RequestContext } from '#server/platform/rpc.ts'
import { addSuppressions, listSuppressions, removeSuppression } from './suppressions.ts'

const api = implement({ mail_suppressions }).$context<RequestContext>().use(guard)

export const mailSuppressionsRouter = {
  list: api.mail_suppressions.list.handler(({ context, input }) =>
    listSuppressions(context.db, input),
  ),
  add: api.mail_suppressions.add.handler(async ({ context, input }) =>
    addSuppressions(context.db, input, await changedBy(context)),
  ),
  remove: api.mail_suppressions.remove.handler(async ({ context, input }) =>
    removeSuppression(context.db, input, await changedBy(context)),
  ),
}
