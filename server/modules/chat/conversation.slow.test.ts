import { randomUUID } from 'node:crypto'
import { and, eq, ne, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import type { ChatEvent } from '#contract/chat.ts'
import { CLOSING_MESSAGE, PRESENCE_EXPIRY_MS } from '#contract/chat-rules.ts'
import {
  answer,
  followChat,
  followDesk,
  givenChat,
  givenChatShop,
  say,
} from '#server/testing/chat-factories.ts'
import { eventually } from '#server/testing/eventually.ts'
import { givenServer } from '#server/testing/server.ts'
import { chat_connections, chat_conversations, chat_messages, chat_secrets } from './chat.table.ts'
import { chatFeedOf } from './chat-feed.ts'
import { closeIdleConversations } from './close-conversation.ts'

let chat: Awaited<ReturnType<typeof givenChatShop>>

beforeAll(async () => {
  chat = await givenChatShop()
})

const texts = (events: ChatEvent[]) =>
  events.flatMap((event) => (event.type === 'message' ? event.message.message : []))

// Shows S4.18, S4.19, S4.25, S7.21, S7.24, S7.33, B4.11, B4.12, B7.21, B7.22
test('a conversation between two processes: messages, typing, presence and the close reach both sides', async () => {
  const iris = chat.shopper(chat.first)
  const ada = await chat.agent(chat.second)
  const desk = await followDesk(chat.second, ada)
  await desk.next('ready')

  const conversation = await givenChat(iris)
  const { id, secret } = conversation
  expect(await desk.next('started')).toMatchObject({
    conversation: { id, customer_name: 'Iris Bloom', status: 'open', customer_online: false },
  })
  const stream = await followChat(chat.first, iris, conversation)
  expect(await stream.next('state')).toMatchObject({
    state: { status: 'open', agent_online: true, last_seq: 0 },
  })
  await desk.next('conversation', ({ conversation }) => conversation.customer_online)

  await say(iris, conversation, 'Is the serum vegan?')
  expect(await desk.next('message')).toMatchObject({
    message: { seq: 1, sender_type: 'customer', sender_name: 'Iris Bloom', agent_name: null },
  })
  await ada.call('PUT', `/api/chat_conversations/${id}/agent_typing`, { typing: true })
  await stream.next('agent', ({ agent_typing }) => agent_typing)
  await answer(ada, id, { message: 'Yes, it is.' })
  const { message } = await stream.next('message', ({ message }) => message.seq === 2)
  expect(message).toMatchObject({
    sender_type: 'admin',
    sender_name: 'Support',
    message: 'Yes, it is.',
  })
  expect(message).not.toHaveProperty('agent_name')
  await stream.next('agent', ({ agent_typing }) => !agent_typing)

  await iris.call('PUT', `/api/chat_conversations/${id}/customer_typing`, { secret, typing: true })
  expect(await desk.next('typing', ({ sender_type }) => sender_type === 'customer')).toMatchObject({
    conversation_id: id,
    typing: true,
  })
  await ada.call('PUT', `/api/chat_conversations/${id}/status`, { status: 'closed' })
  expect(await stream.next('state', ({ state }) => state.status === 'closed')).toMatchObject({
    state: { closed_reason: 'admin' },
  })
  expect((await say(iris, conversation, 'One more thing')).body.code).toBe('CHAT_CLOSED')
  expect((await answer(ada, id, { message: 'Bye' })).body).toMatchObject({ code: 'CHAT_CLOSED' })

  stream.close()
  await desk.next('conversation', ({ conversation }) => !conversation.customer_online)
  desk.close()
})

// Shows S7.16, B7.22
test('a reconnect brings the state first, then what was missed, in order and once', async () => {
  const iris = chat.shopper()
  const ada = await chat.agent()
  const conversation = await givenChat(iris)
  const before = await followChat(chat.first, iris, conversation)
  await say(iris, conversation, 'one')
  await before.next('message')
  before.close()
  await before.finished
  await say(iris, conversation, 'two')
  await answer(ada, conversation.id, { message: 'three' })
  await ada.call('PUT', `/api/chat_conversations/${conversation.id}/status`, { status: 'closed' })

  const after = await followChat(chat.second, iris, conversation, 1)
  await after.next('message', ({ message }) => message.seq === 3)
  expect(after.events[0]).toMatchObject({ type: 'state', state: { status: 'closed', last_seq: 3 } })
  expect(texts(after.events)).toEqual(['two', 'three'])
  after.close()
})

test('a message longer than a notification arrives whole', async () => {
  const iris = chat.shopper()
  const conversation = await givenChat(iris)
  const stream = await followChat(chat.second, iris, conversation)
  await stream.next('state')
  const long = 'ü'.repeat(4990)
  await say(iris, conversation, long)
  expect((await stream.next('message')).message.message).toBe(long)
  stream.close()
})

test('the same client id is the same message, also when it is sent twice at once', async () => {
  const iris = chat.shopper()
  const conversation = await givenChat(iris)
  const client_id = randomUUID()
  const sent = await Promise.all(
    Array.from({ length: 4 }, () => say(iris, conversation, 'hello', client_id)),
  )
  expect(new Set(sent.map(({ body }) => body.id)).size).toBe(1)
  const rows = await chat.db
    .select()
    .from(chat_messages)
    .where(eq(chat_messages.conversation_id, conversation.id))
  expect(rows).toHaveLength(1)
})

// Shows S5.19, S7.22, B5.22
test('blank text is not stored, and the server decides who wrote', async () => {
  const iris = chat.shopper()
  const conversation = await givenChat(iris)
  for (const blank of ['', '   ', '\u200b\n']) {
    expect((await say(iris, conversation, blank)).status).toBe(400)
  }
  const { body } = await iris.post('/api/chat_messages', {
    conversation_id: conversation.id,
    secret: conversation.secret,
    client_id: randomUUID(),
    message: 'I am the owner',
    sender_type: 'admin',
    sender_name: 'Support',
  })
  expect(body).toMatchObject({ sender_type: 'customer', sender_name: 'Iris Bloom' })
})

test('a number that no message can have is refused, to guests and agents alike', async () => {
  const iris = chat.shopper()
  const ada = await chat.agent()
  const { id, secret } = await givenChat(iris)
  const path = `/api/chat_conversations/${id}`
  for (const seq of [2 ** 31, Number.MAX_SAFE_INTEGER]) {
    const answers = [
      await iris.post(`${path}/thread`, { secret, before_seq: seq }),
      await iris.post(`${path}/events`, { secret, after_seq: seq }),
      await iris.call('PUT', `${path}/customer_read`, { secret, seq }),
      await ada.get(`/api/chat_messages?conversation_id=${id}&before_seq=${seq}`),
      await ada.get(`/api/chat_messages?conversation_id=${id}&after_seq=${seq}`),
      await ada.call('PUT', `${path}/read`, { seq }),
      await answer(ada, id, { message: 'Hello', seen_seq: seq }),
    ]
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 400))
  }
})

test('more than 60 messages a minute are refused, and a minute later accepted', async () => {
  const iris = chat.shopper()
  const conversation = await givenChat(iris)
  for (let n = 0; n < 60; n++) expect((await say(iris, conversation, `${n}`)).status).toBe(200)
  expect((await say(iris, conversation, 'one more')).body.code).toBe('TOO_MANY_REQUESTS')
  chat.clock.advance({ minutes: 1 })
  expect((await say(iris, conversation, 'later')).status).toBe(200)
})

// Shows S4.20, S9.8
test('after five minutes without a message the conversation is closed for both sides, typing counts as activity', async () => {
  const iris = chat.shopper()
  const ada = await chat.agent(chat.second)
  const quiet = await givenChat(iris)
  const typist = await givenChat(iris)
  const byMail = await givenChat(iris, { follow_up_by_mail: true })
  const stream = await followChat(chat.second, iris, quiet)
  const desk = await followDesk(chat.first, await chat.agent(chat.first))
  await say(iris, quiet, 'Hello?')
  chat.clock.advance({ minutes: 4 })
  const typing = { secret: typist.secret, typing: true }
  await iris.call('PUT', `/api/chat_conversations/${typist.id}/customer_typing`, typing)
  chat.clock.advance({ minutes: 1 })
  await closeIdleConversations(chat.first)
  await closeIdleConversations(chat.second)

  await stream.next('message', ({ message }) => message.message === CLOSING_MESSAGE)
  await stream.next('state', ({ state }) => state.closed_reason === 'inactivity')
  await desk.next(
    'conversation',
    ({ conversation }) => conversation.id === quiet.id && conversation.status === 'closed',
  )
  const { body } = await ada.get(`/api/chat_messages?conversation_id=${quiet.id}`)
  expect(body).toMatchObject({
    messages: [{ message: 'Hello?' }, { message: CLOSING_MESSAGE, sender_type: 'admin' }],
  })
  const statusOf = async ({ id }: { id: string }) =>
    (await chat.db.select().from(chat_conversations).where(eq(chat_conversations.id, id)))[0]
      ?.status
  expect([await statusOf(typist), await statusOf(byMail)]).toEqual(['open', 'open'])
  stream.close()
  desk.close()
})

describe('secrets', () => {
  test('the secret of a conversation is stored as a hash only', async () => {
    const conversation = await givenChat(chat.shopper())
    const rows = await chat.db
      .select()
      .from(chat_secrets)
      .where(eq(chat_secrets.conversation_id, conversation.id))
    expect(rows).toHaveLength(1)
    expect(JSON.stringify(rows)).not.toContain(conversation.secret)
  })

  test('without it nothing can be read, written, subscribed to or closed: one and the same answer', async () => {
    const conversation = await givenChat(chat.shopper())
    const other = await givenChat(chat.shopper())
    const thief = chat.shopper()
    const { id } = conversation
    const answers = new Set<string>()
    const attempts = [undefined, other.secret, 'x', conversation.secret.slice(1)].flatMap(
      (secret) => [id, randomUUID()].map((of) => ({ of, secret })),
    )
    for (const { of, secret } of attempts) {
      const put = (what: string, body: object) =>
        thief.call('PUT', `/api/chat_conversations/${of}/${what}`, { secret, ...body })
      const context = { page: { path: '/', title: '' }, cart: [] }
      for (const { status, text } of [
        await thief.post(`/api/chat_conversations/${of}/thread`, { secret }),
        await thief.post(`/api/chat_conversations/${of}/events`, { secret, after_seq: 0 }),
        await thief.post('/api/chat_messages', {
          conversation_id: of,
          secret,
          client_id: randomUUID(),
          message: 'boo',
        }),
        await put('customer_typing', { typing: true }),
        await put('customer_read', { seq: 1 }),
        await put('follow_up_by_mail', { follow_up_by_mail: true }),
        await put('context', { context }),
        await put('closed', {}),
        await thief.post('/api/functions/notify-new-chat', { conversationId: of, secret }),
      ])
        answers.add(`${status} ${text}`)
    }
    expect([...answers]).toEqual([expect.stringMatching(/^404 .*CHAT_NOT_FOUND/)])
  })
})

test('streams end at once when the process closes, and its connections are gone', async () => {
  const iris = chat.shopper()
  const conversation = await givenChat(iris)
  const third = await givenServer({ databaseUrl: chat.first.databaseUrl })
  const stream = await followChat(third, iris, conversation)
  await stream.next('state')
  await eventually(async () => expect(await connectionsOf(conversation.id)).toBe(1))
  await third.close()
  await stream.finished
  expect(await connectionsOf(conversation.id)).toBe(0)
})

const ofConversation = (id: string) => eq(chat_connections.conversation_id, id)

const lastSeen = (id: string, ms: number) =>
  chat.db
    .update(chat_connections)
    .set({ seen_at: sql`now() - make_interval(secs => ${ms / 1000})` })
    .where(ofConversation(id))

test('a customer who does not answer the heartbeats counts as away, and the stream ends; one who does stays', async () => {
  const desk = await followDesk(chat.second, await chat.agent(chat.second))
  await desk.next('ready')
  const iris = chat.shopper()
  const gone = await givenChat(iris)
  const here = await givenChat(iris)
  const dead = await followChat(chat.first, iris, gone)
  await desk.next('conversation', ({ conversation }) => conversation.id === gone.id)
  const alive = await followChat(chat.first, iris, here)
  await desk.next('conversation', ({ conversation }) => conversation.id === here.id)
  await dead.fallSilent()
  // Not yet expired, or the process might end that stream by itself before the answer comes.
  await lastSeen(here.id, PRESENCE_EXPIRY_MS / 2)
  const [connection] = await chat.db.select().from(chat_connections).where(ofConversation(here.id))
  // Answered through another process.
  const seen = `/api/chat/connections/${connection?.id}/seen`
  expect((await chat.shopper(chat.second).call('PUT', seen, {})).status).toBe(200)
  const isRenewed = sql`seen_at > now() - make_interval(secs => ${PRESENCE_EXPIRY_MS / 4000})`
  const renewed = and(ofConversation(here.id), isRenewed)
  await eventually(async () => expect(await chat.db.$count(chat_connections, renewed)).toBe(1))
  // Its last answer may still be on the way to the database.
  await eventually(async () => {
    await lastSeen(gone.id, PRESENCE_EXPIRY_MS)
    await chatFeedOf(chat.first).endSilentStreams()
    expect(await connectionsOf(gone.id)).toBe(0)
  })
  await dead.finished
  await desk.next(
    'conversation',
    ({ conversation }) => conversation.id === gone.id && !conversation.customer_online,
  )
  await say(iris, here, 'still here')
  await alive.next('message')
  expect(await connectionsOf(here.id)).toBe(1)
  alive.close()
  desk.close()
})

test('when the last agent leaves, customers see it', async () => {
  const ada = await chat.agent(chat.second)
  const desk = await followDesk(chat.second, ada)
  await desk.next('ready')
  const iris = chat.shopper()
  const stream = await followChat(chat.first, iris, await givenChat(iris))
  expect((await stream.next('state')).state.agent_online).toBe(true)
  await chat.db.delete(chat_connections).where(ne(chat_connections.id, desk.connection_id))
  desk.close()
  await stream.next('agent', ({ agent_online }) => !agent_online)
  stream.close()
})

const connectionsOf = (id: string) =>
  chat.db.$count(chat_connections, eq(chat_connections.conversation_id, id))
