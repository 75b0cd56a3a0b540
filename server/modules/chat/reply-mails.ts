import { and, asc, eq, gt } from 'drizzle-orm'
import type { Db } from '#server/platform/database.ts'
import type { Jobs } from '#server/platform/jobs.ts'
import { queueMail } from '#server/platform/outgoing-mail.ts'
import type { AppContext } from '#server/platform/rpc.ts'
import { chat_conversations, chat_messages } from './chat.table.ts'
import { lockConversation } from './conversations.ts'
import { createLink } from './history.ts'

export const MAIL_REPLIES = 'mail-chat-replies'
export type MailRepliesRequest = { conversation_id: string }

/** Several replies in a row become one mail. */
const GATHER_SECONDS = 60
const LONGEST_MAIL = 20

/** For a customer who has left and asked for the answer by mail. */
export const queueReplyMail = (jobs: Jobs, tx: Db, conversation_id: string) =>
  jobs.enqueue(tx, MAIL_REPLIES, { conversation_id }, { after_seconds: GATHER_SECONDS })

/** Mails the replies that were neither mailed nor read before. */
export async function mailReplies(context: AppContext, { conversation_id }: MailRepliesRequest) {
  await context.db.transaction(async (tx) => {
    const conversation = await lockConversation(tx, conversation_id)
    const { mailed_seq, customer_read_seq, customer_name, customer_email } = conversation
    const replies = await tx
      .select({ seq: chat_messages.seq, message: chat_messages.message })
      .from(chat_messages)
      .where(
        and(
          eq(chat_messages.conversation_id, conversation_id),
          eq(chat_messages.sender_type, 'admin'),
          gt(chat_messages.seq, Math.max(mailed_seq, customer_read_seq)),
        ),
      )
      .orderBy(asc(chat_messages.seq))
      .limit(LONGEST_MAIL)
    const last = replies.at(-1)
    if (!last) return
    const { link } = await createLink(context, tx, {
      purpose: 'reply',
      customer_email,
      conversation_id,
    })
    await queueMail(context.jobs, tx, {
      template: 'account-update',
      to: customer_email,
      data: {
        customerName: customer_name,
        updateType: 'A reply to your chat',
        updateDetails: replies.map(({ message }) => message).join('\n\n'),
        actionLink: link,
        actionText: 'Go on in the chat',
      },
      cause: `chat-reply:${conversation_id}:${last.seq}`,
    })
    await tx
      .update(chat_conversations)
      .set({ mailed_seq: last.seq })
      .where(eq(chat_conversations.id, conversation_id))
  })
}
