import { drizzle } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import type { Db } from '#server/platform/database.ts'

type Plan = { 'Node Type': string; 'Relation Name'?: string; Plans?: Plan[] }

/** The tables that the queries of `ask` read by a sequential scan, according to EXPLAIN. */
export async function sequentialScans(pool: pg.Pool, ask: (db: Db) => Promise<unknown>) {
  const queries: [string, unknown[]][] = []
  const logQuery = (text: string, values: unknown[]) => queries.push([text, values])
  await ask(drizzle(pool, { logger: { logQuery } }))
  if (queries.length === 0) throw new Error('No query was made')
  const client = await pool.connect()
  const nodes: Plan[] = []
  try {
    // As on an SSD. The default of 4 makes a scan of a small table look cheaper than its index.
    await client.query('set random_page_cost = 1.1')
    // Transactions and settings run as they were; queries are only explained.
    for (const [text, values] of queries) {
      const isQuery = /^\s*(select|with)\b/.test(text)
      const { rows } = await client.query(isQuery ? `explain (format json) ${text}` : text, values)
      if (isQuery) nodes.push(...nodesOf(rows[0]['QUERY PLAN'][0].Plan))
    }
  } finally {
    await client.query('reset random_page_cost')
    client.release()
  }
  return nodes
    .filter((node) => node['Node Type'].endsWith('Seq Scan'))
    .map((node) => node['Relation Name'])
}

function* nodesOf(plan: Plan): Generator<Plan> {
  yield plan
  for (const child of plan.Plans ?? []) yield* nodesOf(child)
}
