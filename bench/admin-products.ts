import { pathToFileURL } from 'node:url'
import { sql } from 'drizzle-orm'
import { type AdminProductQuery, NO_CATEGORY } from '#contract/edit-products.ts'
import { listAdminProducts } from '#server/modules/catalog/admin-products.ts'
import type { Database, Db } from '#server/platform/database.ts'
import { sequentialScans } from '#server/testing/query-plans.ts'
import { fillCatalogue } from './catalog-data.ts'
import { measure, openShop, withPostgres } from './measure.ts'
import { report, thousands } from './report/figures.ts'

const PRODUCTS = 100_000
const ROUNDS = 60
const BUDGET_MS = 150

/** What the back office asks about products, with texts that many have and texts that few have. */
export const PRODUCT_QUESTIONS: Record<string, AdminProductQuery> = {
  newest: {},
  oldest: { sort: 'created_at' },
  'page 400': { page: 400 },
  '200 rows': { per_page: 200 },
  'by name': { sort: 'name' },
  'by name, downwards': { sort: '-name' },
  cheapest: { sort: 'price' },
  dearest: { sort: '-price' },
  'least stock': { sort: 'stock' },
  'most stock': { sort: '-stock' },
  'best selling': { sort: '-units_sold' },
  category: { category: 'Serums' },
  'category, by name': { category: 'Serums', sort: 'name' },
  'no category': { category: NO_CATEGORY },
  featured: { featured: true },
  'low stock': { stock: 'low' },
  'low stock, dearest': { stock: 'low', sort: '-price' },
  'sold out': { stock: 'out' },
  archived: { archived: true },
  'archived, by name': { archived: true, sort: 'name' },
  'part of many names': { q: 'serum' },
  'part of many names, cheapest': { q: 'serum', sort: 'price' },
  'part of a word': { q: 'eru' },
  'two words': { q: 'rose serum' },
  'number of one': { q: '77777' },
  'one letter': { q: 'r' },
  'two letters': { q: 'ro' },
  'words in a category': { q: 'rose', category: 'Masks' },
  'words, archived': { q: 'rose', archived: true },
  'no such word': { q: 'bicycle' },
  'folded groups': { folded: true },
  'folded groups, cheapest': { folded: true, sort: 'price' },
  'folded groups of a word': { folded: true, q: 'rose' },
}

/** The catalogue of bench/catalog-data.ts in groups, with some archived and some without a category. */
export async function fillAdminProducts(db: Db, count: number) {
  await fillCatalogue(db, count, { grouped: true })
  await db.transaction(async (tx) => {
    await tx.execute(sql`set local statement_timeout = 0`)
    await tx.execute(sql`
      update products set
        archived_at = case when units_sold % 50 = 0 then now() end,
        category = case when units_sold % 37 = 0 then null else category end
      where units_sold % 50 = 0 or units_sold % 37 = 0`)
  })
  await db.execute(sql`vacuum analyze products`)
}

const main = () =>
  withPostgres(async (url) => {
    const shop = await openShop(url, 'admin_products', (db) => fillAdminProducts(db, PRODUCTS))
    await measureQuestions(shop, Number(process.argv[2] ?? ROUNDS))
    await shop.close()
  })

async function measureQuestions({ db, pool }: Database, rounds: number) {
  const scans: string[] = []
  for (const [name, query] of Object.entries(PRODUCT_QUESTIONS)) {
    const times = await measure(() => listAdminProducts(db, query), rounds)
    const scanned = await sequentialScans(pool, (logged) => listAdminProducts(logged, query))
    if (scanned.includes('products')) scans.push(name)
    report({
      group: `List of ${thousands(PRODUCTS)} products in the back office, p95`,
      name,
      value: times.p95,
      unit: 'ms',
      atMost: BUDGET_MS,
    })
    const ms = (value: number) => value.toFixed(1).padStart(6)
    console.log(
      `${name.padEnd(32)} p50 ${ms(times.p50)} ms, p95 ${ms(times.p95)} ms, budget ${BUDGET_MS} ms`,
    )
  }
  console.log(`\nSequential scans of products: ${scans.join('; ') || 'none'}`)
  report({
    group: 'Sequential scans of large tables',
    name: 'list of products',
    value: scans.length,
    unit: 'count',
    atMost: 0,
  })
}

const isCommand = import.meta.url === pathToFileURL(process.argv[1] ?? '').href
if (isCommand) await main()
