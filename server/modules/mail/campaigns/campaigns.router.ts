import { implement } from '@orpc/server'
import * as contract from '#contract/campaigns.ts'
import { changedBy } from '#server/platform/audit-log.ts'
import { guard, type RequestContext } from '#server/platform/rpc.ts'
import { readShop } from '../mail-message.ts'
import { readAudience } from './audience.ts'
import {
  pauseCampaign,
  rescheduleCampaign,
  resumeCampaign,
  stopCampaign,
} from './campaign-states.ts'
import { composeMail, renderCampaignMail } from './compose.ts'
import {
  listCampaigns,
  listRecipients,
  readCampaign,
  readCampaignDetails,
} from './read-campaigns.ts'
import { sendMarketingEmail } from './send-campaign.ts'
import { readRate, setRate } from './sending-rate.ts'

const api = implement({ campaigns: contract.campaigns, functions: contract.marketingFunctions })
  .$context<RequestContext>()
  .use(guard)

export const campaignsRouter = {
  list: api.campaigns.list.handler(({ context, input }) => listCampaigns(context.db, input)),
  audience: api.campaigns.audience.handler(({ context, input }) => readAudience(context.db, input)),
  preview: api.campaigns.preview.handler(async ({ context, input: { name = '', ...mail } }) =>
    renderCampaignMail(
      await composeMail(context.db, mail, context.now()),
      await readShop(context),
      { name },
    ),
  ),
  rate: api.campaigns.rate.handler(({ context }) => readRate(context)),
  set_rate: api.campaigns.set_rate.handler(async ({ context, input }) =>
    setRate(context, input.per_minute, await changedBy(context)),
  ),
  get: api.campaigns.get.handler(({ context, input }) => readCampaignDetails(context, input.id)),
  recipients: api.campaigns.recipients.handler(({ context, input }) =>
    listRecipients(context.db, input),
  ),
  pause: api.campaigns.pause.handler(async ({ context, input }) => {
    await pauseCampaign(context.db, input.id, await changedBy(context))
    return readCampaign(context.db, input.id)
  }),
  resume: api.campaigns.resume.handler(async ({ context, input }) => {
    await resumeCampaign(context, input.id, await changedBy(context))
    return readCampaign(context.db, input.id)
  }),
  schedule: api.campaigns.schedule.handler(async ({ context, input }) => {
    await rescheduleCampaign(context, input, await changedBy(context))
    return readCampaign(context.db, input.id)
  }),
  stop: api.campaigns.stop.handler(async ({ context, input }) => {
    await stopCampaign(context.db, input.id, await changedBy(context))
    return readCampaign(context.db, input.id)
  }),
}

export const marketingFunctionsRouter = {
  send_marketing_email: api.functions.send_marketing_email.handler(async ({ context, input }) =>
    sendMarketingEmail(context, input, await changedBy(context)),
  ),
}
