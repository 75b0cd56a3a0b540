import { randomUUID } from 'node:crypto'
import { vi } from 'vitest'
import type { SendMarketingEmail } from '#contract/campaigns.ts'
import { FEED } from '#server/modules/mail/campaigns/campaign-states.ts'
import { readCampaign } from '#server/modules/mail/campaigns/read-campaigns.ts'
import { sendMarketingEmail } from '#server/modules/mail/campaigns/send-campaign.ts'
import type { ChangedBy } from '#server/platform/audit-log.ts'
import type { Db } from '#server/platform/database.ts'
import type { AppContext } from '#server/platform/rpc.ts'

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
