import { implement } from '@orpc/server'
import * as contract from '#contract/reviews.ts'
import { changedBy } from '#server/platform/audit-log.ts'
import { errors } from '#server/platform/errors.ts'
import { guard, mayEnter, type RequestContext, requireSession } from '#server/platform/rpc.ts'
import { hasBought } from '../orders/index.ts'
import { listReviews } from './list-reviews.ts'
import { answerReview, listAllReviews, removeAnswer, setHidden } from './moderate-reviews.ts'
import { unvote, vote } from './votes.ts'
import { createReview, deleteReview, editReview, readOwnReview } from './write-review.ts'

const api = implement({ reviews: contract.reviews, rpc: contract.rpc })
  .$context<RequestContext>()
  .use(guard)

const userOf = async (context: RequestContext) => (await requireSession(context)).profile.id

export const reviewsRouter = {
  list: api.reviews.list.handler(({ context, input }) => listReviews(context.db, input)),
  mine: api.reviews.mine.handler(async ({ context, input }) =>
    readOwnReview(context.db, { ...input, user_id: await userOf(context) }),
  ),
  create: api.reviews.create.handler(async ({ context, input }) =>
    createReview(context, await userOf(context), input),
  ),
  edit: api.reviews.edit.handler(async ({ context, input }) =>
    editReview(context, await userOf(context), input),
  ),
  remove: api.reviews.remove.handler(async ({ context, input }) => {
    await deleteReview(context.db, await userOf(context), input.id)
    return { done: true }
  }),
  vote: api.reviews.vote.handler(({ context, input }) => vote(context, input.id)),
  unvote: api.reviews.unvote.handler(({ context, input }) => unvote(context, input.id)),

  all: api.reviews.all.handler(({ context, input }) => listAllReviews(context.db, input)),
  set_hidden: api.reviews.set_hidden.handler(async ({ context, input }) =>
    setHidden(context.db, await changedBy(context), input),
  ),
  answer: api.reviews.answer.handler(async ({ context, input }) =>
    answerReview(context.db, await changedBy(context), input),
  ),
  remove_answer: api.reviews.remove_answer.handler(async ({ context, input }) =>
    removeAnswer(context.db, await changedBy(context), input.id),
  ),
}

export const rpcRouter = {
  check_verified_purchase: api.rpc.check_verified_purchase.handler(async ({ context, input }) => {
    const session = await requireSession(context)
    const isOwn = input.p_user_id === session.profile.id
    if (!isOwn && !mayEnter(session, 'reviews')) throw errors.FORBIDDEN()
    return hasBought(context.db, { user_id: input.p_user_id, product_id: input.p_product_id })
  }),
}
