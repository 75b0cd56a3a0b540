import { eq } from 'drizzle-orm'
import { Email } from '#contract/fields.ts'
import type { Db } from '#server/platform/database.ts'
import type { MailRequest } from '#server/platform/outgoing-mail.ts'
import type { StoredMail } from './compose-message.ts'
import { mails } from './mail.table.ts'
import { isMarketing, isWelcome } from './marketing-consent.ts'
import { type PostOffice, type ShopSettings, senderOf } from './post-office.ts'
import { unsubscribeLink } from './unsubscribe-link.ts'

/** The mail of this cause, rendered and stored once; nothing, when its reader does not want it. */
export async function writeMail(
  office: PostOffice,
  shop: ShopSettings,
  request: MailRequest,
): Promise<StoredMail | undefined> {
  const known = await mailOfCause(office.db, request.cause)
  if (known) return known
  if (!(await isWelcome(office.db, request.template, request.to))) return undefined

  const { subject, html, text } = await render(office, shop, request)
  const isAddress = Email.safeParse(request.to).success
  const [written] = await office.db
    .insert(mails)
    .values({
      template: request.template,
      to_address: request.to.replace(/[\s\p{Cc}]+/gu, ' ').slice(0, 254),
      subject,
      html,
      text,
      attachments: request.attachments,
      cause: request.cause,
      created_at: office.now().toISOString(),
      ...(!isAddress && { status: 'failed', error: 'This is not a mail address' }),
    })
    .onConflictDoNothing()
    .returning()
  return written ?? mailOfCause(office.db, request.cause)
}

async function mailOfCause(db: Db, cause: string) {
  const [mail] = await db.select().from(mails).where(eq(mails.cause, cause))
  return mail
}

async function render(
  { config }: PostOffice,
  shop: ShopSettings,
  { template, to, data }: MailRequest,
) {
  // The templates cost most of a second and 85 MB: a process that sends no mail never loads them.
  const { renderMail } = await import('#emails/render.ts')
  return renderMail(template, data, {
    ...shop,
    support_email: senderOf(undefined, shop).address,
    unsubscribe_url: isMarketing(template) ? unsubscribeLink(config, to) : undefined,
  })
}
