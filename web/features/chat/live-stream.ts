import type { ChatEvent } from '#contract/chat.ts'
import { ANSWER_MS, HEARTBEAT_MS, SILENCE_MS } from '#contract/chat-rules.ts'
import { client } from '../../lib/api.ts'
import { hasErrorCode } from '../../lib/errors.ts'
import { followStream } from '../../lib/event-stream.ts'
import type { ChatSession } from './chat-storage.ts'

type Handlers = {
  /** The number of the newest message that is here: the stream goes on after it. */
  lastSeq: () => number
  onEvent: (event: ChatEvent) => void
  onConnection: (connected: boolean) => void
  /** The conversation does not exist for this browser. */
  onGone: () => void
}

/** The live events of a conversation. Each new stream brings the state and the messages since the last one. */
export function followLive({ id, secret }: ChatSession, handlers: Handlers): () => void {
  let answeredAt = 0
  return followStream<ChatEvent>({
    open: ({ signal }) => {
      answeredAt = Date.now()
      return client.chat.events({ id, secret, after_seq: handlers.lastSeq() }, { signal })
    },
    onEvent: (event) => {
      handlers.onEvent(event)
      if (event.type !== 'heartbeat' || Date.now() - answeredAt <= ANSWER_MS) return
      answeredAt = Date.now()
      // What cannot be answered: the server ends the stream, and the next one follows.
      void client.chat.answer_heartbeat({ connection_id: event.connection_id }).catch(() => {})
    },
    onState: (state) => handlers.onConnection(state === 'online'),
    isFinal: (error) => {
      const isGone = hasErrorCode(error, 'CHAT_NOT_FOUND')
      if (isGone) handlers.onGone()
      return isGone
    },
    silenceMs: SILENCE_MS,
    trustedMs: HEARTBEAT_MS + 2000,
  })
}
