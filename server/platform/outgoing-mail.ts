import type { TemplateData, TemplateId } from '#emails/catalogue.ts'
import type { Db } from './database.ts'
import type { Jobs } from './jobs.ts'

/** Everything a mail needs, so that whoever sends it has to ask nobody. */
export type MailRequest<Id extends TemplateId = TemplateId> = {
  template: Id
  to: string
  data: TemplateData[Id]
  /** The event that causes it, such as `order-paid:<id>`. The same cause never sends a second mail. */
  cause: string
  attachments?: { filename: string; type: string; content_base64: string }[]
}

export const SEND_MAIL = 'send-mail'

/** One letter to thousands lets the others pass: whoever waits for a reset link waits now. */
const BULK: readonly TemplateId[] = ['promotional', 'new-product', 'sale-alert']

/** Queues a mail inside the transaction: it leaves if, and only if, the transaction commits. */
export const queueMail = <Id extends TemplateId>(jobs: Jobs, tx: Db, mail: MailRequest<Id>) =>
  jobs.enqueue(tx, SEND_MAIL, mail, { priority: BULK.includes(mail.template) ? -1 : 0 })

/**
 * Somebody agreed to marketing mail, or no longer does. Only `account`, the switch of a signed-in person,
 * is a word about this very address: it alone undoes an unsubscribe, or is one.
 */
export type ConsentRequest = {
  email: string
  consent: boolean
  source: 'account' | 'sign-up' | 'checkout' | 'email-changed' | 'account-deleted'
  /** When it was said, so that a job that comes late changes nothing newer. */
  given_at?: string
}

export const MARKETING_CONSENT = 'marketing-consent'
