import { type DemoData, isDemoRow } from '#server/platform/demo-rows.ts'
import { canned_replies, chat_conversations, chat_links } from './chat.table.ts'

export const chatDemoData: DemoData = {
  count: async (db) => ({
    chats: await db.$count(chat_conversations),
    canned_replies: await db.$count(canned_replies, isDemoRow(canned_replies.id)),
  }),
  async remove(tx) {
    await tx.delete(chat_links)
    await tx.delete(chat_conversations)
    await tx.delete(canned_replies).where(isDemoRow(canned_replies.id))
  },
}
