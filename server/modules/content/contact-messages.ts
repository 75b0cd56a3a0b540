import { desc, eq, sql } from 'drizzle-orm'
import type { ContactMessage } from '#contract/content.ts'
import { announceChange } from '#server/platform/change-feed.ts'
import type { Db } from '#server/platform/database.ts'
import { queueCappedMail } from '#server/platform/outgoing-mail.ts'
import type { AppContext, DataSubject } from '#server/platform/rpc.ts'
import { contact_messages } from './content.table.ts'

/** Stores a visitor's message and queues the mail that confirms it: both happen, or neither. */
export const receiveContactMessage = (context: AppContext, message: ContactMessage) =>
  context.db.transaction(async (tx) => {
    const id = await storeMessage(tx, message, context.now())
    await announceChange(tx, 'contact_messages')
    await queueCappedMail(context, tx, 'contact-message', {
      template: 'support-ticket',
      to: message.email,
      data: {
        customerName: message.name,
        ticketNumber: ticketNumber(id),
        issueDescription: message.message,
      },
      cause: `contact-message:${id}`,
    })
    return { id }
  })

async function storeMessage(tx: Db, { phone, ...message }: ContactMessage, at: Date) {
  const [stored] = await tx
    .insert(contact_messages)
    .values({ ...message, phone: phone?.trim() || null, created_at: at.toISOString() })
    .returning({ id: contact_messages.id })
  if (!stored) throw new Error('The message was not stored')
  return stored.id
}

export const countNewContactMessages = (db: Db) =>
  db.$count(contact_messages, eq(contact_messages.status, 'new'))

/** Short enough to be read out over the phone. */
const ticketNumber = (id: string) => `T-${id.slice(0, 8).toUpperCase()}`

/** The messages sent with a person's confirmed address, for the export of the own data. */
export const personalDataOf = async (db: Db, { email }: DataSubject) =>
  email === null
    ? []
    : db
        .select()
        .from(contact_messages)
        .where(eq(sql`lower(${contact_messages.email})`, email))
        .orderBy(desc(contact_messages.created_at))
