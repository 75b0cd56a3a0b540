import { DAY_SECONDS } from '#contract/time.ts'
import type { TemplateData, TemplateId } from '#emails/catalogue.ts'
import type { Db } from './database.ts'
import type { Jobs } from './jobs.ts'
import { countInTransaction } from './limits.ts'
import type { AppContext } from './rpc.ts'
import { pseudonym } from './secrets.ts'

/** Self-contained: the worker reads no other module's data. */
export type MailRequest<Id extends TemplateId = TemplateId> = {
  template: Id
  to: string
  data: TemplateData[Id]
  /** The event that causes it, such as `order-paid:<id>`. One cause sends at most one mail. */
  cause: string
  /** The order that it is about, for the back office. */
  order_id?: string
  attachments?: { filename: string; type: string; content_base64: string }[]
}

export const SEND_MAIL = 'send-mail'

/** Lower priority: a newsletter to thousands must not delay a reset link. */
const BULK: readonly TemplateId[] = ['promotional', 'new-product', 'sale-alert']

/** Queues a mail inside the transaction: it is sent if, and only if, the transaction commits. */
export const queueMail = <Id extends TemplateId>(jobs: Jobs, tx: Db, mail: MailRequest<Id>) =>
  jobs.enqueue(tx, SEND_MAIL, mail, { priority: BULK.includes(mail.template) ? -1 : 0 })

/** Marketing that goes to everyone who agreed to it; the mail module knows who that is. */
export type Announcement<Id extends TemplateId = TemplateId> = {
  template: Id
  data: TemplateData[Id]
  /** One cause reaches an address at most once. */
  cause: string
  /** The last address that was written to. */
  after?: string
}

export const ANNOUNCE = 'announce'

export const queueAnnouncement = <Id extends TemplateId>(
  jobs: Jobs,
  tx: Db,
  announcement: Announcement<Id>,
) => jobs.enqueue(tx, ANNOUNCE, announcement, { priority: -1 })

/** The mails that a stranger can cause by entering somebody else's address: how many per address and day. */
const DAILY_CAPS = {
  'sign-up': 3,
  'password-reset': 10,
  'confirm-email': 5,
  'email-taken': 3,
  'contact-message': 5,
  'chat-history': 5,
  'new-chat': 300,
  'unpaid-order': 10,
  'abandoned-cart': 1,
  'back-in-stock': 5,
  newsletter: 3,
}

export type CappedMail = keyof typeof DAILY_CAPS

/** Queues a mail that a stranger can cause; beyond the daily cap of the address it is dropped silently. */
export async function queueCappedMail<Id extends TemplateId>(
  { config, jobs, log, now }: Pick<AppContext, 'config' | 'jobs' | 'log' | 'now'>,
  tx: Db,
  kind: CappedMail,
  mail: MailRequest<Id>,
) {
  const mailbox = pseudonym(config.secrets.session, `mailbox:${mailboxOf(mail.to)}`)
  const cap = { calls: DAILY_CAPS[kind], per_seconds: DAY_SECONDS }
  if (await countInTransaction(tx, `mail-${kind}:${mailbox}`, cap, now())) {
    return queueMail(jobs, tx, mail)
  }
  log.info({ kind }, 'a mail was dropped: the daily cap of its address is reached')
}

/**
 * The mailbox behind the spellings of an address, for counting only: without dots and tag, since `i.ris+shop@…` arrives
 * where `iris@…` does at large providers. Where it does not, two people share a cap.
 */
function mailboxOf(address: string) {
  const [name = '', domain = ''] = address
    .trim()
    .toLowerCase()
    .split(/@(?=[^@]*$)/)
  const mailbox = name.replace(/\+.*$/, '').replaceAll('.', '')
  return `${mailbox}@${domain === 'googlemail.com' ? 'gmail.com' : domain}`
}
