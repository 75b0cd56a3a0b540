import type { DeskEvent } from '#contract/chat-desk.ts'
import { HEARTBEAT_MS, SILENCE_MS } from '#contract/chat-rules.ts'
import { client } from '../../lib/api.ts'
import { randomUuid } from '../../lib/random-uuid.ts'

export type ConnectionState = 'connecting' | 'online' | 'offline'

type Handlers = {
  onEvent: (event: DeskEvent) => void
  onState: (state: ConnectionState) => void
  /** The conversation that is shown, for the colleagues. */
  shown: () => string | null
}

const FIRST_DELAY_MS = 500
const LONGEST_DELAY_MS = 10_000
/** Not connected after this long counts as offline, while the attempt goes on. */
const LATE_MS = 5000
/** Back in front of the screen, a stream that missed a heartbeat is not trusted. */
const TRUSTED_MS = HEARTBEAT_MS + 5000

/**
 * The stream of the chat screen. However a connection dies (the network, a sleeping laptop, a server that is gone, a
 * way that works in one direction only), it ends in a new one, whose first event is `ready`.
 */
export class DeskConnection {
  readonly #handlers: Handlers
  readonly #stopped = new AbortController()
  #attempt: Attempt | undefined
  #isRenewed = false
  #wake = () => {}

  constructor(handlers: Handlers) {
    this.#handlers = handlers
  }

  start() {
    const { signal } = this.#stopped
    window.addEventListener('online', () => this.#renew(), { signal })
    window.addEventListener('offline', () => this.#handlers.onState('offline'), { signal })
    window.addEventListener('focus', () => this.#renewIfSilent(), { signal })
    document.addEventListener('resume', () => this.#renewIfSilent(), { signal })
    document.addEventListener('visibilitychange', () => this.#renewIfSilent(), { signal })
    void this.#follow()
  }

  stop() {
    this.#stopped.abort()
    this.#renew()
  }

  /** Another conversation is shown now. */
  showConversation() {
    void this.#attempt?.sendHeartbeat()
  }

  /** At once, without the pause that follows a failure. */
  #renew() {
    this.#isRenewed = true
    this.#attempt?.end()
    this.#wake()
  }

  #renewIfSilent() {
    if (document.visibilityState === 'hidden') return
    if (!this.#attempt || this.#attempt.isSilentFor(TRUSTED_MS)) this.#renew()
  }

  async #follow() {
    const { signal } = this.#stopped
    let delay = FIRST_DELAY_MS
    while (!signal.aborted) {
      this.#isRenewed = false
      this.#attempt = new Attempt(this.#handlers, signal)
      const heard = await this.#attempt.run()
      this.#attempt = undefined
      if (signal.aborted) return
      // The server ends a stream from time to time; only one that does not come back is a failure.
      this.#handlers.onState(heard || this.#isRenewed ? 'connecting' : 'offline')
      if (this.#isRenewed) continue
      delay = heard ? FIRST_DELAY_MS : Math.min(delay * 2, LONGEST_DELAY_MS)
      await this.#pause(delay)
    }
  }

  #pause(ms: number) {
    return new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms)
      this.#wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }
}

/** One connection, until it ends. */
class Attempt {
  readonly #id = randomUuid()
  readonly #handlers: Handlers
  readonly #ending = new AbortController()
  readonly #signal: AbortSignal
  #heardAt = Date.now()

  constructor(handlers: Handlers, stopped: AbortSignal) {
    this.#handlers = handlers
    this.#signal = AbortSignal.any([stopped, this.#ending.signal])
  }

  end() {
    this.#ending.abort()
  }

  isSilentFor(ms: number) {
    return Date.now() - this.#heardAt > ms
  }

  /** Whether anything was heard at all. */
  async run(): Promise<boolean> {
    let heard = false
    // Also while connecting: an answer that never comes is silence too.
    const watch = setInterval(() => this.isSilentFor(SILENCE_MS) && this.end(), 1000)
    const late = setTimeout(() => heard || this.#handlers.onState('offline'), LATE_MS)
    try {
      const input = { connection_id: this.#id }
      const events = await client.chat_conversations.events(input, { signal: this.#signal })
      for await (const event of events) {
        this.#heardAt = Date.now()
        if (this.#signal.aborted) break
        // Not by a timer, which browsers slow down in hidden tabs.
        if (!heard || event.type === 'heartbeat') void this.sendHeartbeat()
        heard = true
        if (event.type === 'ready') this.#handlers.onState('online')
        this.#handlers.onEvent(event)
      }
    } catch {
      // Offline, signed out or the shop restarts: the next attempt follows.
    } finally {
      clearInterval(watch)
      clearTimeout(late)
    }
    return heard
  }

  /** What cannot be sent shows that the connection works in one direction only. */
  async sendHeartbeat() {
    const input = { connection_id: this.#id, conversation_id: this.#handlers.shown() }
    await client.chat_conversations
      .heartbeat(input, { signal: this.#signal })
      .catch(() => this.end())
  }
}
