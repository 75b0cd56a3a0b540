import pg from 'pg'
import { databaseUrl, workerShop } from './worker-shop.ts'

/** For what no shopper and no clerk can do: the shop that is being tested runs on this database. */
export async function openDatabase() {
  const url = process.env.E2E_DATABASE_URL
  if (!url) throw new Error('start-shops.ts sets E2E_DATABASE_URL')
  const pool = new pg.Pool({ connectionString: databaseUrl(url, workerShop().database), max: 4 })
  return {
    query: async <Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> =>
      (await pool.query<Row>(text, values)).rows,
    close: () => pool.end(),
  }
}

export type Database = Awaited<ReturnType<typeof openDatabase>>
