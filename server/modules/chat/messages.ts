import { and, asc, desc, eq, gt, lt, type SQL, sql } from 'drizzle-orm'
import type { ChatAttachment } from '#contract/chat-messages.ts'
import { changeOf } from '#server/platform/change-feed.ts'
import { type Db, prepareStatement } from '#server/platform/database.ts'
import { errors } from '#server/platform/errors.ts'
import { signalOf } from '#server/platform/signals.ts'
import { isOwn, type keyOf } from './access.ts'
import { chat_messages } from './chat.table.ts'
import { CHAT_TOPIC } from './chat-signals.ts'
import { type Conversation, customerOnline } from './conversations.ts'

export type Message = typeof chat_messages.$inferSelect

const PREVIEW_LENGTH = 140
const THREAD_PAGE = 100
/** No person writes more; a client beyond it is a script. */
const LIMIT = { messages: 60, seconds: 60 }

type NewMessage = {
  client_id: string
  sender_type: 'customer' | 'admin'
  /** A customer's secret: the same statement checks whether it opens the conversation. */
  key?: Awaited<ReturnType<typeof keyOf>>
  /** Left out for the customer, whose name the conversation has. */
  sender_name?: string
  message: string
  agent?: { id: string; name: string } | undefined
  attachment?: ChatAttachment | undefined
}

const isoTime = (column: SQL) =>
  sql`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

const MESSAGE = sql`(to_jsonb(stored) || jsonb_build_object('created_at', ${isoTime(sql`stored.created_at`)}))`

/** The columns of `summaryColumns`, as JSON. */
const SUMMARY = sql`(
  to_jsonb(chat_conversations) - '{context,context_at,mailed_seq,active_at}'::text[]
  || jsonb_build_object(
    'created_at', ${isoTime(sql`chat_conversations.created_at`)},
    'updated_at', ${isoTime(sql`chat_conversations.updated_at`)},
    'customer_online', ${customerOnline}
  ))`

const value = sql.placeholder

/**
 * PostgreSQL caches the plan, also when the tables have grown. So the limit is a single row, which can not become a
 * hash of all messages, and is not looked up in a short conversation.
 */
const insertMessage = prepareStatement<{ message: Message }>(sql`
  with conversation as (
    select id, customer_name, last_seq, unread_count from chat_conversations
    where id = ${value('conversation_id')} and status = 'open' and (
      ${value('sender_type')} = 'admin'
      or ${isOwn({ secret_hash: value('secret_hash'), user_id: value('user_id') })} and (
        last_seq < ${LIMIT.messages} or coalesce((
          select created_at from chat_messages
          where conversation_id = chat_conversations.id and seq = chat_conversations.last_seq + 1 - ${LIMIT.messages}
        ) <= ${value('flood_start')}::timestamptz, true)
      )
    )
    for update
  ), stored as (
    insert into chat_messages (conversation_id, seq, client_id, sender_type, sender_name,
      agent_id, agent_name, message, attachment, created_at)
    select id, last_seq + 1, ${value('client_id')}::uuid, ${value('sender_type')},
      coalesce(${value('sender_name')}, customer_name), ${value('agent_id')}::uuid, ${value('agent_name')},
      ${value('message')}, ${value('attachment')}::jsonb, ${value('stored_at')}::timestamptz
    from conversation
    on conflict (conversation_id, client_id) do nothing
    returning *
  ), changed as (
    update chat_conversations set
      last_seq = stored.seq,
      last_message = left(stored.message, ${PREVIEW_LENGTH}),
      last_sender_type = stored.sender_type,
      unread_count = unread_count + (stored.sender_type = 'customer')::int,
      customer_read_seq = case stored.sender_type when 'customer' then stored.seq else customer_read_seq end,
      answered_by = coalesce(stored.agent_name, answered_by),
      updated_at = stored.created_at,
      active_at = stored.created_at
    from stored where chat_conversations.id = stored.conversation_id
    returning chat_conversations.*
  )
  select ${MESSAGE} as message,
    ${signalOf(
      CHAT_TOPIC,
      sql`jsonb_build_object('kind', 'message', 'message', ${MESSAGE}, 'conversation', ${SUMMARY})`,
      sql`jsonb_build_object('kind', 'long-message', 'conversation_id', stored.conversation_id)`,
    )},
    -- Figures count conversations, so only the first unread message changes them.
    case when conversation.unread_count = 0 and stored.sender_type = 'customer'
      then ${changeOf('chat_conversations')} end
  from stored, conversation, changed as chat_conversations`)

/**
 * Stores a message as the next of its conversation and sends it to all who have it open: one statement, since at
 * hundreds of messages a second it is the round trips that cost. The row of the conversation is locked, so numbers
 * follow each other in the order of the commits. Undefined: nothing was stored, because the conversation is closed,
 * not the customer's or flooded, or the same message is there already.
 */
export async function storeMessage(
  db: Db,
  conversation_id: string,
  { client_id, sender_type, key, sender_name, message, agent, attachment }: NewMessage,
  at: Date,
): Promise<Message | undefined> {
  const [row] = await insertMessage(db, {
    conversation_id,
    secret_hash: key?.secret_hash ?? null,
    user_id: key?.user_id ?? null,
    client_id,
    sender_type,
    sender_name: sender_name ?? null,
    agent_id: agent?.id ?? null,
    agent_name: agent?.name ?? null,
    message,
    attachment: attachment ? JSON.stringify(attachment) : null,
    stored_at: at.toISOString(),
    flood_start: new Date(at.getTime() - LIMIT.seconds * 1000).toISOString(),
  })
  return row?.message
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

/** The message LIMIT.messages before the next one must be old enough. */
export async function refuseFlood(db: Db, { id, last_seq }: Conversation, at: Date) {
  const [earlier] = await db
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
