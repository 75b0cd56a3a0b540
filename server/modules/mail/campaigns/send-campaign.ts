import { eq } from 'drizzle-orm'
import type { SendMarketingEmail } from '#contract/campaigns.ts'
import { type ChangedBy, recordAudit } from '#server/platform/audit-log.ts'
import { announceChange } from '#server/platform/change-feed.ts'
import { errors } from '#server/platform/errors.ts'
import type { AppContext } from '#server/platform/rpc.ts'
import { normalizeAddress } from '../../consent/index.ts'
import { peopleAt, peopleMatching } from '../../orders/index.ts'
import { hasMailServer } from '../mail-settings.ts'
import { storeRecipients } from './audience.ts'
import { FEED } from './campaign-states.ts'
import { campaigns } from './campaigns.table.ts'
import { composeMail } from './compose.ts'

type Context = Pick<AppContext, 'config' | 'db' | 'jobs' | 'now'>

/** `send-marketing-email`: one transaction, so a campaign exists with all of its recipients or not at all. */
export async function sendMarketingEmail(
  context: Context,
  input: SendMarketingEmail,
  by: ChangedBy,
) {
  const { db, jobs } = context
  const send_at = input.send_at ?? by.at.toISOString()
  if (input.send_at && Date.parse(input.send_at) <= by.at.getTime()) throw errors.TIME_IS_PAST()
  if (!(await hasMailServer(context))) throw errors.NO_MAIL_SERVER()
  const mail = await composeMail(db, input, new Date(send_at))

  return db.transaction(async (tx) => {
    const [campaign] = await tx
      .insert(campaigns)
      .values({
        ...mail,
        button: input.button,
        link: input.link,
        coupon_code: input.coupon_code || null,
        product_id: input.template === 'new-product' ? input.product_id : null,
        audience: filtersOf(input),
        status: input.send_at ? 'scheduled' : 'sending',
        recipient_count: 0,
        send_at,
        started_at: input.send_at ? null : send_at,
        created_by: by.id,
        created_at: by.at.toISOString(),
      })
      .returning({ id: campaigns.id })
    if (!campaign) throw new Error('The campaign was not stored')
    const { total, waiting } = await storeRecipients(
      tx,
      { id: campaign.id, at: by.at.toISOString() },
      peopleOf(input),
      (input.audience?.excluded ?? []).map(normalizeAddress),
    )
    if (waiting === 0) throw errors.NO_RECIPIENTS()
    await tx.update(campaigns).set({ recipient_count: total }).where(eq(campaigns.id, campaign.id))
    await recordAudit(tx, {
      by,
      object: { type: 'campaigns', id: campaign.id, name: input.subject },
      before: null,
      after: { subject: input.subject, recipients: waiting, send_at },
    })
    if (!input.send_at) await jobs.enqueue(tx, FEED, {})
    await announceChange(tx, 'campaigns')
    return {
      success: true as const,
      campaign_id: campaign.id,
      recipients: waiting,
      left_out: total - waiting,
    }
  })
}

function peopleOf({ recipients, audience }: SendMarketingEmail) {
  if (recipients) return peopleAt([...new Set(recipients.map(normalizeAddress))])
  const { excluded, ...filters } = audience ?? { excluded: [] }
  return peopleMatching(filters)
}

function filtersOf({ audience }: SendMarketingEmail) {
  if (!audience) return null
  const { excluded, ...filters } = audience
  return filters
}
