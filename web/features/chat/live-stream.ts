import type { ChatEvent } from '#contract/chat.ts'
import { ANSWER_MS, HEARTBEAT_MS, SILENCE_MS } from '#contract/chat-rules.ts'
import { client } from '../../lib/api.ts'
import { hasErrorCode } from '../../lib/errors.ts'
import type { ChatSession } from './chat-storage.ts'

const FIRST_DELAY_MS = 500
const LONGEST_DELAY_MS = 10_000

type Handlers = {
  /** The number of the newest message that is here: the stream goes on after it. */
  lastSeq: () => number
  onEvent: (event: ChatEvent) => void
  onConnection: (connected: boolean) => void
  /** The conversation does not exist for this browser. */
  onGone: () => void
}

/**
 * The live events of a conversation, for as long as it takes. A stream that is silent for too long is dead, even if
 * the browser believes in it; so is one from before the page was frozen or the network changed. Each new stream
 * brings the state and the messages since the last one.
 */
export function followLive({ id, secret }: ChatSession, handlers: Handlers): () => void {
  const stopped = new AbortController()
  let attempt = new AbortController()
  let lastEventAt = 0
  let wake = () => {}

  async function run() {
    let delay = FIRST_DELAY_MS
    while (!stopped.signal.aborted) {
      attempt = new AbortController()
      const watchdog = watchSilence(() => attempt.abort())
      let answeredAt = Date.now()
      try {
        const after_seq = handlers.lastSeq()
        const events = await client.chat.events(
          { id, secret, after_seq },
          { signal: attempt.signal },
        )
        for await (const event of events) {
          if (stopped.signal.aborted) return
          delay = FIRST_DELAY_MS
          lastEventAt = Date.now()
          watchdog.reset()
          handlers.onConnection(true)
          handlers.onEvent(event)
          if (event.type === 'heartbeat' && Date.now() - answeredAt > ANSWER_MS) {
            answeredAt = Date.now()
            const { connection_id } = event
            // What cannot be answered: the server ends the stream, and the next one follows.
            void client.chat.answer_heartbeat({ connection_id }).catch(() => {})
          }
        }
      } catch (error) {
        if (hasErrorCode(error, 'CHAT_NOT_FOUND')) return handlers.onGone()
      } finally {
        watchdog.stop()
        attempt.abort()
      }
      if (stopped.signal.aborted) return
      handlers.onConnection(false)
      await pause(delay)
      delay = Math.min(delay * 2, LONGEST_DELAY_MS)
    }
  }

  const pause = (ms: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms)
      wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })

  const reconnect = () => {
    attempt.abort()
    wake()
  }
  /** Timers stand still while a page is frozen, so the clock decides. */
  const onReturn = () => {
    if (document.visibilityState === 'hidden') return
    if (Date.now() - lastEventAt > HEARTBEAT_MS + 2000) reconnect()
  }
  const onOffline = () => {
    handlers.onConnection(false)
    attempt.abort()
  }
  const listening = { signal: stopped.signal }
  addEventListener('online', reconnect, listening)
  addEventListener('offline', onOffline, listening)
  addEventListener('focus', onReturn, listening)
  addEventListener('pageshow', onReturn, listening)
  document.addEventListener('visibilitychange', onReturn, listening)
  document.addEventListener('resume', onReturn, listening)
  void run()

  return () => {
    stopped.abort()
    reconnect()
  }
}

function watchSilence(onSilence: () => void) {
  let timer = setTimeout(onSilence, SILENCE_MS)
  return {
    reset: () => {
      clearTimeout(timer)
      timer = setTimeout(onSilence, SILENCE_MS)
    },
    stop: () => clearTimeout(timer),
  }
}
