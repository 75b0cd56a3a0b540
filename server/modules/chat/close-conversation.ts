import { randomUUID } from 'node:crypto'
import { and, asc, eq, lt, or } from 'drizzle-orm'
import type { CLOSED_REASONS } from '#contract/chat-messages.ts'
import { AGENT_NAME, CLOSING_MESSAGE, INACTIVITY_MINUTES } from '#contract/chat-rules.ts'
import { type ChangedBy, recordAudit } from '#server/platform/audit-log.ts'
import { announceChange } from '#server/platform/change-feed.ts'
import type { Db } from '#server/platform/database.ts'
import type { AppContext, RequestContext } from '#server/platform/rpc.ts'
import { openOwnConversation } from './access.ts'
import { chat_conversations } from './chat.table.ts'
import { announceConversations, type Conversation, lockConversation } from './conversations.ts'
import { storeMessage } from './messages.ts'

type Reason = (typeof CLOSED_REASONS)[number]

const MINUTE_MS = 60_000
/** A conversation that goes on by mail may rest for days. */
const BY_MAIL_DAYS = 7

export async function closeAsCustomer(
  context: RequestContext,
  input: { id: string; secret?: string | undefined },
) {
  const { id } = await openOwnConversation(context, input)
  await context.db.transaction(async (tx) => {
    const conversation = await lockConversation(tx, id)
    if (conversation.status === 'open') await close(tx, conversation, 'customer', context.now())
  })
}

export async function closeAsAdmin(db: Db, id: string, by: ChangedBy) {
  await db.transaction(async (tx) => {
    const conversation = await lockConversation(tx, id)
    if (conversation.status === 'closed') return
    await close(tx, conversation, 'admin', by.at)
    await recordAudit(tx, {
      by,
      object: { type: 'chat_conversations', id, name: conversation.customer_name },
      before: { status: 'open' },
      after: { status: 'closed' },
    })
  })
}

async function close(tx: Db, { id, unread_count }: Conversation, reason: Reason, at: Date) {
  await tx
    .update(chat_conversations)
    .set({ status: 'closed', closed_reason: reason, updated_at: at.toISOString() })
    .where(eq(chat_conversations.id, id))
  await announceConversations(tx, [id])
  if (unread_count > 0) await announceChange(tx, 'chat_conversations')
}

/** Closes what nobody has written in for five minutes, for both sides at once. */
export async function closeIdleConversations({ db, now }: AppContext) {
  const at = now()
  const isIdle = (conversation: Conversation) =>
    conversation.status === 'open' &&
    Date.parse(conversation.active_at) <= idleSince(conversation, at)
  const candidates = await db
    .select({ id: chat_conversations.id })
    .from(chat_conversations)
    .where(
      and(
        eq(chat_conversations.status, 'open'),
        or(
          and(
            eq(chat_conversations.follow_up_by_mail, false),
            lt(chat_conversations.active_at, moment(idleSince({ follow_up_by_mail: false }, at))),
          ),
          lt(chat_conversations.active_at, moment(idleSince({ follow_up_by_mail: true }, at))),
        ),
      ),
    )
    .orderBy(asc(chat_conversations.active_at))
  for (const { id } of candidates) {
    await db.transaction(async (tx) => {
      // Somebody may have written meanwhile.
      const conversation = await lockConversation(tx, id)
      if (!isIdle(conversation)) return
      await storeMessage(
        tx,
        id,
        {
          client_id: randomUUID(),
          sender_type: 'admin',
          sender_name: AGENT_NAME,
          message: CLOSING_MESSAGE,
        },
        at,
      )
      await close(tx, conversation, 'inactivity', at)
    })
  }
}

const idleSince = ({ follow_up_by_mail }: Pick<Conversation, 'follow_up_by_mail'>, at: Date) =>
  at.getTime() - (follow_up_by_mail ? BY_MAIL_DAYS * 24 * 60 : INACTIVITY_MINUTES) * MINUTE_MS

const moment = (ms: number) => new Date(ms + 1).toISOString()
