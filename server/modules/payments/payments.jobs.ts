import type { Job } from '#server/platform/jobs.ts'
import type { AppContext } from '#server/platform/rpc.ts'
import { expireOrders } from './expire-orders.ts'
import { reconcilePayments } from './reconcile.ts'

/** Both come again in a minute, so a failed run needs no second try. */
export const paymentsJobs = (context: AppContext): Job[] => [
  {
    name: 'reconcile-payments',
    every: 'minute',
    retries: 0,
    run: () => reconcilePayments(context),
  },
  { name: 'expire-orders', every: 'minute', retries: 0, run: () => expireOrders(context) },
]
