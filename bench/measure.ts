import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { connectDatabase, type Database, type Db } from '#server/platform/database.ts'
import { startEmbeddedPostgres } from '#server/platform/embedded-postgres.ts'
import { migrate } from '#server/platform/migrate.ts'

const WARM_UP = 5
/** Here the shops of benches stay for the next run: filling one of a million rows takes longer than asking it. */
const KEPT_IN = process.env.BENCH_DATA_DIR

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

/** A PostgreSQL for as long as `work` takes; a signal stops it, too. Its data is removed, but for `BENCH_DATA_DIR`. */
export async function withPostgres(work: (url: string) => Promise<void>) {
  const dataDir = KEPT_IN ?? mkdtempSync(join(tmpdir(), 'petal-bench-'))
  const postgres = await startEmbeddedPostgres({ dataDir })
  const remove = async () => {
    await postgres.stop()
    if (!KEPT_IN) rmSync(dataDir, { recursive: true, force: true })
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

/** A migrated database of that name with what `fill` puts into it, unless an earlier run has left it filled. */
export async function openShop(
  serverUrl: string,
  name: string,
  fill: (db: Db) => Promise<void>,
): Promise<Database> {
  const urlOf = (database: string) => {
    const url = new URL(serverUrl)
    url.pathname = `/${database}`
    return url.href
  }
  const server = connectDatabase(serverUrl, { max: 1 })
  const run = (statement: string) => server.db.execute(sql.raw(statement))
  const { rows } = await run(`select from pg_database where datname = '${name}'`)
  if (rows.length === 0) {
    // Renamed when it is complete, so that one whose run was ended is filled again.
    const unfinished = `${name}_unfinished`
    await run(`drop database if exists ${unfinished}`)
    await run(`create database ${unfinished}`)
    await migrate(urlOf(unfinished))
    console.log(`Filling ${name} …`)
    await patiently(urlOf(unfinished), fill)
    await run(`alter database ${unfinished} rename to ${name}`)
  }
  await server.close()
  await migrate(urlOf(name))
  return connectDatabase(urlOf(name), { max: 4 })
}

/** For filling a shop: a million rows take longer than any statement of the shop may. */
async function patiently(url: string, fill: (db: Db) => Promise<void>) {
  // The only connection, so its setting counts for all that is asked.
  const database = connectDatabase(url, { max: 1, silenceMs: 0 })
  await database.db.execute(sql`set statement_timeout = 0`)
  await fill(database.db)
  await database.close()
}
