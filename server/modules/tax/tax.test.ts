import { eq } from 'drizzle-orm'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import type { TaxImportResult, TaxRateEdit } from '#contract/tax.ts'
import { mails } from '#server/modules/mail/mail.table.ts'
import { orders } from '#server/modules/orders/orders.table.ts'
import { refunds } from '#server/modules/payments/payments.table.ts'
import { givenAdmin, givenProduct } from '#server/testing/factories.ts'
import {
  address,
  givenCoupon,
  givenPayableShop,
  orderRequest,
  type PayableShop,
  sessionIn,
  type Visitor,
} from '#server/testing/order-factories.ts'
import { tax_rates } from './tax.table.ts'

let shop: PayableShop
let admin: Visitor
let serum: Awaited<ReturnType<typeof givenProduct>>

beforeAll(async () => {
  shop = await givenPayableShop({ workers: true })
  admin = shop.visitor()
  await admin.signIn(await givenAdmin(shop.db))
  serum = await givenProduct(shop.db, { name: 'Serum', price: 20, stock: 1000 })
})
beforeEach(async () => {
  await shop.db.delete(tax_rates)
  await turn({ enabled: true, prices_include_tax: false })
})

async function turn(edit: { enabled: boolean; prices_include_tax: boolean }) {
  const { body } = await admin.get('/tax/settings')
  const saved = await admin.put('/tax/settings', { ...edit, version: body.version })
  expect(saved.status).toBe(200)
}

const RATE: TaxRateEdit = {
  country: 'US',
  state: 'MA',
  zip: '',
  name: 'State Tax',
  rate: 6.25,
  shipping_taxed: false,
}

async function givenRate(given: Partial<TaxRateEdit> = {}) {
  const { status, body } = await admin.post('/tax/rates', { ...RATE, ...given })
  expect(status).toBe(201)
  return body
}

const lines = (quantity = 1) => [{ product_id: serum.id, quantity }]
const destination = { country: 'United States', state: 'MA', zipCode: '02110' }
const quote = async (more: object = {}) =>
  (await shop.visitor().post('/orders/quote', { lines: lines(), destination, ...more })).body

/** Pays an order in the simulator, and waits until the shop knows. */
async function givenPaid(total: number, more: object = {}) {
  const guest = shop.visitor()
  const { body: order } = await guest.place(orderRequest(lines(), total, more))
  expect(order.status).toBe('pending')
  const { body: link } = await guest.link(order)
  const { payment } = await shop.simulator.control.pay(sessionIn(link.paymentUrl))
  await expect
    .poll(async () => (await guest.get(`/orders/${order.id}`)).body.status)
    .toBe('completed')
  return { order, guest, payment_id: payment!.id }
}

test('rates of state, county and city add up, are stored by name, and lines of the payment page', async () => {
  await givenRate({ shipping_taxed: true })
  await givenRate({ zip: '021*', name: 'County Tax', rate: 0.875 })
  await givenRate({ zip: '02110', name: 'City Tax', rate: 1 })
  await givenRate({ zip: '02111', name: 'Of the neighbours', rate: 50 })
  await givenRate({ country: 'CA', state: 'QC', name: 'QST', rate: 9.975 })
  const coupon = await givenCoupon(shop.db)
  const quoted = await quote({ coupon_code: coupon.code })
  // 8.125 % of $18.
  expect(quoted).toMatchObject({
    discount: 2,
    tax: 1.46,
    total: 19.46,
    tax_destination: 'known',
    tax_lines: [
      { name: 'State Tax', rate: 6.25, place: 'US-MA', amount: 1.12 },
      { name: 'County Tax', rate: 0.875, place: 'US-MA 021*', amount: 0.16 },
      { name: 'City Tax', rate: 1, place: 'US-MA 02110', amount: 0.18 },
    ],
  })
  const guest = shop.visitor()
  const { body: order } = await guest.place(
    orderRequest(lines(), 19.46, { coupon_code: coupon.code }),
  )
  expect(order).toMatchObject({ tax: 1.46, total: 19.46 })
  // What is charged stays, whatever becomes of the rates.
  await shop.db.delete(tax_rates)
  const { body: seen } = await guest.get(`/orders/${order.id}`)
  expect(seen).toMatchObject({ tax_lines: quoted.tax_lines, total: 19.46 })
  expect((await guest.link(order)).status).toBe(200)
  const { sessions } = shop.simulator.control.ledger()
  expect(JSON.stringify(sessions)).toContain('County Tax')
  expect(await shop.findings()).toEqual([])
})

test('only places with rates are taxed, and what is exempt never', async () => {
  await givenRate()
  await givenRate({ country: 'DE', state: '', name: 'VAT', rate: 19 })
  expect((await quote({ destination: { ...destination, state: 'NY' } })).tax).toBe(0)
  expect(
    (await quote({ destination: { country: 'Germany', state: 'Berlin', zipCode: '10115' } })).tax,
  ).toBe(3.8)
  const { id } = await givenProduct(shop.db, { price: 20, stock: 5, tax_exempt: true })
  expect(await quote({ lines: [{ product_id: id, quantity: 1 }] })).toMatchObject({
    tax: 0,
    tax_lines: [],
    total: 20,
  })
})

test('off, nothing is said or asked about tax', async () => {
  await givenRate()
  await turn({ enabled: false, prices_include_tax: false })
  const quoted = await quote()
  expect(quoted).toMatchObject({ tax: 0, tax_lines: [], total: 20 })
  expect(quoted).not.toHaveProperty('tax_destination')
  await expect
    .poll(async () => (await shop.visitor().get('/shipping/places')).body)
    .toEqual({ countries: null })
  const item = { product_id: serum.id, name: 'Serum', price: 20, quantity: 1 }
  const link = await shop
    .visitor()
    .post('/functions/create-payment-link', { items: [item], total: 20 })
  expect(link.status).toBe(200)
})

test('without an address there is no order, and places are chosen from lists', async () => {
  await givenRate()
  const item = { product_id: serum.id, name: 'Serum', price: 20, quantity: 1 }
  const guest = shop.visitor()
  const express = await guest.post('/functions/create-payment-link', { items: [item], total: 20 })
  expect(express.body).toMatchObject({ code: 'TAX_NEEDS_ADDRESS' })
  expect(await quote({ destination: null })).toMatchObject({ tax_destination: 'missing', tax: 0 })
  const nowhere = { ...address, state: 'Nowhere' }
  const { body } = await guest.place(orderRequest(lines(), 20, { shipping_address: nowhere }))
  expect(body.code).toBe('TAX_NEEDS_ADDRESS')
  await expect.poll(async () => (await guest.get('/shipping/places')).body.by_zip).toBe(true)
})

test('a client can not send a tax, and rates that change before the order are shown first', async () => {
  const { id, version } = await givenRate()
  const guest = shop.visitor()
  const place = async (total: number) => (await guest.place(orderRequest(lines(), total))).body
  expect(await place(20)).toMatchObject({
    code: 'TOTAL_CHANGED',
    data: { tax: 1.25, total: 21.25 },
  })
  for (const own of [{ tax: 0 }, { tax_lines: [] }, { tax_included: true }]) {
    const request = { ...orderRequest(lines(), 21.25), ...own }
    expect((await guest.post('/orders', request)).status).toBe(400)
  }
  await admin.put(`/tax/rates/${id}`, { ...RATE, rate: 7, version })
  expect(await place(21.25)).toMatchObject({
    code: 'TOTAL_CHANGED',
    data: { tax: 1.4, total: 21.4 },
  })
  expect(await place(21.4)).toMatchObject({ status: 'pending', tax: 1.4 })
})

test('a refund gives tax back in proportion, or as the owner says, and never more of it than was paid', async () => {
  await givenRate()
  const { order, payment_id } = await givenPaid(21.25)
  const refund = (more: object) => admin.post(`/payments/${payment_id}/refunds`, more)
  const { body: first } = await refund({ amount: 8.5 })
  expect(first).toMatchObject({ amount: 8.5, tax: 0.5, shipping: 0 })
  const [entry] = (await admin.get('/audit_log?object_type=refunds')).body.items
  expect(entry.after).toMatchObject({ amount: 8.5, tax: 0.5, shipping: 0 })
  const [payment] = (await admin.get(`/orders/${order.id}/payments`)).body
  expect(payment.parts_left).toEqual({ goods: 12, shipping: 0, tax: 0.75, tax_included: false })

  const parts = { goods: 5, shipping: 0, tax: 0.75 }
  expect((await refund({ amount: 5, parts })).body.code).toBe('PARTS_DO_NOT_ADD_UP')
  const more = { goods: 5, shipping: 0, tax: 0.76 }
  expect((await refund({ amount: 5.76, parts: more })).body).toMatchObject({
    code: 'MORE_THAN_PART',
    data: { goods: 12, shipping: 0, tax: 0.75 },
  })
  expect((await refund({ amount: 5.75, parts })).body).toMatchObject({ tax: 0.75 })
  expect((await refund({ amount: 7.01 })).body.code).toBe('MORE_THAN_PAID')
  expect((await refund({ amount: 7 })).body).toMatchObject({ amount: 7, tax: 0 })
  expect(await shop.findings()).toEqual([])
  await expect
    .poll(async () => (await shop.db.select().from(mails)).map(({ text }) => text).join())
    .toContain('Of it tax')
})

test('a refund that failed takes other parts when its own were given back meanwhile', async () => {
  await givenRate()
  const { payment_id } = await givenPaid(21.25)
  const refund = (more: object) => admin.post(`/payments/${payment_id}/refunds`, more)
  shop.simulator.control.set({ faults: [{ on: 'refunds', fault: '403' }] })
  const only = (tax: number) => ({ amount: tax, parts: { goods: 0, shipping: 0, tax } })
  const { body: failed } = await refund(only(1.25))
  expect(failed).toMatchObject({ status: 'failed', tax: 1.25 })
  shop.simulator.control.set({ faults: [] })
  expect((await refund(only(1))).body).toMatchObject({ status: 'confirmed', tax: 1 })
  const again = await admin.post(`/payments/${payment_id}/refunds/${failed.id}/retry`, {})
  expect(again.body).toMatchObject({ status: 'confirmed', amount: 1.25, tax: 0.02 })
  expect(await shop.findings()).toEqual([])
})

test('a refund that failed is done again with the parts that were chosen for it', async () => {
  await givenRate()
  const { payment_id } = await givenPaid(21.25)
  const path = `/payments/${payment_id}/refunds`
  shop.simulator.control.set({ faults: [{ on: 'refunds', fault: '403' }] })
  const parts = { goods: 2, shipping: 0, tax: 1.25 }
  const { body: failed } = await admin.post(path, { amount: 3.25, parts })
  expect(failed).toMatchObject({ status: 'failed', tax: 1.25 })
  shop.simulator.control.set({ faults: [] })
  const { body } = await admin.post(`${path}/${failed.id}/retry`, {})
  expect(body).toMatchObject({ status: 'confirmed', amount: 3.25, tax: 1.25 })
})

test('of two taxes each is given back as it was paid, in parts and in the end to the cent', async () => {
  await givenRate()
  await givenRate({ zip: '02110', name: 'City Tax', rate: 1 })
  const { payment_id } = await givenPaid(21.45)
  const refund = async (amount: number) => {
    const { body } = await admin.post(`/payments/${payment_id}/refunds`, { amount })
    const [stored] = await shop.db.select().from(refunds).where(eq(refunds.id, body.id))
    return stored?.tax_lines.map(({ name, amount }) => [name, amount])
  }
  expect(await refund(10)).toEqual([
    ['State Tax', 0.59],
    ['City Tax', 0.09],
  ])
  expect(await refund(11.45)).toEqual([
    ['State Tax', 0.66],
    ['City Tax', 0.11],
  ])
})

test('without tax a refund has no parts, and none can be asked for', async () => {
  const { payment_id } = await givenPaid(20)
  const parts = { goods: 5, shipping: 0, tax: 0 }
  const refused = await admin.post(`/payments/${payment_id}/refunds`, { amount: 5, parts })
  expect(refused.body.code).toBe('PARTS_DO_NOT_ADD_UP')
  const { body } = await admin.post(`/payments/${payment_id}/refunds`, { amount: 5 })
  expect(body).toMatchObject({ status: 'confirmed', tax: 0, shipping: 0 })
})

test('tax within the prices is stored, is no line of the payment page, and goes back with the rest', async () => {
  await givenRate({ name: 'VAT', rate: 25 })
  await turn({ enabled: true, prices_include_tax: true })
  const { order, payment_id } = await givenPaid(20)
  expect(order).toMatchObject({ tax: 4, tax_included: true, total: 20 })
  const refund = async (more: object) =>
    (await admin.post(`/payments/${payment_id}/refunds`, more)).body
  // No refund consists of more tax than money.
  const parts = { goods: 1, shipping: 0, tax: 2 }
  expect((await refund({ amount: 1, parts })).code).toBe('PARTS_DO_NOT_ADD_UP')
  expect(await refund({ amount: 5 })).toMatchObject({ amount: 5, tax: 1 })
  expect(await shop.findings()).toEqual([])
})

test('the report sums by month, place and tax, without orders that were cancelled', async () => {
  await shop.db.update(orders).set({ status: 'cancelled' })
  await givenRate()
  await givenRate({ zip: '02110', name: 'City Tax', rate: 1 })
  const { payment_id } = await givenPaid(21.45)
  await givenPaid(21.45)
  await admin.post(`/payments/${payment_id}/refunds`, { amount: 21.45 })
  const month = shop.clock.now().toISOString().slice(0, 7)
  const { body } = await admin.get('/tax/report')
  expect(body).toMatchObject({
    total: 2,
    totals: { collected: 2.9, refunded: 1.45, net: 1.45 },
    items: [
      { month, place: 'US-MA', name: 'State Tax', rate: 6.25, collected: 2.5, refunded: 1.25 },
      { month, place: 'US-MA 02110', name: 'City Tax', rate: 1, collected: 0.4, net: 0.2 },
    ],
  })
  expect((await admin.get('/tax/report?year=2001')).body.items).toEqual([])
  const csv = (await admin.get('/export/tax_report.csv')).body
  expect(csv).toContain(`"${month}","US-MA","State Tax","6.25","2.5","1.25","1.25"`)
})

test('settings and rates have versions and are in the log of changes', async () => {
  const { id, version } = await givenRate()
  expect((await admin.post('/tax/rates', { ...RATE, rate: 1 })).body.code).toBe('TAX_RATE_EXISTS')
  const save = (rate: number) => admin.put(`/tax/rates/${id}`, { ...RATE, rate, version })
  expect((await save(7)).body).toMatchObject({ rate: 7, version: 2 })
  expect((await save(8)).body).toMatchObject({ code: 'CHANGED_MEANWHILE' })
  const stale = { enabled: true, prices_include_tax: true, version: 1 }
  expect((await admin.put('/tax/settings', stale)).body.code).toBe('CHANGED_MEANWHILE')
  const removed = await admin.post('/tax/rates/remove', { country: 'US', state: null })
  expect(removed.body).toEqual({ removed: 1 })
  const { items } = (await admin.get('/audit_log?object_type=tax_rates')).body
  const names = items.map((one: { object_name: string }) => one.object_name)
  expect(names.slice(0, 2)).toEqual(['All rates of US', 'State Tax (US-MA)'])
  expect((await shop.visitor().get('/tax/rates')).status).toBe(401)
})

test.each([
  [{ country: 'XX' }, 'Choose a country'],
  [{ state: 'ZZ' }, 'This state is not known'],
  [{ zip: '0211' }, 'Five digits, or a beginning such as 100*'],
  [{ zip: '<b>' }, 'Use letters, digits and a * at the end'],
  [{ name: ' ' }, 'Name is required'],
  [{ rate: 0 }, 'More than 0 %'],
  [{ rate: 100.5 }, 'At most 100 %'],
  [{ rate: 1.23456 }, 'At most four decimals'],
])('a rate with %o is refused in plain words', async (wrong, message) => {
  const { status, body } = await admin.post('/tax/rates', { ...RATE, ...wrong })
  expect(status).toBe(400)
  expect(JSON.stringify(body)).toContain(message)
})

const importCsv = async (csv: string, more: object = {}): Promise<TaxImportResult> => {
  const { status, body } = await admin.post('/tax/import', { csv, dry_run: false, ...more })
  expect(status).toBe(200)
  return body
}

const US_HEAD =
  'State,ZipCode,TaxRegionName,EstimatedCombinedRate,StateRate,EstimatedCountyRate,EstimatedCityRate,EstimatedSpecialRate,RiskLevel'

test('a public US table is recognised, tried out first, and taxes its ZIP codes with each part', async () => {
  const table = [
    US_HEAD,
    'NY,10001,NEW YORK CITY,0.088750,0.040000,0,0.045000,0.003750,1',
    // As a spreadsheet saves it, and a row whose parts do not add up.
    'MA,2110,BOSTON,0.0625,0.0625,0,0,0,1',
    'AL,35004,ST CLAIR,0.09,0.04,0.01,0.02,0,1',
    'OR,97205,PORTLAND,0,0,0,0,0,1',
  ].join('\r\n')
  const tried = await importCsv(table, { dry_run: true, shipping_taxed: true })
  expect(tried).toMatchObject({ applied: false, layout: 'us-table', created: 3, rates: 5 })
  expect(tried.changes[0]).toEqual({
    line: 2,
    place: 'US-NY 10001',
    before: '',
    after:
      'NEW YORK CITY City Tax 4.5%, also on shipping; NEW YORK CITY Special Tax 0.375%, also on shipping; New York State Tax 4%, also on shipping',
  })
  expect(await shop.db.$count(tax_rates)).toBe(0)
  expect(await importCsv(table)).toMatchObject({ applied: true, created: 3, problems: [] })
  expect(await quote()).toMatchObject({
    tax: 1.25,
    tax_lines: [{ name: 'Massachusetts State Tax' }],
  })
  const newYork = { country: 'US', state: 'New York', zipCode: '10001-1234' }
  expect(await quote({ destination: newYork })).toMatchObject({ tax: 1.78 })
  const alabama = { country: 'US', state: 'AL', zipCode: '35004' }
  expect((await quote({ destination: alabama })).tax_lines).toMatchObject([
    { name: 'ST CLAIR Sales Tax', rate: 9 },
  ])
  // The rate of the whole state would be collected beside that of the table.
  await givenRate({ state: 'NY', name: 'By hand', rate: 4 })
  expect((await importCsv(table, { dry_run: true })).also).toEqual(['By hand 4% (US-NY)'])
  await admin.post('/tax/rates/remove', { country: 'US', state: 'NY' })
  expect(await importCsv(table)).toMatchObject({ created: 1, unchanged: 2, also: [] })
  // Next year's table: what is no longer collected goes.
  const next = `${US_HEAD}\nNY,10001,NEW YORK CITY,0.04,0.04,0,0,0,1\n`
  expect(await importCsv(next)).toMatchObject({ created: 0, updated: 1, unchanged: 0 })
  expect(await quote({ destination: newYork })).toMatchObject({ tax: 0.8 })
  expect(await quote()).toMatchObject({ tax: 1.25 })
})

test('an export imports again unchanged, whatever its names are', async () => {
  for (const name of ['=1+1', "'quoted", 'a;b,"c"', 'TVA é 🌸', '-5 %']) {
    await givenRate({ name, zip: '021*', rate: 0.0001, shipping_taxed: true })
  }
  await givenRate({ country: 'GB', state: '', zip: 'SW1*', name: 'VAT', rate: 20 })
  const before = await shop.db.select().from(tax_rates)
  const csv = (await admin.get('/export/tax_rates.csv')).body
  expect(await importCsv(csv)).toMatchObject({
    applied: true,
    layout: 'own',
    created: 0,
    updated: 0,
    unchanged: 2,
    rates: 6,
  })
  expect(await shop.db.select().from(tax_rates)).toEqual(before)
  await shop.db.delete(tax_rates)
  expect(await importCsv(csv)).toMatchObject({ applied: true, created: 2 })
  expect((await admin.get('/export/tax_rates.csv')).body).toBe(csv)
})

test('one bad row and nothing is applied; each is named with its line and reason', async () => {
  const rows = [
    'country,state,zip,name,rate,shipping_taxed',
    'United States,Massachusetts,,State Tax,6.25 %,yes',
    'US,MA,,State Tax,7,no',
    'Narnia,,,Tax,1,no',
    'US,MA,02110,City,cheap,no',
    'US,MA,02110,City,1,perhaps',
  ]
  const result = await importCsv(rows.join('\n'))
  expect(result).toMatchObject({ applied: false, created: 0 })
  expect(result.problems).toEqual([
    { line: 3, reason: 'The same place and name as in line 2' },
    { line: 4, reason: 'Choose a country' },
    { line: 5, reason: 'Rate is required' },
    { line: 6, reason: 'Shipping taxed must be true or false' },
  ])
  expect(await shop.db.$count(tax_rates)).toBe(0)
  const head = await importCsv('country,colour\nUS,red\n')
  expect(head.problems).toContainEqual({ line: 1, reason: 'There is no column "colour"' })
  expect((await importCsv(rows.slice(0, 2).join('\n'))).applied).toBe(true)
})
