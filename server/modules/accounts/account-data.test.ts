import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { mail_suppressions, marketing_consents } from '#server/modules/consent/consent.table.ts'
import { unsubscribeLink } from '#server/modules/mail/mail-links.ts'
import { media_files } from '#server/modules/media/media.table.ts'
import { orders } from '#server/modules/orders/orders.table.ts'
import { listReviews } from '#server/modules/reviews/list-reviews.ts'
import { review_votes } from '#server/modules/reviews/reviews.table.ts'
import {
  givenAccountsShop,
  givenSignedIn,
  givenVisitor,
  mailedToken,
} from '#server/testing/account-factories.ts'
import { eventually } from '#server/testing/eventually.ts'
import { givenAdmin, givenProduct, PASSWORD } from '#server/testing/factories.ts'
import { givenReview } from '#server/testing/review-factories.ts'
import { givenPhoto, upload } from '#server/testing/upload-factories.ts'
import { profiles, sessions, user_roles } from './accounts.table.ts'

const { shop, clock, givenIris, subjectsTo } = await givenAccountsShop()

const ADDRESS = {
  fullName: 'Iris Bloom',
  email: 'iris@example.com',
  address: '1 Petal Lane',
  city: 'Portland',
  state: 'OR',
  zipCode: '97201',
  country: 'United States',
}
type GivenOrder = Partial<typeof orders.$inferInsert>
const givenOrder = async (order: GivenOrder) => {
  const [row] = await shop.db
    .insert(orders)
    .values({ subtotal: 20, total: 20, shipping_address: ADDRESS, ...order })
    .returning()
  return row!
}

describe('the own account', () => {
  test('takes a new name, which is confirmed by mail', async () => {
    const { profile, iris } = await givenIris()
    const answer = await iris.call('PATCH', '/api/account', { full_name: ' Iris Meadow ' })
    expect(answer.body).toMatchObject({ id: profile.id, full_name: 'Iris Meadow', role: null })
    expect((await iris.get('/api/account')).body).toEqual(answer.body)
    expect(answer.text).not.toMatch(/password|token|scrypt/i)
    await eventually(async () =>
      expect(await subjectsTo(profile.email)).toEqual(['Your profile was changed']),
    )
  })

  test('ignores no unknown field: role, address and confirmation are refused', async () => {
    const { profile, iris } = await givenIris()
    for (const body of [{ role: 'admin' }, { email: 'x@example.com' }, { email_verified: true }]) {
      expect((await iris.call('PATCH', '/api/account', body)).status).toBe(400)
    }
    expect(await shop.db.$count(user_roles, eq(user_roles.user_id, profile.id))).toBe(0)
  })

  test('consent is withdrawn by the link of a mail as well', async () => {
    const { profile, iris } = await givenIris()
    await iris.call('PATCH', '/api/account', { marketing_consent: true })
    const link = new URL(unsubscribeLink(shop.config, profile.email))
    const answer = await fetch(shop.url + link.pathname + link.search, { method: 'POST' })
    expect(answer.status).toBe(200)
    expect((await iris.get('/api/account')).body).toMatchObject({ marketing_consent: false })
    expect(
      await shop.db.$count(mail_suppressions, eq(mail_suppressions.email, profile.email)),
    ).toBe(1)
  })

  test('consent is stored with its time, when given and when withdrawn', async () => {
    const { profile, iris } = await givenIris({ email_verified: true })
    const given = await iris.call('PATCH', '/api/account', { marketing_consent: true })
    expect(given.body).toMatchObject({
      marketing_consent: true,
      marketing_consent_at: clock.now().toISOString(),
    })
    const listed = eq(marketing_consents.email, profile.email)
    expect(await shop.db.$count(marketing_consents, listed)).toBe(1)
    clock.advance({ minutes: 1 })
    const withdrawn = await iris.call('PATCH', '/api/account', { marketing_consent: false })
    expect(withdrawn.body).toMatchObject({
      marketing_consent: false,
      marketing_consent_at: clock.now().toISOString(),
    })
    const [consent] = await shop.db.select().from(marketing_consents).where(listed)
    expect(consent?.withdrawn_at).toBe(clock.now().toISOString())
  })

  test('the switch does not undo what the shop or, before the address is confirmed, its owner decided', async () => {
    const on = { marketing_consent: true }
    const { profile, iris } = await givenIris({ email_verified: true })
    await shop.db.insert(mail_suppressions).values({ email: profile.email, reason: 'blocked' })
    expect((await iris.call('PATCH', '/api/account', on)).body).toMatchObject({
      code: 'ADDRESS_SUPPRESSED',
    })

    const stranger = await givenIris({ email_verified: false })
    const { email } = stranger.profile
    await shop.db.insert(mail_suppressions).values({ email, created_at: '2026-01-01T00:00:00Z' })
    expect((await stranger.iris.get('/api/account')).body).toMatchObject({
      marketing_consent: false,
      marketing_consent_at: null,
    })
    expect((await stranger.iris.call('PATCH', '/api/account', on)).body).toMatchObject({
      code: 'NOT_CONFIRMED',
    })
    expect(await shop.db.$count(mail_suppressions, eq(mail_suppressions.email, email))).toBe(1)
  })
})

describe('guest orders', () => {
  test('are offered once the address is confirmed, not before', async () => {
    const { profile, iris } = await givenIris()
    const order = await givenOrder({ guest_email: profile.email.toUpperCase() })
    const others = await givenOrder({ guest_email: 'somebody.else@example.com' })
    expect((await iris.get('/api/account/guest-orders')).body).toEqual({
      email_verified: false,
      count: 0,
    })
    const early = await iris.post('/api/account/guest-orders')
    expect(early.body).toMatchObject({ code: 'NOT_CONFIRMED' })

    await iris.post('/api/account/confirmation')
    const token = await mailedToken(shop.db, profile.email, 'account-update')
    await givenVisitor(shop).post('/api/account/confirm-email', { token })
    expect((await iris.get('/api/account/guest-orders')).body).toEqual({
      email_verified: true,
      count: 1,
    })
    expect((await iris.post('/api/account/guest-orders')).body).toEqual({ count: 1 })
    const mine = (await iris.get('/api/orders')).body as { items: { id: string }[] }
    expect(mine.items.map(({ id }) => id)).toEqual([order.id])
    const [left] = await shop.db.select().from(orders).where(eq(orders.id, others.id))
    expect(left?.user_id).toBeNull()
  })
})

describe('the own data', () => {
  test('is deleted with the account; the order stays without personal data', async () => {
    const { profile, iris } = await givenIris()
    const long_ago = '2020-01-01T00:00:00.000Z'
    const order = await givenOrder({
      user_id: profile.id,
      status: 'completed',
      completed_at: long_ago,
      tracking_number: 'TRACK1',
    })
    const wrong = await iris.post('/api/account/delete', { password: 'wrong' })
    expect(wrong.body).toMatchObject({ code: 'WRONG_PASSWORD' })
    const gone = await iris.post('/api/account/delete', { password: PASSWORD })
    expect(gone.body).toEqual({ done: true })
    expect(iris.cookies.has('petal_session')).toBe(false)
    expect(await shop.db.$count(profiles, eq(profiles.id, profile.id))).toBe(0)
    expect(await shop.db.$count(sessions, eq(sessions.user_id, profile.id))).toBe(0)

    const [stored] = await shop.db.select().from(orders).where(eq(orders.id, order.id))
    expect(stored).toMatchObject({
      user_id: null,
      guest_email: null,
      total: 20,
      status: 'completed',
    })
    expect(stored?.shipping_address).toMatchObject({ country: 'United States', state: 'OR' })
    expect(JSON.stringify(stored)).not.toMatch(/Iris|Petal Lane|Portland|97201|TRACK1/)
    expect((await givenVisitor(shop).signIn(profile.email, PASSWORD)).status).toBe(401)
  })

  test.each([
    { status: 'pending' },
    { status: 'processing' },
    { status: 'shipped' },
    { status: 'completed', completed_at: new Date().toISOString() },
  ] satisfies GivenOrder[])('stays while an order is under way: $status', async (order) => {
    const { profile, iris } = await givenIris()
    await givenOrder({ user_id: profile.id, ...order })
    const { body } = await iris.post('/api/account/delete', { password: PASSWORD })
    expect(body).toMatchObject({ code: 'ORDER_UNDER_WAY' })
  })

  test('of reviews stays without the person when the account is deleted', async () => {
    const { profile, iris } = await givenIris({ full_name: 'Iris Bloom' })
    const photo = (await upload(shop, iris, await givenPhoto(20, 20))).body.url
    const [serum, cream] = [await givenProduct(shop.db), await givenProduct(shop.db)]
    const theirs = await givenReview(shop.db, { product_id: cream.id })
    await iris.post('/api/reviews', {
      product_id: serum.id,
      rating: 4,
      title: 'Soft',
      comment: 'My cheeks like it.',
      reviewer_name: 'Iris B.',
      media_url: photo,
    })
    await iris.call('PUT', `/api/reviews/${theirs.id}/vote`)
    const gone = await iris.post('/api/account/delete', { password: PASSWORD })
    expect(gone.body).toEqual({ done: true })

    const { items, summary } = await listReviews(shop.db, { product_id: serum.id })
    expect(summary).toMatchObject({ review_count: 1, rating_average: 4 })
    expect(items).toMatchObject([
      { title: 'Soft', reviewer_name: 'Former customer', media_url: null },
    ])
    const name = photo.replace('/files/', '')
    const [file] = await shop.db.select().from(media_files).where(eq(media_files.name, name))
    expect(file).toMatchObject({ used_at: null, owner: null })
    const [voted] = (await listReviews(shop.db, { product_id: cream.id })).items
    expect(voted).toMatchObject({ helpful_count: 1 })
    const votes = await shop.db.select().from(review_votes)
    expect(JSON.stringify(votes)).not.toContain(profile.id)
  })

  test('of the last administrator is not deleted', async () => {
    await shop.db.delete(user_roles)
    const [first, second] = [await givenAdmin(shop.db), await givenAdmin(shop.db)]
    const visitors = await Promise.all([givenSignedIn(shop, first), givenSignedIn(shop, second)])
    const answers = await Promise.all(
      visitors.map((ada) => ada.post('/api/account/delete', { password: PASSWORD })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(await shop.db.$count(user_roles)).toBe(1)
  })
})
