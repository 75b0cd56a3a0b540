import pg from 'pg'
import { startEmbeddedPostgres } from '#server/platform/embedded-postgres.ts'

/** For what no shopper and no clerk can do: the shop that is being tested runs on this database. */
export async function openDatabase() {
  const dataDir = process.env.E2E_DATA_DIR
  if (!dataDir) throw new Error('playwright.config.ts sets E2E_DATA_DIR')
  const server = await startEmbeddedPostgres({ dataDir })
  const pool = new pg.Pool({ connectionString: server.url, max: 4 })
  return {
    query: async <Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> =>
      (await pool.query<Row>(text, values)).rows,
    /** A connection of one's own, such as for a lock. */
    connect: () => pool.connect(),
    async close() {
      await pool.end()
      await server.stop()
    },
  }
}

export type Database = Awaited<ReturnType<typeof openDatabase>>
