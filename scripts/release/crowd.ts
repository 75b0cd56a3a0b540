import { setTimeout as pause } from 'node:timers/promises'
import { expect, vi } from 'vitest'
import type { ChatEvent } from '#contract/chat.ts'
import { PATIENCE, type People } from '#server/testing/busy-shop.ts'
import { givenChat, say } from '#server/testing/chat-factories.ts'
import { followStream } from '#web/lib/event-stream.ts'

/** Between two clicks of a visitor. A machine that does other work refuses fifty who click faster as a flood. */
const PAUSE_MS = Number(process.env.PAUSE_MS ?? 200)
/** Each purchase changes pages, which are rendered anew: without a pause they would be refused as a flood. */
const PURCHASE_PAUSE_MS = 1500
/** Slower than the limit of messages. */
const CHAT_PAUSE_MS = 2500

type Shop = People & {
  url: string
  product: { id: string }
  /** At the provider. */
  pay: (session: string) => Promise<unknown>
  /**
   * A proxy that is reloaded closes idle connections, maybe with a request on its way. Browsers then ask for the page
   * again, on another one.
   */
  isBehindProxy?: boolean
}
type Sizes = { visitors: number; buyers: number; chats: number }

/** People who use the shop until they leave: no request of theirs may fail, and nothing that they did may be lost. */
export function givenCrowd(shop: Shop, sizes: Sizes) {
  let isBusy = true
  const failures: string[] = []
  const answers: number[] = []
  const orders: string[] = []
  /** Addresses that must be answered, such as scripts of pages that are open. */
  const needed = new Set<string>()
  // What the browser's code asks for; nothing in it is simulated.
  vi.stubGlobal('window', new EventTarget())
  vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible' }))

  async function read(address: string, headers: Record<string, string>, isRepeated = false) {
    try {
      const answer = await fetch(shop.url + address, { headers })
      await answer.arrayBuffer()
      answers.push(answer.status)
      if (answer.status !== 200) failures.push(`${address}: ${answer.status}`)
    } catch (error) {
      const { cause } = error as { cause?: { code?: string } }
      const isClosed = cause?.code === 'UND_ERR_SOCKET'
      if (shop.isBehindProxy && isClosed && !isRepeated) await read(address, headers, true)
      else failures.push(`${address}: ${cause ?? error}`)
    }
  }

  /** Half of them on connections that stay open, which a process must not close with a request on its way. */
  async function visit(n: number) {
    const headers: Record<string, string> = n % 2 ? { connection: 'close' } : {}
    const paths = ['/', '/products', `/products?q=rose+${n}`, `/product/${shop.product.id}`]
    for (let round = n; isBusy; round++) {
      const all = [...paths, ...needed]
      await read(all[round % all.length] ?? '/', headers)
      await pause(PAUSE_MS)
    }
  }

  /** An order, its payment page, and the payment. */
  async function buy() {
    while (isBusy) {
      try {
        const { order, session } = await shop.openPage()
        orders.push(order.id)
        await shop.pay(session)
      } catch (error) {
        failures.push(`a purchase: ${(error as Error).cause ?? error}`)
      }
      await pause(PURCHASE_PAUSE_MS)
    }
  }

  /** A conversation: what is said is followed on a stream, by the code of the browser. */
  async function talk() {
    const customer = shop.visitor()
    const chat = await givenChat(customer)
    const sent: string[] = []
    const received: string[] = []
    let after_seq = 0
    let opened = 0
    const stop = followStream<ChatEvent>({
      open: async ({ signal }) => {
        opened++
        const response = await fetch(`${shop.url}/api/chat_conversations/${chat.id}/events`, {
          method: 'POST',
          signal,
          headers: { origin: shop.url, 'content-type': 'application/json' },
          body: JSON.stringify({ secret: chat.secret, after_seq }),
        })
        if (!response.ok) failures.push(`a stream: ${response.status}`)
        return readEvents(response)
      },
      onEvent: (event) => {
        if (event.type !== 'message') return
        after_seq = event.message.seq
        received.push(event.message.message)
      },
    })
    for (let n = 0; isBusy; n++) {
      const text = `message ${n}`
      const answer = await say(customer, chat, text).catch((error) => {
        failures.push(`a message: ${error.cause ?? error}`)
      })
      if (answer?.status === 200) sent.push(text)
      else if (answer) failures.push(`a message: ${answer.status} ${answer.text}`)
      await pause(CHAT_PAUSE_MS)
    }
    await vi.waitFor(
      () => expect(received.filter((one) => sent.includes(one))).toEqual(sent),
      PATIENCE,
    )
    stop()
    return { opened, sent: sent.length }
  }

  const many = <T>(count: number, person: (n: number) => Promise<T>) =>
    Promise.all(Array.from({ length: count }, (_, n) => person(n)))
  const visits = many(sizes.visitors, visit)
  const purchases = many(sizes.buyers, buy)
  const talks = many(sizes.chats, talk)

  return {
    needed,
    failures,
    /** So far, for the output of a test that takes long. */
    summary: () =>
      `${answers.length} pages, ${failures.length} failures ${failures.slice(0, 3).join('; ')}`,
    /** When all have their last answer. Every message has then arrived on its stream. */
    async leave() {
      isBusy = false
      await Promise.all([visits, purchases])
      const chats = await talks
      return {
        pages: answers.length,
        orders,
        messages: chats.reduce((sum, { sent }) => sum + sent, 0),
        /** How often the stream of each conversation was opened, at least. */
        streams: Math.min(...chats.map(({ opened }) => opened)),
      }
    },
  }
}

async function* readEvents({ body }: Response): AsyncGenerator<ChatEvent> {
  let text = ''
  const decoder = new TextDecoder()
  for await (const part of body ?? []) {
    text += decoder.decode(part, { stream: true })
    const blocks = text.split('\n\n')
    text = blocks.pop() ?? ''
    for (const block of blocks) {
      const data = /^data: (.*)$/m.exec(block)?.[1]
      if (data) yield JSON.parse(data)
    }
  }
}
