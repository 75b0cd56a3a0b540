import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { OrderQuery } from '#contract/admin-orders.ts'
import { profiles } from '#server/modules/accounts/accounts.table.ts'
import { products } from '#server/modules/catalog/catalog.table.ts'
import { payments, refunds } from '#server/modules/payments/payments.table.ts'
import { readInParts } from '#server/platform/csv.ts'
import { givenDatabase } from '#server/testing/database.ts'
import { givenProduct, givenProfile } from '#server/testing/factories.ts'
import { address, givenOrder } from '#server/testing/order-factories.ts'
import { listOrders, ordersExport } from './list-orders.ts'

const { db } = await givenDatabase()

const find = async (query: OrderQuery) => {
  const { items } = await listOrders(db, { per_page: 200, ...query })
  return items.map(({ id }) => id)
}
/** Each test has its own orders: they share a word in the name. */
const word = () => `w${randomUUID().slice(0, 8)}`
const named = (fullName: string) => ({ shipping_address: { ...address, fullName } })

// Shows B2.26, B7.4
test('an order is found by number, name, address, product, and by what its customer is called now', async () => {
  const profile = await givenProfile(db, { full_name: 'Rosalind Quince' })
  const product = await givenProduct(db, { name: 'Marigold Balm' })
  const order = await givenOrder(db, {
    user_id: profile.id,
    items: [{ product, quantity: 2 }],
    shipping_address: { ...address, fullName: 'Aunt Odette' },
  })
  const short = order.id.slice(0, 8)
  const texts = [
    short,
    `#${short.toUpperCase()}`,
    'rosalind qui',
    'ODETTE',
    profile.email,
    'igold ba',
  ]
  for (const q of texts) expect(await find({ q }), q).toContain(order.id)
  expect(await find({ q: 'nobody of this name' })).toEqual([])

  await db.update(profiles).set({ full_name: 'Rosalind Medlar' }).where(eq(profiles.id, profile.id))
  expect(await find({ q: 'medlar' })).toEqual([order.id])
  expect(await find({ q: 'quince' })).toEqual([])
})

test('every word counts, in any order; a renamed product is found by both names', async () => {
  const [old, now] = [word(), word()]
  const product = await givenProduct(db, { name: `Crème ${old} Noir` })
  const order = await givenOrder(db, {
    ...named(`Ottilie ${word()}`),
    items: [{ product, quantity: 1 }],
  })
  expect(await find({ q: `noir creme ${old}` })).toEqual([order.id])
  expect(await find({ q: `noir ${old} blanc` })).toEqual([])
  await db
    .update(products)
    .set({ name: `Balm ${now}` })
    .where(eq(products.id, product.id))
  expect(await find({ q: now })).toEqual([order.id])
  expect(await find({ q: old })).toEqual([order.id])
})

test('one or two letters are looked for at the beginning of words; wildcards are letters', async () => {
  const order = await givenOrder(db, named('Zygmunt Xq'))
  expect(await find({ q: 'zy' })).toEqual([order.id])
  expect(await find({ q: 'xq' })).toEqual([order.id])
  expect(await find({ q: 'gm' })).not.toContain(order.id)
  expect(await find({ q: 'z%t' })).toEqual([])
})

test('each filter keeps what it names', async () => {
  const q = word()
  const given = (fields: Parameters<typeof givenOrder>[1]) =>
    givenOrder(db, { ...named(`${q} Bloom`), ...fields })
  const paid = { completed_at: '2026-03-02T10:00:00Z' }
  const pending = await given({ created_at: '2026-03-01T23:59:00Z' })
  const toShip = await given({ ...paid, status: 'completed', created_at: '2026-03-02T00:00:00Z' })
  const shipped = await given({ ...paid, status: 'shipped', shipped_at: '2026-03-03T00:00:00Z' })
  const coupon = await given({ coupon_code: 'SPRING', created_at: '2026-03-04T12:00:00Z' })
  const express = await given({ shipping_address: null, guest_email: `${q}@example.com` })

  expect(await find({ q, status: 'shipped' })).toEqual([shipped.id])
  expect(await find({ q, to_ship: true })).toEqual([toShip.id])
  expect(await find({ q, coupon_code: 'SPRING' })).toEqual([coupon.id])
  expect(await find({ q, address_missing: true })).toEqual([express.id])
  expect(await find({ q, from: '2026-03-02', to: '2026-03-02' })).toEqual([toShip.id])
  expect(await find({ q, to: '2026-03-01' })).toEqual([pending.id])
  expect(await find({ customer: `${q}@EXAMPLE.com` })).toEqual([express.id])
})

test('needs attention: an open payment or an open refund, until it is resolved', async () => {
  const q = word()
  const given = () => givenOrder(db, named(`${q} Bloom`))
  const [late, refunding, fine] = [await given(), await given(), await given()]
  const pay = (order_id: string, fields: object) =>
    db.insert(payments).values({
      payment_id: randomUUID().slice(0, 13),
      order_id,
      merchant_id: 'M',
      amount: 20,
      status: 'settled',
      ...fields,
    } as typeof payments.$inferInsert)
  await pay(late.id, { status: 'needs-attention', attention_reason: 'late' })
  await pay(refunding.id, { payment_id: `R${q}`.slice(0, 13) })
  await pay(fine.id, {})
  await db.insert(refunds).values({ payment_id: `R${q}`.slice(0, 13), amount: 5, status: 'failed' })

  expect((await find({ q, needs_attention: true })).sort()).toEqual([late.id, refunding.id].sort())
  const { items } = await listOrders(db, { q })
  expect(items.find(({ id }) => id === fine.id)?.needs_attention).toBe(false)
  expect(items.find(({ id }) => id === late.id)?.needs_attention).toBe(true)

  await db
    .update(payments)
    .set({ status: 'resolved', resolved_at: '2099-01-01T00:00:00Z' })
    .where(eq(payments.order_id, late.id))
  expect(await find({ q, needs_attention: true })).toEqual([refunding.id])
})

// Shows B7.4
test('sorted by total, date or customer, in pages with the exact number of all', async () => {
  const q = word()
  const names = ['Cleo', 'Ada', 'Bea']
  const given = []
  for (const [n, name] of names.entries()) {
    const total = [30, 10, 20][n] ?? 0
    const created_at = `2026-04-0${n + 1}T00:00:00Z`
    given.push(
      await givenOrder(db, { ...named(`${name} ${q}`), subtotal: total, total, created_at }),
    )
  }
  const [cleo, ada, bea] = given.map(({ id }) => id)
  expect(await find({ q })).toEqual([bea, ada, cleo])
  expect(await find({ q, sort: 'total' })).toEqual([ada, bea, cleo])
  expect(await find({ q, sort: '-customer' })).toEqual([cleo, bea, ada])
  const page = await listOrders(db, { q, per_page: 25, page: 9 })
  expect(page).toMatchObject({ page: 1, total: 3 })
})

test('the export has the rows of the filter, in the order of the list', async () => {
  const q = word()
  const product = await givenProduct(db, { name: 'Fig Oil', price: 12.5 })
  await givenOrder(db, { ...named(`${q} A`), created_at: '2026-01-01T00:00:00Z' })
  const order = await givenOrder(db, {
    ...named(`${q} B`),
    items: [{ product, quantity: 2 }],
    created_at: '2026-01-02T00:00:00Z',
  })
  const rows: Record<string, unknown>[] = []
  const wanted = ordersExport.rows(OrderQuery.parse({ q }))
  await readInParts(db, wanted, async (part) => {
    rows.push(...part)
  })
  expect(rows.map(({ customer_name }) => customer_name)).toEqual([`${q} B`, `${q} A`])
  expect(rows[0]).toMatchObject({
    number: order.id.slice(0, 8),
    items: '2 × Fig Oil',
    total: 25,
    city: address.city,
  })
})
