import { reviews } from '#server/modules/reviews/reviews.table.ts'
import type { Db } from '#server/platform/database.ts'
import { createChance } from './chance.ts'
import { demoId } from './demo-id.ts'
import { type DemoOrder, paidAt } from './demo-order.ts'
import { content, type DemoReview } from './material.ts'
import type { Customer } from './people.ts'
import { daysAfter, daysBefore } from './time.ts'

/** Reviews of customers follow their purchase; those of people whose account is gone fall on any day. */
export async function loadReviews(db: Db, customers: Customer[], orders: DemoOrder[], now: Date) {
  const chance = createChance(90)
  const purchaseOf = (author: Customer) =>
    orders.find(({ buyer, wants }) => buyer === author && wants === author.review.product_slug)
  await db.insert(reviews).values(
    content.reviews.map((review) => {
      const author = customers.find((customer) => customer.review === review)
      const purchase = author && purchaseOf(author)
      const written = purchase
        ? daysAfter(paidAt(purchase), chance.between(8, 26))
        : daysBefore(now, chance.between(0.5, 80))
      return reviewRow(review, author?.user_id ?? null, written)
    }),
  )
}

function reviewRow(review: DemoReview, user_id: string | null, written: Date) {
  const { product_slug, ...fields } = review
  return {
    ...fields,
    id: demoId('review', `${product_slug}/${review.reviewer_name}`),
    product_id: demoId('product', product_slug),
    user_id,
    created_at: written.toISOString(),
  }
}
