import { pathToFileURL } from 'node:url'
import { sql } from 'drizzle-orm'
import type { DashboardQuery } from '#contract/insights.ts'
import { readDashboard } from '#server/modules/insights/dashboard.ts'
import type { Db } from '#server/platform/database.ts'
import { fillCatalogue } from './catalog-data.ts'
import { measure, openShop, withPostgres } from './measure.ts'
import { report, thousands } from './report/figures.ts'

const PRODUCTS = 100_000
const ORDERS = 200_000
const LINES_PER_ORDER = 5
const ROUNDS = 40
const DASHBOARD_BUDGET_MS = 300

/** The shop's clock: the last day of a year of sales. */
const NOW = new Date('2026-11-15T20:00:00Z')

const DASHBOARDS: Record<string, DashboardQuery> = {
  today: { range: 'today' },
  '7 days': { range: '7d' },
  '30 days': { range: '30d' },
  '90 days': { range: '90d' },
  'this year': { range: 'year' },
  'all time': { range: 'all' },
  'custom, Feb 3 to Oct 20': { range: 'custom', from: '2026-02-03', to: '2026-10-20' },
}

/**
 * A year of orders, five lines each, one in twenty cancelled. Few products sell often and most seldom, as in shops.
 * The triggers would do it line by line, so the sums are built at the end.
 */
async function fillOrders(db: Db) {
  await db.transaction(async (tx) => {
    await tx.execute(sql`set local statement_timeout = 0`)
    await tx.execute(sql`alter table orders disable trigger user`)
    await tx.execute(sql`alter table order_items disable trigger user`)
    await tx.execute(sql`
      create temporary table ranked on commit drop as
      select p.id, price, p.name, c.id as category_id, row_number() over (order by p.id) as place
      from products p left join categories c on c.name = p.category`)
    await tx.execute(sql`create unique index on ranked (place)`)
    await tx.execute(sql`
      create temporary table drawn on commit drop as
      select n, line, (1 + floor(power(abs(hashint4(n * 5 + line)) / 2147483648.0, 4) * ${PRODUCTS}))::int as place
      from generate_series(1, ${ORDERS}::int) n, generate_series(0, ${LINES_PER_ORDER - 1}::int) line`)
    // Two lines of the same product in one order: the second takes another.
    await tx.execute(sql`
      update drawn d set place = 1 + (d.place + d.line * 17 + d.n) % ${PRODUCTS}
      where exists (select 1 from drawn o where o.n = d.n and o.place = d.place and o.line < d.line)`)
    await tx.execute(sql`
      create temporary table placed on commit drop as
      select n, gen_random_uuid() as id,
        ${NOW.toISOString()}::timestamptz - make_interval(secs => (${ORDERS} - n) * 365.0 * 86400 / ${ORDERS}) as at
      from generate_series(1, ${ORDERS}::int) n`)
    await tx.execute(sql`
      insert into orders (id, subtotal, discount, total, coupon_code, status, guest_email, created_at, completed_at,
        shipped_at, is_returning)
      select p.id, s.sum, case when n % 6 = 0 then 1 else 0 end, s.sum - case when n % 6 = 0 then 1 else 0 end,
        case when n % 6 = 0 then 'SPRING' end,
        case when n % 20 = 0 then 'cancelled' when n > ${ORDERS} - 500 then 'processing' else 'completed' end,
        'buyer' || n % 60000 || '@example.com', at, at + interval '5 minutes',
        case when n <= ${ORDERS} - 500 then at + interval '1 day' end, n > 60000
      from placed p join (
        select n, sum(r.price) as sum from drawn d join ranked r using (place) group by n
      ) s using (n)`)
    await tx.execute(sql`
      insert into order_items (order_id, product_id, quantity, price, name, category_id)
      select p.id, r.id, 1, r.price, r.name, r.category_id from drawn d join placed p using (n) join ranked r using (place)
      on conflict do nothing`)
    await tx.execute(sql`alter table orders enable trigger user`)
    await tx.execute(sql`alter table order_items enable trigger user`)
    await tx.execute(sql`select rebuild_sales()`)
  })
  await db.execute(sql`vacuum analyze`)
}

const main = () =>
  withPostgres(async (url) => {
    const shop = await openShop(url, 'year_of_sales', async (db) => {
      await fillCatalogue(db, PRODUCTS)
      await fillOrders(db)
    })
    const lines = await shop.db.execute(sql`select count(*)::int as count from order_items`)
    console.log(`${lines.rows[0]?.count} order lines`)
    await measureDashboards(shop.db, Number(process.argv[2] ?? ROUNDS))
    await shop.close()
  })

async function measureDashboards(db: Db, rounds: number) {
  const ms = (value: number) => value.toFixed(1).padStart(6)
  let worst = 0
  for (const [name, query] of Object.entries(DASHBOARDS)) {
    const context = { db, now: () => NOW }
    const { p50, p95 } = await measure(() => readDashboard(context, query), rounds)
    worst = Math.max(worst, p95)
    report({
      group: `Dashboard with ${thousands(PRODUCTS)} products and ${thousands(ORDERS)} orders, p95`,
      name,
      value: p95,
      unit: 'ms',
      atMost: DASHBOARD_BUDGET_MS,
    })
    console.log(`dashboard, ${name.padEnd(26)} p50 ${ms(p50)} ms, p95 ${ms(p95)} ms`)
  }
  console.log(`\nDashboard: worst p95 ${worst.toFixed(0)} ms, budget ${DASHBOARD_BUDGET_MS} ms`)
}

const isCommand = import.meta.url === pathToFileURL(process.argv[1] ?? '').href
if (isCommand) await main()
