import { eq, sql } from 'drizzle-orm'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { sessions, user_roles } from '#server/modules/accounts/accounts.table.ts'
import { orders } from '#server/modules/orders/orders.table.ts'
import { onFileEnd } from '#server/testing/cleanup.ts'
import { givenAdmin, givenProduct } from '#server/testing/factories.ts'
import {
  givenPayableShop,
  orderRequest,
  type PayableShop,
  type Visitor,
} from '#server/testing/order-factories.ts'
import { startPushService } from '#server/testing/push-service.ts'
import { notification_settings, notifications, push_devices } from './notifications.table.ts'
import { isPushService } from './push-service.ts'
import { sendPush } from './send-push.ts'

let shop: PayableShop
let service: Awaited<ReturnType<typeof startPushService>>
let person: Awaited<ReturnType<typeof givenAdmin>>
let admin: Visitor
let serum: Awaited<ReturnType<typeof givenProduct>>

beforeAll(async () => {
  service = await startPushService()
  onFileEnd(service.stop)
  shop = await givenPayableShop({ env: { PUSH_SERVICES: '127.0.0.1' } })
  serum = await givenProduct(shop.db, { name: 'Dew Serum', price: 20, stock: 1000 })
})
beforeEach(async () => {
  person = await givenAdmin(shop.db)
  admin = shop.visitor()
  await admin.signIn(person)
})
afterEach(async () => {
  service.received.length = 0
  service.answer(201)
  await shop.db.delete(notifications)
  await shop.db.delete(notification_settings)
  await shop.db.delete(push_devices)
})

async function addDevice(visitor = admin) {
  const subscription = service.subscribe()
  const answer = await visitor.post('/notifications/devices', subscription)
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return { ...subscription, devices: answer.body as unknown as { id: string; name: string }[] }
}

async function givenPaidOrder() {
  const placed = await shop
    .visitor()
    .place(orderRequest([{ product_id: serum.id, quantity: 2 }], 40))
  const { id } = placed.body as { id: string }
  const completed_at = new Date().toISOString()
  await shop.db.update(orders).set({ status: 'completed', completed_at }).where(eq(orders.id, id))
  return id
}

async function startChat() {
  const customer = { customer_name: 'Iris', customer_email: 'iris@example.com' }
  const { body } = await shop.visitor().post('/chat_conversations', customer)
  return (body as unknown as { conversation: { id: string } }).conversation.id
}

test('a paid order appears on every device of those who asked for it, signed with the key of the shop', async () => {
  await addDevice()
  await addDevice()
  const id = await givenPaidOrder()
  await sendPush(shop)
  await sendPush(shop)
  const { push_key } = (await admin.get('/notifications/settings')).body as unknown as {
    push_key: string
  }
  expect(service.received).toHaveLength(2)
  expect(service.received[0]).toMatchObject({
    audience: service.url,
    key: push_key,
    message: {
      title: `Order ${id.slice(0, 8)}, $40.00`,
      body: '2 × Dew Serum\nFor Iris Bloom, Boston',
      path: `/admin/orders/${id}`,
      tag: `orders:${id}`,
      waiting: expect.any(Number),
    },
  })
})

test('five orders at once are one notification; one that nobody wants is none', async () => {
  await addDevice()
  for (let n = 0; n < 5; n++) await givenPaidOrder()
  await sendPush(shop)
  expect(service.received).toHaveLength(1)
  expect(service.received[0]?.message).toMatchObject({ title: '5 new orders', tag: 'orders' })

  const nothing = { kinds: [], summary: 'none', quiet_from: null, quiet_until: null }
  await admin.put('/notifications/settings', { ...nothing, push_kinds: ['chats'] })
  await givenPaidOrder()
  await sendPush(shop)
  expect(service.received).toHaveLength(1)
})

test('a new chat appears', async () => {
  await addDevice()
  const id = await startChat()
  await sendPush(shop)
  expect(service.received[0]?.message).toMatchObject({
    title: 'New chat with Iris',
    path: `/admin/chat?conversation=${id}`,
  })
})

test('a new chat queues nothing while nobody has switched it on', async () => {
  const countQueued = async () => {
    const { rows } = await shop.db.execute(
      // Those of the clock are the only ones of a minute.
      sql`select count(*)::int as queued from pgboss.job where name = 'send-push' and singleton_on is null`,
    )
    return rows[0]?.queued
  }
  const before = await countQueued()
  await startChat()
  expect(await countQueued()).toBe(before)
  await addDevice()
  await startChat()
  await startChat()
  expect(await countQueued()).toBe(Number(before) + 2)
})

test('quiet hours delay it', async () => {
  await addDevice()
  const quiet = { quiet_from: '00:00', quiet_until: '23:59' }
  const all = { kinds: [], summary: 'none', push_kinds: ['orders'] }
  await admin.put('/notifications/settings', { ...all, ...quiet })
  await givenPaidOrder()
  await sendPush(shop)
  expect(service.received).toEqual([])
  await admin.put('/notifications/settings', { ...all, quiet_from: null, quiet_until: null })
  await sendPush(shop)
  expect(service.received).toHaveLength(1)
})

test('a service that fails is tried again, for an hour at most', async () => {
  await addDevice()
  service.answer(503)
  await givenPaidOrder()
  await sendPush(shop)
  service.answer(201)
  await sendPush(shop)
  expect(service.received).toHaveLength(1)

  service.answer(503)
  await givenPaidOrder()
  await shop.db.update(notifications).set({ created_at: '2026-01-01T00:00:00Z' })
  await sendPush(shop)
  service.answer(201)
  await sendPush(shop)
  expect(service.received).toHaveLength(1)
})

test('a subscription that ended is forgotten', async () => {
  const { endpoint } = await addDevice()
  service.forget(endpoint)
  await givenPaidOrder()
  await sendPush(shop)
  expect(await shop.db.$count(push_devices)).toBe(0)
})

test('who signs out, or is no administrator any more, gets nothing', async () => {
  await addDevice()
  await shop.db.delete(sessions).where(eq(sessions.user_id, person.id))
  expect(await shop.db.$count(push_devices)).toBe(0)
  await admin.signIn(person)
  await addDevice()
  await givenPaidOrder()
  await shop.db.delete(user_roles).where(eq(user_roles.user_id, person.id))
  await sendPush(shop)
  expect(service.received).toEqual([])
})

test('a test reaches the own devices only, and only those can be removed', async () => {
  const other = shop.visitor()
  await other.signIn(await givenAdmin(shop.db))
  const theirs = await addDevice(other)
  const mine = await addDevice()
  expect((await admin.post('/notifications/devices/test', {})).body).toEqual({ reached: 1 })
  expect(service.received).toMatchObject([{ path: new URL(mine.endpoint).pathname }])
  const remove = async (id?: string) =>
    (await admin.send('DELETE', `/api/notifications/devices/${id}`)).json()
  await remove(theirs.devices[0]?.id)
  expect(await shop.db.$count(push_devices)).toBe(2)
  expect(await remove(mine.devices[0]?.id)).toEqual([])
})

test.each([
  ['https://fcm.googleapis.com/fcm/send/x', true],
  ['https://web.push.apple.com/x', true],
  ['http://fcm.googleapis.com/x', false],
  ['https://push.apple.com.evil.example/x', false],
  ['https://169.254.169.254/latest', false],
  ['http://localhost:5432/', false],
])('the shop calls %s: %s', (endpoint, isAllowed) => {
  const pushServices = ['fcm.googleapis.com', '*.push.apple.com']
  expect(isPushService({ config: { ...shop.config, pushServices } }, endpoint)).toBe(isAllowed)
})

test('another address is refused', async () => {
  const endpoint = 'https://internal.example/x'
  const answer = await admin.post('/notifications/devices', { ...service.subscribe(), endpoint })
  expect(answer).toMatchObject({ status: 409, body: { code: 'UNKNOWN_PUSH_SERVICE' } })
})
