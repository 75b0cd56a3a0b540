/** A reader that is this far behind starts over instead. */
const LONGEST = 1000

/** What a live stream has still to send. A stream that cannot keep up gets `overflow` in place of everything queued. */
export class EventQueue<Event> {
  #events: Event[] = []
  #wake: (() => void) | undefined
  #overflow: Event

  constructor(overflow: Event) {
    this.#overflow = overflow
  }

  push(event: Event) {
    if (this.#events.length >= LONGEST) this.#events = [this.#overflow]
    else this.#events.push(event)
    this.#wake?.()
  }

  /** The events as they come, until the signal aborts. */
  async *take(signal: AbortSignal) {
    const onAbort = () => this.#wake?.()
    signal.addEventListener('abort', onAbort, { once: true })
    try {
      while (!signal.aborted) {
        const next = this.#events.shift()
        if (next) yield next
        else
          await new Promise<void>((resolve) => {
            this.#wake = resolve
          })
      }
    } finally {
      signal.removeEventListener('abort', onAbort)
    }
  }
}
