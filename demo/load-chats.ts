import { randomBytes } from 'node:crypto'
import { chat_conversations, chat_messages } from '#server/modules/chat/chat.table.ts'
import type { Db } from '#server/platform/database.ts'
import { demoId } from './demo-id.ts'
import { content, type DemoChat } from './material.ts'
import { daysBefore, minutesAfter } from './time.ts'

/** Open conversations are going on right now, so that the shop does not close them at once. */
export async function loadChats(db: Db, now: Date) {
  const chats = content.chat_samples.map((chat, index) => {
    const end = chat.status === 'open' ? minutesAfter(now, -index / 4) : daysBefore(now, 2 + index)
    const start = minutesAfter(end, 1 - chat.messages.length)
    return { ...chat, id: demoId('chat', chat.customer_email), start, end }
  })
  await db.insert(chat_conversations).values(
    chats.map((chat) => ({
      id: chat.id,
      customer_name: chat.customer_name,
      customer_email: chat.customer_email,
      // No browser has the key to these.
      secret_hash: randomBytes(32).toString('hex'),
      status: chat.status,
      unread_count: unansweredIn(chat),
      created_at: chat.start.toISOString(),
      updated_at: chat.end.toISOString(),
    })),
  )
  await db.insert(chat_messages).values(
    chats.flatMap((chat) =>
      chat.messages.map(({ sender_type, message }, index) => ({
        id: demoId('chat-message', `${chat.customer_email}/${index}`),
        conversation_id: chat.id,
        sender_type,
        sender_name: sender_type === 'admin' ? 'Support' : chat.customer_name,
        message,
        created_at: minutesAfter(chat.start, index).toISOString(),
      })),
    ),
  )
}

function unansweredIn({ status, messages }: DemoChat) {
  const lastAnswer = messages.findLastIndex(({ sender_type }) => sender_type === 'admin')
  return status === 'open' ? messages.length - 1 - lastAnswer : 0
}
