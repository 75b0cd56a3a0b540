import { review_votes, reviews } from '#server/modules/reviews/reviews.table.ts'
import type { Db } from '#server/platform/database.ts'
import { type DemoOrder, paidAt } from './draw-orders.ts'
import { content, type DemoReview } from './fixtures.ts'
import type { Customer } from './people.ts'
import { type Pictures, pictureUrl } from './pictures.ts'
import { createRandom, daysAfter, daysBefore, demoId } from './repeatable.ts'

type Sources = { customers: Customer[]; orders: DemoOrder[]; pictures: Pictures; now: Date }

/** Reviews of customers follow their purchase; those of people whose account is gone fall on any day. */
export async function loadReviews(db: Db, { customers, orders, pictures, now }: Sources) {
  const random = createRandom(90)
  const purchaseOf = (author: Customer) =>
    orders.find(({ buyer, wants }) => buyer === author && wants === author.review.product_slug)
  const writtenAt = (author: Customer | undefined) => {
    const purchase = author && purchaseOf(author)
    if (purchase) return daysAfter(paidAt(purchase), random.between(8, 26))
    return daysBefore(now, random.between(0.5, 80))
  }
  await db.insert(reviews).values(
    content.reviews.map((review) => {
      const author = customers.find((customer) => customer.review === review)
      return reviewRow(review, pictures, { author, written: writtenAt(author), now })
    }),
  )
  await db.insert(review_votes).values(content.reviews.flatMap(votesFor))
}

const reviewId = ({ product_slug, reviewer_name }: DemoReview) =>
  demoId('review', `${product_slug}/${reviewer_name}`)

type Writing = { author: Customer | undefined; written: Date; now: Date }

function reviewRow(review: DemoReview, pictures: Pictures, { author, written, now }: Writing) {
  const { product_slug, photo, helpful, answer, ...fields } = review
  const answered = Math.min(daysAfter(written, 1).getTime(), now.getTime())
  return {
    ...fields,
    id: reviewId(review),
    product_id: demoId('product', product_slug),
    user_id: author?.user_id ?? null,
    media_url: photo ? pictureUrl(pictures, photo) : null,
    helpful_count: helpful,
    created_at: written.toISOString(),
    ...(answer && { answer, answered_at: new Date(answered).toISOString() }),
  }
}

const votesFor = (review: DemoReview) =>
  Array.from({ length: review.helpful }, (_, n) => ({
    review_id: reviewId(review),
    voter: `visitor:${demoId('vote', `${reviewId(review)}/${n}`)}`,
  }))
