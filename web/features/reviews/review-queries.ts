import type { ReviewSort } from '#contract/reviews.ts'
import type { Api } from '../../lib/api.ts'

export type ReviewFilters = {
  rating?: number
  with_media?: true
  verified?: true
  sort?: ReviewSort
}

export type ReviewList = {
  product_id: string
  filters: ReviewFilters
  /** Changes with every write from this page, so that the answer is newer than any cache. */
  changed?: string
}

export const reviewPage = (api: Api, { product_id, filters, changed }: ReviewList, page = 1) =>
  api.reviews.list.queryOptions({
    input: { product_id, ...filters, ...(page > 1 && { page }), ...(changed && { changed }) },
  })

/** The first page as the server renders it. */
export const firstReviews = (api: Api, product_id: string) =>
  reviewPage(api, { product_id, filters: {} })

/** Where the form is, for the links in mails and after signing in. */
export const WRITE_REVIEW = 'write-review'
