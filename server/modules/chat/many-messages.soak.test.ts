import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { expect, test } from 'vitest'
import type { ChatEvent } from '#contract/chat.ts'
import {
  answer,
  followChat,
  givenChat,
  givenChatShop,
  say,
} from '#server/testing/chat-factories.ts'
import { eventually } from '#server/testing/eventually.ts'
import { givenServer } from '#server/testing/server.ts'
import { chat_connections } from './chat.table.ts'
import { storeMessage } from './messages.ts'

const MESSAGES = 10_000
const RECONNECTS = 50

test('many messages with forced reconnects and a process that closes: all in order, none lost or doubled', async () => {
  const { first, second, clock, shopper, agent } = await givenChatShop()
  const third = await givenServer({ databaseUrl: first.databaseUrl, now: clock.now })
  const iris = shopper()
  const ada = await agent(second)
  const conversation = await givenChat(iris)

  async function write() {
    for (let n = 1; n <= MESSAGES; n++) {
      // Slow enough for the limit of messages a minute.
      clock.advance({ seconds: 2 })
      const sent =
        n % 2
          ? await say(iris, conversation, `message ${n}`)
          : await answer(ada, conversation.id, { message: `message ${n}` })
      expect(sent.status).toBe(200)
      if (n === Math.floor(MESSAGES / 2)) await third.close()
    }
  }

  async function read() {
    const received: string[] = []
    let last_seq = 0
    for (let attempt = 0; received.length < MESSAGES; attempt++) {
      const isThirdOpen = received.length < MESSAGES / 2 - 1
      const process = [isThirdOpen ? third : first, second][attempt % 2] ?? first
      const stream = await followChat(process, iris, conversation, last_seq).catch(() => undefined)
      const share = Math.ceil(MESSAGES / RECONNECTS)
      for (let n = 0; stream && n < share && received.length < MESSAGES; n++) {
        const event = await stream.next('message').catch(() => undefined)
        if (!event) break
        last_seq = event.message.seq
        received.push(event.message.message)
      }
      stream?.close()
    }
    return received
  }

  const [received] = await Promise.all([read(), write()])
  expect(received).toEqual(Array.from({ length: MESSAGES }, (_, n) => `message ${n + 1}`))
})

test('a browser that stops reading gets what it missed when it reads on, in order and once', async () => {
  const { first, clock, shopper } = await givenChatShop()
  const { id, secret } = await givenChat(shopper())
  const call = request(`${first.url}/api/chat_conversations/${id}/events`, {
    method: 'POST',
    headers: { origin: first.url, 'content-type': 'application/json' },
  })
  call.end(JSON.stringify({ secret, after_seq: 0 }))
  const [response] = (await once(call, 'response')) as [IncomingMessage]
  await eventually(async () => expect(await first.db.$count(chat_connections)).toBe(1))

  // More than the buffers of a connection hold, so that the process must wait and read them again.
  const MANY = 1500
  for (let seq = 1; seq <= MANY; seq++) {
    const message = 'x'.repeat(4900)
    const given = { client_id: randomUUID(), sender_type: 'admin' as const, message }
    await storeMessage(first.db, id, given, clock.now())
  }
  const events: ChatEvent[] = []
  let text = ''
  for await (const part of response.setEncoding('utf8')) {
    const blocks = (text + part).split('\n\n')
    text = blocks.pop() ?? ''
    for (const block of blocks) {
      const data = /^data: (.*)$/m.exec(block)?.[1]
      if (data) events.push(JSON.parse(data))
    }
    if (events.some((event) => event.type === 'message' && event.message.seq === MANY)) break
  }
  const numbers = events.flatMap((event) => (event.type === 'message' ? event.message.seq : []))
  expect(numbers).toEqual(Array.from({ length: MANY }, (_, n) => n + 1))
  const firstMessage = events.findIndex(({ type }) => type === 'message')
  const isReadAgain = events.slice(firstMessage).some(({ type }) => type === 'state')
  expect(isReadAgain).toBe(true)
})
