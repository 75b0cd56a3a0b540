import { and, eq, sql } from 'drizzle-orm'
import { beforeAll, expect, test, vi } from 'vitest'
import { mails } from '#server/modules/mail/mail.table.ts'
import { expireOrders } from '#server/modules/payments/expire-orders.ts'
import { givenProduct } from '#server/testing/factories.ts'
import { givenConsent } from '#server/testing/mail-factories.ts'
import {
  address,
  givenPayableShop,
  orderRequest,
  type PayableShop,
  sessionIn,
} from '#server/testing/order-factories.ts'

const ORDERS = 12
const DECLINED_CARD = '4005571702222222'

let shop: PayableShop
let serum: Awaited<ReturnType<typeof givenProduct>>

beforeAll(async () => {
  shop = await givenPayableShop({ workers: true })
  serum = await givenProduct(shop.db, { price: 10, stock: 1000 })
})

/** Orders of many strangers, each with the address of the same person. */
async function givenOrdersFor(email: string) {
  const shipping_address = { ...address, email }
  return Promise.all(
    Array.from({ length: ORDERS }, async () => {
      const stranger = shop.visitor()
      const line = { product_id: serum.id, quantity: 1 }
      const { body } = await stranger.place(orderRequest([line], 10, { shipping_address }))
      return { stranger, order: body as { id: string; total: number } }
    }),
  )
}

/** The mails of a template that reached the address, once nothing that is due is queued any more. */
async function countMails(to: string, template: string) {
  await vi.waitFor(
    async () => {
      const { rowCount } = await shop.db.execute(sql`
        select from pgboss.job where name in ('order-news', 'order-follow-up', 'send-mail')
          and state < 'completed' and start_after <= now()`)
      expect(rowCount).toBe(0)
    },
    { timeout: 100_000, interval: 100 },
  )
  return shop.db.$count(mails, and(eq(mails.to_address, to), eq(mails.template, template)))
}

test('of 12 unpaid orders that strangers place with one address, 10 are mailed about in a day', async () => {
  const victim = 'unpaid@example.com'
  await givenOrdersFor(victim)
  shop.clock.advance({ minutes: 21 })
  await expireOrders(shop)
  expect(await countMails(victim, 'order-cancelled')).toBe(10)
})

test('of 12 declined cards of strangers, 10 are mailed about in a day', async () => {
  const victim = 'declined@example.com'
  for (const { stranger, order } of await givenOrdersFor(victim)) {
    const { body } = await stranger.link(order)
    await shop.simulator.control.pay(sessionIn(body.paymentUrl), DECLINED_CARD)
  }
  expect(await countMails(victim, 'payment-failed')).toBe(10)
})

test('however many carts are abandoned with one address, one is mailed about in a day', async () => {
  const reader = 'reader@example.com'
  await givenConsent(shop.db, reader)
  await givenOrdersFor(reader)
  shop.clock.advance({ minutes: 21 })
  await expireOrders(shop)
  // The mail comes a day later.
  await shop.db.execute(
    sql`update pgboss.job set start_after = now() where data->>'about' = 'abandoned'`,
  )
  expect(await countMails(reader, 'abandoned-cart')).toBe(1)
})
