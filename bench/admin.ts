import { pathToFileURL } from 'node:url'
import type pg from 'pg'
import type { CustomerQuery, OrderQuery } from '#contract/admin-orders.ts'
import { listCustomers } from '#server/modules/orders/customers.ts'
import { listOrders } from '#server/modules/orders/list-orders.ts'
import type { Database, Db } from '#server/platform/database.ts'
import { sequentialScans } from '#server/testing/query-plans.ts'
import { compare, reportGrowth } from './compare.ts'
import { measure, openShop, withPostgres } from './measure.ts'
import { fillOrders } from './orders-data.ts'
import { report, thousands } from './report/figures.ts'

const ORDERS = 200_000
const ROUNDS = 60
const FEW = 1000
/** More than any shop of this kind has: what grows, shows. */
const HUGE = 1_000_000
const ROUNDS_OF_GROWTH = 100
const LIST_BUDGET_MS = 150
/** Lists say how many orders there are, and counting a million takes most of it. */
const HUGE_LIST_BUDGET_MS = 250

/** What the back office asks about orders, with texts that many have and texts that few have. */
const ORDER_QUESTIONS: Record<string, OrderQuery> = {
  newest: {},
  'page 400': { page: 400 },
  'largest total': { sort: '-total' },
  'smallest total': { sort: 'total' },
  'by customer': { sort: 'customer' },
  'by customer, downwards': { sort: '-customer' },
  completed: { status: 'completed' },
  pending: { status: 'pending' },
  'shipped, largest total': { status: 'shipped', sort: '-total' },
  'to ship': { to_ship: true },
  'address missing': { address_missing: true },
  'needs attention': { needs_attention: true },
  coupon: { coupon_code: 'SPRING20' },
  'one month': { from: '2025-02-01', to: '2025-02-28' },
  'one month, largest total': { from: '2025-02-01', to: '2025-02-28', sort: '-total' },
  'number of an order': { q: '0000' },
  'one e-mail address': { q: 'customer777@example.com' },
  'name of every twentieth': { q: 'iris' },
  'first and last name': { q: 'iris bloom' },
  'rare name': { q: 'bloom lhk' },
  'name and status': { q: 'iris', status: 'shipped' },
  'product of few': { q: 'rose renewal cleanser 1' },
  'product of few, by customer': { q: 'rose renewal cleanser 1', sort: 'customer' },
  'long common phrase': { q: 'rose renewal cleanser' },
  'words in any order': { q: 'cleanser rose' },
  'product of many': { q: 'serum' },
  nobody: { q: 'bicycle' },
  'two letters': { q: 'ir' },
  'orders of an account': { customer: '6b1b36cb-b04f-3b49-0c59-8b51d5e1b9b4' },
  'orders of a guest': { customer: 'guest777@example.com' },
}

const CUSTOMER_QUESTIONS: Record<string, CustomerQuery> = {
  'last active': {},
  'page 400': { page: 400 },
  'spent most': { sort: '-spent' },
  'most orders': { sort: '-order_count' },
  'by name': { sort: 'full_name' },
  guests: { kind: 'guest' },
  'name of every twentieth': { q: 'iris' },
  'one e-mail address': { q: 'customer777@' },
  nobody: { q: 'bicycle' },
}

type Question = { name: string; budget: number; ask: (db: Db) => Promise<unknown> }

export const QUESTIONS: Question[] = [
  ...Object.entries(ORDER_QUESTIONS).map(([name, query]) => ({
    name: `orders: ${name}`,
    budget: LIST_BUDGET_MS,
    ask: (db: Db) => listOrders(db, query),
  })),
  ...Object.entries(CUSTOMER_QUESTIONS).map(([name, query]) => ({
    name: `customers: ${name}`,
    budget: LIST_BUDGET_MS,
    ask: (db: Db) => listCustomers(db, query),
  })),
]

/** Small tables are read as a whole, whatever indexes they have. */
export const LARGE_TABLES = [
  'orders',
  'order_items',
  'order_events',
  'payments',
  'customers',
  'profiles',
]

export async function scansOfLargeTables(pool: pg.Pool, { ask }: Question) {
  const scanned = await sequentialScans(pool, ask)
  return scanned.filter((table) => table && LARGE_TABLES.includes(table))
}

/**
 * `bench:admin [rounds] [orders]`: the lists of a busy shop, within a budget. `bench:admin-growth [rounds] [orders]`: how
 * they grow from a small shop to a huge one.
 */
async function main() {
  const given = process.argv.slice(2)
  const [rounds, orders] = given.filter((one) => /^\d+$/.test(one)).map(Number)
  await withPostgres((url) =>
    given.includes('growth')
      ? measureGrowth(url, orders ?? HUGE, rounds ?? ROUNDS_OF_GROWTH)
      : measureLists(url, orders ?? ORDERS, rounds ?? ROUNDS),
  )
}

const openOrders = (serverUrl: string, count: number) =>
  openShop(serverUrl, `orders_${count}`, (db) => fillOrders(db, count))

async function measureLists(serverUrl: string, orders: number, rounds: number) {
  const shop = await openOrders(serverUrl, orders)
  const scans: string[] = []
  for (const question of QUESTIONS) {
    const { name, budget } = question
    const { p95: taken } = await measure(() => question.ask(shop.db), rounds)
    const tables = await scansOfLargeTables(shop.pool, question)
    if (tables.length > 0) scans.push(`${name}: ${tables.join(', ')}`)
    console.log(`${name.padEnd(44)} p95 ${taken.toFixed(1).padStart(6)} ms, budget ${budget} ms`)
    const group = `Lists of the back office with ${thousands(orders)} orders, p95`
    report({ group, name, value: taken, unit: 'ms', atMost: budget })
  }
  console.log(`\nSequential scans of large tables: ${scans.join('; ') || 'none'}\n`)
  report({
    group: 'Sequential scans of large tables',
    name: 'lists of the back office',
    value: scans.length,
    unit: 'count',
    atMost: 0,
  })
  await shop.close()
}

async function measureGrowth(serverUrl: string, orders: number, rounds: number) {
  const few = await openOrders(serverUrl, FEW)
  const many = await openOrders(serverUrl, orders)
  await reportGrowth(compareShops(few, many, rounds), {
    sizes: `${thousands(FEW)} → ${thousands(orders)} orders`,
    growing: { questions: QUESTIONS.map(({ name }) => name), mostMs: HUGE_LIST_BUDGET_MS },
  })
  await Promise.all([few.close(), many.close()])
}

async function* compareShops(few: Database, many: Database, rounds: number) {
  for (const { name, ask } of QUESTIONS) {
    yield { name, times: await compare(({ db }: Database) => ask(db), few, many, rounds) }
  }
}

const isCommand = import.meta.url === pathToFileURL(process.argv[1] ?? '').href
if (isCommand) await main()
