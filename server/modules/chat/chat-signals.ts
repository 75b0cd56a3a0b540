import type { ChatConversation, DeskMessage } from '#contract/chat-desk.ts'
import type { Db } from '#server/platform/database.ts'
import { sendSignal, sendSignals } from '#server/platform/signals.ts'

export const CHAT_TOPIC = 'chat'

/** What of a conversation is stored; typing is only in memory. */
export type ConversationSummary = Omit<ChatConversation, 'customer_typing' | 'agent_typing'>

export type TypingSignal = {
  kind: 'typing'
  conversation_id: string
  sender_type: 'customer' | 'admin'
  agent: { id: string; name: string } | null
  typing: boolean
}

/** What the processes say to each other about chats. */
export type ChatSignal =
  | { kind: 'started' | 'conversation'; conversation: ConversationSummary }
  | { kind: 'message'; message: DeskMessage; conversation: ConversationSummary }
  /** A message too long for a signal. */
  | { kind: 'long-message'; conversation_id: string }
  | TypingSignal
  /** Somebody opened or left the chat screen, or looks at another conversation. */
  | { kind: 'agents' }

export const sendChatSignal = (tx: Db, signal: ChatSignal) =>
  sendSignal(
    tx,
    CHAT_TOPIC,
    signal,
    signal.kind === 'message'
      ? { kind: 'long-message', conversation_id: signal.conversation.id }
      : undefined,
  )

export const sendConversations = (tx: Db, conversations: ConversationSummary[]) => {
  const signals = conversations.map(
    (conversation): ChatSignal => ({ kind: 'conversation', conversation }),
  )
  return sendSignals(tx, CHAT_TOPIC, signals)
}
