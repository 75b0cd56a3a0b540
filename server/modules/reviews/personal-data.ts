import { desc, eq, sql } from 'drizzle-orm'
import type { Db } from '#server/platform/database.ts'
import type { DataSubject } from '#server/platform/rpc.ts'
import { releaseFiles } from '../media/index.ts'
import { review_votes, reviews } from './reviews.table.ts'

/** A person's reviews, for the export of the own data. */
export const personalDataOf = (db: Db, { user_id }: DataSubject) =>
  db.select().from(reviews).where(eq(reviews.user_id, user_id)).orderBy(desc(reviews.created_at))

/** The reviews that a person found helpful, for the export of the own data. */
export const votesOf = (db: Db, { user_id }: DataSubject) =>
  db
    .select({ review_id: review_votes.review_id, created_at: review_votes.created_at })
    .from(review_votes)
    .where(eq(review_votes.user_id, user_id))
    .orderBy(desc(review_votes.created_at))

/** Ratings, texts and votes stay for other shoppers, without the person: no account, name or picture. */
export async function forgetReviewer(tx: Db, { user_id }: DataSubject) {
  const own = eq(reviews.user_id, user_id)
  const written = await tx.select({ media_url: reviews.media_url }).from(reviews).where(own)
  await releaseFiles(
    tx,
    written.flatMap(({ media_url }) => media_url ?? []),
  )
  await tx.update(reviews).set({ user_id: null, reviewer_name: null, media_url: null }).where(own)
  await tx
    .update(review_votes)
    .set({ user_id: null, voter: sql`'former:' || gen_random_uuid()` })
    .where(eq(review_votes.user_id, user_id))
}
