import type { DemoData } from '#server/platform/demo-rows.ts'
import { reviews } from './reviews.table.ts'

/** Goes before the products: a trigger counts the reviews of each. */
export const reviewsDemoData: DemoData = {
  count: async (db) => ({ reviews: await db.$count(reviews) }),
  remove: async (tx) => {
    await tx.delete(reviews)
  },
}
