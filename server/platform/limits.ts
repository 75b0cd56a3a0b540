import type { Pool } from 'pg'
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import type { RateLimit } from '#contract/policy.ts'
import { errors } from './errors.ts'

export type RateLimits = ReturnType<typeof createLimits>

/** A forgivable limit is asked of the database each time, since any process may forgive. */
type Limit = RateLimit & { forgivable?: boolean }

/** Call limits, counted in the database and so shared by all processes. */
export function createLimits(pool: Pool) {
  const limiters = new Map<string, RateLimiterPostgres>()

  function limiterFor(name: string, limit: Limit) {
    const key = `${name}:${limit.calls}/${limit.per_seconds}`
    const known = limiters.get(key)
    if (known) return known
    const limiter = new RateLimiterPostgres({
      storeClient: pool,
      tableName: 'call_limits',
      tableCreated: true,
      keyPrefix: name,
      points: limit.calls,
      duration: limit.per_seconds,
      // Whoever is far over the limit is turned away without asking the database again.
      inMemoryBlockOnConsumed: limit.forgivable ? undefined : limit.calls + 1,
    })
    limiters.set(key, limiter)
    return limiter
  }

  return {
    /** Counts one call; refuses when the visitor made too many. */
    async count(name: string, visitor: string, limit: Limit) {
      try {
        await limiterFor(name, limit).consume(visitor)
      } catch (refused) {
        if (!(refused instanceof RateLimiterRes)) throw refused
        const seconds = Math.ceil(refused.msBeforeNext / 1000)
        throw errors.TOO_MANY_REQUESTS({ data: { retry_after_seconds: seconds } })
      }
    },

    /** One call turned out not to count. */
    async giveBack(name: string, visitor: string, limit: Limit) {
      await limiterFor(name, limit).reward(visitor)
    },

    /** None of the calls so far count. */
    async forget(name: string, visitor: string, limit: Limit) {
      await limiterFor(name, limit).delete(visitor)
    },
  }
}
