import type { APIRequestContext } from '@playwright/test'
import sharp from 'sharp'
import { openDatabase } from './database.ts'
import { expect } from './fixtures.ts'

/** Other tests of this shop count the demo's products, whose ids are of version 8. */
export async function archiveOwnProducts() {
  const database = await openDatabase()
  await database.query(
    `update products set archived_at = now() where archived_at is null and substr(id::text, 15, 1) <> '8'`,
  )
  await database.close()
}

export const unique = (word: string) => `${word} ${crypto.randomUUID().slice(0, 8)}`

export const picture = async (name: string, background: string) => ({
  name,
  mimeType: 'image/png',
  buffer: await sharp({ create: { width: 600, height: 750, channels: 3, background } })
    .png()
    .toBuffer(),
})

type Given = { name?: string; price?: number; stock?: number; category?: string | null }

/** A product through the API, with a picture of its own. */
export async function givenProduct(admin: APIRequestContext, given: Given = {}) {
  const file = await picture('given.png', '#d8a7b1')
  const uploaded = await admin.post('/api/media?purpose=product', { multipart: { file } })
  const { url } = await uploaded.json()
  const data = {
    name: unique('Given'),
    description: 'A test of patience.',
    price: 20,
    cost_price: null,
    original_price: null,
    category: null,
    stock: 12,
    featured: false,
    images: [url],
    ...given,
  }
  const created = await admin.post('/api/products', { data })
  expect(created.status(), await created.text()).toBe(201)
  return created.json() as Promise<{ id: string; version: number; name: string }>
}
