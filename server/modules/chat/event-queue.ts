/** A reader that is this far behind starts over instead. */
const LONGEST = 1000

/** What a live stream has still to send. A stream that cannot keep up gets `overflow` in place of everything queued. */
export class EventQueue<Event> {
  #events: Event[] = []
  #wake: (() => void) | undefined
  #overflow: Event
  #isEnded = false

  constructor(overflow: Event) {
    this.#overflow = overflow
  }

  push(event: Event) {
    if (this.#events.length >= LONGEST) this.#events = [this.#overflow]
    else this.#events.push(event)
    this.#wake?.()
  }

  end() {
    this.#isEnded = true
    this.#wake?.()
  }

  endWith(signal: AbortSignal | undefined) {
    if (signal?.aborted) this.end()
    else signal?.addEventListener('abort', () => this.end(), { once: true })
  }

  /** The events as they come, until the end. */
  async *take() {
    while (!this.#isEnded) {
      const next = this.#events.shift()
      if (next) yield next
      else
        await new Promise<void>((resolve) => {
          this.#wake = resolve
        })
    }
  }
}
