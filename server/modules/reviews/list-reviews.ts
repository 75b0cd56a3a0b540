import { and, asc, desc, eq, isNotNull, isNull, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import {
  REVIEWS_PER_PAGE,
  type Review,
  type ReviewPage,
  type ReviewQuery,
  type ReviewSort,
} from '#contract/reviews.ts'
import type { Db } from '#server/platform/database.ts'
import { errors } from '#server/platform/errors.ts'
import { fullNamesOf } from '../accounts/index.ts'
import { readRating } from '../catalog/index.ts'
import { reviews } from './reviews.table.ts'

/** The author's account is gone, and no other name was given. */
const FORMER_CUSTOMER = 'Former customer'

export const reviewColumns = {
  id: reviews.id,
  product_id: reviews.product_id,
  user_id: reviews.user_id,
  rating: reviews.rating,
  title: reviews.title,
  comment: reviews.comment,
  reviewer_name: reviews.reviewer_name,
  verified_purchase: reviews.verified_purchase,
  media_url: reviews.media_url,
  helpful_count: reviews.helpful_count,
  answer: reviews.answer,
  answered_at: reviews.answered_at,
  created_at: reviews.created_at,
  edited_at: reviews.edited_at,
  hidden_at: reviews.hidden_at,
}

/** Each has an index. */
const SORTS: Record<ReviewSort, SQL[]> = {
  newest: [desc(reviews.created_at), asc(reviews.id)],
  highest: [desc(reviews.rating), desc(reviews.created_at), asc(reviews.id)],
  lowest: [asc(reviews.rating), desc(reviews.created_at), asc(reviews.id)],
  helpful: [desc(reviews.helpful_count), desc(reviews.created_at), asc(reviews.id)],
}

/** What every visitor sees, of the product and its group: hidden reviews are nowhere in it. */
export async function listReviews(db: Db, query: ReviewQuery): Promise<ReviewPage> {
  const { product_id, page = 1 } = query
  const rated = await readRating(db, product_id)
  if (!rated) throw errors.PRODUCT_NOT_FOUND()
  const { members, ...summary } = rated
  const slice = { offset: (page - 1) * REVIEWS_PER_PAGE, limit: REVIEWS_PER_PAGE + 1 }
  const ids = members.map(({ id }) => id)
  const rows = await (ids.length > 1 ? ofGroup(db, ids, query, slice) : ofOne(db, query, slice))
  const named = await withNames(db, rows.slice(0, REVIEWS_PER_PAGE))
  const values = new Map(members.map(({ id, value }) => [id, value]))
  const items = named.map((row) => ({ ...row, group_value: values.get(row.product_id) ?? null }))
  return { items, page, has_more: rows.length > REVIEWS_PER_PAGE, summary }
}

type Slice = { offset: number; limit: number }

const narrowed = (product: SQLWrapper, { rating, with_media, verified }: ReviewQuery) =>
  and(
    eq(reviews.product_id, product),
    isNull(reviews.hidden_at),
    rating === undefined ? undefined : eq(reviews.rating, rating),
    with_media ? isNotNull(reviews.media_url) : undefined,
    verified ? reviews.verified_purchase : undefined,
  )

const ofOne = (db: Db, query: ReviewQuery, { offset, limit }: Slice) =>
  db
    .select(reviewColumns)
    .from(reviews)
    .where(narrowed(sql`${query.product_id}`, query))
    .orderBy(...SORTS[query.sort ?? 'newest'])
    .offset(offset)
    .limit(limit)

/** The first of each member, by its index, then the first of those. */
function ofGroup(db: Db, ids: string[], query: ReviewQuery, { offset, limit }: Slice) {
  const order = SORTS[query.sort ?? 'newest']
  // Named like the table, so that columns and orders fit both.
  const first = db
    .select(reviewColumns)
    .from(reviews)
    .where(narrowed(sql`member.id`, query))
    .orderBy(...order)
    .limit(offset + limit)
    .as('reviews')
  return db
    .select(reviewColumns)
    .from(sql`unnest(${sql.param(ids)}::uuid[]) as member (id)`)
    .crossJoinLateral(first)
    .orderBy(...order)
    .offset(offset)
    .limit(limit)
}

type Named = { reviewer_name: string | null; user_id: string | null }

/** The given name, else the author's. */
export async function withNames<Row extends Named>(
  db: Db,
  rows: Row[],
): Promise<(Omit<Row, 'reviewer_name'> & Pick<Review, 'reviewer_name'>)[]> {
  const authors = rows.flatMap(({ reviewer_name, user_id }) =>
    reviewer_name === null && user_id ? [user_id] : [],
  )
  const names = await fullNamesOf(db, authors)
  return rows.map((row) => ({
    ...row,
    reviewer_name: row.reviewer_name ?? names.get(row.user_id ?? '') ?? FORMER_CUSTOMER,
  }))
}
