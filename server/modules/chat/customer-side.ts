import { and, eq, lt, sql } from 'drizzle-orm'
import type { CustomerContext } from '#contract/chat-messages.ts'
import { errors } from '#server/platform/errors.ts'
import type { RequestContext } from '#server/platform/rpc.ts'
import { openOwnConversation } from './access.ts'
import { chat_conversations } from './chat.table.ts'
import { chatFeedOf } from './chat-feed.ts'
import { sendChatSignal } from './chat-signals.ts'
import { announceConversations, ownConversation, stateOf } from './conversations.ts'
import { readThread } from './messages.ts'
import { isAgentOnline } from './presence.ts'

type Own = { id: string; secret?: string | undefined }

/** Typing moves the time of the last activity at most this often. */
const ACTIVITY_MS = 60_000

export async function readOwnThread(
  context: RequestContext,
  { before_seq, ...own }: Own & { before_seq?: number | undefined },
) {
  const conversation = await openOwnConversation(context, own)
  const agent_typing = chatFeedOf(context).typing.isAgentTyping(conversation.id)
  const agent_online = await isAgentOnline(context.db)
  return {
    conversation: ownConversation(conversation),
    state: stateOf(conversation, { agent_online, agent_typing }),
    ...(await readThread(context.db, conversation.id, before_seq)),
  }
}

/** A signal alone, no row for a key press; who types is not idle, which is stored once a minute. */
export async function setCustomerTyping(
  context: RequestContext,
  { typing, ...own }: Own & { typing: boolean },
) {
  const { db, now } = context
  const { id, status, active_at } = await openOwnConversation(context, own)
  if (status === 'closed') return
  await sendChatSignal(db, {
    kind: 'typing',
    conversation_id: id,
    sender_type: 'customer',
    agent: null,
    typing,
  })
  if (!typing || now().getTime() - Date.parse(active_at) < ACTIVITY_MS) return
  await db
    .update(chat_conversations)
    .set({ active_at: now().toISOString() })
    .where(and(eq(chat_conversations.id, id), eq(chat_conversations.status, 'open')))
}

export async function setContext(
  call: RequestContext,
  { context, ...own }: Own & { context: CustomerContext },
) {
  const { id } = await openOwnConversation(call, own)
  await call.db
    .update(chat_conversations)
    .set({ context, context_at: call.now().toISOString() })
    .where(eq(chat_conversations.id, id))
  await announceConversations(call.db, [id])
}

export async function markReadByCustomer(
  context: RequestContext,
  { seq, ...own }: Own & { seq: number },
) {
  const { id } = await openOwnConversation(context, own)
  const { rowCount } = await context.db
    .update(chat_conversations)
    .set({ customer_read_seq: sql`least(${seq}, ${chat_conversations.last_seq})` })
    .where(and(eq(chat_conversations.id, id), lt(chat_conversations.customer_read_seq, seq)))
  if (rowCount) await announceConversations(context.db, [id])
}

export async function setFollowUp(
  context: RequestContext,
  { follow_up_by_mail, ...own }: Own & { follow_up_by_mail: boolean },
) {
  const { id } = await openOwnConversation(context, own)
  const { rowCount } = await context.db
    .update(chat_conversations)
    .set({ follow_up_by_mail })
    .where(and(eq(chat_conversations.id, id), eq(chat_conversations.status, 'open')))
  if (rowCount === 0) throw errors.CHAT_CLOSED()
  await announceConversations(context.db, [id])
}
