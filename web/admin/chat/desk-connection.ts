import type { DeskEvent } from '#contract/chat-desk.ts'
import { HEARTBEAT_MS, SILENCE_MS } from '#contract/chat-rules.ts'
import { client } from '../../lib/api.ts'
import { followStream, type StreamState } from '../../lib/event-stream.ts'
import { randomUuid } from '../../lib/random-uuid.ts'

type Handlers = {
  onEvent: (event: DeskEvent) => void
  onState: (state: StreamState) => void
  /** The conversation that is shown, for the colleagues. */
  shown: () => string | null
}

/** The stream of the chat screen. The first event of each connection is `ready`. */
export function followDesk({ onEvent, onState, shown }: Handlers) {
  let sendHeartbeat = () => {}
  const stop = followStream<DeskEvent>({
    open: (attempt) => {
      const { signal } = attempt
      const connection_id = randomUuid()
      sendHeartbeat = () => {
        const input = { connection_id, conversation_id: shown() }
        // What cannot be sent shows that the connection works in one direction only.
        client.chat_conversations.heartbeat(input, { signal }).catch(() => attempt.abort())
      }
      return client.chat_conversations.events({ connection_id }, { signal })
    },
    onEvent: (event) => {
      // Not by a timer, which browsers slow down in hidden tabs.
      if (event.type === 'ready' || event.type === 'heartbeat') sendHeartbeat()
      onEvent(event)
    },
    onState,
    silenceMs: SILENCE_MS,
    trustedMs: HEARTBEAT_MS + 5000,
  })
  /** `showConversation`: another one is shown now. */
  return { stop, showConversation: () => sendHeartbeat() }
}
