import { asc, desc, eq, inArray, sql } from 'drizzle-orm'
import { ticketNumber } from '#contract/contact-messages.ts'
import type { ContactMessage } from '#contract/content.ts'
import { announceChange } from '#server/platform/change-feed.ts'
import type { Db } from '#server/platform/database.ts'
import { queueCappedMail } from '#server/platform/outgoing-mail.ts'
import type { AppContext, DataSubject } from '#server/platform/rpc.ts'
import { contact_messages, contact_replies } from './content.table.ts'

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

export const contactMessagesOf = (db: Db, ids: string[]) =>
  db.select(messageColumns).from(contact_messages).where(inArray(contact_messages.id, ids))

/** What was written with a person's confirmed address, and what was answered, for the export of the own data. */
export async function personalDataOf(db: Db, { email }: DataSubject) {
  if (email === null) return []
  const messages = await db
    .select(messageColumns)
    .from(contact_messages)
    .where(sentFrom(email))
    .orderBy(desc(contact_messages.created_at))
  const ids = messages.map(({ id }) => id)
  const replies = await db
    .select()
    .from(contact_replies)
    .where(inArray(contact_replies.message_id, ids))
    .orderBy(asc(contact_replies.created_at))
  return messages.map(({ version, ...message }) => ({
    ...message,
    replies: replies
      .filter(({ message_id }) => message_id === message.id)
      .map(({ text, created_at }) => ({ text, created_at })),
  }))
}

/** Deletes the messages of a confirmed address with the replies to them. */
export async function forgetSender(tx: Db, { email }: DataSubject) {
  if (email === null) return
  await tx.delete(contact_messages).where(sentFrom(email))
  await announceChange(tx, 'contact_messages')
}

const sentFrom = (email: string) => eq(sql`lower(${contact_messages.email})`, email.toLowerCase())

/** Without the text that is only for the search. */
export const messageColumns = {
  id: contact_messages.id,
  name: contact_messages.name,
  email: contact_messages.email,
  phone: contact_messages.phone,
  message: contact_messages.message,
  status: contact_messages.status,
  reply_count: contact_messages.reply_count,
  version: contact_messages.version,
  created_at: contact_messages.created_at,
}
