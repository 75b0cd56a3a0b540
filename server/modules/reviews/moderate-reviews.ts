import { and, eq, ilike, isNotNull, isNull, or } from 'drizzle-orm'
import type { AdminReview, AdminReviewQuery } from '#contract/reviews.ts'
import { type ChangedBy, recordAudit } from '#server/platform/audit-log.ts'
import { announceChange } from '#server/platform/change-feed.ts'
import type { Db } from '#server/platform/database.ts'
import { errors } from '#server/platform/errors.ts'
import { containing, orderBy, paged } from '#server/platform/paged.ts'
import { findProducts } from '../catalog/index.ts'
import { reviewColumns, withNames } from './list-reviews.ts'
import { reviews } from './reviews.table.ts'

/** Reviews of all products, for the back office. */
export async function listAllReviews(db: Db, query: AdminReviewQuery) {
  const wanted = filtersOf(query)
  const { created_at, rating, helpful_count } = reviews
  const order = orderBy(
    query.sort ?? '-created_at',
    { created_at, rating, helpful_count },
    reviews.id,
  )
  const page = await paged(query, {
    count: () => db.$count(reviews, wanted),
    rows: ({ offset, limit }) =>
      db
        .select(reviewColumns)
        .from(reviews)
        .where(wanted)
        .orderBy(...order)
        .offset(offset)
        .limit(limit),
  })
  return { ...page, items: await asAdminReviews(db, page.items) }
}

export const countUnansweredReviews = (db: Db) =>
  db.$count(reviews, and(isNull(reviews.answer), isNull(reviews.hidden_at)))

function filtersOf({ product_id, rating, unanswered, hidden, q }: AdminReviewQuery) {
  const hiddenOnes = hidden ? isNotNull(reviews.hidden_at) : isNull(reviews.hidden_at)
  const part = containing(q ?? '')
  return and(
    product_id ? eq(reviews.product_id, product_id) : undefined,
    rating === undefined ? undefined : eq(reviews.rating, rating),
    unanswered ? isNull(reviews.answer) : undefined,
    hidden === undefined ? undefined : hiddenOnes,
    q
      ? or(
          ilike(reviews.title, part),
          ilike(reviews.comment, part),
          ilike(reviews.reviewer_name, part),
        )
      : undefined,
  )
}

type Moderated = Pick<typeof reviews.$inferSelect, 'hidden_at' | 'answer' | 'answered_at'>

export const setHidden = (db: Db, by: ChangedBy, { id, hidden }: { id: string; hidden: boolean }) =>
  moderate(db, by, id, { hidden_at: hidden ? by.at.toISOString() : null })

export const answerReview = (
  db: Db,
  by: ChangedBy,
  { id, answer }: { id: string; answer: string },
) => moderate(db, by, id, { answer, answered_at: by.at.toISOString() })

export const removeAnswer = (db: Db, by: ChangedBy, id: string) =>
  moderate(db, by, id, { answer: null, answered_at: null })

/** Without a version: an author may edit the review meanwhile, which is none of what an admin changes. */
const moderate = (db: Db, by: ChangedBy, id: string, changes: Partial<Moderated>) =>
  db.transaction(async (tx): Promise<AdminReview> => {
    const [before] = await tx.select().from(reviews).where(eq(reviews.id, id)).for('update')
    if (!before) throw errors.REVIEW_NOT_FOUND()
    const rows = await tx
      .update(reviews)
      .set(changes)
      .where(eq(reviews.id, id))
      .returning(reviewColumns)
    const object = { type: 'reviews', id, name: before.title }
    await recordAudit(tx, {
      by,
      object,
      before: moderated(before),
      after: { ...moderated(before), ...changes },
    })
    await announceChange(tx, 'reviews')
    const [changed] = await asAdminReviews(tx, rows)
    if (!changed) throw errors.REVIEW_NOT_FOUND()
    return changed
  })

const moderated = ({ hidden_at, answer, answered_at }: Moderated) => ({
  hidden_at,
  answer,
  answered_at,
})

type Row = Parameters<typeof withNames>[1][number] &
  Omit<AdminReview, 'product_name' | 'product_image_url' | 'reviewer_name'>

async function asAdminReviews(db: Db, rows: Row[]): Promise<AdminReview[]> {
  if (rows.length === 0) return []
  const [named, products] = await Promise.all([
    withNames(db, rows),
    findProducts(db, [...new Set(rows.map(({ product_id }) => product_id))]),
  ])
  const productOf = new Map(products.map((product) => [product.id, product]))
  return named.map((review) => {
    const product = productOf.get(review.product_id)
    return {
      ...review,
      product_name: product?.name ?? '',
      product_image_url: product?.image_url ?? null,
    }
  })
}
