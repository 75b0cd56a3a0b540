import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import type { ShippingZone, ZoneEdit } from '#contract/shipping.ts'
import { givenSignedIn, type Visitor } from '#server/testing/account-factories.ts'
import { givenAdmin, givenProduct } from '#server/testing/factories.ts'
import {
  givenCoupon,
  givenPayableShop,
  orderRequest,
  type PayableShop,
} from '#server/testing/order-factories.ts'
import { shipping_zones } from './shipping.table.ts'

let shop: PayableShop
let admin: Visitor
let serum: Awaited<ReturnType<typeof givenProduct>>

beforeAll(async () => {
  shop = await givenPayableShop()
  admin = await givenSignedIn(shop, await givenAdmin(shop.db))
  serum = await givenProduct(shop.db, { price: 20, stock: 1000, weight_grams: 200 })
})
beforeEach(async () => {
  await shop.db.delete(shipping_zones)
})

const STANDARD: ZoneEdit['methods'][number] = {
  id: null,
  name: 'Standard',
  delivery_time: '3 to 5 days',
  kind: 'flat',
  price: 5.99,
  free_from: 50,
  steps: [],
  pickup_address: '',
  pickup_hours: '',
  active: true,
}
type Method = ShippingZone['methods'][number]

const EXPRESS = { ...STANDARD, name: 'Express', price: 14.5, free_from: null }

async function givenZone(places: string[], methods = [STANDARD, EXPRESS]) {
  const edit = { name: places.join(), places, methods }
  const { status, body } = await admin.post('/api/shipping/zones', edit)
  expect(status).toBe(201)
  return body as ShippingZone & { methods: [Method, Method] }
}

const lines = (quantity = 1) => [{ product_id: serum.id, quantity }]
const destination = { country: 'United States', state: 'MA' }

test('shipping is quoted, charged, stored with its name, and a line of the payment page', async () => {
  const zone = await givenZone(['US'])
  const guest = shop.visitor()
  const { body: quote } = await guest.post('/orders/quote', { lines: lines(), destination })
  expect(quote).toMatchObject({ subtotal: 20, shipping: 5.99, total: 25.99, missing: null })
  expect(quote.shipping_methods).toMatchObject([{ name: 'Standard' }, { name: 'Express' }])

  const express = zone.methods[1].id
  const chosen = { lines: lines(), destination, shipping_method_id: express }
  const { body: dearer } = await guest.post('/orders/quote', chosen)
  expect(dearer).toMatchObject({ shipping: 14.5, total: 34.5, shipping_method_id: express })

  const { body: order } = await guest.place(
    orderRequest(lines(), 34.5, { shipping_method_id: express }),
  )
  expect(order).toMatchObject({ status: 'pending', shipping: 14.5, total: 34.5 })
  // What is charged stays, whatever becomes of the rates.
  await shop.db.delete(shipping_zones)
  const { body: seen } = await guest.get(`/orders/${order.id}`)
  expect(seen).toMatchObject({
    shipping: 14.5,
    shipping_method: { name: 'Express', delivery_time: '3 to 5 days' },
  })
  const { body: link } = await guest.link(order)
  expect(link.paymentUrl).toContain('/checkout/')
  const sessions = shop.simulator.control.ledger().sessions
  expect(JSON.stringify(sessions)).toContain('Shipping: Express')
  expect(await shop.findings()).toEqual([])
})

test('free delivery depends on the price after the discount', async () => {
  await givenZone(['US'])
  const coupon = await givenCoupon(shop.db, { discount_amount: 15 })
  const quote = async (quantity: number, coupon_code?: string) => {
    const request = { lines: lines(quantity), destination, coupon_code }
    return (await shop.visitor().post('/orders/quote', request)).body
  }
  expect(await quote(2)).toMatchObject({ shipping: 5.99, free_delivery: { missing: 10 } })
  expect(await quote(3)).toMatchObject({ shipping: 0, total: 60, free_delivery: null })
  expect(await quote(3, coupon.code)).toMatchObject({ shipping: 5.99, total: 50.99 })
})

test('at the desk, free delivery depends on the price after the discount, and what is handed over is not delivered', async () => {
  await givenZone(['US'])
  const quote = async (terms: object) => {
    const request = { lines: lines(3), destination, in_person: false, ...terms }
    return (await admin.post('/api/orders/by-hand/quote', request)).body
  }
  expect(await quote({})).toMatchObject({ shipping: 0, total: 60 })
  expect(await quote({ extra_discount: 15 })).toMatchObject({ shipping: 5.99, total: 50.99 })
  expect(await quote({ extra_discount: 15, in_person: true })).toMatchObject({
    shipping: 0,
    total: 45,
    shipping_method: null,
    shipping_methods: [],
    free_delivery: null,
    missing: null,
  })
})

test('by weight: the parcel of all products counts, and one that is too heavy is not taken', async () => {
  const steps = [
    { up_to_grams: 400, price: 4 },
    { up_to_grams: 1000, price: 7.5 },
  ]
  await givenZone(['US'], [{ ...STANDARD, kind: 'weight', free_from: null, steps }])
  const costs = []
  for (const quantity of [2, 3, 5, 6]) {
    const request = { lines: lines(quantity), destination }
    const { body } = await shop.visitor().post('/orders/quote', request)
    costs.push(body.missing ?? body.shipping)
  }
  expect(costs).toEqual([4, 7.5, 7.5, 'not-served'])
})

test('a client that sends another amount, a method of another zone or none of the shop is refused', async () => {
  await givenZone(['US'])
  const other = await givenZone(['FR'], [{ ...STANDARD, price: 1 }])
  const guest = shop.visitor()
  const place = async (total: number, more = {}) =>
    (await guest.place(orderRequest(lines(), total, more))).body.code
  expect(await place(20)).toBe('TOTAL_CHANGED')
  expect(await place(21, { shipping_method_id: other.methods[0].id })).toBe('METHOD_NOT_OFFERED')
  expect(await place(20, { shipping_method_id: randomUUID() })).toBe('METHOD_NOT_OFFERED')
  const own = { ...orderRequest(lines(), 20), shipping: 0 }
  expect((await guest.post('/orders', own)).status).toBe(400)
})

test('a place that no zone serves is refused, and so is the express way without an address', async () => {
  await givenZone(['US-NY'])
  const guest = shop.visitor()
  const { body } = await guest.place(orderRequest(lines(), 25.99))
  expect(body).toMatchObject({
    code: 'PLACE_NOT_SERVED',
    message: 'We do not deliver this order to your address yet.',
  })
  const item = { product_id: serum.id, name: 'Serum', price: 20, quantity: 1 }
  const express = { items: [item], total: 20 }
  const link = await guest.post('/functions/create-payment-link', express)
  expect(link.body).toMatchObject({ code: 'ADDRESS_NEEDED' })
  const { body: quote } = await guest.post('/orders/quote', { lines: lines() })
  expect(quote).toMatchObject({ missing: 'destination', shipping: 0, total: 20 })
})

test('rates that change between quote and order are shown before anybody pays', async () => {
  const zone = await givenZone(['US'])
  const guest = shop.visitor()
  const { body: quote } = await guest.post('/orders/quote', { lines: lines(), destination })
  const { id, version } = zone
  const methods = zone.methods.map((one: object) => ({ ...one, price: 8 }))
  const edit = { name: zone.name, places: zone.places, methods, version }
  expect(await admin.call('PUT', `/api/shipping/zones/${id}`, edit)).toMatchObject({ status: 200 })
  const request = { shipping_method_id: quote.shipping_method_id }
  const { body } = await guest.place(orderRequest(lines(), quote.total, request))
  expect(body).toMatchObject({ code: 'TOTAL_CHANGED', data: { shipping: 8, total: 28 } })
})

test('the same key with another method is another request', async () => {
  const zone = await givenZone(['US'])
  const guest = shop.visitor()
  const request = orderRequest(lines(3), 60, { shipping_method_id: zone.methods[0].id })
  expect((await guest.place(request)).status).toBe(200)
  expect((await guest.place(request)).status).toBe(200)
  const { body } = await guest.place({ ...request, shipping_method_id: zone.methods[1].id })
  expect(body.code).toBe('KEY_REUSED')
})

test('zones have versions, are in the log of changes, and share no place', async () => {
  const zone = await givenZone(['US', 'CA'])
  const taken = await admin.post('/api/shipping/zones', {
    name: 'Again',
    places: ['MX', 'CA'],
    methods: [STANDARD],
  })
  expect(taken.body).toMatchObject({
    code: 'PLACE_TAKEN',
    data: { place: 'Canada', zone: 'US,CA' },
  })
  const { id, version, ...edit } = zone
  const save = (change: object, seen: number) =>
    admin.call('PUT', `/api/shipping/zones/${id}`, { ...edit, ...change, version: seen })
  expect((await save({ name: 'Home' }, version)).body).toMatchObject({ name: 'Home', version: 2 })
  expect((await save({ name: 'Late' }, version)).body).toMatchObject({ code: 'CHANGED_MEANWHILE' })
  const abroad = await givenZone(['*'])
  await admin.call('PUT', '/api/shipping/zones/order', { ids: [abroad.id, id] })
  const listed = await admin.get('/api/shipping/zones')
  expect(listed.body).toMatchObject([{ name: '*' }, { name: 'Home' }])
  const log = await admin.get('/api/audit_log?object_type=shipping_zones')
  const { items } = log.body as { items: { object_name: string }[] }
  expect(items.map(({ object_name }) => object_name)).toContain('Sequence of zones')
  expect((await shop.visitor().get('/shipping/zones')).status).toBe(401)
})

test('the checkout lists the places that are served, at once after a change', async () => {
  const guest = shop.visitor()
  await expect
    .poll(async () => (await guest.get('/shipping/places')).body)
    .toEqual({ countries: null })
  await givenZone(['US-NY', 'FR'])
  await expect
    .poll(async () => (await guest.get('/shipping/places')).body)
    .toMatchObject({ countries: [{ name: 'France' }, { states: [{ code: 'NY' }] }] })
  const { status, body } = await guest.get('/shipping/rates')
  expect(status).toBe(200)
  expect(body).toMatchObject([{ places: ['New York', 'France'], methods: [{ price: 5.99 }, {}] }])
})

test.each([
  [{ places: [] }, 'Choose at least one place'],
  [{ places: ['Narnia'] }, 'This place is not known'],
  [{ methods: [] }, 'Add at least one method'],
  [{ methods: [{ ...STANDARD, kind: 'weight' }] }, 'Add at least one step'],
  [{ methods: [{ ...STANDARD, kind: 'pickup' }] }, 'Address is required'],
  [{ methods: [{ ...STANDARD, price: -1 }] }, ''],
])('a zone with %o is refused in plain words', async (change, message) => {
  const edit = { name: 'Zone', places: ['US'], methods: [STANDARD], ...change }
  const { status, body } = await admin.post('/api/shipping/zones', edit)
  expect(status).toBe(400)
  expect(JSON.stringify(body)).toContain(message)
})
