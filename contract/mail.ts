import * as z from 'zod'
import { refusals } from './errors.ts'
import { Id, Time } from './fields.ts'
import { listQuery, paged } from './paging.ts'
import { adminProcedure } from './policy.ts'

/** `stored`: not sent, because no mail server is configured. */
export const MAIL_STATUSES = ['waiting', 'sent', 'failed', 'stored'] as const
export const MailStatus = z.enum(MAIL_STATUSES)
export type MailStatus = z.infer<typeof MailStatus>

export const Mail = z.object({
  id: Id,
  template: z.string(),
  to_address: z.string(),
  subject: z.string(),
  status: MailStatus,
  attempts: z.int(),
  error: z.string().nullable(),
  created_at: Time,
  sent_at: Time.nullable(),
})
export type Mail = z.infer<typeof Mail>

/** With its texts. The html is for a sandboxed frame. */
export const MailText = Mail.extend({
  html: z.string(),
  text: z.string(),
  attachments: z.array(z.object({ filename: z.string(), type: z.string() })),
})
export type MailText = z.infer<typeof MailText>

/** `q`: part of an address or subject. */
export const MailQuery = listQuery(['created_at', 'to_address'], {
  status: MailStatus.optional(),
  template: z.string().max(100).optional(),
})
export type MailQuery = z.infer<typeof MailQuery>

const OneMail = z.object({ id: Id })

export const mails = {
  list: adminProcedure('mail')
    .route({
      method: 'GET',
      path: '/mails',
      summary: 'Mail that was sent, failed or waits, newest first',
    })
    .input(MailQuery)
    .output(paged(Mail)),
  of_order: adminProcedure('orders')
    .route({
      method: 'GET',
      path: '/orders/{order_id}/mails',
      summary: 'What the customer was sent about an order, oldest first',
    })
    .input(z.object({ order_id: Id }))
    .output(z.array(Mail)),
  audience: adminProcedure('marketing')
    .route({
      method: 'GET',
      path: '/mails/audience',
      summary: 'How many people agreed to marketing mail and did not unsubscribe',
    })
    .output(z.object({ people: z.int() })),
  get: adminProcedure('mail')
    .route({ method: 'GET', path: '/mails/{id}', summary: 'One mail with its texts' })
    .input(OneMail)
    .errors(refusals('MAIL_NOT_FOUND'))
    .output(MailText),
  resend: adminProcedure('mail')
    .route({ method: 'POST', path: '/mails/{id}/resend', summary: 'Send a mail again' })
    .input(OneMail)
    .errors(refusals('MAIL_NOT_FOUND', 'NO_MAIL_SERVER', 'ALREADY_WAITING', 'TEXT_ERASED'))
    .output(Mail),
}
