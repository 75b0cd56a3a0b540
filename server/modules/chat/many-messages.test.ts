import { expect, test } from 'vitest'
import {
  answer,
  followChat,
  givenChat,
  givenChatShop,
  say,
} from '#server/testing/chat-factories.ts'
import { givenServer, soakSize } from '#server/testing/server.ts'

const MESSAGES = soakSize({ usual: 120, soak: 10_000 })
const RECONNECTS = soakSize({ usual: 10, soak: 50 })

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
