import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type SQL, sql } from 'drizzle-orm'
import type { ProductQuery } from '#contract/catalog.ts'
import { listProducts } from '#server/modules/catalog/list-products.ts'
import { readProductDetails } from '#server/modules/catalog/products.ts'
import { listReviews } from '#server/modules/reviews/list-reviews.ts'
import { connectDatabase, type Db } from '#server/platform/database.ts'
import { startEmbeddedPostgres } from '#server/platform/embedded-postgres.ts'
import { migrate } from '#server/platform/migrate.ts'
import { askForPage, FEW_REVIEWS, fillReviews, MANY_REVIEWS, REVIEW_QUESTIONS } from './reviews.ts'

const FEW = 100
const MANY = 100_000
const ROUNDS = 1200
const SERIES = 9
const WARM_UP = 40
const BATCH = 5000
const MOST_TIMES_SLOWER = 2
const MOST_TIMES_SLOWER_GROUPS = 1.5
const MOST_TIMES_SLOWER_REVIEWS = 1.5

/** What visitors ask of the catalogue, with words that many products have and words that few have. */
export const QUESTIONS: Record<string, ProductQuery> = {
  newest: {},
  'page 3': { page: 3, limit: 10 },
  featured: { featured: true, limit: 4 },
  cheapest: { sort: 'price-up' },
  dearest: { sort: 'price-down' },
  'best rated': { sort: 'best-rated' },
  'best selling': { sort: 'best-selling' },
  'in stock': { in_stock: true },
  'price range': { min_price: 30, max_price: 40 },
  'narrow price range': { min_price: 30, max_price: 30.5, in_stock: true },
  category: { category: 'Serums' },
  'category, cheapest': { category: 'Serums', sort: 'price-up' },
  'category, best rated, in stock': { category: 'Serums', sort: 'best-rated', in_stock: true },
  'common word': { q: 'serum' },
  'common beginning': { q: 'ro', limit: 6 },
  'two words that never go together': { q: 'rose cream' },
  'word of every product': { q: 'skin' },
  'word of every product, page 2': { q: 'skin', page: 2, limit: 20 },
  'word of every twenty-fifth': { q: 'gently' },
  'common word, cheapest': { q: 'serum', sort: 'price-up' },
  'common word in a category': { q: 'rose', category: 'Masks' },
  'common word, narrow price range': { q: 'serum', min_price: 30, max_price: 32 },
  'two words that go together': { q: 'rose serum' },
  'word of every twenty-fifth, cheapest': { q: 'gently', sort: 'price-up' },
  'rare word': { q: 'saffron' },
  'rare word, cheapest': { q: 'saffron', sort: 'price-up' },
  'rare and common word': { q: 'saffron serum' },
  'mistyped word': { q: 'clenser' },
  'two mistyped words': { q: 'safron serrum' },
  'no such word': { q: 'bicycle' },
  synonym: { q: 'tonic' },
  'price among the words': { q: 'toner under 30' },
  'four stars': { min_rating: 4 },
  'on sale': { on_sale: true },
  'on sale, cheapest': { on_sale: true, sort: 'price-up' },
  'two options': { options: [1, 2] },
  'options of two attributes, cheapest': { options: [1, 6], sort: 'price-up' },
  'rare option': { options: [7] },
  'rare option, best rated': { options: [7], sort: 'best-rated' },
  'option in a price range': { options: [1], min_price: 30, max_price: 32 },
  'rare option of a common word': { q: 'serum', options: [7] },
}

/** Where products have sizes. */
const GROUP_QUESTIONS: Record<string, ProductQuery> = {
  'value of a size': { q: '50 ml' },
  'value and name': { q: 'rose serum 50ml' },
}

/** What a visitor who opens the filters asks. */
export const FACET_QUESTIONS: Record<string, ProductQuery> = {
  all: {},
  category: { category: 'Serums' },
  'price range': { min_price: 30, max_price: 40 },
  'chosen options': { options: [1, 6], on_sale: true },
  'rare word': { q: 'saffron' },
}

/**
 * A catalogue of that many products, as alike and as different as those of a real shop. `grouped`: five of them are two
 * groups, one of two and one of three sizes.
 */
export async function fillCatalogue(db: Db, count: number, { grouped = false } = {}) {
  await db.execute(sql`
    insert into categories (name, display_order) values
      ('Cleansers', 1), ('Toners', 2), ('Serums', 3), ('Creams', 4), ('Masks', 5), ('Oils', 6)
    on conflict do nothing`)
  await db.execute(sql`
    insert into product_attributes (name, options) values
      ('Skin type', '[{"id":1,"label":"Dry"},{"id":2,"label":"Oily"},{"id":3,"label":"Sensitive"},{"id":4,"label":"Tired"},{"id":5,"label":"Dull"}]'),
      ('Concern', '[{"id":6,"label":"Redness"},{"id":7,"label":"Scars"}]')
    on conflict do nothing`)
  for (let from = 1; from <= count; from += BATCH) {
    await insertProducts(db, from, Math.min(from + BATCH - 1, count), grouped)
  }
  // As the database does by itself a while after.
  await db.execute(sql`vacuum analyze`)
  await db.execute(sql`checkpoint`)
}

const nameOf = (n: SQL) => sql`
  (array['Rose', 'Oat', 'Sage', 'Peony', 'Willow', 'Calendula', 'Neroli', 'Fig', 'Plum', 'Linen'])[1 + ${n} % 10] || ' ' ||
  (array['Renewal', 'Barrier', 'Morning', 'Night', 'Quiet', 'Clear', 'Dew'])[1 + ${n} / 10 % 7] || ' ' ||
  (array['Cleanser', 'Toner', 'Serum', 'Cream', 'Mask', 'Oil'])[1 + ${n} % 6] || ' ' || ${n}`

const GROUP_ID = sql`md5('group ' || b)::uuid`

const insertGroups = (db: Db, from: number, to: number) =>
  db.execute(sql`
    insert into product_groups (id, name, option_name, kind)
    select ${GROUP_ID}, ${nameOf(sql`b`)}, 'Size', case when b % 10 = 0 then 'shade' else 'size' end
    from generate_series((${from}::int - 1) / 5 * 2, (${to}::int - 1) / 5 * 2 + 1) as b
    on conflict do nothing`)

const insertProducts = (db: Db, from: number, to: number, grouped: boolean) =>
  db.transaction(async (tx) => {
    await tx.execute(sql`set local statement_timeout = 0`)
    if (grouped) await insertGroups(tx, from, to)
    await tx.execute(sql`
    insert into products (name, description, price, images, category, stock, featured, rating_average, review_count, rating_counts, units_sold, created_at, original_price, option_ids, group_id, group_name, group_position, group_value)
    select
      ${nameOf(sql`b`)},
      'A ' || (array['daily', 'weekly', 'evening', 'morning'])[1 + b % 4] || ' care for ' ||
      (array['dry', 'oily', 'sensitive', 'tired', 'dull'])[1 + b % 5] || ' skin, made in small batches with ' ||
      (array['squalane', 'glycerin', 'niacinamide', 'ceramides', 'panthenol', 'allantoin', 'betaine'])[1 + b / 6 % 7] ||
      ' and ' || translate(substr(md5((b % 4000)::text), 1, 7), '0123456789', 'ghijklmnop') ||
      case when b % 97 = 0 then ' and a thread of saffron' else '' end ||
      case when b % 25 = 0 then '. Use gently' else '' end ||
      '. Massage a little over a damp face, then rinse or leave it on as your skin prefers.',
      (10 + n * 7919 % 9000 / 100.0)::numeric(10, 2),
      array['/files/a-' || n || '.webp', '/files/b-' || n || '.webp'],
      (array['Cleansers', 'Toners', 'Serums', 'Creams', 'Masks', 'Oils'])[1 + b % 6],
      n * 31 % 120, b % 40 = 0, (n * 17 % 51) / 10.0, n * 13 % 200,
      array_fill(0, array[least(4, n * 17 % 51 / 10)]) || array[n * 13 % 200] || array_fill(0, array[4 - least(4, n * 17 % 51 / 10)]),
      abs(hashint4(n)) % 5000,
      timestamptz '2026-01-01' + make_interval(mins => n),
      case when n % 23 = 0 then 200 end,
      array[1 + b % 5] || case when b % 3 = 0 then array[6] else '{}' end || case when b % 997 = 0 then array[7] else '{}' end,
      case when ${grouped} then ${GROUP_ID} end, case when ${grouped} then ${nameOf(sql`b`)} end,
      case when ${grouped} then 1 + n % 3 end, case when ${grouped} then (array['30', '50', '100'])[1 + n % 3] || ' ml' end
    from generate_series(${from}::int, ${to}::int) as n,
      lateral (select case when ${grouped} then (n - 1) / 5 * 2 + ((n - 1) % 5 >= 2 + abs(hashint4((n - 1) / 5)) % 2)::int else n end as b) as base`)
  })

type Times = { p50: number; p99: number }
type Measured = { few: Times; many: Times }

const timesSlower = ({ few, many }: Measured) => many.p99 / few.p99

/**
 * Few and many products are asked in turn, so that a busy machine slows both. Both answer with as many cards as the
 * small shop has: how long a card takes is the same in both, and would hide what grows with the catalogue.
 */
async function* compareCatalogues(few: Db, many: Db, rounds: number, asked = QUESTIONS) {
  const findOne = await askForProducts(few, many)
  yield { name: 'product', times: await measure(findOne, few, many, rounds) }
  for (const [name, query] of Object.entries(asked)) {
    const { items } = await listProducts(few, query)
    const equal = { ...query, limit: Math.max(1, items.length) }
    yield { name, times: await measure((db) => listProducts(db, equal), few, many, rounds) }
  }
}

/** The product with few and the one with many reviews are asked in turn. */
async function* compareReviews(db: Db, rounds: number) {
  const ids = await fillReviews(db)
  const compare = async (question: (id: string) => Promise<unknown>) =>
    measure(question, ids.few, ids.many, rounds)
  yield { name: 'product page', times: await compare((id) => askForPage(db, id)) }
  for (const [name, filters] of Object.entries(REVIEW_QUESTIONS)) {
    const ask = (product_id: string) => listReviews(db, { product_id, ...filters })
    yield { name: `reviews: ${name}`, times: await compare(ask) }
  }
}

async function askForProducts(...databases: Db[]) {
  const ids = new Map<Db, string[]>()
  for (const db of databases) {
    const { items } = await listProducts(db, { sort: 'price-up' })
    ids.set(
      db,
      items.map(({ id }) => id),
    )
  }
  let turn = 0
  return async (db: Db) => {
    const known = ids.get(db) ?? []
    return readProductDetails(db, known[turn++ % known.length] ?? '')
  }
}

async function measure<Subject>(
  question: (subject: Subject) => Promise<unknown>,
  few: Subject,
  many: Subject,
  rounds: number,
): Promise<Measured> {
  const taken = { few: [] as number[], many: [] as number[] }
  for (let round = -WARM_UP; round < rounds; round++) {
    const times = { few: await time(() => question(few)), many: await time(() => question(many)) }
    if (round < 0) continue
    taken.few.push(times.few)
    taken.many.push(times.many)
  }
  return { few: percentilesOfSeries(taken.few), many: percentilesOfSeries(taken.many) }
}

/**
 * Of several series, the median of each percentile: work of others on the machine falls into few of them. The bench runs
 * with room for new objects (`--max-semi-space-size`): collecting them takes longer than a question, and with the usual
 * size happens in about one of a hundred, so that the p99 would be with or without it by chance.
 */
function percentilesOfSeries(values: number[]): Times {
  const length = Math.ceil(values.length / SERIES)
  const series = Array.from({ length: SERIES }, (_, n) =>
    percentiles(values.slice(n * length, (n + 1) * length)),
  )
  const median = (of: (times: Times) => number) =>
    series.map(of).sort((a, b) => a - b)[Math.floor(SERIES / 2)] ?? 0
  return { p50: median(({ p50 }) => p50), p99: median(({ p99 }) => p99) }
}

async function time(work: () => Promise<unknown>) {
  const start = performance.now()
  await work()
  return performance.now() - start
}

function percentiles(values: number[]): Times {
  const sorted = values.sort((a, b) => a - b)
  const at = (share: number) => sorted[Math.ceil(sorted.length * share) - 1] ?? 0
  return { p50: at(0.5), p99: at(0.99) }
}

/** `bench:catalog [products|groups|reviews] [rounds]`: all parts unless one is named. */
async function main() {
  const [part, rounds] = argumentsOf(process.argv.slice(2))
  const dataDir = mkdtempSync(join(tmpdir(), 'petal-catalog-'))
  const postgres = await startEmbeddedPostgres({ dataDir })
  try {
    if (part === 'products' || !part) await benchProducts(postgres.url, rounds)
    if (part === 'groups' || !part) await benchGroups(postgres.url, rounds)
    if (part === 'reviews' || !part) await benchReviews(postgres.url, rounds)
  } finally {
    await postgres.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

const argumentsOf = (given: string[]) =>
  [
    given.find((one) => ['products', 'groups', 'reviews'].includes(one)),
    Number(given.find((one) => /^\d+$/.test(one)) ?? ROUNDS),
  ] as const

async function benchProducts(serverUrl: string, rounds: number) {
  const few = await openCatalogue(serverUrl, 'few', FEW)
  const many = await openCatalogue(serverUrl, 'many', MANY)
  await report(compareCatalogues(few.db, many.db, rounds), {
    sizes: `${FEW} → ${MANY} products`,
    budget: MOST_TIMES_SLOWER,
  })
  await Promise.all([few.close(), many.close()])
}

/** Two and a half sizes a group, as most shops of skincare have. */
async function benchGroups(serverUrl: string, rounds: number) {
  const few = await openCatalogue(serverUrl, 'few_groups', FEW, { grouped: true })
  const many = await openCatalogue(serverUrl, 'many_groups', MANY, { grouped: true })
  const asked = { ...QUESTIONS, ...GROUP_QUESTIONS }
  await report(compareCatalogues(few.db, many.db, rounds, asked), {
    sizes: `${FEW} products in ${FEW * 0.4} groups → ${MANY} in ${MANY * 0.4}`,
    budget: MOST_TIMES_SLOWER_GROUPS,
  })
  await Promise.all([few.close(), many.close()])
}

async function benchReviews(serverUrl: string, rounds: number) {
  const shop = await openCatalogue(serverUrl, 'reviewed', FEW)
  await report(compareReviews(shop.db, rounds), {
    sizes: `${FEW_REVIEWS} → ${MANY_REVIEWS} reviews`,
    budget: MOST_TIMES_SLOWER_REVIEWS,
  })
  await shop.close()
}

async function openCatalogue(
  serverUrl: string,
  name: string,
  count: number,
  options: { grouped?: boolean } = {},
) {
  const server = connectDatabase(serverUrl, { max: 1 })
  await server.db.execute(sql.raw(`create database ${name}`))
  await server.close()
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  await migrate(url.href)
  const database = connectDatabase(url.href, { max: 4 })
  console.log(`Filling a shop with ${count} products …`)
  await fillCatalogue(database.db, count, options)
  return database
}

type Measurements = AsyncIterable<{ name: string; times: Measured }>

async function report(
  measured: Measurements,
  { sizes, budget }: { sizes: string; budget: number },
) {
  const ms = (value: number) => value.toFixed(1).padStart(4)
  let worst = 0
  for await (const { name, times } of measured) {
    const { few, many } = times
    worst = Math.max(worst, timesSlower(times))
    const slower = timesSlower(times).toFixed(2)
    console.log(
      `${name.padEnd(36)} p50 ${ms(few.p50)} → ${ms(many.p50)} ms, p99 ${ms(few.p99)} → ${ms(many.p99)} ms, ×${slower}`,
    )
  }
  console.log(`\n${sizes}: worst ×${worst.toFixed(2)}, budget ×${budget}\n`)
  if (worst > budget) process.exitCode = 1
}

const isCommand = import.meta.url === pathToFileURL(process.argv[1] ?? '').href
if (isCommand) await main()
