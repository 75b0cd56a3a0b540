import { and, eq } from 'drizzle-orm'
import type { NewReview, ReviewEdit } from '#contract/reviews.ts'
import { announceChange } from '#server/platform/change-feed.ts'
import type { Db } from '#server/platform/database.ts'
import { errors } from '#server/platform/errors.ts'
import type { AppContext } from '#server/platform/rpc.ts'
import { findProducts } from '../catalog/index.ts'
import { claimFiles, releaseFiles } from '../media/index.ts'
import { hasBought } from '../orders/index.ts'
import { reviewColumns } from './list-reviews.ts'
import { reviews } from './reviews.table.ts'

type Context = Pick<AppContext, 'db' | 'now'>

export async function readOwnReview(db: Db, by: { user_id: string; product_id: string }) {
  const [review] = await db
    .select(reviewColumns)
    .from(reviews)
    .where(and(eq(reviews.product_id, by.product_id), eq(reviews.user_id, by.user_id)))
  return review ?? null
}

/** One review a person and product: the unique index decides between two at once. */
export async function createReview({ db, now }: Context, user_id: string, input: NewReview) {
  const { product_id, rating, title, comment, reviewer_name, media_url } = input
  return db.transaction(async (tx) => {
    const [product] = await findProducts(tx, [product_id])
    if (!product || product.archived_at) throw errors.PRODUCT_NOT_FOUND()
    const verified_purchase = await hasBought(tx, { user_id, product_id })
    const [created] = await tx
      .insert(reviews)
      .values({
        ...{ product_id, user_id, rating, title, comment, reviewer_name, media_url },
        verified_purchase,
        created_at: now().toISOString(),
      })
      .onConflictDoNothing()
      .returning(reviewColumns)
    if (!created) throw errors.REVIEW_EXISTS()
    if (media_url) await claimFiles(tx, [media_url], claimedBy(user_id, now()))
    await announceChange(tx, 'reviews')
    return created
  })
}

const claimedBy = (owner: string, at: Date) => ({ owner, purpose: 'review' as const, at })

/** A review that was not of a buyer becomes one when its author has bought since. */
export async function editReview({ db, now }: Context, user_id: string, input: ReviewEdit) {
  const { id, ...changes } = input
  return db.transaction(async (tx) => {
    const review = await lockOwnReview(tx, user_id, id)
    const { product_id } = review
    const verified_purchase =
      review.verified_purchase || (await hasBought(tx, { user_id, product_id }))
    const [edited] = await tx
      .update(reviews)
      .set({ ...changes, verified_purchase, edited_at: now().toISOString() })
      .where(eq(reviews.id, id))
      .returning(reviewColumns)
    if (!edited) throw errors.REVIEW_NOT_FOUND()
    if (edited.media_url !== review.media_url) {
      if (edited.media_url) await claimFiles(tx, [edited.media_url], claimedBy(user_id, now()))
      if (review.media_url) await releaseFiles(tx, [review.media_url])
    }
    await announceChange(tx, 'reviews')
    return edited
  })
}

export async function deleteReview(db: Db, user_id: string, id: string) {
  await db.transaction(async (tx) => {
    const { media_url } = await lockOwnReview(tx, user_id, id)
    await tx.delete(reviews).where(eq(reviews.id, id))
    if (media_url) await releaseFiles(tx, [media_url])
    await announceChange(tx, 'reviews')
  })
}

/** Another person's review is answered as if it did not exist. */
async function lockOwnReview(tx: Db, user_id: string, id: string) {
  const [review] = await tx
    .select()
    .from(reviews)
    .where(and(eq(reviews.id, id), eq(reviews.user_id, user_id)))
    .for('update')
  if (!review) throw errors.REVIEW_NOT_FOUND()
  return review
}
