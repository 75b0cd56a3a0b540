import { and, eq, gt, ne } from 'drizzle-orm'
import type { ChatReply } from '#contract/chat-desk.ts'
import { AGENT_NAME } from '#contract/chat-rules.ts'
import type { Db } from '#server/platform/database.ts'
import { errors } from '#server/platform/errors.ts'
import { type RequestContext, requireSession } from '#server/platform/rpc.ts'
import { readCurrency } from '../content/reads.ts'
import { keyOf, openOwnConversation } from './access.ts'
import { attachmentOf, describeAttachment } from './attachments.ts'
import { chat_messages } from './chat.table.ts'
import { sendChatSignal } from './chat-signals.ts'
import { type Conversation, lockConversation, readSummary } from './conversations.ts'
import { findSent, type Message, refuseFlood, storeMessage } from './messages.ts'
import { queueReplyMail } from './reply-mails.ts'

type Sent = {
  conversation_id: string
  secret?: string | undefined
  client_id: string
  message: string
}

/** A message of the customer. Sent twice with the same `client_id`, it is stored once. */
export async function sendMessage(
  context: RequestContext,
  { conversation_id: id, secret, client_id, message }: Sent,
): Promise<Message> {
  const now = context.now()
  const key = await keyOf(context, secret)
  const given = { client_id, sender_type: 'customer' as const, key, message }
  const stored = await storeMessage(context.db, id, given, now)
  if (stored) return stored
  const conversation = await openOwnConversation(context, { id, secret })
  const sent = await findSent(context.db, id, client_id)
  if (sent) return sent
  refuseClosed(conversation)
  await refuseFlood(context.db, conversation, now)
  // The reason has gone meanwhile: the sender may try again.
  throw errors.UNAVAILABLE()
}

/** A reply of the team, which customers see as `Support`. */
export async function reply(context: RequestContext, input: ChatReply): Promise<Message> {
  const { profile } = await requireSession(context)
  const agent = { id: profile.id, name: profile.full_name }
  const attachment = input.attach && (await attachmentOf(context, input.attach))
  const described = attachment && describeAttachment(attachment, await readCurrency(context))
  const words = [input.message, described]
  return context.db.transaction(async (tx) => {
    const conversation = await lockConversation(tx, input.id)
    const sent = await findSent(tx, input.id, input.client_id)
    if (sent) return sent
    refuseClosed(conversation)
    await refuseUnseenReply(tx, conversation, agent.id, input.seen_seq)
    const given = {
      client_id: input.client_id,
      sender_type: 'admin' as const,
      sender_name: AGENT_NAME,
      message: words.find(Boolean) ?? '',
      agent,
      attachment,
    }
    const stored = await storeMessage(tx, input.id, given, context.now())
    if (!stored) throw errors.UNAVAILABLE()
    await sendChatSignal(tx, {
      kind: 'typing',
      conversation_id: input.id,
      sender_type: 'admin',
      agent,
      typing: false,
    })
    const { customer_online } = await readSummary(tx, input.id)
    if (conversation.follow_up_by_mail && !customer_online) {
      await queueReplyMail(context.jobs, tx, input.id)
    }
    return stored
  })
}

function refuseClosed({ status }: Conversation) {
  if (status === 'closed') throw errors.CHAT_CLOSED()
}

/** After a lost connection an agent may not have seen that a colleague has answered already. */
async function refuseUnseenReply(
  tx: Db,
  { id, last_seq }: Conversation,
  agent_id: string,
  seen_seq = last_seq,
) {
  if (seen_seq >= last_seq) return
  const [foreign] = await tx
    .select({ name: chat_messages.agent_name })
    .from(chat_messages)
    .where(
      and(
        eq(chat_messages.conversation_id, id),
        gt(chat_messages.seq, seen_seq),
        ne(chat_messages.agent_id, agent_id),
      ),
    )
    .limit(1)
  if (foreign) throw errors.ANSWERED_MEANWHILE({ data: { agent_name: foreign.name ?? '' } })
}
