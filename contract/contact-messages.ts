import * as z from 'zod'
import { Given } from './content.ts'
import { Version } from './editing.ts'
import { refusals } from './errors.ts'
import { Id, Time } from './fields.ts'
import { MailStatus } from './mail.ts'
import { listQuery, paged } from './paging.ts'
import { adminProcedure } from './policy.ts'

export const CONTACT_STATUSES = ['new', 'replied', 'closed'] as const
export const ContactStatus = z.enum(CONTACT_STATUSES)
export type ContactStatus = z.infer<typeof ContactStatus>

/** The number in the sender's mail: short enough to be read out over the phone. */
export const ticketNumber = (id: string) => `T-${id.slice(0, 8).toUpperCase()}`

export const ContactMessageRow = z.object({
  id: Id,
  name: z.string(),
  email: z.string(),
  phone: z.string().nullable(),
  message: z.string(),
  status: ContactStatus,
  reply_count: z.int(),
  version: Version,
  created_at: Time,
})
export type ContactMessageRow = z.infer<typeof ContactMessageRow>

const ContactReply = z.object({
  id: Id,
  author_name: z.string(),
  text: z.string(),
  created_at: Time,
  /** How far its mail has come; null when there is no mail of an old reply. */
  mail_status: MailStatus.nullable(),
})
export type ContactReply = z.infer<typeof ContactReply>

export const ContactThread = ContactMessageRow.extend({ replies: z.array(ContactReply) })
export type ContactThread = z.infer<typeof ContactThread>

export const LONGEST_REPLY = 5000

export const ReplyText = z.object({ text: Given(LONGEST_REPLY, 'Please write a reply') })

/** `q` is part of a name, address, phone number or text, or a ticket number. */
export const ContactQuery = listQuery(['created_at'], { status: ContactStatus.optional() })
export type ContactQuery = z.infer<typeof ContactQuery>

const Seen = z.object({ id: Id, version: Version })
const conflicts = refusals('CHANGED_MEANWHILE', 'ROW_NOT_FOUND')

export const adminContactMessages = {
  list: adminProcedure('contact')
    .route({
      method: 'GET',
      path: '/contact_messages',
      summary: 'What visitors wrote through the contact form, newest first',
    })
    .input(ContactQuery)
    .output(paged(ContactMessageRow)),
  get: adminProcedure('contact')
    .route({
      method: 'GET',
      path: '/contact_messages/{id}',
      summary: 'One message with the replies to it, oldest first',
    })
    .input(z.object({ id: Id }))
    .errors(refusals('ROW_NOT_FOUND'))
    .output(ContactThread),
  set_status: adminProcedure('contact')
    .route({
      method: 'PUT',
      path: '/contact_messages/{id}/status',
      summary: 'Set a message to new, replied or closed',
    })
    .input(Seen.extend({ status: ContactStatus }))
    .errors(conflicts)
    .output(ContactMessageRow),
  reply: adminProcedure('contact')
    .route({
      method: 'POST',
      path: '/contact_messages/{id}/replies',
      successStatus: 201,
      summary: 'Answer by mail; the message becomes `replied`',
    })
    .input(ReplyText.extend(Seen.shape))
    .errors(conflicts)
    .output(ContactThread),
}
