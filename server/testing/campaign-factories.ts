import { randomUUID } from 'node:crypto'
import { vi } from 'vitest'
import type { SendMarketingEmail } from '#contract/campaigns.ts'
import { readProduct } from '#server/modules/catalog/products.ts'
import { FEED } from '#server/modules/mail/campaigns/campaign-states.ts'
import type { CampaignSources } from '#server/modules/mail/campaigns/campaigns.router.ts'
import { readCampaign } from '#server/modules/mail/campaigns/read-campaigns.ts'
import { sendMarketingEmail } from '#server/modules/mail/campaigns/send-campaign.ts'
import { peopleAt, peopleMatching, salesOfCampaign } from '#server/modules/orders/audience.ts'
import { findCoupon } from '#server/modules/orders/coupons.ts'
import type { ChangedBy } from '#server/platform/audit-log.ts'
import type { Db } from '#server/platform/database.ts'
import type { AppContext } from '#server/platform/rpc.ts'

export const campaignSources: CampaignSources = {
  peopleAt,
  peopleMatching,
  couponOf: findCoupon,
  productOf: async (db, id) => {
    const product = await readProduct(db, id)
    if (!product) throw new Error(`No product ${id}`)
    return product
  },
  salesOf: salesOfCampaign,
  shopSettings: async () => ({
    name: 'Petal',
    support_email: '',
    url: 'https://petal.example.com',
  }),
}

export const owner = (at = new Date()): ChangedBy => ({
  id: '00000000-0000-4000-8000-000000000001',
  name: 'Olive Owner',
  at,
})

type Context = Pick<AppContext, 'config' | 'db' | 'jobs' | 'now'>

/** Sends to these addresses, unless an audience is given. */
export const startCampaign = (
  context: Context,
  recipients: string[] | undefined,
  more: Partial<SendMarketingEmail> = {},
) =>
  sendMarketingEmail(
    context,
    campaignSources,
    {
      subject: `News ${randomUUID().slice(0, 8)}`,
      body: 'Something new is here.',
      template: 'promotional',
      button: '',
      link: '',
      recipients,
      ...more,
    },
    owner(context.now()),
  )

export const campaignBecomes = (db: Db, id: string, status: string, timeout = 30_000) =>
  vi.waitFor(
    async () => {
      const campaign = await readCampaign(db, id)
      if (campaign.status !== status) throw new Error(JSON.stringify(campaign))
      return campaign
    },
    { timeout, interval: 100 },
  )

/** As the clock does every minute. */
export const lookForCampaigns = ({ db, jobs }: Context) => jobs.enqueue(db, FEED, {})
