import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connectDatabase, type Database } from '#server/platform/database.ts'
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

/** A migrated, empty database in a folder of its own, for as long as `work` takes. */
export async function withNewDatabase(work: (database: Database) => Promise<void>) {
  const dataDir = mkdtempSync(join(tmpdir(), 'petal-bench-'))
  const postgres = await startEmbeddedPostgres({ dataDir })
  try {
    await migrate(postgres.url)
    const database = connectDatabase(postgres.url, { max: 4 })
    await work(database)
    await database.close()
  } finally {
    await postgres.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}
