import pLimit from 'p-limit'
import type { Config } from '#server/platform/config.ts'
import { ProviderError } from './provider-error.ts'

/** The provider allows five concurrent calls per token. */
const CONCURRENT_CALLS = 4
const FAILURES_TO_OPEN = 3
const OPEN_MS = 5_000

/**
 * Semaphore and circuit breaker in front of every call to the provider: one that hangs delays only those who are
 * paying. After several calls in a row without an answer the circuit is open: calls fail at once, queued ones
 * included, and every few seconds one call is let through to probe.
 */
export class CallLimiter {
  #semaphore = pLimit(CONCURRENT_CALLS)
  #failures = 0
  #probeAt = 0

  /** Rejects with a ProviderError that was not sent when no slot is free until the deadline. */
  async run<Answer>(deadline: number, call: () => Promise<Answer>): Promise<Answer> {
    const isProbe = this.#isOpen()
    if (isProbe) this.#takeProbe()
    let timer: NodeJS.Timeout | undefined
    let isExpired = false
    const expired = new Promise<never>((_, reject) => {
      timer = setTimeout(() => {
        isExpired = true
        reject(ProviderError.notSent('busy'))
      }, deadline - Date.now())
    })
    const queued = this.#semaphore(() => {
      clearTimeout(timer)
      // The flag too: a timer may fire a millisecond before its time, and what was called unsent must stay unsent.
      if (isExpired || Date.now() >= deadline) throw ProviderError.notSent('busy')
      if (this.#isOpen() && !isProbe) throw ProviderError.notSent('circuit open')
      return this.#counted(call)
    })
    return Promise.race([queued, expired])
  }

  #isOpen() {
    return this.#failures >= FAILURES_TO_OPEN
  }

  #takeProbe() {
    if (Date.now() < this.#probeAt) throw ProviderError.notSent('circuit open')
    this.#probeAt = Date.now() + OPEN_MS
  }

  async #counted<Answer>(call: () => Promise<Answer>) {
    try {
      const answer = await call()
      this.#failures = 0
      return answer
    } catch (error) {
      this.#failures++
      if (this.#isOpen()) this.#probeAt = Date.now() + OPEN_MS
      throw error
    }
  }
}

const limiters = new WeakMap<Config, CallLimiter>()

/** One per process, which has one configuration; tests have several. */
export function limiterOf(config: Config) {
  const limiter = limiters.get(config) ?? new CallLimiter()
  limiters.set(config, limiter)
  return limiter
}
