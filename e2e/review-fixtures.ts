import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { givenPhoto } from '#server/testing/upload-factories.ts'
import { field } from './account-fixtures.ts'
import { type Database, openDatabase } from './database.ts'
import { test as base, expect } from './fixtures.ts'

type Fixtures = { product: { id: string; name: string } }

/** A product of each test's own, so that the demo shopper has not reviewed it yet. */
export const test = base.extend<Fixtures, { db: Database }>({
  db: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern.
    async ({}, use) => {
      const db = await openDatabase()
      await use(db)
      await db.close()
    },
    { scope: 'worker' },
  ],
  product: async ({ db }, use) => {
    const product = { id: randomUUID(), name: `Lilac Water ${randomUUID().slice(0, 6)}` }
    await db.query(
      `insert into products (id, name, description, price, stock, archived_at) values ($1, $2, 'Cool.', 20, 0, null)`,
      [product.id, product.name],
    )
    await use(product)
    // Out of the way of tests that list products.
    await db.query('delete from reviews where product_id = $1', [product.id])
    await db.query('delete from order_items where product_id = $1', [product.id])
    await db.query('delete from products where id = $1', [product.id])
  },
})

/** Stored as the demo's shoppers would have written them, the first one newest. */
export async function givenReviews(db: Database, product_id: string, reviews: object[]) {
  for (const [n, review] of reviews.entries()) {
    const row = { rating: 5, comment: 'Good.', reviewer_name: 'Wren', title: `Review ${n}` }
    await db.query(
      `insert into reviews select * from jsonb_populate_record(null::reviews, $1::jsonb)`,
      [
        {
          id: randomUUID(),
          product_id,
          verified_purchase: false,
          helpful_count: 0,
          created_at: new Date(Date.UTC(2026, 0, 28) - n * 3_600_000).toISOString(),
          ...row,
          ...review,
        },
      ],
    )
  }
}

const section = (page: Page) => page.getByRole('region', { name: 'Reviews', exact: true })
export const listed = (page: Page) =>
  section(page)
    .getByRole('list')
    .filter({ has: page.getByRole('heading', { level: 3 }) })
export const titles = (page: Page) => listed(page).getByRole('heading', { level: 3 })

export async function openForm(page: Page, id: string) {
  await page.goto(`/product/${id}#write-review`)
  await expect(page.getByRole('radio', { name: '5 stars' })).toBeFocused()
}

export async function fill(page: Page, title: string, comment: string) {
  await field(page, 'Title').fill(title)
  await field(page, 'Comment').fill(comment)
}

export const photo = async () => ({
  name: 'cheek.jpg',
  mimeType: 'image/jpeg',
  buffer: await givenPhoto(300, 400),
})
