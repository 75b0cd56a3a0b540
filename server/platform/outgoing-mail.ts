import type { TemplateData, TemplateId } from '#emails/catalogue.ts'
import type { Db } from './database.ts'
import type { Jobs } from './jobs.ts'

/** Self-contained: the worker reads no other module's data. */
export type MailRequest<Id extends TemplateId = TemplateId> = {
  template: Id
  to: string
  data: TemplateData[Id]
  /** The event that causes it, such as `order-paid:<id>`. One cause sends at most one mail. */
  cause: string
  attachments?: { filename: string; type: string; content_base64: string }[]
}

export const SEND_MAIL = 'send-mail'

/** Lower priority: a newsletter to thousands must not delay a reset link. */
const BULK: readonly TemplateId[] = ['promotional', 'new-product', 'sale-alert']

/** Queues a mail inside the transaction: it is sent if, and only if, the transaction commits. */
export const queueMail = <Id extends TemplateId>(jobs: Jobs, tx: Db, mail: MailRequest<Id>) =>
  jobs.enqueue(tx, SEND_MAIL, mail, { priority: BULK.includes(mail.template) ? -1 : 0 })

/**
 * A change of the consent to marketing mail. Only `account`, the switch in the account page, proves that the owner
 * of the address decided: it alone undoes an unsubscribe, or is one.
 */
export type ConsentRequest = {
  email: string
  consent: boolean
  source: 'account' | 'sign-up' | 'checkout' | 'email-changed' | 'account-deleted'
  /** Time of the decision, so that a late job does not overwrite a newer one. */
  given_at?: string
}

export const MARKETING_CONSENT = 'marketing-consent'
