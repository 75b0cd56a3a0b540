import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { back_in_stock_requests } from '#server/modules/catalog/catalog.table.ts'
import { mail_suppressions, marketing_consents } from '#server/modules/consent/consent.table.ts'
import { givenAccountsShop } from '#server/testing/account-factories.ts'
import { givenProduct, PASSWORD } from '#server/testing/factories.ts'
import { givenConsent } from '#server/testing/mail-factories.ts'
import { orderRequest } from '#server/testing/order-factories.ts'
import { saved_carts } from './orders.table.ts'
import { remindOfCarts } from './saved-carts.ts'

const { shop, clock, givenIris, visitor } = await givenAccountsShop()
const serum = await givenProduct(shop.db, { name: 'Dew Serum', price: 40, stock: 50 })
const mist = await givenProduct(shop.db, { name: 'Rose Mist', price: 12.5, stock: 0 })

type Browser = Awaited<ReturnType<typeof givenIris>>['iris']

async function givenReader() {
  const { profile, iris } = await givenIris({ email_verified: true })
  await givenConsent(shop.db, profile.email)
  return { profile, iris }
}

const save = async (browser: Browser, ...lines: { product_id: string; quantity: number }[]) =>
  (await browser.call('PUT', '/api/cart', { lines })).body

const two = { product_id: serum.id, quantity: 2 }

const remind = () => remindOfCarts(shop.context)

/** What was queued for the address, also when it has been sent since. */
async function reminders(email: string) {
  const { rows } = await shop.db.execute<{ data: Record<string, unknown> }>(sql`
    select data->'data' as data from pgboss.job
    where name = 'send-mail' and data->>'template' = 'abandoned-cart' and data->>'to' = ${email}`)
  return rows.map(({ data }) => data)
}

const storedCarts = (user_id: string) =>
  shop.db.$count(saved_carts, eq(saved_carts.user_id, user_id))

test('a cart untouched for a day is reminded of once, with what can still be bought at its price', async () => {
  const { profile, iris } = await givenReader()
  const sold = { product_id: mist.id, quantity: 1 }
  expect(await save(iris, two, sold)).toEqual({ is_stored: true })
  clock.advance({ minutes: 23 * 60 })
  await remind()
  expect(await reminders(profile.email)).toHaveLength(0)

  clock.advance({ minutes: 61 })
  await remind()
  await remind()
  expect(await reminders(profile.email)).toMatchObject([
    {
      customerName: profile.full_name,
      orderItems: [{ name: 'Dew Serum', quantity: 2 }],
      cartTotal: 80,
    },
  ])
  // The same cart, changed later, is still the same cart.
  await save(iris, { ...two, quantity: 3 })
  clock.advance({ days: 2 })
  await remind()
  expect(await reminders(profile.email)).toHaveLength(1)
})

test('a cart that changes is untouched from then on; showing it again is no change', async () => {
  const { profile, iris } = await givenReader()
  await save(iris, two)
  clock.advance({ minutes: 20 * 60 })
  await save(iris, { ...two, quantity: 1 })
  clock.advance({ minutes: 20 * 60 })
  await save(iris, { ...two, quantity: 1 })
  await remind()
  expect(await reminders(profile.email)).toHaveLength(0)
  clock.advance({ minutes: 5 * 60 })
  await remind()
  expect(await reminders(profile.email)).toHaveLength(1)
})

test('an emptied or ordered cart is not stored and not reminded of', async () => {
  const emptied = await givenReader()
  await save(emptied.iris, two)
  expect(await save(emptied.iris)).toEqual({ is_stored: false })
  expect(await storedCarts(emptied.profile.id)).toBe(0)

  const buyer = await givenReader()
  await save(buyer.iris, two)
  const placed = await buyer.iris.post('/api/orders', orderRequest([two], 80))
  expect(placed.status).toBe(200)
  expect(await storedCarts(buyer.profile.id)).toBe(0)
  // The browser shows the cart until the order is paid, so it is sent again.
  await save(buyer.iris, two)
  clock.advance({ days: 2 })
  await remind()
  for (const { profile } of [emptied, buyer]) {
    expect(await reminders(profile.email)).toHaveLength(0)
  }
})

test('of guests and of shoppers without consent nothing is stored', async () => {
  expect(await save(visitor(), two)).toEqual({ is_stored: false })
  const { profile, iris } = await givenIris()
  expect(await save(iris, two)).toEqual({ is_stored: false })
  expect(await storedCarts(profile.id)).toBe(0)

  const left = await givenReader()
  await save(left.iris, two)
  await shop.db.insert(mail_suppressions).values({ email: left.profile.email })
  await save(left.iris, two)
  expect(await storedCarts(left.profile.id)).toBe(0)
})

test('a reminder that is a week late is not sent', async () => {
  const { profile, iris } = await givenReader()
  await save(iris, two)
  clock.advance({ days: 8 })
  await remind()
  expect(await reminders(profile.email)).toHaveLength(0)
})

test('with the account its cart, consent and requests go; the suppression stays', async () => {
  const { profile, iris } = await givenReader()
  const { email } = profile
  await save(iris, two)
  await shop.db.insert(back_in_stock_requests).values({ product_id: mist.id, email })
  await shop.db.insert(mail_suppressions).values({ email, reason: 'blocked' })
  expect((await iris.post('/api/account/delete', { password: PASSWORD })).status).toBe(200)
  expect(await storedCarts(profile.id)).toBe(0)
  const requests = eq(back_in_stock_requests.email, email)
  expect(await shop.db.$count(back_in_stock_requests, requests)).toBe(0)
  expect(await shop.db.$count(mail_suppressions, eq(mail_suppressions.email, email))).toBe(1)
  await expect
    .poll(() => shop.db.$count(marketing_consents, eq(marketing_consents.email, email)), {
      timeout: 30_000,
    })
    .toBe(0)
})
