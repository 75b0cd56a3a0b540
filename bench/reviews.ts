import { sql } from 'drizzle-orm'
import type { ReviewQuery } from '#contract/reviews.ts'
import { readProduct } from '#server/modules/catalog/products.ts'
import { listReviews } from '#server/modules/reviews/list-reviews.ts'
import type { Db } from '#server/platform/database.ts'

export const FEW_REVIEWS = 10
export const MANY_REVIEWS = 10_000
/** Other products have reviews, too. */
const OTHERS = 200
const REVIEWS_OF_OTHERS = 50

/** Every filter and sort of the list. */
export const REVIEW_QUESTIONS: Record<string, Omit<ReviewQuery, 'product_id'>> = {
  newest: {},
  highest: { sort: 'highest' },
  lowest: { sort: 'lowest' },
  helpful: { sort: 'helpful' },
  'five stars': { rating: 5 },
  'one star': { rating: 1 },
  'with photos': { with_media: true },
  verified: { verified: true },
  'one star, verified': { rating: 1, verified: true },
  'with photos, highest': { with_media: true, sort: 'highest' },
  // Which none of them is.
  'with photos, verified, highest': { with_media: true, verified: true, sort: 'highest' },
  'with photos, one star, helpful': { with_media: true, rating: 1, sort: 'helpful' },
}

/** A product with few reviews and one with many, among others. */
export async function fillReviews(db: Db, many = MANY_REVIEWS) {
  const { rows } = await db.execute<{ id: string }>(sql`
    insert into products (name, description, price, stock)
    select 'Product ' || n, 'Reviewed.', 20, 10 from generate_series(1, ${OTHERS + 2}::int) n returning id`)
  const [few, famous, ...others] = rows.map(({ id }) => id)
  if (!few || !famous) throw new Error('No products were inserted')
  await insertReviews(db, [few], FEW_REVIEWS)
  await insertReviews(db, [famous], many)
  await insertReviews(db, others, REVIEWS_OF_OTHERS)
  // As the database does by itself a while after.
  await db.execute(sql`vacuum analyze`)
}

/** The one with few reviews and the one with many. */
export async function findReviewed(db: Db) {
  const { rows } = await db.execute<{ id: string }>(
    sql`select id from products where name in ('Product 1', 'Product 2') order by name`,
  )
  const [few, many] = rows.map(({ id }) => id)
  if (!few || !many) throw new Error('The shop has no reviewed products')
  return { few, many }
}

const insertReviews = (db: Db, products: string[], count: number) =>
  db.transaction(async (tx) => {
    await tx.execute(sql`set local statement_timeout = 0`)
    await tx.execute(sql`
    insert into reviews (product_id, rating, title, comment, reviewer_name, verified_purchase, media_url, helpful_count, created_at)
    select p.id, (array[5, 5, 4, 5, 3, 4, 5, 2, 5, 1])[1 + n % 10], 'Review ' || n,
      repeat('It feels light and smells of little. ', 1 + n % 12), 'Reviewer ' || n, n % 3 <> 0,
      case when n % 9 = 0 then '/files/' || md5(n::text) || '-800x600.webp' end, n * 31 % 40,
      timestamptz '2026-01-01' + make_interval(mins => n * 7)
    from unnest(${sql.param(products)}::uuid[]) as p(id), generate_series(1, ${count}::int) as n`)
  })

/** What the page of a product reads, uncached. */
export const askForPage = (db: Db, id: string) =>
  Promise.all([readProduct(db, id), listReviews(db, { product_id: id })])
