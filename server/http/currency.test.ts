import { eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { saveSetting } from '#server/modules/content/edit-settings.ts'
import { readCurrency } from '#server/modules/content/reads.ts'
import { orders } from '#server/modules/orders/orders.table.ts'
import { hasOrdersUntilCommit } from '#server/modules/orders/reads.ts'
import { mailsTo } from '#server/testing/account-factories.ts'
import { eventually } from '#server/testing/eventually.ts'
import { givenAdmin, givenProduct } from '#server/testing/factories.ts'
import {
  address,
  givenOpenPage,
  givenOrder,
  givenPayableShop,
  orderRequest,
  type PayableShop,
  placed,
  type Visitor,
} from '#server/testing/order-factories.ts'
import { wordsOf } from '#server/testing/pdf-text.ts'
import { givenServer } from '#server/testing/server.ts'

const TOKEN = 'british_token'
const british = { id: 'MERCHANTGBP01', name: 'Petal London', privateToken: TOKEN, currency: 'GBP' }
const american = { id: 'MERCHANTUSD02', name: 'Petal Boston', privateToken: TOKEN }

let shop: PayableShop
let admin: Visitor

beforeAll(async () => {
  shop = await givenPayableShop({ merchants: [british, american], workers: true })
  admin = shop.visitor()
  await admin.signIn(await givenAdmin(shop.db))
})

const stored = async () => {
  const { body } = await admin.get('/editable/site_settings')
  return body.find(({ setting_key }: { setting_key: string }) => setting_key === 'currency')
}
const save = async (setting_value: string) =>
  admin.put('/site_settings/currency', { setting_value, version: (await stored()).version })
const connect = (merchant_id: string) =>
  admin.put('/clover_settings', { merchant_id, private_token: TOKEN })

test('only a currency of the list is saved, and none is US dollars', async () => {
  expect(await stored()).toMatchObject({ setting_value: '', version: 0, is_fixed: false })
  expect(await readCurrency(shop)).toBe('USD')
  for (const wrong of ['JPY', 'usd', '$']) expect((await save(wrong)).status).toBe(400)
  expect((await save('EUR')).status).toBe(200)
  expect(await readCurrency(shop)).toBe('EUR')
  expect((await save('')).status).toBe(200)
  expect(await readCurrency(shop)).toBe('USD')
})

test('with a merchant account of another currency nothing can be paid, and the owner reads why', async () => {
  const serum = await givenProduct(shop.db, { price: 38.5 })
  const { body } = await connect(british.id)
  expect(body.active).toMatchObject({ merchant_id: british.id, other_currency: 'GBP' })
  expect((await admin.post('/clover_settings/test', {})).body.other_currency).toBe('GBP')
  expect((await admin.get('/insights/figures')).body.payment).toBe('other-currency')
  expect((await admin.get('/clover_settings')).body).toEqual({ configured: false })
  const line = [{ product_id: serum.id, quantity: 1 }]
  const refused = await shop.visitor().place(orderRequest(line, 38.5))
  expect(refused).toMatchObject({ status: 409, body: { code: 'NOT_CONFIGURED' } })
  expect(await shop.db.$count(orders)).toBe(0)

  expect((await save('GBP')).status).toBe(200)
  expect((await admin.get('/clover_settings/all')).body.active).not.toHaveProperty('other_currency')
  expect((await admin.get('/clover_settings')).body).toEqual({ configured: true })
})

test('pages of every process with their structured data, invoice, mail, CSV and the payment page are in it', async () => {
  const second = await givenServer({ databaseUrl: shop.databaseUrl })
  const serum = await givenProduct(shop.db, { price: 38.5, name: 'Rosehip Renewal' })
  for (const { url } of [shop, second]) {
    await eventually(async () => {
      const html = await (await fetch(`${url}/product/${serum.id}`)).text()
      expect(html).toContain('£38.50')
      expect(html).not.toContain('$38.50')
      expect(html).toContain('"priceCurrency":"GBP"')
    })
  }
  const { buyer, order, session } = await givenOpenPage(shop, serum, 2)
  const page = await (await fetch(`${shop.simulator.url}/checkout/${session}`)).text()
  expect(page).toContain('£77.00')
  await shop.simulator.control.pay(session)
  expect((await buyer.complete(order.id)).body.success).toBe(true)

  const mail = await eventually(async () => {
    const sent = await mailsTo(shop.db, address.email)
    const found = sent.find(({ template }) => template === 'order-confirmation')
    if (!found) throw new Error('No confirmation yet')
    return found
  })
  for (const shown of [mail.html, mail.text]) {
    expect(shown).toContain('£77.00')
    expect(shown).not.toContain('$')
  }
  const pdf = await admin.send('GET', `/api/orders/${order.id}/invoice-copy`)
  expect(pdf.status).toBe(200)
  const words = wordsOf(Buffer.from(await pdf.arrayBuffer()))
  expect(words).toContain('£38.50')
  expect(words).toContain('£77.00')
  const csv = await (await admin.send('GET', '/api/export/orders.csv')).text()
  const [head = '', row = ''] = csv.trim().split('\n')
  expect([head.trim(), row.trim()]).toEqual([
    expect.stringMatching(/,"currency","payment_method"$/),
    expect.stringMatching(/,"GBP","card"$/),
  ])
})

test('once there is an order the currency stays, also for one that nobody paid', async () => {
  expect(await stored()).toMatchObject({ setting_value: 'GBP', is_fixed: true })
  expect(await save('EUR')).toMatchObject({
    status: 409,
    body: {
      code: 'CURRENCY_FIXED',
      message: 'The shop has orders, so its currency can no longer be changed.',
    },
  })
  expect((await save('')).status).toBe(409)
  expect((await save('GBP')).status).toBe(200)
  expect(await readCurrency(shop)).toBe('GBP')
})

test('an order that waits for its payment is not paid into an account of another currency', async () => {
  const serum = await givenProduct(shop.db, { price: 20 })
  const buyer = shop.visitor()
  const order = await placed(buyer, serum)
  expect((await connect(american.id)).body.active.other_currency).toBe('USD')
  expect(await buyer.link(order)).toMatchObject({ status: 409, body: { code: 'NOT_CONFIGURED' } })
  await connect(british.id)
  expect((await buyer.link(order)).status).toBe(200)
})

test('a change that meets the first order waits for it and is refused', async () => {
  const own = await givenServer()
  const by = { id: (await givenAdmin(own.db)).id, name: 'Ada', at: new Date() }
  const change = { setting_key: 'currency', setting_value: 'CAD', version: 0 } as const
  let outcome: Promise<unknown> = Promise.resolve()
  let isDone = false
  await own.db.transaction(async (tx) => {
    await givenOrder(tx)
    outcome = saveSetting(own.db, change, by).then(
      () => 'saved',
      ({ code }) => code,
    )
    void outcome.then(() => {
      isDone = true
    })
    await eventually(async () => expect(await waiting(own)).toBe(1))
    expect(isDone).toBe(false)
  })
  expect(await outcome).toBe('CURRENCY_FIXED')
  expect(await readCurrency(own)).toBe('USD')
})

test('an order that meets a change waits for it', async () => {
  const own = await givenServer()
  let placing: Promise<{ id: string }> | undefined
  await own.db.transaction(async (tx) => {
    expect(await hasOrdersUntilCommit(tx)).toBe(false)
    placing = givenOrder(own.db)
    await eventually(async () => expect(await waiting(own)).toBe(1))
    expect(await hasOrdersUntilCommit(tx)).toBe(false)
  })
  const order = await placing
  expect(await own.db.$count(orders, eq(orders.id, order?.id ?? ''))).toBe(1)
})

/** How many transactions wait for the table of orders. */
async function waiting({ db }: Pick<PayableShop, 'db'>) {
  const { rows } = await db.execute<{ count: number }>(
    `select count(*)::int as count from pg_locks where relation = 'orders'::regclass and not granted`,
  )
  return rows[0]?.count
}
