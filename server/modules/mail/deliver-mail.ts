import { and, eq, isNull, lt, lte, not, or, sql } from 'drizzle-orm'
import { DAY_MS } from '#contract/time.ts'
import { REFUSALS, suppressBounced } from '../consent/index.ts'
import {
  failAbandonedRecipients,
  isCampaignMail,
  isOfWaitingRecipient,
  recordOutcome,
} from './campaigns/recipients.ts'
import { mails } from './mail.table.ts'
import { isMarketing, refusalOf } from './mail-kinds.ts'
import { unsubscribeLink } from './mail-links.ts'
import {
  hasPersonalLink,
  type MailContext,
  type ShopSettings,
  type StoredMail,
  senderOf,
  WITHHELD,
} from './mail-message.ts'
import { isPermanentFailure, isUnknownRecipient } from './smtp.ts'

/** With backoff these cover more than half a day. */
export const RETRIES = 12

/** Longer than the slowest delivery (smtp.ts), so an older lease belongs to a dead process. */
const LEASE_MS = 30_000

/** Sends a waiting mail. Throws when a retry is worth it. */
export async function deliverMail(context: MailContext, shop: ShopSettings, mail: StoredMail) {
  if (mail.status !== 'waiting') return
  const { smtp, mailFrom } = await context.outgoing()
  if (!smtp) return recordDelivery(context, mail, { status: 'stored', error: null })
  // Again, because the recipient may have unsubscribed while the mail waited for a retry.
  const refusal = await refusalOf(context.db, mail.template, mail.to_address)
  if (refusal) return recordDelivery(context, mail, { status: 'failed', error: REFUSALS[refusal] })

  const leased = await takeLease(context, mail.id)
  if (!leased) throw new Error('Another process is sending this mail')
  try {
    await smtp.send(composeMessage(context.config, mailFrom, shop, leased))
  } catch (error) {
    return recordFailure(context, leased, error as Error)
  }
  await untilRecorded(() => recordSent(context, leased))
}

/** The message for nodemailer: one recipient, and no text that could inject a header. */
export function composeMessage(
  config: MailContext['config'],
  mailFrom: string | undefined,
  shop: ShopSettings,
  mail: StoredMail,
) {
  const sender = senderOf(mailFrom, shop)
  return {
    // The same on every attempt, so that receivers can recognise a repeated mail.
    messageId: `<${mail.id}@${new URL(shop.url).hostname}>`,
    date: new Date(mail.created_at),
    from: sender,
    // The sender may be an unread address; answers go to support.
    replyTo: mailFrom ? senderOf(undefined, shop) : undefined,
    to: { name: '', address: mail.to_address },
    envelope: { from: sender.address, to: [mail.to_address] },
    subject: withoutControls(mail.subject),
    html: mail.html,
    text: mail.text,
    headers: {
      'Auto-Submitted': 'auto-generated',
      ...(isMarketing(mail.template) &&
        unsubscribeHeaders(unsubscribeLink(config, mail.to_address, mail.campaign_id))),
    },
    attachments: mail.attachments?.map(({ filename, type, content_base64 }) => ({
      filename: withoutControls(filename).replace(/[/\\]/g, '-'),
      contentType: /^[\w.+-]+\/[\w.+-]+$/.test(type) ? type : 'application/octet-stream',
      content: Buffer.from(content_base64, 'base64'),
    })),
  }
}

/** RFC 8058: the mail program unsubscribes with one click, without opening a page. */
const unsubscribeHeaders = (link: string) => ({
  'List-Unsubscribe': `<${link}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
})

const withoutControls = (text: string) => text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim()

/** Of several processes with the same mail, one gets the lease. */
async function takeLease({ db, now }: MailContext, id: string) {
  const time = now()
  const until = new Date(time.getTime() + LEASE_MS).toISOString()
  const [leased] = await db
    .update(mails)
    .set({ held_until: until, attempts: sql`${mails.attempts} + 1` })
    .where(
      and(
        eq(mails.id, id),
        eq(mails.status, 'waiting'),
        or(isNull(mails.held_until), lte(mails.held_until, time.toISOString())),
      ),
    )
    .returning()
  return leased
}

async function recordFailure(context: MailContext, mail: StoredMail, error: Error) {
  const isFinal = isPermanentFailure(error) || mail.attempts > RETRIES
  const reason = error.message.slice(0, 500)
  await recordDelivery(context, mail, { status: isFinal ? 'failed' : 'waiting', error: reason })
  if (!isFinal) throw error
  if (isUnknownRecipient(error)) {
    const at = context.now().toISOString()
    await suppressBounced(context.db, { address: mail.to_address, answer: reason, at })
  }
  context.log.warn({ err: error, mail: mail.id }, 'mail failed')
}

const recordSent = (context: MailContext, mail: StoredMail) =>
  recordDelivery(context, mail, {
    status: 'sent',
    error: null,
    sent_at: context.now().toISOString(),
    ...(hasPersonalLink(mail.template) && WITHHELD),
    // Thousands of copies of one text; `withText` renders it again.
    ...(isCampaignMail(mail) && { html: '', text: '' }),
  })

const recordDelivery = ({ db, now }: MailContext, mail: StoredMail, outcome: Partial<StoredMail>) =>
  db.transaction(async (tx) => {
    const at = now().toISOString()
    await tx
      .update(mails)
      .set({ ...outcome, held_until: at })
      .where(eq(mails.id, mail.id))
    await recordOutcome(tx, mail, outcome, at)
  })

/** The mail has left: a database restart at this moment must not make it leave twice. */
async function untilRecorded(record: () => Promise<void>, triesLeft = 20): Promise<void> {
  try {
    await record()
  } catch (error) {
    if (triesLeft === 0) throw error
    await new Promise((resolve) => setTimeout(resolve, 500))
    await untilRecorded(record, triesLeft - 1)
  }
}

/** A crash during the last retry leaves a waiting mail without a job; after a day it has failed. */
export async function failAbandonedMails({ db, now }: MailContext) {
  await failAbandonedRecipients(db, now())
  const yesterday = new Date(now().getTime() - DAY_MS).toISOString()
  await db
    .update(mails)
    .set({ status: 'failed', error: sql`coalesce(${mails.error}, 'It was not sent in time')` })
    .where(
      and(
        eq(mails.status, 'waiting'),
        lt(sql`coalesce(${mails.held_until}, ${mails.created_at})`, yesterday),
        // The mail of a paused campaign waits as long as the owner likes.
        not(isOfWaitingRecipient(mails.cause)),
      ),
    )
}
