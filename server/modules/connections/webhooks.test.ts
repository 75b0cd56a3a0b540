import { createHmac } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { WEBHOOK_EVENTS } from '#contract/webhook-events.ts'
import type { Webhook } from '#contract/webhooks.ts'
import { orders } from '#server/modules/orders/orders.table.ts'
import { payments, refunds } from '#server/modules/payments/payments.table.ts'
import { givenSignedIn } from '#server/testing/account-factories.ts'
import { eventually } from '#server/testing/eventually.ts'
import { givenAdmin, givenProduct, givenProfile } from '#server/testing/factories.ts'
import { address } from '#server/testing/order-factories.ts'
import { givenServer } from '#server/testing/server.ts'
import { givenReceiver } from '#server/testing/webhook-receiver.ts'
import { webhook_deliveries, webhooks } from './connections.table.ts'
import { deliverWebhooks } from './deliver-webhooks.ts'
import { newWebhookSecret, sendWebhook, signatureOf } from './send-webhook.ts'

/** The database has its own clock, so that this one runs with it, ahead by what a test adds. */
let aheadMs = 0
const clock = {
  now: () => new Date(Date.now() + aheadMs),
  advance: ({ seconds = 0, minutes = 0 }: { seconds?: number; minutes?: number }) => {
    aheadMs += (seconds + minutes * 60) * 1000
  },
}
const LOCAL = '127.0.0.1/32'
const shop = await givenServer({ env: { PRIVATE_NETWORKS: LOCAL }, now: clock.now })
const ada = await givenSignedIn(shop, await givenAdmin(shop.db))
const { db } = shop

beforeEach(async () => {
  aheadMs = 0
  await db.delete(webhooks)
})

async function givenWebhook(events: readonly string[] = WEBHOOK_EVENTS) {
  const receiver = await givenReceiver()
  const created = await ada.post('/api/webhooks', { url: receiver.url, events, active: true })
  expect(created.status).toBe(201)
  const { webhook, secret } = created.body as { webhook: Webhook; secret: string }
  receiver.expectSecret(secret)
  return { receiver, webhook, secret }
}

const deliveries = () => db.select().from(webhook_deliveries).orderBy(webhook_deliveries.created_at)
const webhookNow = async () => ((await ada.get('/api/webhooks')).body as Webhook[])[0] as Webhook

/** Until all that is due was tried; other runs may be on it, too. */
const attemptAll = async (status = 'delivered') => {
  await eventually(async () => {
    await deliverWebhooks(shop)
    const open = (await deliveries()).filter((one) => one.last_attempt_at === null)
    expect(open).toEqual([])
  })
  expect(new Set((await deliveries()).map((one) => one.status))).toEqual(new Set([status]))
}

async function givenOrder() {
  const sums = { subtotal: 20, total: 20, shipping_address: address, guest_email: 'g@example.com' }
  const [order] = await db.insert(orders).values(sums).returning()
  return order!
}

const setStatus = (id: string, status: 'shipped' | 'cancelled') =>
  db.update(orders).set({ status }).where(eq(orders.id, id))

test('each event is delivered once, signed, with what it is about', async () => {
  const { receiver } = await givenWebhook()
  const order = await givenOrder()
  const paid = { completed_at: clock.now().toISOString(), status: 'completed' } as const
  await db.update(orders).set(paid).where(eq(orders.id, order.id))
  await db.update(orders).set(paid).where(eq(orders.id, order.id))
  await setStatus(order.id, 'shipped')
  const payment = { payment_id: 'P1', order_id: order.id, merchant_id: 'M', amount: 20 }
  await db.insert(payments).values({ ...payment, status: 'settled' })
  const asked = { payment_id: 'P1', amount: 5, status: 'requested' } as const
  const [refund] = await db.insert(refunds).values(asked).returning()
  await db.update(refunds).set({ status: 'confirmed' }).where(eq(refunds.id, refund!.id))
  const cancelled = await givenOrder()
  await setStatus(cancelled.id, 'cancelled')
  const product = await givenProduct(db, { stock: 12 })
  // Together, since a delivery has the stock of the moment at which it is sent.
  await db.transaction(async (tx) => {
    for (const stock of [9, 12, 3])
      await tx.execute(sql`update products set stock = ${stock} where id = ${product.id}`)
  })
  const customer = await givenProfile(db, { full_name: 'Iris Bloom' })

  await attemptAll()
  const got = receiver.received.map(({ type, data }) => [type, data.id])
  expect(got.sort()).toEqual(
    [
      ['order.paid', order.id],
      ['order.shipped', order.id],
      ['order.refunded', refund!.id],
      ['order.cancelled', cancelled.id],
      ['stock.low', product.id],
      ['customer.created', customer.id],
    ].sort(),
  )
  expect(receiver.received.every(({ isSigned }) => isSigned)).toBe(true)
  const dataOf = (type: string) => receiver.received.find((one) => one.type === type)?.data
  expect(dataOf('order.shipped')).toMatchObject({ status: 'shipped', total: 20, currency: 'USD' })
  expect(dataOf('order.refunded')).toMatchObject({ order_id: order.id, amount: 5 })
  expect(dataOf('stock.low')).toEqual({ id: product.id, name: product.name, stock: 3 })
  expect(dataOf('customer.created')).toMatchObject({ full_name: 'Iris Bloom' })
})

test('what is rolled back, not wanted or switched off is not sent', async () => {
  const { receiver, webhook } = await givenWebhook(['order.paid'])
  await givenProfile(db)
  const order = await givenOrder()
  const pay = (tx: Pick<typeof db, 'update'>) =>
    tx
      .update(orders)
      .set({ completed_at: clock.now().toISOString() })
      .where(eq(orders.id, order.id))
  await db
    .transaction(async (tx) => {
      await pay(tx)
      throw new Error('rolled back')
    })
    .catch(() => {})
  const { id, url, events, version } = webhook
  const off = { url, events, version, active: false }
  expect((await ada.call('PUT', `/api/webhooks/${id}`, off)).status).toBe(200)
  await pay(db)
  await deliverWebhooks(shop)
  expect(await deliveries()).toEqual([])
  expect(receiver.received).toEqual([])
})

test('something that was deleted before it could be sent is dropped', async () => {
  const { receiver } = await givenWebhook(['order.cancelled'])
  await db.transaction(async (tx) => {
    const [order] = await tx
      .insert(orders)
      .values({ subtotal: 1, total: 1, shipping_address: address })
      .returning()
    await tx.update(orders).set({ status: 'cancelled' }).where(eq(orders.id, order!.id))
    await tx.delete(orders).where(eq(orders.id, order!.id))
  })
  await eventually(async () => {
    await deliverWebhooks(shop)
    expect(await deliveries()).toMatchObject([{ status: 'dropped' }])
  })
  expect(receiver.received).toEqual([])
})

describe('a receiver in trouble', () => {
  test('is called again with growing pauses and the same id, and then no more', async () => {
    const { receiver } = await givenWebhook(['order.cancelled'])
    receiver.answerWith((response) => response.writeHead(500).end('no'))
    await setStatus((await givenOrder()).id, 'cancelled')
    await attemptAll('waiting')
    const waits: number[] = []
    for (;;) {
      const [delivery] = await deliveries()
      if (delivery?.status !== 'waiting') break
      const { last_attempt_at, next_attempt_at, attempts } = delivery
      waits.push((Date.parse(next_attempt_at) - Date.parse(last_attempt_at ?? '')) / 60_000)
      clock.advance({ seconds: (Date.parse(next_attempt_at) - clock.now().getTime()) / 1000 + 1 })
      await eventually(async () => {
        await deliverWebhooks(shop)
        expect((await deliveries())[0]?.attempts).toBe(attempts + 1)
        expect((await deliveries())[0]?.last_attempt_at).not.toBe(last_attempt_at)
      })
    }
    expect(waits).toEqual([1, 5, 30, 120, 300, 600, 840, 1200, 1200])
    expect(receiver.received).toHaveLength(10)
    expect(receiver.ids().size).toBe(1)
    expect(await deliveries()).toMatchObject([{ status: 'failed', error: 'Answered 500.' }])
    expect(await webhookNow()).toMatchObject({ active: false, disabled_reason: 'failing' })

    await setStatus((await givenOrder()).id, 'cancelled')
    expect(await deliveries()).toHaveLength(1)
  })

  test('stays switched on when others arrived meanwhile', async () => {
    const { receiver } = await givenWebhook(['order.cancelled', 'customer.created'])
    const refused = await givenOrder()
    receiver.answerWith((response) => {
      const last = receiver.received.at(-1)
      response.writeHead(last?.data.id === refused.id ? 400 : 200).end()
    })
    await setStatus(refused.id, 'cancelled')
    await attemptAll('waiting')
    await givenProfile(db)
    await eventually(async () => {
      clock.advance({ minutes: 1201 })
      await deliverWebhooks(shop)
      const statuses = (await deliveries()).map(({ status }) => status)
      expect(statuses).toEqual(['failed', 'delivered'])
    })
    expect(await webhookNow()).toMatchObject({ active: true, disabled_reason: null })
  })

  test('that is gone for good is called no more; switched on again, it gets what failed by hand', async () => {
    const { receiver, webhook } = await givenWebhook(['order.cancelled'])
    receiver.answerWith((response) => response.writeHead(410).end())
    await setStatus((await givenOrder()).id, 'cancelled')
    await eventually(async () => {
      await deliverWebhooks(shop)
      expect(await webhookNow()).toMatchObject({ active: false, disabled_reason: 'gone' })
    })
    const [failed] = await deliveries()
    expect(failed).toMatchObject({ status: 'failed' })
    const resend = `/api/webhook_deliveries/${failed?.id}/resend`
    expect((await ada.post(resend)).status).toBe(409)

    receiver.answerWith((response) => response.writeHead(200).end())
    const { version } = await webhookNow()
    const edit = { url: webhook.url, events: webhook.events, active: true, version }
    expect((await ada.call('PUT', `/api/webhooks/${webhook.id}`, edit)).body).toMatchObject({
      disabled_at: null,
    })
    expect((await ada.post(resend)).status).toBe(200)
    await eventually(async () => {
      await deliverWebhooks(shop)
      expect(await deliveries()).toMatchObject([{ status: 'delivered', attempts: 1 }])
    })
    expect(receiver.ids()).toEqual(new Set([failed?.id]))
  })

  test('delays no other', async () => {
    const stalled = await givenWebhook(['order.cancelled'])
    const quick = await givenWebhook(['order.cancelled'])
    stalled.receiver.answerWith(() => {})
    await setStatus((await givenOrder()).id, 'cancelled')
    void deliverWebhooks(shop)
    await eventually(() => expect(quick.receiver.received).toHaveLength(1))
    expect(await webhookNow()).toMatchObject({ last_delivered_at: null })
  })
})

describe('one attempt', () => {
  const message = { id: 'm', timestamp: 1, body: '{"type":"test","data":{}}' }
  const secret = newWebhookSecret()
  const attempt = (url: string, networks = [LOCAL]) =>
    sendWebhook({ ...message, url, secret, networks, timeoutMs: 1000 })

  test('a stall ends after its time', async () => {
    const receiver = await givenReceiver()
    receiver.answerWith(() => {})
    expect(await attempt(receiver.url)).toEqual({
      status: null,
      error: 'No answer within 1 seconds.',
    })
  })

  test('a redirect is not followed', async () => {
    const receiver = await givenReceiver()
    const target = await givenReceiver()
    receiver.answerWith((response) => response.writeHead(302, { location: target.url }).end())
    expect(await attempt(receiver.url)).toMatchObject({ status: 302 })
    expect(target.received).toEqual([])
  })

  test('an endless answer is not read to its end', async () => {
    const receiver = await givenReceiver()
    let written = 0
    receiver.answerWith((response) => {
      response.writeHead(200)
      const more = () => {
        while (!response.destroyed && response.write(Buffer.alloc(65_536))) written += 65_536
      }
      response.on('drain', more)
      more()
    })
    expect(await attempt(receiver.url)).toEqual({ status: 200, error: null })
    expect(written).toBeLessThan(50_000_000)
  })

  test.each([
    ['claims a length that it does not send', { 'content-length': '1000' }],
    ['sends nothing after its head', { 'transfer-encoding': 'chunked' }],
  ])('an answer that %s counts by its status', async (_, headers) => {
    const receiver = await givenReceiver()
    receiver.answerWith((response) => {
      response.writeHead(200, headers)
      response.flushHeaders()
    })
    expect(await attempt(receiver.url)).toEqual({ status: 200, error: null })
  })

  test('a closed connection and no server are failures', async () => {
    const receiver = await givenReceiver()
    receiver.answerWith((_, request) => request.socket.destroy())
    expect(await attempt(receiver.url)).toMatchObject({ status: null })
    expect(await attempt('http://127.0.0.1:9/')).toMatchObject({ status: null })
  })

  test.each([
    'http://127.0.0.1/',
    'http://localhost/',
    'http://[::1]/',
    'http://169.254.169.254/latest/meta-data',
    'http://2130706433/',
    'http://nobody.invalid/',
  ])('%s is not called', async (url) => {
    const { status, error } = await attempt(url, [])
    expect(status).toBeNull()
    expect(error).toMatch(/not a public server\.|There is no server/)
  })

  test('the signature is that of Standard Webhooks', () => {
    const body = '{"test": 2432232314}'
    const given = { id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', timestamp: 1614265330, body }
    // From the specification.
    expect(signatureOf('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', given)).toBe(
      'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    )
    const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
    expect(key).toHaveLength(24)
    const signed = createHmac('sha256', key).update(`m.1.${message.body}`).digest('base64')
    expect(signatureOf(secret, message)).toBe(`v1,${signed}`)
  })
})

test('the secret is stored encrypted, and a new one signs from then on', async () => {
  const { receiver, webhook, secret } = await givenWebhook(['order.cancelled'])
  const { rows } = await db.execute(
    sql`select w::text from webhooks w union all select a::text from audit_log a`,
  )
  expect(JSON.stringify(rows)).not.toContain(secret.slice(6))
  const renewed = await ada.post(`/api/webhooks/${webhook.id}/secret`)
  const { secret: next } = renewed.body as { secret: string }
  expect(next).not.toBe(secret)
  receiver.expectSecret(next)
  expect((await ada.post(`/api/webhooks/${webhook.id}/test`)).status).toBe(200)
  await attemptAll()
  expect(receiver.received).toMatchObject([{ type: 'test', isSigned: true }])
})

test('an address that is not public is refused when it is entered', async () => {
  const strict = await givenServer({ databaseUrl: shop.databaseUrl })
  const owner = await givenSignedIn(strict, await givenAdmin(strict.db))
  for (const url of ['http://localhost:3000/', 'https://10.0.0.1/x', 'http://[::1]/']) {
    const answer = await owner.post('/api/webhooks', { url, events: ['order.paid'], active: true })
    expect(answer.status, url).toBe(409)
    expect(answer.body).toMatchObject({ code: 'ADDRESS_NOT_PUBLIC' })
  }
  for (const url of ['ftp://example.com/', 'javascript:alert(1)', 'https://a:b@example.com/']) {
    const answer = await owner.post('/api/webhooks', { url, events: ['order.paid'], active: true })
    expect(answer.status, url).toBe(400)
  }
})
