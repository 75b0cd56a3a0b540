import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import type { OwnReview, ReviewPage } from '#contract/reviews.ts'
import { profiles } from '#server/modules/accounts/accounts.table.ts'
import { products } from '#server/modules/catalog/catalog.table.ts'
import { media_files } from '#server/modules/media/media.table.ts'
import { BEHIND_PROXY, givenSignedIn, givenVisitor } from '#server/testing/account-factories.ts'
import { givenProduct } from '#server/testing/factories.ts'
import { givenPurchase, givenReview } from '#server/testing/review-factories.ts'
import { givenServer } from '#server/testing/server.ts'
import { givenMp4, givenPhoto, upload } from '#server/testing/upload-factories.ts'
import { reviews } from './reviews.table.ts'

const WRITTEN = { rating: 4, title: 'Soft', comment: 'My cheeks like it.' }

let shop: Awaited<ReturnType<typeof givenServer>>
let network = 0
beforeAll(async () => {
  shop = await givenServer({ env: BEHIND_PROXY })
})

/** Without a password: hashing one would take most of the time of these tests. */
async function givenShopper(full_name = 'Iris Bloom') {
  const email = `iris.${randomUUID()}@example.com`
  const [profile] = await shop.db.insert(profiles).values({ full_name, email }).returning()
  if (!profile) throw new Error('Nothing was inserted')
  const visitor = await givenSignedIn(shop, profile, { ip: `10.9.${++network}.1` })
  return { profile, visitor }
}

/** With a parameter that no cache has seen: the notification of a change may still be on its way. */
const listOf = async (product_id: string, search = '') => {
  const path = `/api/reviews?product_id=${product_id}&changed=${randomUUID()}${search}`
  return (await givenVisitor(shop).get(path)).body as ReviewPage
}

const ratingOf = async (product_id: string) => {
  const [row] = await shop.db.select().from(products).where(eq(products.id, product_id))
  return {
    average: row?.rating_average,
    count: row?.review_count,
    stars: row?.rating_counts,
  }
}

describe('writing', () => {
  // Shows S2.46, S5.4, S7.10
  test('a review shows the given name, else the full name of the author', async () => {
    const { id: product_id } = await givenProduct(shop.db)
    const iris = await givenShopper('Iris Bloom')
    const other = await givenShopper()
    const created = await iris.visitor.post('/api/reviews', { ...WRITTEN, product_id })
    expect(created.status).toBe(200)
    await other.visitor.post('/api/reviews', { ...WRITTEN, product_id, reviewer_name: ' Anon ' })
    const { items, summary } = await listOf(product_id)
    expect(items.map((item) => item.reviewer_name)).toEqual(['Anon', 'Iris Bloom'])
    expect(items[1]).toMatchObject({ ...WRITTEN, verified_purchase: false, media_url: null })
    expect(summary).toEqual({ rating_average: 4, review_count: 2, rating_counts: [0, 0, 0, 2, 0] })
    expect(JSON.stringify(items)).not.toContain(iris.profile.id)
  })

  // Shows S5.3, S5.4, S5.5
  test('needs an account, a title and a comment; the rating is 5 unless another is given', async () => {
    const { id: product_id } = await givenProduct(shop.db)
    const guest = await givenVisitor(shop).post('/api/reviews', { ...WRITTEN, product_id })
    expect(guest.status).toBe(401)
    const { visitor } = await givenShopper()
    for (const wrong of [
      { title: '  ' },
      { title: '\u200b\u2060' },
      { comment: '' },
      { comment: 'x'.repeat(5001) },
      { title: 'x'.repeat(201) },
      { rating: 0 },
      { rating: 6 },
      { rating: 4.5 },
    ]) {
      const answer = await visitor.post('/api/reviews', { ...WRITTEN, product_id, ...wrong })
      expect(answer.status, JSON.stringify(wrong).slice(0, 60)).toBe(400)
    }
    const { rating, ...rest } = WRITTEN
    const created = await visitor.post('/api/reviews', { ...rest, product_id })
    expect(created.body).toMatchObject({ rating: 5 })
  })

  // Shows S5.6
  test('the second review of a person is refused, also when both come at once', async () => {
    const { id: product_id } = await givenProduct(shop.db)
    const { visitor } = await givenShopper()
    const write = () => visitor.post('/api/reviews', { ...WRITTEN, product_id })
    const answers = await Promise.all([write(), write(), write()])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    expect((await write()).body).toMatchObject({
      code: 'REVIEW_EXISTS',
      message: 'You have already reviewed this product',
    })
    expect(await ratingOf(product_id)).toMatchObject({ count: 1 })
  })

  // Shows S5.7, S7.17, S7.25
  test('a buyer is verified, whatever the browser claims', async () => {
    const { id: product_id } = await givenProduct(shop.db)
    const cases: [given: Parameters<typeof givenPurchase>[1] | null, verified: boolean][] = [
      [{ user_id: '', product_id }, true],
      [{ user_id: '', product_id, status: 'shipped' }, true],
      [{ user_id: '', product_id, status: 'cancelled' }, false],
      [{ user_id: '', product_id, status: 'pending', completed_at: null }, false],
      [null, false],
    ]
    for (const [purchase, verified] of cases) {
      const { profile, visitor } = await givenShopper()
      if (purchase) await givenPurchase(shop.db, { ...purchase, user_id: profile.id })
      const body = { ...WRITTEN, product_id, user_id: randomUUID(), verified_purchase: !verified }
      const created = await visitor.post('/api/reviews', body)
      expect(created.body, purchase?.status).toMatchObject({ verified_purchase: verified })
      const asked = { p_user_id: profile.id, p_product_id: product_id }
      expect((await visitor.post('/api/rpc/check_verified_purchase', asked)).body).toBe(verified)
    }
  })

  // Shows S7.25
  test('nobody learns what somebody else has bought', async () => {
    const { id: product_id } = await givenProduct(shop.db)
    const { profile: buyer } = await givenShopper()
    await givenPurchase(shop.db, { user_id: buyer.id, product_id })
    const { visitor } = await givenShopper()
    const asked = { p_user_id: buyer.id, p_product_id: product_id }
    expect((await visitor.post('/api/rpc/check_verified_purchase', asked)).status).toBe(403)
  })

  test('an archived or unknown product has no reviews and takes none', async () => {
    const archived = await givenProduct(shop.db, { archived_at: '2026-01-01T00:00:00Z' })
    const { visitor } = await givenShopper()
    for (const product_id of [archived.id, randomUUID()]) {
      const created = await visitor.post('/api/reviews', { ...WRITTEN, product_id })
      expect(created.body).toMatchObject({ code: 'PRODUCT_NOT_FOUND' })
      expect(await listOf(product_id)).toMatchObject({ code: 'PRODUCT_NOT_FOUND' })
    }
  })
})

describe('media', () => {
  test('is an own upload, used once, and released with the review', async () => {
    const [serum, cream] = [await givenProduct(shop.db), await givenProduct(shop.db)]
    const { visitor } = await givenShopper()
    const { body: photo } = await upload(shop, visitor, await givenPhoto())
    const usedAt = async () => {
      const name = photo.url.replace('/files/', '')
      const [row] = await shop.db.select().from(media_files).where(eq(media_files.name, name))
      return row?.used_at
    }
    const body = { ...WRITTEN, media_url: photo.url }
    const created = await visitor.post('/api/reviews', { ...body, product_id: serum.id })
    expect(created.body).toMatchObject({ media_url: photo.url })
    expect(await usedAt()).toBeTruthy()
    const again = await visitor.post('/api/reviews', { ...body, product_id: cream.id })
    expect(again.body).toMatchObject({ code: 'FILE_NOT_USABLE' })
    // The refused review left nothing behind.
    expect(await ratingOf(cream.id)).toMatchObject({ count: 0 })

    const { id } = created.body as OwnReview
    const { body: film } = await upload(shop, visitor, givenMp4(), { type: 'video/mp4' })
    expect(film.url).toMatch(/video.*\.mp4$/)
    await visitor.call('PATCH', `/api/reviews/${id}`, { media_url: film.url })
    expect(await usedAt()).toBeNull()
    expect((await listOf(serum.id)).items[0]).toMatchObject({ media_url: film.url })
    await visitor.call('PATCH', `/api/reviews/${id}`, { media_url: null })
    expect((await listOf(serum.id, '&with_media=true')).items).toEqual([])
  })

  test('of strangers, of other purposes and of other sites is refused', async () => {
    const { id: product_id } = await givenProduct(shop.db)
    const [iris, other] = [await givenShopper(), await givenShopper()]
    const { body: theirs } = await upload(shop, other.visitor, await givenPhoto())
    for (const media_url of [theirs.url, 'https://evil.example/a.jpg', 'javascript:alert(1)']) {
      const body = { ...WRITTEN, product_id, media_url }
      const answer = await iris.visitor.post('/api/reviews', body)
      expect(answer.body, media_url).toMatchObject({ code: 'FILE_NOT_USABLE' })
    }
  })
})

describe('the own review', () => {
  // Shows S7.11, S9.4
  test('is found, changed and deleted by its author alone', async () => {
    const { id: product_id } = await givenProduct(shop.db)
    const [iris, other] = [await givenShopper(), await givenShopper()]
    const mine = `/api/reviews/mine?product_id=${product_id}`
    expect((await iris.visitor.get(mine)).body).toBeNull()
    const created = await iris.visitor.post('/api/reviews', { ...WRITTEN, product_id })
    const { id } = created.body as OwnReview
    expect((await iris.visitor.get(mine)).body).toMatchObject({ id, reviewer_name: null })
    expect((await other.visitor.get(mine)).body).toBeNull()

    for (const method of ['PATCH', 'DELETE']) {
      const refused = await other.visitor.call(method, `/api/reviews/${id}`, { title: 'Mine now' })
      expect(refused.body, method).toMatchObject({ code: 'REVIEW_NOT_FOUND' })
    }
    await iris.visitor.call('PATCH', `/api/reviews/${id}`, { rating: 2, title: 'Not so soft' })
    expect((await listOf(product_id)).items[0]).toMatchObject({
      rating: 2,
      title: 'Not so soft',
      comment: WRITTEN.comment,
      edited_at: expect.any(String),
    })
    expect(await ratingOf(product_id)).toEqual({ average: 2, count: 1, stars: [0, 1, 0, 0, 0] })
    await iris.visitor.call('DELETE', `/api/reviews/${id}`)
    expect(await ratingOf(product_id)).toEqual({ average: 0, count: 0, stars: [0, 0, 0, 0, 0] })
    const anew = await iris.visitor.post('/api/reviews', { ...WRITTEN, product_id })
    expect(anew.status).toBe(200)
  })

  test('is verified once its author has bought', async () => {
    const { id: product_id } = await givenProduct(shop.db)
    const { profile, visitor } = await givenShopper()
    const created = await visitor.post('/api/reviews', { ...WRITTEN, product_id })
    const { id } = created.body as OwnReview
    await givenPurchase(shop.db, { user_id: profile.id, product_id })
    const edited = await visitor.call('PATCH', `/api/reviews/${id}`, { title: 'Bought it' })
    expect(edited.body).toMatchObject({ verified_purchase: true })
  })
})

test('average and counts are right after many simultaneous changes', async () => {
  const { db } = shop
  const { id: product_id } = await givenProduct(db)
  const visible = await givenReview(db, { product_id, rating: 1 })
  const writers = await Promise.all(
    Array.from({ length: 24 }, async (_, n) => {
      const { visitor } = await givenShopper()
      return async () => {
        const created = await visitor.post('/api/reviews', {
          ...WRITTEN,
          product_id,
          rating: (n % 5) + 1,
        })
        const { id } = created.body as OwnReview
        if (n % 3 === 0) await visitor.call('PATCH', `/api/reviews/${id}`, { rating: 5 })
        if (n % 4 === 0) await visitor.call('DELETE', `/api/reviews/${id}`)
      }
    }),
  )
  const hide = db
    .update(reviews)
    .set({ hidden_at: '2026-01-01T00:00:00Z' })
    .where(eq(reviews.id, visible.id))
  await Promise.all([hide, ...writers.map((write) => write())])
  const rows = await db.select().from(reviews).where(eq(reviews.product_id, product_id))
  const shown = rows.filter(({ hidden_at }) => hidden_at === null).map(({ rating }) => rating)
  expect(shown).toHaveLength(18)
  const sum = shown.reduce((total, rating) => total + rating, 0)
  expect(await ratingOf(product_id)).toEqual({
    average: Math.round((sum / shown.length) * 10) / 10,
    count: shown.length,
    stars: [1, 2, 3, 4, 5].map((star) => shown.filter((rating) => rating === star).length),
  })
})
