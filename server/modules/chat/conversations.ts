import { eq, getTableColumns, inArray, sql } from 'drizzle-orm'
import type { ChatState, OwnConversation } from '#contract/chat.ts'
import { PRESENCE_EXPIRY_MS } from '#contract/chat-rules.ts'
import type { Db } from '#server/platform/database.ts'
import { errors } from '#server/platform/errors.ts'
import { chat_conversations } from './chat.table.ts'
import { type ConversationSummary, sendConversations } from './chat-signals.ts'

const { context, context_at, mailed_seq, active_at, ...columns } =
  getTableColumns(chat_conversations)

/** Presence is about real connections, so it counts by the clock of the database. */
export const isFresh = sql.raw(
  `chat_connections.seen_at > now() - interval '${PRESENCE_EXPIRY_MS} milliseconds'`,
)

/** Names are written out: in a list of columns Drizzle leaves out the table's name, and `id` would be another. */
export const customerOnline = sql<boolean>`exists (
  select 1 from chat_connections
  where chat_connections.conversation_id = chat_conversations.id
    and chat_connections.user_id is null and ${isFresh}
)`

/** What of a conversation is stored; typing is only in memory. */
export const summaryColumns = { ...columns, customer_online: customerOnline.as('customer_online') }

export async function readSummary(db: Db, id: string): Promise<ConversationSummary> {
  const [found] = await db
    .select(summaryColumns)
    .from(chat_conversations)
    .where(eq(chat_conversations.id, id))
  if (!found) throw errors.CHAT_NOT_FOUND()
  return found
}

export type Conversation = typeof chat_conversations.$inferSelect

/** The conversation, locked until the transaction ends: messages and the close follow each other. */
export async function lockConversation(tx: Db, id: string): Promise<Conversation> {
  const [found] = await tx
    .select()
    .from(chat_conversations)
    .where(eq(chat_conversations.id, id))
    .for('update')
  if (!found) throw errors.CHAT_NOT_FOUND()
  return found
}

/** Refreshes conversations wherever they are open or listed. */
export async function announceConversations(tx: Db, ids: string[]) {
  const found = await tx
    .select(summaryColumns)
    .from(chat_conversations)
    .where(inArray(chat_conversations.id, ids))
  await sendConversations(tx, found)
}

export const ownConversation = (row: OwnConversation): OwnConversation => ({
  id: row.id,
  customer_name: row.customer_name,
  customer_email: row.customer_email,
  status: row.status,
  created_at: row.created_at,
  updated_at: row.updated_at,
})

type Live = { agent_online: boolean; agent_typing: boolean }

export const stateOf = (
  row: Omit<ChatState, keyof Live>,
  { agent_online, agent_typing }: Live,
): ChatState => ({
  status: row.status,
  closed_reason: row.closed_reason,
  last_seq: row.last_seq,
  customer_read_seq: row.customer_read_seq,
  follow_up_by_mail: row.follow_up_by_mail,
  agent_online,
  agent_typing,
})
