import { asc, desc, eq, inArray, or, sql } from 'drizzle-orm'
import type { Db } from '#server/platform/database.ts'
import type { DataSubject } from '#server/platform/rpc.ts'
import { chat_conversations, chat_messages } from './chat.table.ts'

/** A person's conversations with their messages, for the export of the own data. */
export async function personalDataOf(db: Db, { user_id, email }: DataSubject) {
  const conversations = await db
    .select()
    .from(chat_conversations)
    .where(
      or(
        eq(chat_conversations.user_id, user_id),
        email === null ? undefined : eq(sql`lower(${chat_conversations.customer_email})`, email),
      ),
    )
    .orderBy(desc(chat_conversations.created_at))
  const ids = conversations.map(({ id }) => id)
  const messages = await db
    .select()
    .from(chat_messages)
    .where(inArray(chat_messages.conversation_id, ids))
    .orderBy(asc(chat_messages.seq))
  return conversations.map(
    ({ id, customer_name, customer_email, status, context, created_at }) => ({
      id,
      customer_name,
      customer_email,
      status,
      created_at,
      /** What the browser said about its page and cart. */
      context,
      messages: messages
        .filter(({ conversation_id }) => conversation_id === id)
        .map(({ sender_type, sender_name, message, created_at }) => ({
          sender_type,
          sender_name,
          message,
          created_at,
        })),
    }),
  )
}
