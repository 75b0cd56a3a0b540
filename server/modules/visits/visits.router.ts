import { implement } from '@orpc/server'
import { visits } from '#contract/visits.ts'
import { guard, type RequestContext } from '#server/platform/rpc.ts'
import { listDays, listSources, listVisitedProducts, readFunnel } from './read-funnel.ts'

const api = implement({ visits }).$context<RequestContext>().use(guard)

export const visitsRouter = {
  funnel: api.visits.funnel.handler(({ context, input }) => readFunnel(context, input)),
  days: api.visits.days.handler(({ context, input }) => listDays(context, input)),
  sources: api.visits.sources.handler(({ context, input }) => listSources(context, input)),
  products: api.visits.products.handler(({ context, input }) =>
    listVisitedProducts(context, input),
  ),
}
