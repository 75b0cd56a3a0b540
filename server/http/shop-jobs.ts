import { accountsJobs } from '../modules/accounts/index.ts'
import { backupsJobs } from '../modules/backups/index.ts'
import { backInStockJob, fetchPicturesJob, prepareSearchJob } from '../modules/catalog/index.ts'
import { chatJobs } from '../modules/chat/index.ts'
import { connectionsJobs } from '../modules/connections/index.ts'
import { mailJobs } from '../modules/mail/index.ts'
import { mediaJobs } from '../modules/media/index.ts'
import { notificationsJobs } from '../modules/notifications/index.ts'
import { abandonedCartsJob, ordersJobs } from '../modules/orders/index.ts'
import { paymentsJobs } from '../modules/payments/index.ts'
import { visitsJob } from '../modules/visits/index.ts'
import type { Job } from '../platform/jobs.ts'
import type { AppContext } from '../platform/rpc.ts'

/** Everything that happens later or by the clock. */
export const jobs = (context: AppContext): Job[] => [
  ...accountsJobs(context),
  ...chatJobs(context),
  backInStockJob(context),
  fetchPicturesJob(context),
  prepareSearchJob(context),
  ...mailJobs(context),
  ...ordersJobs(context),
  abandonedCartsJob(context),
  ...paymentsJobs(context),
  ...mediaJobs(context),
  ...backupsJobs(context),
  ...notificationsJobs(context),
  ...connectionsJobs(context),
  visitsJob(context),
]
