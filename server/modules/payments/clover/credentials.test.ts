import { beforeAll, expect, test } from 'vitest'
import { givenAdmin, givenProduct } from '#server/testing/factories.ts'
import {
  givenCoupon,
  givenPayableShop,
  orderRequest,
  type PayableShop,
  placed,
  sessionIn,
} from '#server/testing/order-factories.ts'
import { startSimulator } from '#simulator/simulator.ts'
import { readOrder } from '../../orders/index.ts'
import { orders } from '../../orders/orders.table.ts'
import { clover_settings } from '../payments.table.ts'
import { knownCredentials, sealCredential } from './credentials.ts'

let shop: PayableShop
const merchant_id = 'MERCHANTTWO02'

beforeAll(async () => {
  const simulator = await startSimulator({
    merchants: [
      {},
      { id: merchant_id, privateToken: 'second_token', signingSecret: 'second_secret' },
    ],
  })
  shop = await givenPayableShop({
    env: {
      CLOVER_API_URL: simulator.url,
      CLOVER_ECOMMERCE_URL: simulator.url,
      CLOVER_SIMULATED: 'true',
    },
  })
  simulator.control.set({ webhook: { url: shop.webhookUrl } })
  await shop.simulator.stop()
  shop.simulator = simulator
})

// Shows S7.2, S8.10
test('without credentials no order is placed that would have to be paid, and the API says so', async () => {
  const bare = await givenPayableShop({ env: { CLOVER_PRIVATE_TOKEN: '' } })
  const serum = await givenProduct(bare.db)
  const guest = bare.visitor()
  expect((await guest.get('/clover_settings')).body).toEqual({ configured: false })
  const lines = [{ product_id: serum.id, quantity: 1 }]
  const { status, body } = await guest.place(orderRequest(lines, serum.price))
  expect({ status, message: body.message }).toEqual({
    status: 409,
    message: 'Clover payment is not configured',
  })
  expect(await bare.db.$count(orders)).toBe(0)
  const { code } = await givenCoupon(bare.db, { discount_percentage: 100, discount_amount: null })
  const free = await guest.place(orderRequest(lines, 0, { coupon_code: code }))
  expect(free.body.status).toBe('completed')
  const unsigned = await fetch(bare.webhookUrl, { method: 'POST', body: '{}' })
  expect(unsigned.status).toBe(401)
})

// Shows S3.11, S7.2
test('the merchant that the admin chose takes the money; pages of the one before can still be paid', async () => {
  const serum = await givenProduct(shop.db, { price: 38.5 })
  const early = shop.visitor()
  const before = await placed(early, serum)
  const old = await early.link(before)
  expect((await early.get('/clover_settings')).body).toEqual({ configured: true })

  await shop.db.insert(clover_settings).values({
    merchant_id,
    merchant_name: 'Second shop',
    is_active: true,
    private_token: sealCredential(shop.config, merchant_id, 'private_token', 'second_token'),
    webhook_secret: sealCredential(shop.config, merchant_id, 'webhook_secret', 'second_secret'),
  })
  const late = shop.visitor()
  const after = await placed(late, serum)
  const page = await late.link(after)
  const sessions = shop.simulator.control.ledger().sessions
  expect(sessions.find(({ id }) => id === sessionIn(page.body.paymentUrl))?.merchant_id).toBe(
    merchant_id,
  )

  await shop.simulator.control.pay(sessionIn(page.body.paymentUrl))
  await shop.simulator.control.pay(sessionIn(old.body.paymentUrl))
  expect((await readOrder(shop.db, after.id))?.status).toBe('completed')
  expect((await readOrder(shop.db, before.id))?.status).toBe('completed')
  expect(await shop.findings()).toEqual([])
})

test('stored tokens are not readable in the database and not movable to another merchant', async () => {
  const [row] = await shop.db.select().from(clover_settings)
  expect(JSON.stringify(row)).not.toContain('second_')
  await shop.db.update(clover_settings).set({ merchant_id: 'MERCHANTTHREE' })
  const known = await knownCredentials(shop)
  expect(known.map((one) => one.merchant_id)).toEqual(['MERCHANTSIM01'])
  await shop.db.update(clover_settings).set({ merchant_id })
  expect(await knownCredentials(shop)).toHaveLength(2)
})

test('an unreadable row, even an inactive one, does not stop payments, and the back office names it', async () => {
  const [active] = await shop.db.select().from(clover_settings)
  const damaged = { merchant_id: 'MERCHANTOLD03', merchant_name: 'Old shop', is_active: false }
  await shop.db
    .insert(clover_settings)
    .values({ ...damaged, private_token: active?.private_token ?? '' })
  const serum = await givenProduct(shop.db, { price: 38.5 })
  const buyer = shop.visitor()
  const order = await placed(buyer, serum)
  const link = await buyer.link(order)
  expect(link.status).toBe(200)
  await shop.simulator.control.pay(sessionIn(link.body.paymentUrl))
  expect((await readOrder(shop.db, order.id))?.status).toBe('completed')

  const admin = shop.visitor()
  await admin.signIn(await givenAdmin(shop.db))
  expect((await admin.get('/clover_settings/unreadable')).body).toEqual([damaged])
  expect((await shop.visitor().get('/clover_settings/unreadable')).status).toBe(401)
})
