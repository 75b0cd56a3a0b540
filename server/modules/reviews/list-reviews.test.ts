import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import type { AdminReview, ReviewPage, ReviewQuery } from '#contract/reviews.ts'
import {
  BEHIND_PROXY,
  givenSignedIn,
  givenVisitor,
  type Visitor,
} from '#server/testing/account-factories.ts'
import { eventually } from '#server/testing/eventually.ts'
import { givenAdmin, givenProduct, givenProfile } from '#server/testing/factories.ts'
import { givenReview, givenReviews } from '#server/testing/review-factories.ts'
import { givenServer } from '#server/testing/server.ts'
import { listReviews } from './list-reviews.ts'

let shop: Awaited<ReturnType<typeof givenServer>>
let admin: Visitor
let network = 0
beforeAll(async () => {
  shop = await givenServer({ env: BEHIND_PROXY })
  admin = await givenSignedIn(shop, await givenAdmin(shop.db), { ip: '10.8.0.1' })
})

const nextVisitor = (cookies?: Map<string, string>) =>
  givenVisitor(shop, { ip: `10.8.1.${++network}`, cookies })
const day = (n: number) => `2026-01-${String(n).padStart(2, '0')}T00:00:00.000Z`
const titles = async (query: ReviewQuery) =>
  (await listReviews(shop.db, query)).items.map(({ title }) => title)

describe('the list', () => {
  let product_id: string
  beforeAll(async () => {
    product_id = (await givenProduct(shop.db)).id
    await givenReviews(shop.db, [
      { product_id, title: 'oldest', rating: 5, created_at: day(1), helpful_count: 1 },
      { product_id, title: 'poor', rating: 1, created_at: day(2), verified_purchase: true },
      { product_id, title: 'film', rating: 4, created_at: day(3), media_url: '/files/video.mp4' },
      { product_id, title: 'newest', rating: 4, created_at: day(4), helpful_count: 7 },
      { product_id, title: 'hidden', rating: 1, created_at: day(5), hidden_at: day(6) },
    ])
    await givenReview(shop.db, { product_id: (await givenProduct(shop.db)).id, title: 'other' })
  })

  // Shows S7.10
  test.each([
    [{}, ['newest', 'film', 'poor', 'oldest']],
    [{ sort: 'highest' }, ['oldest', 'newest', 'film', 'poor']],
    [{ sort: 'lowest' }, ['poor', 'newest', 'film', 'oldest']],
    [{ sort: 'helpful' }, ['newest', 'oldest', 'film', 'poor']],
    [{ rating: 4 }, ['newest', 'film']],
    [{ with_media: true }, ['film']],
    [{ verified: true }, ['poor']],
    [{ verified: true, rating: 4 }, []],
  ] as const)('%o', async (query, expected) => {
    expect(await titles({ product_id, ...query })).toEqual(expected)
  })

  // Shows S9.4
  test('comes with how often each star was given, without hidden ones', async () => {
    const { summary } = await listReviews(shop.db, { product_id })
    expect(summary).toEqual({
      rating_average: 3.5,
      review_count: 4,
      rating_counts: [1, 0, 0, 2, 1],
    })
  })

  test('has pages of 10', async () => {
    const { id } = await givenProduct(shop.db)
    const many = Array.from({ length: 21 }, (_, n) => ({
      product_id: id,
      title: `${n}`,
      created_at: day(n + 1),
    }))
    await givenReviews(shop.db, many)
    const pages = await Promise.all(
      [1, 2, 3].map((page) => listReviews(shop.db, { product_id: id, page })),
    )
    expect(pages.map(({ items, has_more }) => [items.length, has_more])).toEqual([
      [10, true],
      [10, true],
      [1, false],
    ])
    const all = pages.flatMap(({ items }) => items.map(({ title }) => title))
    expect(all).toEqual(many.map(({ title }) => title).reverse())
  })
})

describe('votes', () => {
  const helpful = async (visitor: Visitor, id: string) =>
    (await visitor.call('PUT', `/api/reviews/${id}/vote`)).body

  test('count once a visitor, and can be taken back', async () => {
    const { id: product_id } = await givenProduct(shop.db)
    const { id } = await givenReview(shop.db, { product_id })
    const [one, two] = [nextVisitor(), nextVisitor()]
    expect(await helpful(one, id)).toEqual({ helpful_count: 1, voted: true })
    expect(await helpful(one, id)).toEqual({ helpful_count: 1, voted: true })
    expect(await helpful(two, id)).toEqual({ helpful_count: 2, voted: true })
    const back = await one.call('DELETE', `/api/reviews/${id}/vote`)
    expect(back.body).toEqual({ helpful_count: 1, voted: false })
    expect((await one.call('DELETE', `/api/reviews/${id}/vote`)).body).toEqual(back.body)
  })

  test('a visitor who signs in does not count twice', async () => {
    const { id } = await givenReview(shop.db, { product_id: (await givenProduct(shop.db)).id })
    const guest = nextVisitor()
    await helpful(guest, id)
    const account = await givenSignedIn(shop, await givenProfile(shop.db), { ip: '10.8.2.1' })
    for (const [name, value] of guest.cookies) account.cookies.set(name, value)
    expect(await helpful(account, id)).toEqual({ helpful_count: 1, voted: true })
  })

  test('simultaneous ones all count; the author has none', async () => {
    const author = await givenProfile(shop.db)
    const { id: product_id } = await givenProduct(shop.db)
    const { id } = await givenReview(shop.db, { product_id, user_id: author.id })
    const voters = Array.from({ length: 12 }, () => nextVisitor())
    await Promise.all(voters.map((voter) => helpful(voter, id)))
    const { items } = await listReviews(shop.db, { product_id })
    expect(items[0]).toMatchObject({ helpful_count: 12 })
    const own = await givenSignedIn(shop, author, { ip: '10.8.2.2' })
    expect(await helpful(own, id)).toMatchObject({ code: 'OWN_REVIEW' })
  })

  test('a script without cookies has ten from its network', async () => {
    const { id } = await givenReview(shop.db, { product_id: (await givenProduct(shop.db)).id })
    const statuses = new Map<number, number>()
    for (let n = 0; n < 12; n++) {
      const stranger = givenVisitor(shop, { ip: '10.8.3.1' })
      const { status } = await stranger.call('PUT', `/api/reviews/${id}/vote`)
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
    }
    expect(Object.fromEntries(statuses)).toEqual({ 200: 10, 429: 2 })
  })
})

test('a hundred addresses without account add thirty votes a day, and keep no customer from voting', async () => {
  const { id: product_id } = await givenProduct(shop.db)
  const { id } = await givenReview(shop.db, { product_id })
  for (let n = 0; n < 100; n++) {
    const stranger = givenVisitor(shop, { ip: `10.7.${n}.1` })
    await stranger.call('PUT', `/api/reviews/${id}/vote`)
  }
  expect((await listReviews(shop.db, { product_id })).items[0]?.helpful_count).toBe(30)
  const customer = await givenSignedIn(shop, await givenProfile(shop.db), { ip: '10.7.0.1' })
  await customer.call('PUT', `/api/reviews/${id}/vote`)
  expect((await listReviews(shop.db, { product_id })).items[0]?.helpful_count).toBe(31)
})

describe('the owner of the shop', () => {
  test('hides a review everywhere, and shows it again', async () => {
    const { id: product_id } = await givenProduct(shop.db)
    const { id } = await givenReview(shop.db, { product_id, title: 'A rude remark', rating: 1 })
    const everywhere = async () => {
      const paths = [`/product/${product_id}`, `/api/reviews?product_id=${product_id}`]
      const texts = await Promise.all(
        paths.map(async (path) => (await givenVisitor(shop).get(path)).text),
      )
      return texts.map((text) => text.includes('A rude remark'))
    }
    expect(await everywhere()).toEqual([true, true])
    await admin.call('PUT', `/api/reviews/${id}/hidden`, { hidden: true })
    await eventually(async () => expect(await everywhere()).toEqual([false, false]))
    expect(await listReviews(shop.db, { product_id })).toMatchObject({
      items: [],
      summary: { review_count: 0, rating_average: 0 },
    })
    const vote = await nextVisitor().call('PUT', `/api/reviews/${id}/vote`)
    expect(vote.status).toBe(404)
    await admin.call('PUT', `/api/reviews/${id}/hidden`, { hidden: false })
    await eventually(async () => expect(await everywhere()).toEqual([true, true]))
  })

  test('answers, changes the answer and removes it', async () => {
    const { id: product_id } = await givenProduct(shop.db)
    const { id } = await givenReview(shop.db, { product_id })
    const answer = (text: string) =>
      admin.call('PUT', `/api/reviews/${id}/answer`, { answer: text })
    expect((await answer(' ')).status).toBe(400)
    await answer('Thank you')
    await answer('Thank you, Iris')
    const shown = async () => (await listReviews(shop.db, { product_id })).items[0]
    expect(await shown()).toMatchObject({
      answer: 'Thank you, Iris',
      answered_at: expect.any(String),
    })
    await admin.call('DELETE', `/api/reviews/${id}/answer`)
    expect(await shown()).toMatchObject({ answer: null, answered_at: null })
    const unknown = await admin.call('DELETE', `/api/reviews/${randomUUID()}/answer`)
    expect(unknown.body).toMatchObject({ code: 'REVIEW_NOT_FOUND' })
  })

  test('finds reviews by stars, missing answer, state and words', async () => {
    const product = await givenProduct(shop.db, { name: 'Fig Leaf Mist' })
    const product_id = product.id
    const author = await givenProfile(shop.db, { full_name: 'Wren Vale' })
    await givenReviews(shop.db, [
      { product_id, title: 'first', rating: 5, answer: 'Thanks', answered_at: day(2) },
      { product_id, title: 'second', rating: 1, hidden_at: day(2), comment: '100% sticky' },
      { product_id, title: 'third', rating: 1, reviewer_name: null, user_id: author.id },
    ])
    const find = async (search: string) => {
      const { body } = await admin.get(`/api/reviews/all?product_id=${product_id}${search}`)
      return (body as { items: AdminReview[] }).items
    }
    const found = async (search: string) => (await find(search)).map(({ title }) => title).sort()
    expect(await found('')).toEqual(['first', 'second', 'third'])
    expect(await found('&rating=1')).toEqual(['second', 'third'])
    expect(await found('&unanswered=true')).toEqual(['second', 'third'])
    expect(await found('&hidden=true')).toEqual(['second'])
    expect(await found('&hidden=false')).toEqual(['first', 'third'])
    expect(await found(`&q=${encodeURIComponent('0% STICK')}`)).toEqual(['second'])
    expect(await found(`&q=${encodeURIComponent('%')}`)).toEqual(['second'])
    const [third] = await find('&hidden=false&rating=1')
    expect(third).toMatchObject({ reviewer_name: 'Wren Vale', product_name: 'Fig Leaf Mist' })
  })
})

test('a review changes the pages that show it, and leaves the others in the cache', async () => {
  const [serum, cream] = [await givenProduct(shop.db), await givenProduct(shop.db)]
  const read = async (id: string) =>
    (await givenVisitor(shop).get(`/api/reviews?product_id=${id}`)).body as ReviewPage
  const product = async () => (await givenVisitor(shop).get(`/api/products/${serum.id}`)).body
  await Promise.all([read(serum.id), read(cream.id), product()])
  await givenReview(shop.db, { product_id: serum.id, rating: 3, reviewer_name: null })
  await eventually(async () => {
    expect((await read(serum.id)).items).toHaveLength(1)
    expect(await product()).toMatchObject({ rating_average: 3, review_count: 1 })
  })
})

test('a new name of the author appears on the reviews', async () => {
  const author = await givenProfile(shop.db, { full_name: 'Iris Bloom' })
  const { id: product_id } = await givenProduct(shop.db)
  await givenReview(shop.db, { product_id, user_id: author.id, reviewer_name: null })
  const names = async () => {
    const { body } = await givenVisitor(shop).get(`/api/reviews?product_id=${product_id}`)
    return (body as ReviewPage).items.map(({ reviewer_name }) => reviewer_name)
  }
  expect(await names()).toEqual(['Iris Bloom'])
  const iris = await givenSignedIn(shop, author, { ip: '10.8.4.1' })
  await iris.call('PATCH', '/api/account', { full_name: 'Iris Meadow' })
  await eventually(async () => expect(await names()).toEqual(['Iris Meadow']))
})
