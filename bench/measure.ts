import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { connectDatabase, type Database, type Db } from '#server/platform/database.ts'
import { startEmbeddedPostgres } from '#server/platform/embedded-postgres.ts'
import { migrate } from '#server/platform/migrate.ts'

const WARM_UP = 5

/** Half, and all but one in twenty, of the rounds take at most this many milliseconds. */
export async function measure(work: () => Promise<unknown>, rounds: number) {
  const taken: number[] = []
  for (let round = -WARM_UP; round < rounds; round++) {
    const start = performance.now()
    await work()
    if (round >= 0) taken.push(performance.now() - start)
  }
  const sorted = taken.sort((a, b) => a - b)
  const at = (share: number) => sorted[Math.ceil(sorted.length * share) - 1] ?? 0
  return { p50: at(0.5), p95: at(0.95) }
}

/** For filling a shop: a million rows take longer than any statement of the shop may. */
export async function patiently(url: string, fill: (db: Db) => Promise<void>) {
  // The only connection, so its setting counts for all that is asked.
  const database = connectDatabase(url, { max: 1, silenceMs: 0 })
  await database.db.execute(sql`set statement_timeout = 0`)
  await fill(database.db)
  await database.close()
}

/** A PostgreSQL in a folder of its own, for as long as `work` takes; a signal removes it, too. */
export async function withPostgres(work: (url: string) => Promise<void>) {
  const dataDir = mkdtempSync(join(tmpdir(), 'petal-bench-'))
  const postgres = await startEmbeddedPostgres({ dataDir })
  const remove = async () => {
    await postgres.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
  const end = () => void remove().finally(() => process.exit(1))
  process.once('SIGINT', end).once('SIGTERM', end)
  try {
    await work(postgres.url)
  } finally {
    process.off('SIGINT', end).off('SIGTERM', end)
    await remove()
  }
}

/** A migrated, empty database, for as long as `work` takes. */
export const withNewDatabase = (work: (database: Database) => Promise<void>) =>
  withPostgres(async (url) => {
    await migrate(url)
    const database = connectDatabase(url, { max: 4 })
    await work(database)
    await database.close()
  })
