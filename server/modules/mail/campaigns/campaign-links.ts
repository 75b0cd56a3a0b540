import { eq } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod'
import { Id } from '#contract/fields.ts'
import { rememberCampaign } from '#server/platform/campaign-cookie.ts'
import type { AppContext } from '#server/platform/rpc.ts'
import { campaigns } from './campaigns.table.ts'
import { targetOf } from './compose.ts'

const Params = z.object({ id: Id })

/**
 * The button of a campaign's mail: remembers the campaign for a week and goes on to where the owner wanted. The
 * target is stored, so the address cannot be used to send people elsewhere. An unknown campaign leads to the shop.
 */
export function serveCampaignLinks(app: FastifyInstance, context: AppContext) {
  app.get('/go/:id', async (request, reply) => {
    const { data: params } = Params.safeParse(request.params)
    const [campaign] = params
      ? await context.db
          .select({ id: campaigns.id, data: campaigns.data })
          .from(campaigns)
          .where(eq(campaigns.id, params.id))
      : []
    const resHeaders = new Headers()
    if (campaign)
      rememberCampaign({ ...context, headers: () => new Headers(), resHeaders }, campaign.id)
    for (const cookie of resHeaders.getSetCookie()) reply.header('set-cookie', cookie)
    return reply
      .header('cache-control', 'no-store')
      .redirect(campaign ? targetOf(campaign.data) : '/', 302)
  })
}
