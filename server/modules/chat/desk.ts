import { and, asc, desc, eq, exists, gt, ilike, inArray, or, sql } from 'drizzle-orm'
import type { ChatConversation, ChatConversationDetail, ChatQuery } from '#contract/chat-desk.ts'
import { announceChange } from '#server/platform/change-feed.ts'
import type { Db } from '#server/platform/database.ts'
import { containing, orderBy, paged } from '#server/platform/paged.ts'
import { type RequestContext, requireSession } from '#server/platform/rpc.ts'
import { chat_conversations, chat_messages } from './chat.table.ts'
import { chatFeedOf } from './chat-feed.ts'
import { sendChatSignal } from './chat-signals.ts'
import {
  announceConversations,
  customerOnline,
  lockConversation,
  readSummary,
  summaryColumns,
} from './conversations.ts'
import { readThread } from './messages.ts'

const MOST_MISSED = 500

export async function listConversations(context: RequestContext, query: ChatQuery) {
  const { db } = context
  const feed = chatFeedOf(context)
  const where = matching(db, query)
  const columns = {
    updated_at: chat_conversations.updated_at,
    created_at: chat_conversations.created_at,
  }
  const page = await paged(query, {
    count: () => db.$count(chat_conversations, where),
    rows: ({ offset, limit }) =>
      db
        .select(summaryColumns)
        .from(chat_conversations)
        .where(where)
        .orderBy(...orderBy(query.sort ?? '-updated_at', columns, chat_conversations.id))
        .offset(offset)
        .limit(limit),
  })
  return { ...page, items: page.items.map((row) => feed.withTyping(row)) }
}

const matching = (db: Db, { q, status, unread, online }: ChatQuery) =>
  and(
    status ? eq(chat_conversations.status, status) : undefined,
    unread ? gt(chat_conversations.unread_count, 0) : undefined,
    unread === false ? eq(chat_conversations.unread_count, 0) : undefined,
    online ? customerOnline : undefined,
    online === false ? sql`not ${customerOnline}` : undefined,
    q
      ? or(
          ilike(chat_conversations.customer_name, containing(q)),
          ilike(chat_conversations.customer_email, containing(q)),
          exists(
            db
              .select({ id: chat_messages.id })
              .from(chat_messages)
              .where(
                and(
                  eq(chat_messages.conversation_id, chat_conversations.id),
                  ilike(chat_messages.message, containing(q)),
                ),
              ),
          ),
        )
      : undefined,
  )

export async function readConversation(
  context: RequestContext,
  id: string,
): Promise<ChatConversationDetail> {
  const summary = await readSummary(context.db, id)
  const [sent] = await context.db
    .select({ context: chat_conversations.context, sent_at: chat_conversations.context_at })
    .from(chat_conversations)
    .where(eq(chat_conversations.id, id))
  return {
    ...chatFeedOf(context).withTyping(summary),
    context: sent?.context && sent.sent_at ? { ...sent.context, sent_at: sent.sent_at } : null,
  }
}

export async function readDeskThread(
  db: Db,
  {
    conversation_id,
    before_seq,
    after_seq,
  }: { conversation_id: string; before_seq?: number; after_seq?: number },
) {
  if (after_seq === undefined) return readThread(db, conversation_id, before_seq)
  const messages = await db
    .select()
    .from(chat_messages)
    .where(
      and(eq(chat_messages.conversation_id, conversation_id), gt(chat_messages.seq, after_seq)),
    )
    .orderBy(asc(chat_messages.seq))
    .limit(MOST_MISSED)
  return { messages, has_earlier: after_seq > 0 }
}

/** For all agents: what one of them has read, the others need not read. */
export async function markReadByTeam(
  context: RequestContext,
  { id, seq }: { id: string; seq: number },
): Promise<ChatConversation> {
  await context.db.transaction(async (tx) => {
    const { unread_count } = await lockConversation(tx, id)
    if (unread_count === 0) return
    const unread = await tx.$count(
      chat_messages,
      and(
        eq(chat_messages.conversation_id, id),
        eq(chat_messages.sender_type, 'customer'),
        gt(chat_messages.seq, seq),
      ),
    )
    // An agent who is behind does not bring back what a colleague has read.
    if (unread >= unread_count) return
    await tx
      .update(chat_conversations)
      .set({ unread_count: unread })
      .where(eq(chat_conversations.id, id))
    await announceConversations(tx, [id])
    if (unread === 0) await announceChange(tx, 'chat_conversations')
  })
  return chatFeedOf(context).withTyping(await readSummary(context.db, id))
}

export async function setAgentTyping(
  context: RequestContext,
  { id, typing }: { id: string; typing: boolean },
) {
  const { profile } = await requireSession(context)
  const { status } = await readSummary(context.db, id)
  if (status === 'closed') return
  await sendChatSignal(context.db, {
    kind: 'typing',
    conversation_id: id,
    sender_type: 'admin',
    agent: { id: profile.id, name: profile.full_name },
    typing,
  })
}

export const countUnreadChats = (db: Db) =>
  db.$count(chat_conversations, gt(chat_conversations.unread_count, 0))

/** Of these conversations, the ones that still wait for somebody. */
export const openChats = (db: Db, ids: string[]) =>
  db
    .select({ id: chat_conversations.id, customer_name: chat_conversations.customer_name })
    .from(chat_conversations)
    .where(and(inArray(chat_conversations.id, ids), eq(chat_conversations.status, 'open')))
    .orderBy(desc(chat_conversations.created_at))
