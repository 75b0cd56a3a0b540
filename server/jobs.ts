import { accountsJobs, profileOf } from './modules/accounts/index.ts'
import { readShopFacts } from './modules/content/index.ts'
import { mailJobs } from './modules/mail/index.ts'
import { ordersJobs } from './modules/orders/index.ts'
import { paymentsJobs } from './modules/payments/index.ts'
import { forgetOldEvents } from './platform/events.ts'
import type { Job } from './platform/jobs.ts'
import type { Platform } from './platform/rpc.ts'
import { readSeller } from './read-seller.ts'

/** Everything that happens later or by the clock. */
export const jobs = (platform: Platform): Job[] => [
  {
    name: 'forget-old-events',
    every: '*/10 * * * *',
    run: async () => {
      await forgetOldEvents(platform.db)
    },
  },
  ...accountsJobs(platform),
  ...mailJobs(platform, async () => ({
    ...(await readShopFacts(platform.db)),
    url: platform.config.publicUrl,
  })),
  ...ordersJobs(platform, {
    seller: () => readSeller(platform),
    profileOf: (user_id) => profileOf(platform.db, user_id),
  }),
  ...paymentsJobs(platform),
]
