import type { Config } from '#server/platform/config.ts'
import { ProviderError } from './provider-error.ts'

/** The provider allows five at once per token. */
const MOST_AT_ONCE = 4
const FAILURES_TO_CLOSE = 3
const CLOSED_MS = 5_000

type Waiter = { enter: () => void; refuse: (error: Error) => void }

/**
 * Stands before every call to the provider: few at once, and none for a while after several in a row were
 * not answered, so that a provider that hangs holds up nobody but those who want to pay.
 */
export class ProviderGate {
  #inside = 0
  #waiting: Waiter[] = []
  #failures = 0
  #closedUntil = 0

  async enter(deadline: number): Promise<void> {
    this.#refuseWhileClosed()
    if (this.#inside < MOST_AT_ONCE) {
      this.#inside++
      return
    }
    await this.#queue(deadline)
  }

  leave(answered: boolean) {
    this.#failures = answered ? 0 : this.#failures + 1
    if (answered) this.#closedUntil = 0
    if (this.#failures >= FAILURES_TO_CLOSE) this.#close()
    const next = this.#waiting.shift()
    if (next) next.enter()
    else this.#inside--
  }

  /** When the time is over, one call goes in to try; the others wait for what becomes of it. */
  #refuseWhileClosed() {
    if (this.#failures < FAILURES_TO_CLOSE) return
    if (Date.now() < this.#closedUntil) throw ProviderError.notSent('closed')
    this.#closedUntil = Date.now() + CLOSED_MS
  }

  #close() {
    this.#closedUntil = Date.now() + CLOSED_MS
    for (const waiter of this.#waiting.splice(0)) waiter.refuse(ProviderError.notSent('closed'))
  }

  #queue(deadline: number) {
    return new Promise<void>((resolve, reject) => {
      const waiter: Waiter = {
        enter: () => {
          clearTimeout(timer)
          resolve()
        },
        refuse: (error) => {
          clearTimeout(timer)
          reject(error)
        },
      }
      const timer = setTimeout(() => {
        this.#waiting.splice(this.#waiting.indexOf(waiter), 1)
        reject(ProviderError.notSent('busy'))
      }, deadline - Date.now())
      this.#waiting.push(waiter)
    })
  }
}

const gates = new WeakMap<Config, ProviderGate>()

/** One gate per process, for which its configuration stands. */
export function gateOf(config: Config) {
  const gate = gates.get(config) ?? new ProviderGate()
  gates.set(config, gate)
  return gate
}
