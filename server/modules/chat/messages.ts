import { and, asc, desc, eq, gt, lt } from 'drizzle-orm'
import type { ChatAttachment } from '#contract/chat.ts'
import type { Db } from '#server/platform/database.ts'
import { errors } from '#server/platform/errors.ts'
import { chat_conversations, chat_messages } from './chat.table.ts'
import { sendChatSignal } from './chat-signals.ts'
import { type Conversation, readSummary } from './conversations.ts'

export type Message = typeof chat_messages.$inferSelect

const PREVIEW_LENGTH = 140
const THREAD_PAGE = 100
/** Beyond this a client is a script. */
const LIMIT = { messages: 60, seconds: 60 }

type NewMessage = {
  client_id: string
  sender_type: 'customer' | 'admin'
  sender_name: string
  message: string
  agent?: { id: string; name: string } | undefined
  attachment?: ChatAttachment | undefined
}

/**
 * Stores a message as the next of its conversation and sends it to all who have it open. The caller has locked the
 * conversation, so numbers follow each other in the order of the commits.
 */
export async function storeMessage(
  tx: Db,
  conversation: Conversation,
  { agent, ...given }: NewMessage,
  at: Date,
): Promise<Message> {
  const seq = conversation.last_seq + 1
  const isCustomer = given.sender_type === 'customer'
  const [stored] = await tx
    .insert(chat_messages)
    .values({
      ...given,
      conversation_id: conversation.id,
      seq,
      agent_id: agent?.id ?? null,
      agent_name: agent?.name ?? null,
      created_at: at.toISOString(),
    })
    .returning()
  if (!stored) throw new Error('The message was not stored')
  await tx
    .update(chat_conversations)
    .set({
      last_seq: seq,
      last_message: given.message.slice(0, PREVIEW_LENGTH),
      last_sender_type: given.sender_type,
      unread_count: isCustomer ? conversation.unread_count + 1 : conversation.unread_count,
      customer_read_seq: isCustomer ? seq : conversation.customer_read_seq,
      answered_by: agent?.name ?? conversation.answered_by,
      updated_at: at.toISOString(),
      active_at: at.toISOString(),
    })
    .where(eq(chat_conversations.id, conversation.id))
  const summary = await readSummary(tx, conversation.id)
  await sendChatSignal(tx, { kind: 'message', message: stored, conversation: summary })
  return stored
}

/** The message that was already stored with this id, if the sender tries again. */
export async function findSent(tx: Db, conversation_id: string, client_id: string) {
  const [sent] = await tx
    .select()
    .from(chat_messages)
    .where(
      and(
        eq(chat_messages.conversation_id, conversation_id),
        eq(chat_messages.client_id, client_id),
      ),
    )
  return sent
}

/** Refuses a flood: the message LIMIT.messages before the next one must be old enough. */
export async function refuseFlood(tx: Db, { id, last_seq }: Conversation, at: Date) {
  const [earlier] = await tx
    .select({ created_at: chat_messages.created_at })
    .from(chat_messages)
    .where(
      and(
        eq(chat_messages.conversation_id, id),
        eq(chat_messages.seq, last_seq + 1 - LIMIT.messages),
      ),
    )
  if (!earlier) return
  const wait = LIMIT.seconds - (at.getTime() - Date.parse(earlier.created_at)) / 1000
  if (wait > 0) throw errors.TOO_MANY_REQUESTS({ data: { retry_after_seconds: Math.ceil(wait) } })
}

/** The newest messages before a number, oldest first. */
export async function readThread(db: Db, conversation_id: string, before_seq?: number) {
  const newest = await db
    .select()
    .from(chat_messages)
    .where(
      and(
        eq(chat_messages.conversation_id, conversation_id),
        before_seq === undefined ? undefined : lt(chat_messages.seq, before_seq),
      ),
    )
    .orderBy(desc(chat_messages.seq))
    .limit(THREAD_PAGE)
  const messages = newest.reverse()
  return { messages, has_earlier: (messages[0]?.seq ?? 1) > 1 }
}

const BATCH = 500

/** Every message after a number, in order, some at a time. */
export async function* messagesAfter(db: Db, conversation_id: string, after_seq: number) {
  for (let seq = after_seq; ; ) {
    const batch = await db
      .select()
      .from(chat_messages)
      .where(and(eq(chat_messages.conversation_id, conversation_id), gt(chat_messages.seq, seq)))
      .orderBy(asc(chat_messages.seq))
      .limit(BATCH)
    yield* batch
    seq = batch.at(-1)?.seq ?? seq
    if (batch.length < BATCH) return
  }
}
