import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { DAY_MS } from '#contract/time.ts'
import { placeOrder } from '#server/modules/orders/index.ts'
import { loadConfig } from '#server/platform/config.ts'
import { connectDatabase } from '#server/platform/database.ts'
import { startEmbeddedPostgres } from '#server/platform/embedded-postgres.ts'
import { createJobs } from '#server/platform/jobs.ts'
import { createLog } from '#server/platform/log.ts'
import { migrate } from '#server/platform/migrate.ts'
import { checkInvariants } from '#server/programs/check-invariants.ts'
import { report } from './report/figures.ts'

/**
 * At least these shares of bare SQL. All orders of one guest compete for the row with the guest's sums, which costs both
 * sides the same; orders of new guests show more of what the shop itself adds.
 */
const BUDGETS = { 'one guest': 0.8, 'new guests': 0.55 }
const CLIENTS = 50
const CONNECTIONS = 10
const ROUNDS = 7
const SECONDS = 2
const PRODUCTS = 200
const PRICE = 19.95
const SHIPPING = 5.99
const TAX_RATES = 10_000
/** 6.25 % of each product, rounded; 1 % of a ZIP code beside it. */
const TAX = 2 * 1.45
const TOTAL = Math.round((2 * PRICE + SHIPPING + TAX) * 100) / 100
const DATA_DIR = mkdtempSync(join(tmpdir(), 'petal-bench-'))

type Work = () => Promise<unknown>

/**
 * Orders per second with fifty clients, in a shop with shipping zones and 10,000 tax rates, beside the same statements as bare SQL through the same driver:
 * alternating in the same run, so that a busy machine slows both.
 */
async function main() {
  const postgres = await startEmbeddedPostgres({ dataDir: DATA_DIR })
  try {
    await migrate(postgres.url)
    const ids = await fillShelf(postgres.url)
    for (const guests of ['one guest', 'new guests'] as const) {
      const ratio = await compare(postgres.url, ids, guests)
      console.log(`Ratio ${ratio.toFixed(2)}, budget ${BUDGETS[guests]}\n`)
      report({
        group: 'Orders a second, as a share of the same statements as bare SQL',
        name: `fifty clients, ${guests}`,
        value: ratio,
        unit: 'share',
        atLeast: BUDGETS[guests],
      })
    }
  } finally {
    await postgres.stop()
    rmSync(DATA_DIR, { recursive: true, force: true })
  }
}

async function fillShelf(url: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<{ id: string }>(
    `with shelf as (
       insert into products (name, description, price, stock)
       select 'Serum ' || n, 'A quiet serum.', $1, 1000000 from generate_series(1, $2) n returning id, stock
     ), noted as (
       insert into stock_movements (product_id, change, reason) select id, stock, 'set' from shelf
     ) select id from shelf`,
    [PRICE, PRODUCTS],
  )
  await client.query(
    `insert into shipping_zones (name, places, methods, display_order) values
       ('Home', '{US,CA}', $1, 0), ('Europe', '{FR,DE,IT,ES}', $1, 1), ('World', '{*}', $1, 2)`,
    [JSON.stringify(METHODS)],
  )
  await client.query('update tax_settings set enabled = true')
  await client.query(
    `insert into tax_rates (country, state, zip, name, rate)
     select 'US', 'MA', lpad((n * 7 + 3)::text, 5, '0'), 'City Tax', 1 from generate_series(0, $1) n
     union all select 'US', 'MA', '', 'State Tax', 6.25`,
    [TAX_RATES],
  )
  await client.query('analyze tax_rates')
  await client.end()
  return rows.map(({ id }) => id)
}

/** Of each of three zones. */
const METHODS = [SHIPPING, 14.5].map((price) => ({
  id: randomUUID(),
  name: `For ${price}`,
  delivery_time: '3 to 5 days',
  kind: 'flat',
  price,
  free_from: 50,
  steps: [],
  pickup_address: '',
  pickup_hours: '',
  active: true,
}))

async function compare(url: string, ids: string[], guests: keyof typeof BUDGETS) {
  const database = connectDatabase(url, { max: CONNECTIONS })
  const newAddress = () => addressOf(guests === 'one guest' ? 'iris' : randomUUID())
  const shop = shopOrders(database, ids, newAddress)
  const bare = bareOrders(database.pool, ids, newAddress)
  await perSecond(shop, 1)
  await perSecond(bare, 1)
  const rates: { shop: number; bare: number }[] = []
  for (let round = 0; round < ROUNDS; round++) {
    rates.push({ shop: await perSecond(shop, SECONDS), bare: await perSecond(bare, SECONDS) })
  }
  const findings = await checkInvariants(database.db)
  if (findings.length > 0) throw new Error(findings.join('\n'))
  await database.close()
  console.log(`${guests}:`)
  const rate = median(rates.map((one) => one.shop))
  report({
    group: 'Orders a second',
    name: `fifty clients, ${guests}`,
    value: rate,
    unit: 'a second',
  })
  console.log(`placeOrder  ${rate.toFixed(0)} orders per second`)
  console.log(`bare SQL    ${median(rates.map((one) => one.bare)).toFixed(0)} orders per second`)
  return median(rates.map(({ shop: own, bare: other }) => own / other))
}

async function perSecond(work: Work, seconds: number) {
  const begin = performance.now()
  const until = begin + seconds * 1000
  let done = 0
  const client = async () => {
    while (performance.now() < until) {
      await work()
      done++
    }
  }
  await Promise.all(Array.from({ length: CLIENTS }, client))
  return (done * 1000) / (performance.now() - begin)
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0

const addressOf = (mailbox: string) => ({
  fullName: 'Iris Bloom',
  email: `${mailbox}@example.com`,
  address: '1 Garden Row',
  city: 'Boston',
  state: 'MA',
  zipCode: '02110',
  country: 'United States',
})

type Address = ReturnType<typeof addressOf>

const ZIPS = ['', '02110', '0*', '02*', '021*', '0211*', '02110*']
const TAX_LINES = JSON.stringify([{ name: 'State Tax', rate: 6.25, place: 'US-MA', amount: TAX }])

/** Two different products, one of each. */
function pickTwo(ids: string[]) {
  const place = Math.floor(Math.random() * PRODUCTS)
  return [ids[place], ids[(place + 7) % PRODUCTS]].map(String).toSorted()
}

function shopOrders(
  { db, url }: ReturnType<typeof connectDatabase>,
  ids: string[],
  newAddress: () => Address,
): Work {
  const log = createLog('silent')
  const config = loadConfig({
    DATA_DIR,
    CLOVER_MERCHANT_ID: 'BENCH',
    CLOVER_PRIVATE_TOKEN: 'bench',
  })
  const context = { config, db, jobs: createJobs(url, log), log, now: () => new Date() }
  return () =>
    placeOrder(
      context,
      { user_id: null, visitor_id: randomUUID(), network_address: randomUUID() },
      {
        idempotency_key: randomUUID(),
        lines: pickTwo(ids).map((product_id) => ({ product_id, quantity: 1 })),
        shipping_address: newAddress(),
        total: TOTAL,
      },
    )
}

/** The statements of `placeOrder`, with nothing around them. */
function bareOrders(pool: pg.Pool, ids: string[], newAddress: () => Address): Work {
  return async () => {
    const client = await pool.connect()
    try {
      await client.query('begin')
      await writeOrder(client, pickTwo(ids), newAddress())
      await client.query('commit')
    } catch (error) {
      await client.query('rollback')
      throw error
    } finally {
      client.release()
    }
  }
}

async function writeOrder(client: pg.PoolClient, wanted: string[], address: Address) {
  const [visitor, network, key, at] = [randomUUID(), randomUUID(), randomUUID(), new Date()]
  await client.query(
    `select pg_advisory_xact_lock(key) from (
       select hashtextextended('holds:' || name, 0) as key from unnest($1::text[]) as name order by 1
     ) as locks`,
    [[visitor, network, key]],
  )
  await client.query('select * from orders where idempotency_key = $1', [key])
  await client.query(
    'select id, name, image_url, price, stock, archived_at from products where id = any($1)',
    [wanted],
  )
  await client.query(
    'select id, name, places, methods, version from shipping_zones order by display_order, created_at',
  )
  await client.query(
    `select s.prices_include_tax, r.* from tax_settings s
     left join tax_rates r on r.country = 'US' and r.state in ('', 'MA') and r.zip = any($1)
     where s.enabled`,
    [ZIPS],
  )
  await client.query(OWN_HOLDS, [visitor, network, new Date(at.getTime() - DAY_MS)])
  const until = new Date(at.getTime() + 1_200_000)
  const { rows } = await client.query<{ id: string }>(STORE_ORDER, [
    address.email,
    2 * PRICE,
    SHIPPING,
    TAX,
    TAX_LINES,
    TOTAL,
    { name: 'Standard', delivery_time: '3 to 5 days' },
    address,
    until,
    key,
    visitor,
    network,
    at,
    wanted,
    [1, 1],
    [PRICE, PRICE],
  ])
  await client.query(
    `insert into order_events (order_id, to_status, actor, reason, created_at)
     values ($1, 'pending', 'customer', 'Order placed', $2)`,
    [rows[0]?.id, at],
  )
  await client.query(TAKE_STOCK, [wanted, [1, 1], rows[0]?.id, at])
}

const OWN_HOLDS = `
  with held as (
    select id, visitor_id = $1 as of_visitor, network_address = $2 as of_network from orders
    where status = 'pending' and completed_at is null and holds_stock and user_id is null
      and (visitor_id = $1 or network_address = $2)
  ), items as (
    select i.product_id, i.quantity, held.of_network from held join order_items i on i.order_id = held.id
  ), expired as (
    select hold_expired_at from orders
    where user_id is null and network_address = $2 and hold_expired_at > $3
  )
  select
    (select count(*)::int from held where of_visitor) as visitor_orders,
    (select count(*)::int from held where of_network) as network_orders,
    (select coalesce(sum(quantity), 0)::int from items where of_network) as network_pieces,
    (select jsonb_object_agg(product_id, quantity) from items) as by_product,
    (select count(*)::int from expired) as expired,
    (select max(hold_expired_at) from expired) as last_expired_at`

const STORE_ORDER = `
  with stored as (
    insert into orders (
      user_id, guest_email, subtotal, discount, shipping, tax, tax_lines, total, coupon_code, shipping_method, shipping_address,
      hold_until, idempotency_key, request_hash, visitor_id, network_address, created_at
    ) values (null, $1, $2, 0, $3, $4, $5, $6, null, $7, $8, $9, $10, 'hash', $11, $12, $13) returning id
  ), lines as (
    insert into order_items (order_id, product_id, quantity, price, name, image_url)
    select stored.id, line.*, 'Serum', null from stored, unnest($14::uuid[], $15::int[], $16::numeric[]) as line
  )
  select id from stored`

const TAKE_STOCK = `
  with wanted as (select * from unnest($1::uuid[], $2::int[]) as line (product_id, quantity)),
  locked as (
    select p.id from products p join wanted w on w.product_id = p.id order by p.id for no key update of p
  ), taken as (
    update products p set stock = p.stock - w.quantity from wanted w, locked l
    where p.id = w.product_id and l.id = p.id and p.stock >= w.quantity and p.archived_at is null
    returning p.id, w.quantity
  ), noted as (
    insert into stock_movements (product_id, change, reason, order_id, created_at)
    select id, -quantity, 'ordered', $3::uuid, $4::timestamptz from taken
  ) select id from taken`

await main()
