import { eq } from 'drizzle-orm'
import { Email } from '#contract/fields.ts'
import type { Db } from '#server/platform/database.ts'
import type { MailRequest } from '#server/platform/outgoing-mail.ts'
import { type ConfirmationJob, confirmationOf } from '../orders/index.ts'
import { storeCampaignMail } from './campaigns/campaign-mail.ts'
import { deliverMail } from './deliver-mail.ts'
import { mails } from './mail.table.ts'
import { isMarketing, refusalOf } from './mail-kinds.ts'
import { preferencesLink } from './mail-links.ts'
import { type MailContext, type ShopSettings, type StoredMail, senderOf } from './mail-message.ts'
import { changedTexts } from './mail-templates.ts'

/**
 * A new mail to render and send, the confirmation of an order, a stored mail to send again, or that of a campaign to
 * one recipient.
 */
export type MailJob =
  | MailRequest
  | ConfirmationJob
  | { mail_id: string }
  | { campaign_recipient_id: string }

export async function sendMail(context: MailContext, job: MailJob) {
  const shop = await context.shopSettings()
  const mail = await mailOf(context, shop, job)
  if (mail) await deliverMail(context, shop, mail)
}

async function mailOf(context: MailContext, shop: ShopSettings, job: MailJob) {
  if ('mail_id' in job) return readMail(context.db, job.mail_id)
  if ('campaign_recipient_id' in job) {
    return storeCampaignMail(context, shop, job.campaign_recipient_id)
  }
  const request = 'paid_order_id' in job ? await confirmationOf(context, job) : job
  return request ? storeMail(context, shop, request) : undefined
}

async function readMail(db: Db, id: string) {
  const [mail] = await db.select().from(mails).where(eq(mails.id, id))
  return mail
}

/** Renders and stores the mail once per cause. Returns nothing if the recipient does not want it. */
async function storeMail(
  context: MailContext,
  shop: ShopSettings,
  request: MailRequest,
): Promise<StoredMail | undefined> {
  const existing = await findByCause(context.db, request.cause)
  if (existing) return existing
  if (await refusalOf(context.db, request.template, request.to)) return undefined

  const { subject, html, text } = await render(context, shop, request)
  const isAddress = Email.safeParse(request.to).success
  const [stored] = await context.db
    .insert(mails)
    .values({
      template: request.template,
      to_address: request.to.replace(/[\s\p{Cc}]+/gu, ' ').slice(0, 254),
      subject,
      html,
      text,
      attachments: request.attachments,
      cause: request.cause,
      order_id: request.order_id,
      created_at: context.now().toISOString(),
      ...(!isAddress && { status: 'failed', error: 'This is not a mail address' }),
    })
    .onConflictDoNothing()
    .returning()
  return stored ?? findByCause(context.db, request.cause)
}

async function findByCause(db: Db, cause: string) {
  const [mail] = await db.select().from(mails).where(eq(mails.cause, cause))
  return mail
}

async function render(
  { config, db }: MailContext,
  shop: ShopSettings,
  { template, to, data }: MailRequest,
) {
  // Loading the templates takes 30 MB, so a process loads them with its first mail.
  const { renderMail } = await import('#emails/render.tsx')
  const site = {
    ...shop,
    support_email: senderOf(undefined, shop).address,
    preferences_url: isMarketing(template) ? preferencesLink(config, to) : undefined,
  }
  return renderMail(template, data, site, await changedTexts(db, template))
}
