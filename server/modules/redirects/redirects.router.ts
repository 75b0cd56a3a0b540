import { implement } from '@orpc/server'
import { redirects } from '#contract/redirects.ts'
import { changedBy } from '#server/platform/audit-log.ts'
import { guard, type RequestContext } from '#server/platform/rpc.ts'
import { createRedirect, listRedirects, removeRedirect, updateRedirect } from './edit-redirects.ts'
import { importRedirects } from './import-redirects.ts'
import { listMissingPages } from './missing-pages.ts'

const api = implement({ redirects }).$context<RequestContext>().use(guard)

export const redirectsRouter = {
  list: api.redirects.list.handler(({ context, input }) => listRedirects(context.db, input)),
  create: api.redirects.create.handler(async ({ context, input }) =>
    createRedirect(context, input, await changedBy(context)),
  ),
  update: api.redirects.update.handler(async ({ context, input }) =>
    updateRedirect(context, input, await changedBy(context)),
  ),
  remove: api.redirects.remove.handler(async ({ context, input }) =>
    removeRedirect(context.db, input.id, await changedBy(context)),
  ),
  import: api.redirects.import.handler(async ({ context, input }) =>
    importRedirects(context, input, await changedBy(context)),
  ),
  missing: api.redirects.missing.handler(({ context, input }) =>
    listMissingPages(context.db, input, context.now()),
  ),
}
