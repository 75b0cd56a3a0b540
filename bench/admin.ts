import { pathToFileURL } from 'node:url'
import type pg from 'pg'
import type { CustomerQuery, OrderQuery } from '#contract/admin-orders.ts'
import { listCustomers } from '#server/modules/orders/customers.ts'
import { listOrders } from '#server/modules/orders/list-orders.ts'
import type { Db } from '#server/platform/database.ts'
import { sequentialScans } from '#server/testing/query-plans.ts'
import { measure, withNewDatabase } from './measure.ts'
import { fillOrders } from './orders-data.ts'

const ORDERS = 200_000
const ROUNDS = 60
const LIST_BUDGET_MS = 150

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

const main = () =>
  withNewDatabase(async (database) => {
    const count = Number(process.argv[3] ?? ORDERS)
    console.log(`Filling a shop with ${count} orders …`)
    await fillOrders(database.db, count)
    await report(database, Number(process.argv[2] ?? ROUNDS))
  })

async function report({ db, pool }: { db: Db; pool: pg.Pool }, rounds: number) {
  const scans: string[] = []
  const slow: string[] = []
  for (const question of QUESTIONS) {
    const { name, budget } = question
    const { p95: taken } = await measure(() => question.ask(db), rounds)
    const tables = await scansOfLargeTables(pool, question)
    if (taken > budget) slow.push(name)
    if (tables.length > 0) scans.push(`${name}: ${tables.join(', ')}`)
    console.log(`${name.padEnd(44)} p95 ${taken.toFixed(1).padStart(6)} ms, budget ${budget} ms`)
  }
  console.log(`\nOver budget: ${slow.join('; ') || 'none'}`)
  console.log(`Sequential scans of large tables: ${scans.join('; ') || 'none'}`)
  if (slow.length + scans.length > 0) process.exitCode = 1
}

const isCommand = import.meta.url === pathToFileURL(process.argv[1] ?? '').href
if (isCommand) await main()
