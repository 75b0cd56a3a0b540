import { sql } from 'drizzle-orm'
import type { Pool } from 'pg'
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import type { RateLimit } from '#contract/policy.ts'
import type { Db } from './database.ts'
import { errors } from './errors.ts'
import { call_limits } from './platform.table.ts'

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
      // It would guess by the name of the class.
      storeType: 'pool',
      tableName: 'call_limits',
      tableCreated: true,
      keyPrefix: name,
      points: limit.calls,
      duration: limit.per_seconds,
      // A visitor who is over the limit is refused without asking the database again.
      inMemoryBlockOnConsumed: limit.forgivable ? undefined : limit.calls + 1,
    })
    limiters.set(key, limiter)
    return limiter
  }

  return {
    /** Counts one call, or something else by its points; refuses when the visitor made too many. */
    async count(name: string, visitor: string, limit: Limit, points = 1) {
      try {
        await limiterFor(name, limit).consume(visitor, points)
      } catch (refused) {
        if (!(refused instanceof RateLimiterRes)) throw refused
        const seconds = Math.ceil(refused.msBeforeNext / 1000)
        throw errors.TOO_MANY_REQUESTS({ data: { retry_after_seconds: seconds } })
      }
    },

    /** One call turned out not to count. */
    async giveBack(name: string, visitor: string, limit: Limit, points = 1) {
      await limiterFor(name, limit).reward(visitor, points)
    },

    /** None of the calls so far count. */
    async forget(name: string, visitor: string, limit: Limit) {
      await limiterFor(name, limit).delete(visitor)
    },
  }
}

/**
 * Counts one event inside the caller's transaction, so that a rollback takes it back. Says whether it is within the
 * limit. Concurrent counts of the same key wait for each other's commit.
 */
export async function countInTransaction(tx: Db, key: string, limit: RateLimit, now: Date) {
  const time = now.getTime()
  const { rows } = await tx.execute<{ points: number }>(sql`
    insert into ${call_limits} as counted (key, points, expire)
    values (${key}, 1, ${time + limit.per_seconds * 1000})
    on conflict (key) do update set
      points = case when counted.expire <= ${time} then 1 else counted.points + 1 end,
      expire = case when counted.expire <= ${time} then excluded.expire else counted.expire end
    returning points
  `)
  return (rows[0]?.points ?? 0) <= limit.calls
}
