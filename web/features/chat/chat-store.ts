import { Store } from '@tanstack/react-store'
import type { ChatState } from '#contract/chat.ts'
import type { ChatMessage } from '#contract/chat-messages.ts'
import { TYPING_EXPIRY_MS, TYPING_PAUSE_MS } from '#contract/chat-rules.ts'
import { client } from '../../lib/api.ts'
import { hasErrorCode } from '../../lib/errors.ts'
import { randomUuid } from '../../lib/random-uuid.ts'
import {
  type ChatSession,
  onChatStored,
  type PendingMessage,
  readStoredChat,
  rememberSecrets,
  storeChat,
} from './chat-storage.ts'
import { followLive } from './live-stream.ts'

export type Live = {
  session: ChatSession | null
  /** In the order of their numbers, without gaps. */
  messages: readonly ChatMessage[]
  pending: readonly PendingMessage[]
  state: ChatState | null
  connected: boolean
}

const NOBODY: Live = { session: null, messages: [], pending: [], state: null, connected: false }

export const chatStore = new Store<Live>(NOBODY)
const set = (changes: Partial<Live>) => chatStore.setState((live) => ({ ...live, ...changes }))

let stopFollowing = () => {}

/** Follows the conversation that is stored, also when another tab starts, closes or leaves one. */
export function followStoredChat(): () => void {
  adopt()
  const stop = onChatStored(adopt)
  return () => {
    stop()
    leave()
  }
}

function adopt() {
  const { current, pending } = readStoredChat()
  if (current?.id === chatStore.state.session?.id) return set({ pending: stillPending(pending) })
  leave()
  if (!current) return
  set({ ...NOBODY, session: current, pending })
  stopFollowing = followLive(current, {
    lastSeq: () => chatStore.state.messages.at(-1)?.seq ?? 0,
    onConnection: (connected) => {
      if (connected !== chatStore.state.connected) set({ connected })
    },
    onGone: resetChat,
    onEvent: (event) => {
      if (event.type === 'message') receive(event.message)
      else if (event.type === 'state') {
        setState(event.state)
        void sendPending()
      } else if (event.type === 'agent' && chatStore.state.state) {
        setState({ ...chatStore.state.state, ...event })
      }
    },
  })
}

function leave() {
  stopFollowing()
  stopFollowing = () => {}
  set(NOBODY)
}

let typingEnd: ReturnType<typeof setTimeout> | undefined

/** A typing mark that is not renewed disappears, in case its end was lost. */
function setState(state: ChatState) {
  clearTimeout(typingEnd)
  if (state.agent_typing) {
    typingEnd = setTimeout(() => {
      const { state } = chatStore.state
      if (state) set({ state: { ...state, agent_typing: false } })
    }, TYPING_EXPIRY_MS)
  }
  set({ state })
}

/** The number decides: a message that is here already is not shown twice. */
function receive(message: ChatMessage) {
  const { messages, pending, state } = chatStore.state
  if (message.seq <= (messages.at(-1)?.seq ?? 0)) return
  set({
    messages: [...messages, message],
    pending: pending.filter(({ client_id }) => client_id !== message.client_id),
    state: state && { ...state, last_seq: Math.max(state.last_seq, message.seq) },
  })
  storeChat({ pending: stillPending(readStoredChat().pending) })
}

const stillPending = (pending: readonly PendingMessage[]) => {
  const arrived = new Set(chatStore.state.messages.map(({ client_id }) => client_id))
  return pending.filter(({ client_id }) => !arrived.has(client_id))
}

export function enterConversation(session: ChatSession) {
  rememberSecrets([{ id: session.id, secret: session.secret }])
  storeChat({ current: session, pending: [] })
  adopt()
}

/** Back to the beginning, in all tabs. The conversation stays in the history. */
export function resetChat() {
  storeChat({ current: null, pending: [] })
  leave()
}

export function sendMessage(message: string) {
  const added: PendingMessage = { client_id: randomUuid(), message }
  setPending([...chatStore.state.pending, added])
  setTyping(false)
  retryMessages()
}

export const retryMessages = () => void sendPending()

const setPending = (pending: PendingMessage[]) => {
  set({ pending })
  storeChat({ pending })
}

const withFailure = (client_id: string, failed: boolean) =>
  chatStore.state.pending.map((one) => (one.client_id === client_id ? { ...one, failed } : one))

let isSending = false

/** One after the other, so that they arrive in the order in which they were written. */
async function sendPending() {
  if (isSending) return
  isSending = true
  const tried = new Set<string>()
  for (;;) {
    const { session, pending } = chatStore.state
    const next = pending.find(({ client_id }) => !tried.has(client_id))
    if (!session || !next) break
    tried.add(next.client_id)
    if (next.failed) setPending(withFailure(next.client_id, false))
    try {
      const { client_id, message } = next
      const { id: conversation_id, secret } = session
      // The stream shows it, in its place between the others.
      await client.chat.send({ conversation_id, secret, client_id, message })
    } catch (error) {
      setPending(withFailure(next.client_id, true))
      if (!hasErrorCode(error, 'CHAT_CLOSED')) break
    }
  }
  isSending = false
}

const own = () => {
  const { session } = chatStore.state
  return session && { id: session.id, secret: session.secret }
}

let typingSentAt = 0
let typingTimer: ReturnType<typeof setTimeout> | undefined

/** With each key. Repeated on the wire while it lasts, and taken back after two seconds without a key. */
export function setTyping(typing: boolean) {
  clearTimeout(typingTimer)
  const isKnown = Date.now() - typingSentAt < TYPING_EXPIRY_MS / 2
  if (typing) typingTimer = setTimeout(() => setTyping(false), TYPING_PAUSE_MS)
  if (typing ? isKnown : typingSentAt === 0) return
  typingSentAt = typing ? Date.now() : 0
  const conversation = own()
  // A typing mark that does not arrive is not worth an error.
  if (conversation) void client.chat.set_typing({ ...conversation, typing }).catch(() => {})
}

export function markRead() {
  const { state, messages } = chatStore.state
  const seq = messages.at(-1)?.seq ?? 0
  const conversation = own()
  if (!conversation || !state || seq <= state.customer_read_seq) return
  set({ state: { ...state, customer_read_seq: seq } })
  void client.chat.mark_read({ ...conversation, seq }).catch(() => {})
}

export async function setFollowUp(follow_up_by_mail: boolean) {
  const conversation = own()
  if (conversation) await client.chat.set_follow_up({ ...conversation, follow_up_by_mail })
}

export async function closeConversation() {
  const conversation = own()
  if (conversation) await client.chat.close(conversation)
}

export const countUnread = ({ messages, state }: Live) =>
  messages.filter(
    ({ sender_type, seq }) => sender_type !== 'customer' && seq > (state?.customer_read_seq ?? 0),
  ).length
