import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import type { ChatConversation } from '#contract/chat-desk.ts'
import { site_settings } from '#server/modules/content/content.table.ts'
import { mails } from '#server/modules/mail/mail.table.ts'
import { coupons } from '#server/modules/orders/orders.table.ts'
import {
  answer,
  followChat,
  followDesk,
  givenChat,
  givenChatShop,
  say,
} from '#server/testing/chat-factories.ts'
import { eventually, untilBlocked } from '#server/testing/eventually.ts'
import { givenProduct } from '#server/testing/factories.ts'
import { chat_conversations } from './chat.table.ts'

let chat: Awaited<ReturnType<typeof givenChatShop>>
let ada: Awaited<ReturnType<typeof chat.agent>>

beforeAll(async () => {
  chat = await givenChatShop()
  ada = await chat.agent()
})

const list = async (query: string) =>
  ((await ada.get(`/api/chat_conversations?${query}`)).body as { items: ChatConversation[] }).items

// Shows B7.21
test('the list is searched by name, address and message, and filtered by status, unread and online', async () => {
  const iris = chat.shopper()
  const mark = randomUUID().slice(0, 8)
  const open = await givenChat(iris, { customer_name: `Iris ${mark}` })
  const closed = await givenChat(iris, { customer_email: `${mark}@example.com` })
  await say(iris, open, 'About my order')
  chat.clock.advance({ seconds: 1 })
  await say(iris, closed, `100% _sure_ ${mark}`)
  await ada.call('PUT', `/api/chat_conversations/${closed.id}/status`, { status: 'closed' })
  const ids = async (query: string) => (await list(query)).map(({ id }) => id)

  expect(await ids(`q=${mark}`)).toEqual([closed.id, open.id])
  expect(await ids(`q=${encodeURIComponent(`100% _sure_ ${mark}`)}`)).toEqual([closed.id])
  expect(await ids(`q=${mark}&status=open`)).toEqual([open.id])
  expect(await ids(`q=${mark}&status=closed`)).toEqual([closed.id])
  expect(await ids(`q=${mark}&online=true`)).toEqual([])
  const stream = await followChat(chat.second, iris, open)
  await stream.next('message')
  expect(await ids(`q=${mark}&online=true`)).toEqual([open.id])
  expect(await list(`q=${mark}&status=open`)).toMatchObject([
    { unread_count: 1, last_message: 'About my order', customer_online: true },
  ])
  await ada.call('PUT', `/api/chat_conversations/${open.id}/read`, { seq: 1 })
  expect(await ids(`q=${mark}&unread=true`)).toEqual([closed.id])
  stream.close()
})

test('messages that one admin has read are read for all; an agent who is behind does not undo it', async () => {
  const iris = chat.shopper()
  const conversation = await givenChat(iris)
  const desk = await followDesk(chat.second, await chat.agent(chat.second))
  await say(iris, conversation, 'one')
  await say(iris, conversation, 'two')
  const read = (seq: number) =>
    ada.call('PUT', `/api/chat_conversations/${conversation.id}/read`, { seq })
  expect((await read(1)).body).toMatchObject({ unread_count: 1 })
  expect((await read(2)).body).toMatchObject({ unread_count: 0 })
  expect((await read(1)).body).toMatchObject({ unread_count: 0 })
  await desk.next(
    'conversation',
    ({ conversation: { id, unread_count, last_seq } }) =>
      id === conversation.id && unread_count === 0 && last_seq === 2,
  )
  desk.close()
})

test('an agent does not answer over a reply of a colleague that was not on the screen', async () => {
  const iris = chat.shopper()
  const bea = await chat.agent(chat.second)
  const conversation = await givenChat(iris)
  await say(iris, conversation, 'Is it vegan?')
  expect((await answer(bea, conversation.id, { message: 'Yes', seen_seq: 1 })).status).toBe(200)
  const late = await answer(ada, conversation.id, { message: 'No', seen_seq: 1 })
  expect(late.body).toMatchObject({
    code: 'ANSWERED_MEANWHILE',
    data: { agent_name: 'Ada Keeper' },
  })
  expect((await answer(ada, conversation.id, { message: 'Right', seen_seq: 2 })).status).toBe(200)
  await say(iris, conversation, 'Thanks')
  expect((await answer(ada, conversation.id, { message: 'Bye', seen_seq: 3 })).status).toBe(200)
})

test('agents are online while their chat screen is open, and see what the others look at', async () => {
  const iris = chat.shopper()
  const conversation = await givenChat(iris)
  const availability = async () =>
    (await chat.shopper(chat.second).get('/api/chat/availability')).body
  const bea = await chat.agent(chat.second)
  const first = await followDesk(chat.first, ada)
  const second = await followDesk(chat.second, bea)
  await second.next('ready')
  expect(await availability()).toMatchObject({ agent_online: true })
  const heartbeat = { connection_id: second.connection_id, conversation_id: conversation.id }
  await bea.post('/api/chat/heartbeat', heartbeat)
  await first.next('agents', ({ agents }) =>
    agents.some((agent) => agent.conversation_id === conversation.id),
  )
  second.close()
  await first.next('agents', ({ agents }) =>
    agents.every((agent) => agent.conversation_id !== conversation.id),
  )
  first.close()
  await eventually(async () => expect(await availability()).toMatchObject({ agent_online: false }))
})

test('a heartbeat survives the deletion of the conversation that is shown', async () => {
  const conversation = await givenChat(chat.shopper())
  const desk = await followDesk(chat.first, ada)
  await desk.next('ready')
  let heartbeat: ReturnType<typeof ada.post> | undefined
  await chat.db.transaction(async (tx) => {
    await tx.delete(chat_conversations).where(eq(chat_conversations.id, conversation.id))
    const shown = { connection_id: desk.connection_id, conversation_id: conversation.id }
    heartbeat = ada.post('/api/chat/heartbeat', shown)
    await untilBlocked(chat.db)
  })
  expect((await heartbeat)?.status).toBe(200)
  desk.close()
})

describe('attachments', () => {
  test('a product and a coupon are sent as they are now', async () => {
    const conversation = await givenChat(chat.shopper())
    const product = await givenProduct(chat.db, { name: 'Rose Serum', price: 24 })
    const code = `DEW${randomUUID().slice(0, 6).toUpperCase()}`
    await chat.db.insert(coupons).values({
      code,
      discount_percentage: 10,
      valid_from: '2020-01-01T00:00:00Z',
      valid_until: '2035-01-01T00:00:00Z',
    })
    const attach = (attachment: object) => answer(ada, conversation.id, { attach: attachment })
    expect((await attach({ type: 'product', product_id: product.id })).body).toMatchObject({
      message: 'Rose Serum, $24.00',
      attachment: { type: 'product', name: 'Rose Serum', price: 24 },
    })
    expect((await attach({ type: 'coupon', code: code.toLowerCase() })).body).toMatchObject({
      message: `Coupon ${code}: 10% off`,
      attachment: { code, discount_percentage: 10 },
    })
    expect((await attach({ type: 'coupon', code: 'NOPE' })).body).toMatchObject({
      code: 'COUPON_NOT_VALID',
    })
    expect((await attach({ type: 'product', product_id: randomUUID() })).body).toMatchObject({
      code: 'PRODUCT_NOT_FOUND',
    })
    expect((await answer(ada, conversation.id, {})).status).toBe(400)
  })
})

test('the page and cart that the widget sends are shown to the team', async () => {
  const iris = chat.shopper()
  const { id, secret } = await givenChat(iris)
  const cart = [{ id: randomUUID(), name: 'Serum', price: 20, quantity: 2, image_url: null }]
  const context = { page: { path: '/cart', title: 'Your cart' }, cart }
  await iris.call('PUT', `/api/chat_conversations/${id}/context`, { secret, context })
  expect((await ada.get(`/api/chat_conversations/${id}`)).body).toMatchObject({ context })
})

// Shows S7.30
test('a new conversation is mailed to the team once, however often notify-new-chat is called', async () => {
  const team = `team-${randomUUID().slice(0, 8)}@example.com`
  await chat.db
    .insert(site_settings)
    .values({ setting_key: 'support_email', setting_value: team })
    .onConflictDoUpdate({ target: site_settings.setting_key, set: { setting_value: team } })
  const iris = chat.shopper()
  const { id, secret } = await givenChat(iris, { customer_name: 'Iris <b>Bloom</b>' })
  const call = { conversationId: id, customerName: 'X', customerEmail: 'x@example.com', secret }
  expect((await iris.post('/api/functions/notify-new-chat', call)).status).toBe(200)
  const last = await givenChat(iris, { customer_name: 'Last' })
  const sent = () => chat.db.select().from(mails).where(eq(mails.to_address, team))
  const about = async (conversation_id: string) =>
    (await sent()).filter(({ html }) => html?.includes(conversation_id))
  await eventually(async () => {
    expect(await about(id)).not.toEqual([])
    expect(await about(last.id)).not.toEqual([])
  })
  const [mail, ...more] = await about(id)
  expect(more).toEqual([])
  expect(mail?.html).not.toContain('<b>Bloom')
})
