import { accountsJobs, profileOf } from '../modules/accounts/index.ts'
import { backupsJobs } from '../modules/backups/index.ts'
import { backInStockJob } from '../modules/catalog/index.ts'
import { chatJobs } from '../modules/chat/index.ts'
import { readSeller, readSettings, readShopSettings } from '../modules/content/index.ts'
import { mailJobs } from '../modules/mail/index.ts'
import { mediaJobs } from '../modules/media/index.ts'
import { abandonedCartsJob, ordersJobs } from '../modules/orders/index.ts'
import { paymentsJobs } from '../modules/payments/index.ts'
import { personalDataOf as reviewsOf } from '../modules/reviews/index.ts'
import type { Job } from '../platform/jobs.ts'
import type { AppContext } from '../platform/rpc.ts'

/** Everything that happens later or by the clock. */
export const jobs = (context: AppContext): Job[] => [
  ...accountsJobs(context),
  ...chatJobs(context),
  backInStockJob(context),
  ...mailJobs(context, async () => ({
    ...(await readShopSettings(context)),
    url: context.config.publicUrl,
  })),
  ...ordersJobs(context, {
    seller: () => readSeller(context),
    profileOf: (user_id) => profileOf(context.db, user_id),
    reviewedBy: async (user_id) =>
      (await reviewsOf(context.db, { user_id, email: null })).map(({ product_id }) => product_id),
  }),
  abandonedCartsJob(context, { profileOf: (user_id) => profileOf(context.db, user_id) }),
  ...paymentsJobs(context),
  ...mediaJobs(context),
  ...backupsJobs(context, async () => {
    const { time_zone } = await readSettings(context, ['time_zone'])
    return time_zone || undefined
  }),
]
