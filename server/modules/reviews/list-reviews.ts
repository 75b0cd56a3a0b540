import { and, asc, desc, eq, isNotNull, isNull, type SQL } from 'drizzle-orm'
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

/** What every visitor sees: hidden reviews are nowhere in it. */
export async function listReviews(db: Db, query: ReviewQuery): Promise<ReviewPage> {
  const { product_id, rating, with_media, verified, sort = 'newest', page = 1 } = query
  const [summary, rows] = await Promise.all([
    readRating(db, product_id),
    db
      .select(reviewColumns)
      .from(reviews)
      .where(
        and(
          eq(reviews.product_id, product_id),
          isNull(reviews.hidden_at),
          rating === undefined ? undefined : eq(reviews.rating, rating),
          with_media ? isNotNull(reviews.media_url) : undefined,
          verified ? reviews.verified_purchase : undefined,
        ),
      )
      .orderBy(...SORTS[sort])
      .offset((page - 1) * REVIEWS_PER_PAGE)
      .limit(REVIEWS_PER_PAGE + 1),
  ])
  if (!summary) throw errors.PRODUCT_NOT_FOUND()
  const items = await withNames(db, rows.slice(0, REVIEWS_PER_PAGE))
  return { items, page, has_more: rows.length > REVIEWS_PER_PAGE, summary }
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
