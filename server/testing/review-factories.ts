import { order_items, orders } from '#server/modules/orders/orders.table.ts'
import { reviews } from '#server/modules/reviews/reviews.table.ts'
import type { Db } from '#server/platform/database.ts'

type Given = Partial<typeof reviews.$inferInsert> & { product_id: string }

export async function givenReviews(db: Db, given: Given[]) {
  return db
    .insert(reviews)
    .values(
      given.map((review) => ({
        title: 'Soft and quiet',
        comment: 'My cheeks like it.',
        reviewer_name: 'Iris',
        ...review,
      })),
    )
    .returning()
}

export async function givenReview(db: Db, given: Given) {
  const [review] = await givenReviews(db, [given])
  if (!review) throw new Error('Nothing was inserted')
  return review
}

type Purchase = Partial<typeof orders.$inferInsert> & { user_id: string; product_id: string }

/** A paid order of one unit. */
export async function givenPurchase(db: Db, { product_id, ...given }: Purchase) {
  const [order] = await db
    .insert(orders)
    .values({
      subtotal: 20,
      total: 20,
      status: 'completed',
      completed_at: '2026-01-01T00:00:00Z',
      completed_by_hand: true,
      ...given,
    })
    .returning({ id: orders.id })
  if (!order) throw new Error('Nothing was inserted')
  await db
    .insert(order_items)
    .values({ order_id: order.id, product_id, quantity: 1, price: 20, name: 'Serum' })
  return order
}
