import { eq } from 'drizzle-orm'
import { Email } from '#contract/fields.ts'
import type { Config } from '#server/platform/config.ts'
import { REFUSALS } from '../../consent/index.ts'
import { mails } from '../mail.table.ts'
import { refusalOf } from '../mail-kinds.ts'
import { preferencesLink } from '../mail-links.ts'
import type { MailContext, ShopSettings, StoredMail } from '../mail-message.ts'
import { pauseWithoutServer } from './campaign-states.ts'
import { renderCampaignMail } from './compose.ts'
import { causeOf, moveQueued, readRecipient, recipientOf } from './recipients.ts'

type Addressed = NonNullable<Awaited<ReturnType<typeof readRecipient>>>

/**
 * Renders and stores the mail of one recipient, or finds the stored one for another attempt. Returns nothing when it
 * may not be sent now; the recipient's row then says why, or waits for the campaign to go on.
 */
export async function storeCampaignMail(
  context: MailContext,
  shop: ShopSettings,
  recipient_id: string,
): Promise<StoredMail | undefined> {
  const { db, now } = context
  const addressed = await readRecipient(db, recipient_id)
  if (addressed?.recipient.status !== 'queued') return undefined
  const { campaign, recipient } = addressed
  const at = now().toISOString()

  if (campaign.status === 'stopped') {
    await moveQueued(db, recipient_id, { status: 'left_out', reason: 'stopped', at })
    return undefined
  }
  const hasServer = (await context.outgoing()).smtp !== undefined
  if (!hasServer) await pauseWithoutServer(db)
  if (campaign.status !== 'sending' || !hasServer) {
    await moveQueued(db, recipient_id, { status: 'waiting', at })
    return undefined
  }

  const email = recipient.email ?? ''
  if (!Email.safeParse(email).success) {
    await moveQueued(db, recipient_id, { status: 'left_out', reason: 'not-an-address', at })
    return undefined
  }
  const refusal = await refusalOf(db, campaign.template, email)
  if (refusal) {
    await giveUp(context, recipient_id, REFUSALS[refusal])
    await moveQueued(db, recipient_id, { status: 'left_out', reason: refusal, at })
    return undefined
  }
  return store(context, shop, addressed)
}

async function store(context: MailContext, shop: ShopSettings, { campaign, recipient }: Addressed) {
  const { db, now } = context
  const cause = causeOf(recipient.id)
  const [existing] = await db.select().from(mails).where(eq(mails.cause, cause))
  if (existing) return existing
  const rendered = await renderFor(context.config, shop, { campaign, recipient })
  const [stored] = await db
    .insert(mails)
    .values({
      ...rendered,
      template: campaign.template,
      to_address: recipient.email ?? '',
      cause,
      campaign_id: campaign.id,
      created_at: now().toISOString(),
    })
    .onConflictDoNothing()
    .returning()
  return stored
}

/** A mail that waited for a retry is not sent any more. */
const giveUp = ({ db }: MailContext, recipient_id: string, error: string) =>
  db
    .update(mails)
    .set({ status: 'failed', error })
    .where(eq(mails.cause, causeOf(recipient_id)))

const renderFor = (config: Config, shop: ShopSettings, { campaign, recipient }: Addressed) =>
  renderCampaignMail(campaign, shop, {
    name: recipient.name,
    link: `${shop.url}/go/${campaign.id}`,
    preferences_url: preferencesLink(config, recipient.email ?? '', campaign.id),
  })

/** The text of a campaign's mail is not stored for each recipient: it is rendered again to be shown or sent again. */
export async function withText<Mail extends StoredMail>(
  { config, db }: Pick<MailContext, 'config' | 'db'>,
  shop: () => Promise<ShopSettings>,
  mail: Mail,
): Promise<Mail> {
  if (mail.html) return mail
  const addressed = await recipientOf(db, mail)
  if (!addressed) return mail
  const { html, text } = await renderFor(config, await shop(), addressed)
  return { ...mail, html, text }
}
