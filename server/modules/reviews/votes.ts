import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import { DAY_SECONDS } from '#contract/time.ts'
import { visitorId } from '#server/platform/cookies.ts'
import type { Db } from '#server/platform/database.ts'
import { errors } from '#server/platform/errors.ts'
import type { RequestContext } from '#server/platform/rpc.ts'
import { review_votes, reviews } from './reviews.table.ts'

/** Many shoppers share a network address; a script that discards its cookies has one, too. */
const GUEST_VOTES_PER_NETWORK = { calls: 10, per_seconds: DAY_SECONDS }
/** From all networks together, for one review: addresses are cheap, accounts are not. Customers vote without it. */
const GUEST_VOTES_PER_REVIEW = { calls: 30, per_seconds: DAY_SECONDS }

/** A person counts once: by the account, and by the browser before signing in. */
async function votersOf(context: RequestContext) {
  const visitor = `visitor:${visitorId(context)}`
  const user_id = (await context.session())?.profile.id ?? null
  const voters = user_id ? [`account:${user_id}`, visitor] : [visitor]
  return { user_id, voters, voter: voters[0] ?? visitor }
}

export async function vote(context: RequestContext, id: string) {
  const { user_id, voter, voters } = await votersOf(context)
  const hasVoted = async (db: Db) => (await db.$count(review_votes, votesFor(id, voters))) > 0
  // Before the transaction: the limit needs a connection of its own, and all could be waiting for the lock.
  if (!user_id && !(await hasVoted(context.db))) {
    const network = `${id}:${context.visitor()}`
    await context.limits.count('reviews.guest-vote', network, GUEST_VOTES_PER_NETWORK)
    await context.limits.count('reviews.guest-votes', id, GUEST_VOTES_PER_REVIEW)
  }
  return context.db.transaction(async (tx) => {
    const review = await lockShownReview(tx, id)
    if (user_id && review.user_id === user_id) throw errors.OWN_REVIEW()
    if (await hasVoted(tx)) return { helpful_count: review.helpful_count, voted: true }
    const created_at = context.now().toISOString()
    await tx.insert(review_votes).values({ review_id: id, voter, user_id, created_at })
    return { helpful_count: await changeCount(tx, id, 1), voted: true }
  })
}

export async function unvote(context: RequestContext, id: string) {
  const { voters } = await votersOf(context)
  return context.db.transaction(async (tx) => {
    const review = await lockShownReview(tx, id)
    const removed = await tx
      .delete(review_votes)
      .where(votesFor(id, voters))
      .returning({ voter: review_votes.voter })
    if (removed.length === 0) return { helpful_count: review.helpful_count, voted: false }
    return { helpful_count: await changeCount(tx, id, -removed.length), voted: false }
  })
}

const votesFor = (review_id: string, voters: string[]) =>
  and(eq(review_votes.review_id, review_id), inArray(review_votes.voter, voters))

/** The lock lets the votes for one review follow each other. */
async function lockShownReview(tx: Db, id: string) {
  const [review] = await tx
    .select({ user_id: reviews.user_id, helpful_count: reviews.helpful_count })
    .from(reviews)
    .where(and(eq(reviews.id, id), isNull(reviews.hidden_at)))
    .for('update')
  if (!review) throw errors.REVIEW_NOT_FOUND()
  return review
}

async function changeCount(tx: Db, id: string, by: number) {
  const [changed] = await tx
    .update(reviews)
    .set({ helpful_count: sql`${reviews.helpful_count} + ${by}` })
    .where(eq(reviews.id, id))
    .returning({ helpful_count: reviews.helpful_count })
  return changed?.helpful_count ?? 0
}
