import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import type pg from 'pg'
import type { Db } from './database.ts'
import { openClient } from './database-client.ts'
import type { Log } from './log.ts'

/**
 * How the shop is closed in all processes of all machines, and opens by itself. Every process that serves holds
 * `SERVING` together with the others. Who closes the shop holds `CLOSED`, asks the others to stop, and then waits until
 * it has `SERVING` alone. Whatever ends it, also a kill, gives both back, and those who wait for `CLOSED` serve again.
 * Any numbers that nothing else in this database locks.
 */
const CLOSED = 7_265_746
const SERVING = 7_265_747

/** The signal: `{ step }`. The first one closes, the others say how far it is. */
export const SHOP_CLOSED = 'shop-closed'

const RETRY_MS = 1000

type Options = {
  url: string
  log: Log
  /** Refuses new work, and resolves when what runs is over. */
  stop: () => Promise<void>
  /** Works again; everything may have changed. */
  resume: () => Promise<void>
}

/** The side of a process that serves. */
export function createServingLock({ url, log, stop, resume }: Options) {
  let client: pg.Client | undefined
  let isOver = false
  let closing: Promise<void> | undefined

  /** Waits while the shop is closed. */
  async function enter() {
    await client?.end().catch(() => {})
    const next = openClient(url, { application_name: 'petal-serving' })
    client = next
    await next.connect()
    await next.query(
      'set idle_session_timeout = 0; set lock_timeout = 0; set statement_timeout = 0',
    )
    await next.query('select pg_advisory_lock_shared($1)', [CLOSED])
    await next.query('select pg_advisory_lock_shared($1)', [SERVING])
    await next.query('select pg_advisory_unlock_shared($1)', [CLOSED])
    next.once('end', () => {
      if (!isOver && client === next && !closing) void enterAgain()
    })
  }

  async function enterAgain() {
    while (!isOver) {
      try {
        return await enter()
      } catch (err) {
        log.warn({ err }, 'the serving lock is lost; trying again')
        await pause(RETRY_MS)
      }
    }
  }

  async function waitUntilOpen() {
    await stop()
    await enterAgain()
  }

  function close() {
    closing ??= waitUntilOpen()
      .then(() => (isOver ? undefined : resume()))
      .catch((err) => log.error({ err }, 'the shop did not open again'))
      .finally(() => {
        closing = undefined
      })
    return closing
  }

  return {
    enter,
    /** Resolves when the shop is open again. */
    close,
    /** After signals were missed. */
    async closeIfClosed(db: Db, onClosed: () => void) {
      // Given back at the end of the statement.
      const { rows } = await db.execute<{ open: boolean }>(
        sql`select pg_try_advisory_xact_lock_shared(${CLOSED}) as open`,
      )
      if (rows[0]?.open) return
      onClosed()
      void close()
    },
    async end() {
      isOver = true
      await client?.end().catch(() => {})
    },
  }
}

const CLOSE_WITHIN_MS = 60_000

/** The side of who closes the shop. It is open again when the connection ends. */
export async function closeShop(url: string, step: string) {
  const client = openClient(url, { application_name: 'petal-closing' })
  await client.connect()
  let isHeld = true
  client.once('end', () => {
    isHeld = false
  })
  const announce = (step: string) =>
    client.query("select pg_notify('signals', $1)", [
      JSON.stringify({ topic: SHOP_CLOSED, data: { step } }),
    ])
  try {
    await client.query(
      `set idle_session_timeout = 0; set statement_timeout = 0; set lock_timeout = ${CLOSE_WITHIN_MS}`,
    )
    await client.query('select pg_advisory_lock($1)', [CLOSED])
    await announce(step)
    await client.query('select pg_advisory_lock($1)', [SERVING])
  } catch (error) {
    await client.end()
    throw new Error(`The shop could not be closed: ${(error as Error).message}`, { cause: error })
  }
  return {
    announce,
    /** A lost connection has opened the shop. */
    assertClosed() {
      if (!isHeld) throw new Error('The connection that closes the shop was lost.')
    },
    open: () => client.end(),
  }
}
