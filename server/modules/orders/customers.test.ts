import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { profiles, user_roles } from '#server/modules/accounts/accounts.table.ts'
import { mail_suppressions, marketing_consents } from '#server/modules/consent/consent.table.ts'
import { checkInvariants } from '#server/programs/check-invariants.ts'
import { givenDatabase } from '#server/testing/database.ts'
import { givenAdmin, givenProduct, givenProfile } from '#server/testing/factories.ts'
import { address, givenOrder } from '#server/testing/order-factories.ts'
import { forgetCustomer } from './customer-data.ts'
import { listCustomers, readCustomer } from './customers.ts'
import { claimGuestOrders } from './guest-access.ts'
import { orders } from './orders.table.ts'

const { db } = await givenDatabase()
const read = (key: string) => readCustomer(db, key)
const find = (q: string) => listCustomers(db, { q })
const guest = () => `guest.${randomUUID().slice(0, 8)}@example.com`
const paid = { status: 'completed', completed_at: '2026-05-01T10:00:00Z' } as const

/** Orders in this test file hold no stock; only what is said about customers counts here. */
const findings = async () =>
  (await checkInvariants(db, new Date())).filter((line) => line.includes('customer'))

test('a customer has the sum of completed orders that are not cancelled', async () => {
  const email = guest()
  const order = (fields: object) =>
    givenOrder(db, { guest_email: email, subtotal: 20, total: 20, ...fields })
  await order({})
  await order(paid)
  const second = await order({ ...paid, created_at: '2026-06-01T10:00:00Z' })
  expect(await read(email.toUpperCase())).toMatchObject({
    user_id: null,
    full_name: address.fullName,
    order_count: 3,
    spent: 40,
  })
  await db.update(orders).set({ status: 'shipped' }).where(eq(orders.id, second.id))
  expect((await read(email)).spent).toBe(40)
  await db.update(orders).set({ status: 'cancelled' }).where(eq(orders.id, second.id))
  expect((await read(email)).spent).toBe(20)
  expect(await findings()).toEqual([])
})

test('an account is a customer before its first order, under its present name', async () => {
  const profile = await givenProfile(db, { full_name: 'Petra Sloe' })
  expect(await read(profile.id)).toMatchObject({ order_count: 0, last_order_at: null })
  await givenOrder(db, { user_id: profile.id, ...paid })
  await db.update(profiles).set({ full_name: 'Petra Damson' }).where(eq(profiles.id, profile.id))
  expect(await read(profile.id)).toMatchObject({ full_name: 'Petra Damson', order_count: 1 })
  expect((await find('damson')).items).toMatchObject([{ user_id: profile.id, spent: 20 }])
  expect((await find('sloe')).total).toBe(0)
})

test('who runs the shop is a customer only with an order', async () => {
  const admin = await givenAdmin(db)
  expect((await find(admin.email)).total).toBe(0)
  const order = await givenOrder(db, { user_id: admin.id, ...paid })
  expect((await find(admin.email)).items).toMatchObject([{ order_count: 1, spent: 20 }])
  await db.delete(orders).where(eq(orders.id, order.id))
  expect((await find(admin.email)).total).toBe(0)
  await db.delete(user_roles).where(eq(user_roles.user_id, admin.id))
  expect((await find(admin.email)).items).toMatchObject([{ user_id: admin.id, order_count: 0 }])
  expect(await findings()).toEqual([])
})

test('claimed guest orders move to the account, and the guest is gone', async () => {
  const profile = await givenProfile(db)
  await givenOrder(db, { ...paid, guest_email: profile.email })
  await givenOrder(db, { ...paid, guest_email: profile.email.toUpperCase() })
  expect((await find(profile.email)).total).toBe(2)
  await claimGuestOrders(db, { user_id: profile.id, email: profile.email })
  expect((await find(profile.email)).items).toMatchObject([{ order_count: 2, spent: 40 }])
  await expect(read(profile.email)).rejects.toMatchObject({ code: 'ROW_NOT_FOUND' })
})

test('a forgotten customer is no longer listed, searched or named on an order', async () => {
  const profile = await givenProfile(db, { full_name: 'Quentin Tansy' })
  const order = await givenOrder(db, {
    user_id: profile.id,
    shipping_address: { ...address, fullName: 'Quentin Tansy' },
  })
  await forgetCustomer(db, profile.id)
  await db.delete(profiles).where(eq(profiles.id, profile.id))
  expect((await find('tansy')).total).toBe(0)
  const [left] = await db.select().from(orders).where(eq(orders.id, order.id))
  expect(left?.buyer_text).not.toContain('tansy')
  expect(left?.customer_email).toBe('former-customer@example.invalid')
})

test('orders of one customer at the same time are all counted', async () => {
  const email = guest()
  await Promise.all(
    Array.from({ length: 10 }, () => givenOrder(db, { ...paid, guest_email: email })),
  )
  expect(await read(email)).toMatchObject({ order_count: 10, spent: 200 })
})

test('an express order without an address belongs to nobody until it is given', async () => {
  const email = guest()
  const order = await givenOrder(db, { shipping_address: null, guest_email: null })
  await db
    .update(orders)
    .set({ guest_email: email, shipping_address: { ...address, email, fullName: 'Opal Rue' } })
    .where(eq(orders.id, order.id))
  expect(await read(email)).toMatchObject({ full_name: 'Opal Rue', order_count: 1 })
})

test('consent is shown with its time, unless the address unsubscribed', async () => {
  const email = guest()
  await givenOrder(db, { guest_email: email })
  expect((await read(email)).consent_at).toBeNull()
  const given_at = '2026-05-01T10:00:00.000Z'
  await db.insert(marketing_consents).values({ email, given_at, source: 'checkout' })
  expect(await read(email)).toMatchObject({ consent_at: given_at, consent_source: 'checkout' })
  await db.insert(mail_suppressions).values({ email, created_at: given_at })
  expect(await read(email)).toMatchObject({ consent_at: null, unsubscribed_at: given_at })
})

test('the list is filtered by kind and sorted by what was spent', async () => {
  const q = `k${randomUUID().slice(0, 8)}`
  const product = await givenProduct(db, { price: 50 })
  const profile = await givenProfile(db, { full_name: `${q} Registered` })
  await givenOrder(db, { user_id: profile.id, ...paid })
  await givenOrder(db, {
    ...paid,
    guest_email: guest(),
    shipping_address: { ...address, fullName: `${q} Guest` },
    items: [{ product, quantity: 1 }],
  })
  const list = async (more: object) =>
    (await listCustomers(db, { q, ...more })).items.map(({ full_name }) => full_name)
  expect(await list({ sort: '-spent' })).toEqual([`${q} Guest`, `${q} Registered`])
  expect(await list({ sort: 'spent' })).toEqual([`${q} Registered`, `${q} Guest`])
  expect(await list({ kind: 'guest' })).toEqual([`${q} Guest`])
  expect(await list({ kind: 'registered' })).toEqual([`${q} Registered`])
})

test('a key that is nobody is refused', async () => {
  for (const key of [randomUUID(), 'nobody@example.com', 'not-a-key']) {
    await expect(read(key)).rejects.toMatchObject({ code: 'ROW_NOT_FOUND' })
  }
})
