import { sql } from 'drizzle-orm'
import { expect, vi } from 'vitest'
import type { Db } from '#server/platform/database.ts'

/** Waits until the check passes. The limit only ends a test that would wait for ever: a busy machine is slow. */
export const eventually = <T>(check: () => T | Promise<T>) =>
  vi.waitFor(check, { timeout: 60_000, interval: 50 })

/** Until as many statements wait for the commit of another transaction. */
export const untilBlocked = (db: Pick<Db, 'execute'>, statements = 1) =>
  eventually(async () => {
    const { rowCount } = await db.execute(
      sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    )
    expect(rowCount).toBe(statements)
  })
