import type pg from 'pg'
import { beforeAll, expect, test } from 'vitest'
import { givenDatabase } from '#server/testing/database.ts'
import { sequentialScans } from '#server/testing/query-plans.ts'
import { fillReviews, REVIEW_QUESTIONS } from '../../../bench/reviews.ts'
import { listReviews } from './list-reviews.ts'

let pool: pg.Pool
let product_id: string

beforeAll(async () => {
  const database = await givenDatabase()
  pool = database.pool
  product_id = (await fillReviews(database.db, 5000)).many
})

test.each(Object.entries(REVIEW_QUESTIONS))('an index answers: %s', async (_, filters) => {
  const scans = await sequentialScans(pool, (db) => listReviews(db, { product_id, ...filters }))
  expect(scans).not.toContain('reviews')
})
