import type pg from 'pg'
import { beforeAll, expect, test } from 'vitest'
import { REVIEWS_PER_PAGE, ReviewSort } from '#contract/reviews.ts'
import type { Db } from '#server/platform/database.ts'
import { givenDatabase } from '#server/testing/database.ts'
import { rowsRead } from '#server/testing/query-plans.ts'
import { fillReviews, findReviewed } from '../../../bench/reviews.ts'
import { listReviews } from './list-reviews.ts'

let pool: pg.Pool
let product_id: string

beforeAll(async () => {
  const database = await givenDatabase()
  pool = database.pool
  await fillReviews(database.db, 2000)
  product_id = (await findReviewed(database.db)).many
})

const FILTERS = [undefined, true].flatMap((with_media) =>
  [undefined, true].flatMap((verified) =>
    [undefined, 1, 5].map((rating) => ({ with_media, verified, rating })),
  ),
)

test.each(ReviewSort.options)(
  '%s: with any filter only the reviews of the page are read',
  async (sort) => {
    for (const filters of FILTERS) {
      const ask = (db: Db) => listReviews(db, { product_id, sort, ...filters })
      const rows = await rowsRead(pool, 'reviews', ask)
      // One more, to know whether there is a next page.
      expect(rows, JSON.stringify(filters)).toBeLessThanOrEqual(REVIEWS_PER_PAGE + 1)
    }
  },
)
