import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { DEMO_ACCOUNTS } from '#demo/demo-accounts.ts'
import { defaultMerchant } from '#simulator/fixtures.ts'
import type { LedgerContent } from '#simulator/ledger.ts'
import { type Delivery, signWebhook } from '#simulator/webhooks.ts'
import type { Visitor } from '../testing/account-factories.ts'
import { type BusyShop, givenBusyShop, PATIENCE } from '../testing/busy-shop.ts'
import { address } from '../testing/order-factories.ts'
import { headerOf, type ReceivedMail } from '../testing/smtp.ts'
import { isPortFree } from './supervisor/ports.ts'

const hasIPv6 = await isPortFree(0, '::1')

let shop: BusyShop

beforeAll(async () => {
  shop = await givenBusyShop(hasIPv6 ? { HOST: '::' } : {})
})
beforeEach(() => shop.simulator('DELETE', 'settings'))
afterAll(() => shop.expectUnharmed())

type Paid = { payment: { id: string } }

async function givenPaid() {
  const page = await shop.openPage()
  const { payment } = await shop.simulator<Paid>('POST', 'pay', { sessionId: page.session })
  return { ...page, id: payment.id }
}

test.skipIf(!hasIPv6)('webhook events reach a shop that listens on ::', async () => {
  const { id, order } = await givenPaid()
  const deliveries = await shop.simulator<Delivery[]>('GET', 'webhooks')
  expect(deliveries.find(({ payment_id }) => payment_id === id)).toMatchObject({
    url: expect.stringMatching(/^http:\/\/\[::1\]:/),
    http_status: 200,
  })
  const rows = await shop.query('select status from orders where id = $1', [order.id])
  expect(rows).toEqual([{ status: 'completed' }])
})

const admin = () => shop.signedInAs(DEMO_ACCOUNTS.admin)

type Payment = { payment_id: string; order_id: string; attention_reason: string; status: string }
const attentionOf = async (browser: Visitor, order_id: string) => {
  const { body } = await browser.get('/api/payments/attention')
  return (body as { items: Payment[] }).items.find((one) => one.order_id === order_id)
}

test('a signed webhook event that the provider does not know never completes an order', async () => {
  const { buyer, order, session } = await shop.openPage()
  const event = {
    createdTime: Date.now(),
    message: 'Approved',
    status: 'APPROVED',
    type: 'PAYMENT',
    id: `PAY${randomUUID().slice(0, 8)}`,
    merchantId: defaultMerchant.id,
    checkoutSessionId: session,
  }
  for (const createdTime of [1, 2, 3, 4].map((n) => event.createdTime - n)) {
    const body = JSON.stringify({ ...event, createdTime })
    const seconds = Math.floor(Date.now() / 1000)
    const signature = signWebhook(body, defaultMerchant.signingSecret, seconds)
    const headers = { 'clover-signature': signature, connection: 'close' }
    const answer = await fetch(`${shop.url}/webhooks/clover`, { method: 'POST', headers, body })
    expect(answer.status).toBe(200)
  }
  const answer = await buyer.post('/api/functions/complete-payment', { orderId: order.id })
  expect(answer.body).toMatchObject({ success: false, state: 'pending' })
  expect(await attentionOf(await admin(), order.id)).toMatchObject({
    payment_id: event.id,
    status: 'needs-attention',
    attention_reason: 'unconfirmed',
  })

  // Asked again, the provider still does not know it; the order is not completed by the passing of time.
  await shop.query(
    `update payments set next_check_at = now(), created_at = now() - interval '30 minutes'
     where payment_id = $1`,
    [event.id],
  )
  await vi.waitFor(async () => {
    const [payment] = await shop.query<{ checked: boolean }>(
      'select next_check_at > now() as checked from payments where payment_id = $1',
      [event.id],
    )
    expect(payment?.checked, 'asked again').toBe(true)
  }, PATIENCE)
  const [stored] = await shop.query('select status, completed_at from orders where id = $1', [
    order.id,
  ])
  expect(stored).toEqual({ status: 'pending', completed_at: null })
})

describe('a refund that fails at the provider is not mailed, and tried again it is not doubled', () => {
  type Refund = { id: string; status: string }

  const setFault = (fault?: '403' | '500' | 'hang') =>
    shop.simulator('PATCH', 'settings', { faults: fault ? [{ on: 'refunds', fault }] : [] })
  const refundMailsTo = (email: string) => shop.mailsTo(email).filter(isAboutRefund)
  const isAboutRefund = (one: ReceivedMail) => /refund/i.test(headerOf(one, 'subject') ?? '')
  /** Queued in the transaction that makes a refund final. */
  const queuedMails = (refund_id: string) =>
    shop.query(`select from pgboss.job where name = 'order-news' and data->>'refund_id' = $1`, [
      refund_id,
    ])

  test.each(['403', '500', 'hang'] as const)('%s', async (fault) => {
    const { id, email, order } = await givenPaid()
    const browser = await admin()
    const path = `/api/payments/${id}/refunds`
    await setFault(fault)
    const refund = (await browser.post(path, { amount: order.total })).body as Refund
    expect(refund.status).toBe(fault === '403' ? 'failed' : 'requested')
    await setFault()
    // Without an answer the shop looks for it in the provider's list, by itself.
    await vi.waitFor(async () => {
      const [now] = await shop.query<Refund>('select status from refunds where id = $1', [
        refund.id,
      ])
      expect(now?.status).toBe('failed')
    }, PATIENCE)
    expect(await queuedMails(refund.id)).toEqual([])
    expect(refundMailsTo(email)).toEqual([])

    const retry = () => browser.post(`${path}/${refund.id}/retry`)
    const answers = await Promise.all([retry(), retry(), retry(), retry()])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409])
    const { refunds } = await shop.simulator<LedgerContent>('GET', 'ledger')
    expect(refunds.filter((one) => one.payment_id === id)).toMatchObject([
      { amount: Math.round(order.total * 100) },
    ])
    await vi.waitFor(() => expect(refundMailsTo(email)).toHaveLength(1), PATIENCE)
    expect(await queuedMails(refund.id)).toHaveLength(1)
  })
})

test('one run of the expiry frees 2,000 overdue holds, and their mails do not pile up', async () => {
  const HOLDS = 2000
  const [before] = await shop.query<{ stock: number }>('select stock from products where id = $1', [
    shop.product.id,
  ])
  await givenOverdueHolds(HOLDS)
  const [since] = await shop.query<{ now: Date }>('select clock_timestamp() as now')
  const run = await vi.waitFor(async () => {
    const [done] = await shop.query<{ seconds: number }>(
      `select extract(epoch from completed_on - created_on)::int as seconds from pgboss.job
       where name = 'expire-orders' and state = 'completed' and created_on > $1 order by 1 limit 1`,
      [since?.now],
    )
    expect(done, 'a finished run').toBeDefined()
    return done
  }, PATIENCE)
  const [left] = await shop.query<{ holds: number }>(
    'select count(*)::int as holds from orders where hold_until < $1',
    [since?.now],
  )
  console.log(`expiry: ${HOLDS} holds, done ${run?.seconds} s after the run was due`)
  expect(left).toEqual({ holds: 0 })
  const [after] = await shop.query('select stock from products where id = $1', [shop.product.id])
  expect(after).toEqual(before)

  // Each of them has a mail to be written now, and a reminder for tomorrow, which must not stand among those.
  const queued = await vi.waitFor(async () => {
    const [news] = await shop.query<{ done: number; slowest: number }>(
      `select count(*)::int as done, max(extract(epoch from completed_on - start_after))::int as slowest
       from pgboss.job where name = 'order-news' and state = 'completed' and created_on > $1`,
      [since?.now],
    )
    expect(news?.done).toBe(HOLDS)
    return news
  }, PATIENCE)
  console.log(`order mails: the last was composed ${queued?.slowest} s after it was due`)
  const [waiting] = await shop.query(
    `select count(*)::int as jobs from pgboss.job
     where name = 'order-news' and state in ('created', 'retry', 'active')`,
  )
  expect(waiting).toEqual({ jobs: 0 })
})

/** Placed through SQL, as `placeOrder` stores them: through HTTP it would take minutes. */
const givenOverdueHolds = (count: number) =>
  shop.query(
    `with placed as (
       insert into orders (guest_email, subtotal, total, shipping_address, holds_stock, hold_until, network_address)
       select 'overdue.' || n || '@example.com', $2::numeric, $2::numeric, $4::jsonb, true,
         now() - interval '1 minute', 'overdue ' || n
       from generate_series(1, $1::int) n returning id
     ), items as (
       insert into order_items (order_id, product_id, quantity, price, name)
       select id, $3::uuid, 1, $2::numeric, 'Serum' from placed
     ), events as (
       insert into order_events (order_id, to_status, actor, reason, created_at)
       select id, 'pending', 'customer', 'Placed', now() from placed
     ), moved as (
       insert into stock_movements (product_id, order_id, change, reason)
       select $3::uuid, id, -1, 'ordered' from placed
     )
     update products set stock = stock - $1::int where id = $3::uuid`,
    [count, shop.product.price, shop.product.id, JSON.stringify(address)],
  )
