import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { ORDER_STATUSES } from '#contract/order-status.ts'
import type { OrderStatus } from '#contract/orders.ts'
import { products } from '#server/modules/catalog/catalog.table.ts'
import { coupons } from '#server/modules/orders/orders.table.ts'
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
import type { Model, ModelOrder } from '#server/testing/order-model.ts'
import * as rules from '#server/testing/order-model.ts'
import { soakSize } from '#server/testing/server.ts'
import { readOrder } from '../orders/index.ts'
import { expireOrders } from './expire-orders.ts'
import { reconcilePayments } from './reconcile.ts'

const RUNS = soakSize({ usual: 6, soak: 200 })
const PRICE = 2000
const STOCK = 8
const COUPON_USES = 2
const DECLINED = '4005571702222222'

let shop: PayableShop
let admin: Visitor

beforeAll(async () => {
  shop = await givenPayableShop()
  const profile = await givenAdmin(shop.db)
  admin = shop.visitor()
  await admin.signIn(profile)
  const { version } = (await admin.get('/returns/settings')).body
  await admin.put('/returns/settings', { days: 30, instructions: 'By post', version })
})

/** The shop's side of an order of the model. */
type RealOrder = { id: string; buyer: Visitor; session: string | null; payment_ids: string[] }
type Real = { product_id: string; coupon: { id: string; code: string }; orders: RealOrder[] }
type Command = fc.AsyncCommand<Model, Real>

/** A command about one of the orders so far. */
const about = (
  name: string,
  place: number,
  run: (model: Model, order: ModelOrder, real: RealOrder, shop: Real) => Promise<void>,
  check: (order: ModelOrder, model: Model) => boolean = () => true,
): Command => {
  const find = (model: Model) => model.orders[place % Math.max(1, model.orders.length)]
  return {
    check: (model) => {
      const order = find(model)
      return order !== undefined && check(order, model)
    },
    run: async (model, real) => {
      const index = place % model.orders.length
      const [order, own] = [model.orders[index], real.orders[index]]
      if (order && own) await run(model, order, own, real)
      await expectSame(model, real)
    },
    toString: () => `${name} #${place}`,
  }
}

const place = (quantity: number, hasCoupon: boolean): Command => ({
  check: () => true,
  run: async (model, real) => {
    const total = rules.totalOf(model, { quantity, hasCoupon }) / 100
    const isPlaced = rules.place(model, quantity, hasCoupon)
    const buyer = shop.visitor()
    const coupon_code = hasCoupon ? real.coupon.code : undefined
    const lines = [{ product_id: real.product_id, quantity }]
    const { status, body } = await buyer.place(orderRequest(lines, total, { coupon_code }))
    expect(status, JSON.stringify(body)).toBe(isPlaced ? 200 : 409)
    if (isPlaced) real.orders.push({ id: body.id, buyer, session: null, payment_ids: [] })
    await expectSame(model, real)
  },
  toString: () => `place ${quantity}${hasCoupon ? ' with the coupon' : ''}`,
})

const open = (at: number) =>
  about('open page', at, async (model, order, real) => {
    const earlier = order.page
    const isOpened = rules.openPage(model, order)
    const total = rules.totalOf(model, order) / 100
    const { status, body } = await real.buyer.link({ id: real.id, total })
    if (order.paid) return
    expect(status, JSON.stringify(body)).toBe(isOpened ? 200 : 409)
    if (isOpened && order.page !== earlier) real.session = sessionIn(body.paymentUrl)
  })

type Notified = 'at-once' | 'twice' | 'later' | 'never'

/** Late where the page or the order is over: the provider may still take the money. */
const pay = (at: number, notified: Notified) =>
  about(
    `pay (notified ${notified})`,
    at,
    async (model, order, real) => {
      const timing =
        notified === 'later' ? 'hold' : notified === 'never' ? 'never' : 'before-redirect'
      shop.simulator.control.set({ webhook: { timing } })
      const { payment } = await shop.simulator.control.pay(real.session ?? '', undefined, {
        late: true,
      })
      if (!payment || !order.page) throw new Error('Not paid')
      order.page.isPaid = true
      real.payment_ids.push(payment.id)
      const paid = { cents: order.page.cents, refunded: 0, isSeen: false, isSettled: false }
      order.payments.push(paid)
      if (timing === 'before-redirect') rules.hearOf(model, order, paid)
      if (notified === 'twice') {
        const again = { timing: 'before-redirect' } as const
        await Promise.all([1, 2].map(() => shop.simulator.control.sendWebhook(payment.id, again)))
      }
      await shop.simulator.control.idle()
    },
    (order) => canPay(order),
  )

const canPay = ({ page, payments }: ModelOrder) =>
  page !== null && !page.isPaid && payments.every(({ isSeen }) => isSeen)

const decline = (at: number) =>
  about(
    'decline',
    at,
    async (_model, _order, real) => {
      shop.simulator.control.set({ webhook: { timing: 'before-redirect' } })
      await shop.simulator.control.pay(real.session ?? '', DECLINED, { late: true })
      await shop.simulator.control.idle()
    },
    (order) => canPay(order),
  )

/** Events that were held back arrive, the newest first or last. */
const release = (sequence: 'in-order' | 'reverse'): Command => ({
  check: ({ orders }) => orders.some(({ payments }) => payments.some(({ isSeen }) => !isSeen)),
  run: async (model, real) => {
    await shop.simulator.control.releaseWebhooks(sequence)
    await shop.simulator.control.idle()
    // The provider is asked about those that come with no event.
    await reconcilePayments(shop)
    hearOfAll(model)
    await expectSame(model, real)
  },
  toString: () => `events arrive ${sequence}`,
})

const hearOfAll = (model: Model) => {
  for (const order of model.orders) {
    for (const payment of order.payments) rules.hearOf(model, order, payment)
  }
}

const comeBack = (at: number) =>
  about(
    'come back',
    at,
    async (model, order, real) => {
      shop.clock.advance({ minutes: 1 })
      model.now += 1
      const { body } = await real.buyer.complete(real.id)
      // It may hear of payments for other orders, too; the job hears of all.
      await reconcilePayments(shop)
      hearOfAll(model)
      const isPaid = order.paid !== null && order.status !== 'cancelled'
      expect(body.success, JSON.stringify(body)).toBe(isPaid)
    },
    // At other times the job for ended holds could be due.
    ({ holdUntil, page }, { now }) => page !== null && (holdUntil === null || holdUntil > now + 1),
  )

const wait = (minutes: number): Command => ({
  check: () => true,
  run: async (model, real) => {
    shop.clock.advance({ minutes })
    rules.wait(model, minutes)
    await expireOrders(shop)
    await reconcilePayments(shop)
    await expectSame(model, real)
  },
  toString: () => `${minutes} minutes pass`,
})

const setStatus = (at: number, status: OrderStatus) =>
  about(`set ${status}`, at, async (model, order, real) => {
    const isSet = rules.setStatus(model, order, status)
    const answer = await admin.put(`/orders/${real.id}/status`, { status })
    expect(answer.status, JSON.stringify(answer.body)).toBe(isSet ? 200 : 409)
  })

const edit = (at: number, quantity: number) =>
  about(`change to ${quantity}`, at, async (model, order, real, { product_id, coupon }) => {
    const { version, hasCoupon } = order
    const total = rules.totalOf(model, { quantity, hasCoupon }) / 100
    const isEdited = rules.edit(model, order, quantity)
    const answer = await admin.put(`/orders/${real.id}/contents`, {
      version,
      lines: [{ product_id, quantity }],
      in_person: false,
      shipping_address: address,
      coupon_code: hasCoupon ? coupon.code : undefined,
      total,
    })
    expect(answer.status, JSON.stringify(answer.body)).toBe(isEdited ? 200 : 409)
  })

const refund = (at: number, percent: number) =>
  about(
    `refund ${percent} %`,
    at,
    async (_model, order, real) => {
      const payment = order.payments.at(-1)
      if (!payment) return
      const cents = Math.round((payment.cents * percent) / 100)
      const isRefunded = rules.refund(payment, cents)
      const amount = cents / 100
      const answer = await admin.post(`/payments/${real.payment_ids.at(-1)}/refunds`, { amount })
      expect(answer.status, JSON.stringify(answer.body)).toBe(isRefunded ? 200 : 409)
    },
    ({ payments }) => payments.at(-1)?.isSeen === true,
  )

/** One unit comes back and can be sold again. */
const takeBack = (at: number) =>
  about(
    'return one',
    at,
    async (model, order, real, { product_id }) => {
      const asked = await real.buyer.post(`/orders/${real.id}/returns`, {
        idempotency_key: randomUUID(),
        lines: [{ product_id, quantity: 1 }],
        reason: 'It does not suit my skin.',
        pictures: [],
      })
      // A unit that was returned before, even of an order that was cancelled since, does not come back again.
      if (asked.status === 409) return expect(asked.body.code).toBe('RETURN_TOO_MUCH')
      expect(asked.status, JSON.stringify(asked.body)).toBe(200)
      await admin.post(`/returns/${asked.body.id}/approve`, { version: 1 })
      const lines = [{ product_id, arrived: 1, restocked: 1 }]
      const arrival = { version: 2, lines, arrival_note: 'As sent' }
      const arrived = await admin.post(`/returns/${asked.body.id}/arrive`, arrival)
      expect(arrived.status, JSON.stringify(arrived.body)).toBe(200)
      rules.takeBack(model, order, 1)
    },
    ({ status, paid }) => paid !== null && (status === 'shipped' || status === 'completed'),
  )

/** What the database and the provider say is what the model says. */
async function expectSame(model: Model, real: Real) {
  const [product] = await shop.db.select().from(products).where(eq(products.id, real.product_id))
  const [coupon] = await shop.db.select().from(coupons).where(eq(coupons.id, real.coupon.id))
  const stored = await Promise.all(real.orders.map(({ id }) => readOrder(shop.db, id)))
  const { refunds } = shop.simulator.control.ledger()
  const refundedOf = (id: string) =>
    refunds
      .filter(({ payment_id }) => payment_id === id)
      .reduce((sum, { amount }) => sum + amount, 0)
  expect({
    stock: product?.stock,
    uses: coupon?.current_uses,
    orders: stored.map((order, n) => ({
      status: order?.status,
      isPaid: order?.completed_at !== null,
      total: Math.round((order?.total ?? 0) * 100),
      refunded: real.orders[n]?.payment_ids.map(refundedOf),
    })),
  }).toEqual({
    stock: model.stock,
    uses: model.coupon.uses,
    orders: model.orders.map((order) => ({
      status: order.status,
      isPaid: order.paid !== null,
      total: rules.totalOf(model, order),
      refunded: order.payments.map(({ refunded }) => refunded),
    })),
  })
}

const which = fc.nat({ max: 9 })
const quantity = fc.integer({ min: 1, max: 4 })
const commands = fc.commands(
  [
    fc.tuple(quantity, fc.boolean()).map(([units, hasCoupon]) => place(units, hasCoupon)),
    which.map(open),
    which.map(open),
    fc
      .tuple(which, fc.constantFrom<Notified>('at-once', 'twice', 'later', 'never'))
      .map(([at, notified]) => pay(at, notified)),
    fc
      .tuple(which, fc.constantFrom<Notified>('at-once', 'twice', 'later', 'never'))
      .map(([at, notified]) => pay(at, notified)),
    which.map(decline),
    fc.constantFrom('in-order' as const, 'reverse' as const).map(release),
    which.map(comeBack),
    fc.constantFrom(1, 9, 16, 31).map(wait),
    fc
      .tuple(which, fc.constantFrom(...ORDER_STATUSES))
      .map(([at, status]) => setStatus(at, status)),
    fc.tuple(which, quantity).map(([at, units]) => edit(at, units)),
    fc.tuple(which, fc.constantFrom(10, 60, 100)).map(([at, percent]) => refund(at, percent)),
    which.map(takeBack),
  ],
  { maxCommands: 60, size: 'max' },
)

/** Three orders to begin with, so that most commands have something to act on. */
const BEGINNING = [place(2, false), place(1, true), place(1, false), open(0), open(1)]

async function givenOrders() {
  const product = await givenProduct(shop.db, { price: PRICE / 100, stock: STOCK })
  const coupon = await givenCoupon(shop.db, { max_uses: COUPON_USES })
  const model: Model = {
    ...{ price: PRICE, stock: STOCK, coupon: { uses: 0, most: COUPON_USES } },
    ...{ orders: [], now: 0 },
  }
  const real: Real = { product_id: product.id, coupon, orders: [] }
  for (const command of BEGINNING) await command.run(model, real)
  return { model, real }
}

test('whatever happens in whatever sequence, stock, coupon, orders and money are as the rules say', async () => {
  await fc.assert(
    fc.asyncProperty(commands, async (sequence) => {
      await fc.asyncModelRun(givenOrders, sequence)
      await shop.simulator.control.releaseWebhooks()
      await expireOrders(shop)
      await reconcilePayments(shop)
      expect(await shop.findings()).toEqual([])
    }),
    // The same sequences with each `npm test`; the soak test looks for new ones, and a failure names its seed.
    { numRuns: RUNS, seed: soakSize({ usual: 1, soak: Date.now() }) },
  )
})
