import autocannon from 'autocannon'
import { sql } from 'drizzle-orm'
import { connectDatabase, type Db } from '#server/platform/database.ts'
import { withDemoShop } from './demo-shop.ts'
import { report, thousands } from './report/figures.ts'

/** What counting may cost cached pages. */
const BUDGET = 0.05
/** Each visit of this many a minute reports as many things as a visitor who buys. */
const VISITS_A_MINUTE = 10_000
const REPORTS_OF_A_VISIT = 3

const PORT = 3395
const ROUNDS = 9
const SECONDS = 2
const CONNECTIONS = 50
/** Longer than a process waits until it reads the switch and writes its sums. */
const SWITCHED_MS = 6000

const CHROME =
  'Mozilla/5.0 (X11; Linux x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36'
const VISITOR = {
  'accept-encoding': 'br',
  accept: 'text/html',
  'user-agent': CHROME,
  'sec-fetch-dest': 'document',
  'sec-fetch-mode': 'navigate',
  'sec-fetch-site': 'cross-site',
}

/** The same load with counting on and off in turn: all pages are cached, and every request is a visit. */
async function main() {
  await withDemoShop(PORT, async ({ url, databaseUrl }) => {
    const { db, close } = connectDatabase(databaseUrl, { max: 1 })
    const { items } = await (await fetch(`${url}/api/products?limit=8`)).json()
    const paths = ['/', '/products', ...items.map(({ id }: { id: string }) => `/product/${id}`)]
    await load(paths, 3)
    const rounds: { on: number; off: number }[] = []
    for (let round = 0; round < ROUNDS; round++) {
      await switchCounting(db, false)
      const off = await load(paths, SECONDS)
      await switchCounting(db, true)
      const [on] = await Promise.all([load(paths, SECONDS), sendReports(items[0].id)])
      rounds.push({ on, off })
      console.log(`  off ${off.toFixed(0)}, on ${on.toFixed(0)} pages a second`)
    }
    const share = median(rounds.map(({ on, off }) => on / off))
    const visits = await countVisits(db)
    const group = `Cached pages while visits are counted, with ${thousands(VISITS_A_MINUTE)} visitors a minute who also report`
    console.log(`${group}: ${share.toFixed(3)}; ${visits} visits were counted`)
    report({ group, name: 'share', value: share, unit: 'share', atLeast: 1 - BUDGET })
    report({ group, name: 'visits counted', value: visits, unit: 'count', atLeast: 1 })
    await close()
  })
}

async function switchCounting(db: Db, isOn: boolean) {
  await db.execute(sql`
    insert into site_settings (setting_key, setting_value) values ('count_visits', ${isOn ? 'on' : ''})
    on conflict (setting_key) do update set setting_value = excluded.setting_value`)
  await new Promise((resolve) => setTimeout(resolve, SWITCHED_MS))
}

async function countVisits(db: Db) {
  const { rows } = await db.execute<{ visits: number }>(
    sql`select coalesce(sum(visits), 0)::int as visits from visits_by_source`,
  )
  return rows[0]?.visits ?? 0
}

async function load(paths: string[], duration: number) {
  let visits = 0
  const next = () => paths[visits++ % paths.length]
  const result = await autocannon({
    url: `http://127.0.0.1:${PORT}`,
    connections: CONNECTIONS,
    duration,
    headers: VISITOR,
    requests: [
      {
        setupRequest: (request) => ({
          ...request,
          path: next(),
          headers: { ...VISITOR, referer: `https://site-${visits % 50}.example/` },
        }),
      },
    ],
  })
  if (result.non2xx + result.errors > 0) throw new Error('Pages failed under load')
  return result.requests.average
}

async function sendReports(product: string) {
  const steps = ['view', 'cart', 'checkout'].map((step) =>
    new URLSearchParams({ step, source: 'site-1.example', product, first: '' }).toString(),
  )
  let sent = 0
  await autocannon({
    url: `http://127.0.0.1:${PORT}`,
    connections: 4,
    overallRate: (VISITS_A_MINUTE / 60) * REPORTS_OF_A_VISIT,
    duration: SECONDS,
    requests: [
      {
        method: 'POST',
        setupRequest: (request) => ({
          ...request,
          path: `/seen?${steps[sent++ % steps.length]}`,
          headers: { 'user-agent': CHROME, 'sec-fetch-site': 'same-origin' },
        }),
      },
    ],
  })
}

const median = (values: number[]) => [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0

await main()
