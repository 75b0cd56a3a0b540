import { drizzle } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import type { Db } from '#server/platform/database.ts'

type Plan = {
  'Node Type': string
  'Relation Name'?: string
  Plans?: Plan[]
  'Actual Rows'?: number
  'Actual Loops'?: number
  'Rows Removed by Filter'?: number
}
type Ask = (db: Db) => Promise<unknown>

/** The tables that the queries of `ask` read by a sequential scan, according to EXPLAIN. */
export async function sequentialScans(pool: pg.Pool, ask: Ask) {
  const nodes = await plansOf(pool, ask, 'explain (format json)')
  return nodes
    .filter((node) => node['Node Type'].endsWith('Seq Scan'))
    .map((node) => node['Relation Name'])
}

/** How many rows of a table the queries of `ask` look at, whether or not they then use them. */
export async function rowsRead(pool: pg.Pool, table: string, ask: Ask) {
  const nodes = await plansOf(pool, ask, 'explain (analyze, format json)')
  return nodes
    .filter((node) => node['Relation Name'] === table)
    .map((node) => {
      const rows = (node['Actual Rows'] ?? 0) + (node['Rows Removed by Filter'] ?? 0)
      return rows * (node['Actual Loops'] ?? 1)
    })
    .reduce((sum, rows) => sum + rows, 0)
}

async function plansOf(pool: pg.Pool, ask: Ask, explain: string) {
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
      const { rows } = await client.query(isQuery ? `${explain} ${text}` : text, values)
      if (isQuery) nodes.push(...nodesOf(rows[0]['QUERY PLAN'][0].Plan))
    }
  } finally {
    await client.query('reset random_page_cost')
    client.release()
  }
  return nodes
}

function* nodesOf(plan: Plan): Generator<Plan> {
  yield plan
  for (const child of plan.Plans ?? []) yield* nodesOf(child)
}
