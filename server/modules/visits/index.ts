import type { Job } from '#server/platform/jobs.ts'
import type { AppContext } from '#server/platform/rpc.ts'
import { condenseVisits } from './store-visits.ts'

export { createVisitCounter, type VisitCounter } from './count-visits.ts'
export { visitsRouter } from './visits.router.ts'

export const visitsJob = (context: AppContext): Job => ({
  name: 'condense-visits',
  every: { hour: 4, minute: 11 },
  run: () => condenseVisits(context),
})
