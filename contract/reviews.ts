import * as z from 'zod'
import { refusals } from './errors.ts'
import { Id, QueryFlag, QueryNumber, Time } from './fields.ts'
import { listQuery, paged } from './paging.ts'
import { adminProcedure, cachedProcedure, publicProcedure, signedInProcedure } from './policy.ts'
import { REVIEW_LIMITS } from './rules.ts'

/** A review as every visitor sees it: `reviewer_name` is the given one, else the author's full name. */
export const Review = z.object({
  id: Id,
  product_id: Id,
  rating: z.int().min(1).max(5),
  title: z.string(),
  comment: z.string(),
  reviewer_name: z.string(),
  verified_purchase: z.boolean(),
  media_url: z.string().nullable(),
  helpful_count: z.int(),
  answer: z.string().nullable(),
  answered_at: Time.nullable(),
  created_at: Time,
  edited_at: Time.nullable(),
})
export type Review = z.infer<typeof Review>

/** The author's own review: `reviewer_name` as it was given, and whether the shop has hidden it. */
const OwnReview = Review.extend({
  reviewer_name: z.string().nullable(),
  hidden_at: Time.nullable(),
})
export type OwnReview = z.infer<typeof OwnReview>

/** How a product is rated: `rating_counts[0]` reviews have one star, `rating_counts[4]` have five. */
export const RatingSummary = z.object({
  rating_average: z.number(),
  review_count: z.int(),
  rating_counts: z.array(z.int()).length(5),
})
export type RatingSummary = z.infer<typeof RatingSummary>

export const ReviewSort = z.enum(['newest', 'highest', 'lowest', 'helpful'])
export type ReviewSort = z.infer<typeof ReviewSort>

export const REVIEWS_PER_PAGE = 10

const Stars = QueryNumber.pipe(z.int().min(1).max(5))
const Page = QueryNumber.pipe(z.int().min(1).max(10_000))

export const ReviewQuery = z.object({
  product_id: Id,
  rating: Stars.optional(),
  with_media: QueryFlag.optional(),
  verified: QueryFlag.optional(),
  sort: ReviewSort.optional(),
  page: Page.optional(),
  /** A new value is never answered from the cache: for the list after one's own change. */
  changed: z.string().max(40).optional(),
})
export type ReviewQuery = z.output<typeof ReviewQuery>

/** `group_value`: which size or shade it is about, for a product of a group. */
export const ListedReview = Review.extend({ group_value: z.string().nullable() })
export type ListedReview = z.infer<typeof ListedReview>

/** Of the whole group, for a product of one. */
const ReviewPage = z.object({
  items: z.array(ListedReview),
  page: z.int(),
  has_more: z.boolean(),
  summary: RatingSummary,
})
export type ReviewPage = z.infer<typeof ReviewPage>

/** Blank means: nothing that can be seen. */
const isVisible = (text: string) => /[^\s\p{C}]/u.test(text)

const Text = (label: string, longest: number) =>
  z
    .string()
    .trim()
    .refine(isVisible, `${label} is required`)
    .max(longest, `${label} is longer than ${longest} characters`)

const ReviewFields = z.object({
  rating: z.int().min(1).max(5),
  title: Text('Title', REVIEW_LIMITS.title),
  comment: Text('Comment', REVIEW_LIMITS.comment),
  reviewer_name: z
    .string()
    .trim()
    .max(REVIEW_LIMITS.reviewer_name, 'Name is too long')
    .transform((name) => (isVisible(name) ? name : null))
    .nullish(),
  /** The address of one's own upload for a review. */
  media_url: z.string().max(2000).nullish(),
})

/** `user_id` and `verified_purchase` of the specified payload are ignored: session and orders decide. */
export const NewReview = ReviewFields.extend({
  product_id: Id,
  rating: ReviewFields.shape.rating.default(5),
})
export type NewReview = z.infer<typeof NewReview>

export const ReviewEdit = ReviewFields.partial().extend({ id: Id })
export type ReviewEdit = z.infer<typeof ReviewEdit>

/** A review as the owner of the shop sees it. */
export const AdminReview = Review.extend({
  user_id: Id.nullable(),
  hidden_at: Time.nullable(),
  product_name: z.string(),
  product_image_url: z.string().nullable(),
})
export type AdminReview = z.infer<typeof AdminReview>

/** `q`: part of the title, comment or name. */
export const AdminReviewQuery = listQuery(['created_at', 'rating', 'helpful_count'], {
  product_id: Id.optional(),
  rating: Stars.optional(),
  unanswered: QueryFlag.optional(),
  /** Only hidden ones (true) or only shown ones (false). */
  hidden: QueryFlag.optional(),
})
export type AdminReviewQuery = z.infer<typeof AdminReviewQuery>

const One = z.object({ id: Id })
const Done = z.object({ done: z.literal(true) })
const Vote = z.object({ helpful_count: z.int(), voted: z.boolean() })

const HOUR = 3600

export const reviews = {
  list: cachedProcedure
    .route({
      method: 'GET',
      path: '/reviews',
      summary: 'Reviews of a product: newest first, filtered, sorted, paged',
    })
    .input(ReviewQuery)
    .errors(refusals('PRODUCT_NOT_FOUND'))
    .output(ReviewPage),
  mine: signedInProcedure
    .route({
      method: 'GET',
      path: '/reviews/mine',
      summary: "The caller's own review of a product, or null",
    })
    .input(z.object({ product_id: Id }))
    .output(OwnReview.nullable()),
  create: signedInProcedure
    .route({ method: 'POST', path: '/reviews', summary: 'Review a product, once' })
    .meta({ limit: { calls: 30, per_seconds: HOUR } })
    .input(NewReview)
    .errors(refusals('PRODUCT_NOT_FOUND', 'REVIEW_EXISTS', 'FILE_NOT_USABLE'))
    .output(OwnReview),
  edit: signedInProcedure
    .route({ method: 'PATCH', path: '/reviews/{id}', summary: "Change one's own review" })
    .meta({ limit: { calls: 60, per_seconds: HOUR } })
    .input(ReviewEdit)
    .errors(refusals('REVIEW_NOT_FOUND', 'FILE_NOT_USABLE'))
    .output(OwnReview),
  remove: signedInProcedure
    .route({ method: 'DELETE', path: '/reviews/{id}', summary: "Delete one's own review" })
    .input(One)
    .errors(refusals('REVIEW_NOT_FOUND'))
    .output(Done),
  vote: publicProcedure
    .route({ method: 'PUT', path: '/reviews/{id}/vote', summary: 'Helpful: one vote a visitor' })
    .meta({ limit: { calls: 60, per_seconds: HOUR } })
    .input(One)
    .errors(refusals('REVIEW_NOT_FOUND', 'OWN_REVIEW'))
    .output(Vote),
  unvote: publicProcedure
    .route({ method: 'DELETE', path: '/reviews/{id}/vote', summary: "Take back one's vote" })
    .meta({ limit: { calls: 60, per_seconds: HOUR } })
    .input(One)
    .errors(refusals('REVIEW_NOT_FOUND'))
    .output(Vote),

  all: adminProcedure('reviews')
    .route({
      method: 'GET',
      path: '/reviews/all',
      summary: 'Reviews of all products, hidden ones included, newest first',
    })
    .input(AdminReviewQuery)
    .output(paged(AdminReview)),
  set_hidden: adminProcedure('reviews')
    .route({ method: 'PUT', path: '/reviews/{id}/hidden', summary: 'Hide a review, or show it' })
    .input(One.extend({ hidden: z.boolean() }))
    .errors(refusals('REVIEW_NOT_FOUND'))
    .output(AdminReview),
  answer: adminProcedure('reviews')
    .route({
      method: 'PUT',
      path: '/reviews/{id}/answer',
      summary: 'Answer a review, or change the answer',
    })
    .input(One.extend({ answer: Text('Answer', REVIEW_LIMITS.answer) }))
    .errors(refusals('REVIEW_NOT_FOUND'))
    .output(AdminReview),
  remove_answer: adminProcedure('reviews')
    .route({
      method: 'DELETE',
      path: '/reviews/{id}/answer',
      summary: 'Remove the answer to a review',
    })
    .input(One)
    .errors(refusals('REVIEW_NOT_FOUND'))
    .output(AdminReview),
}

export const rpc = {
  check_verified_purchase: signedInProcedure
    .route({
      method: 'POST',
      path: '/rpc/check_verified_purchase',
      summary: 'Whether a customer has bought a product; only oneself, unless admin',
    })
    .input(z.object({ p_user_id: Id, p_product_id: Id }))
    .errors(refusals('FORBIDDEN'))
    .output(z.boolean()),
}
