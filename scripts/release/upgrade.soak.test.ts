import { existsSync } from 'node:fs'
import { readFile, readlink, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { beforeAll, expect, test, vi } from 'vitest'
import type { ChatEvent } from '#contract/chat.ts'
import { type BusyShop, givenBusyShop, PATIENCE } from '#server/testing/busy-shop.ts'
import { givenChat, say } from '#server/testing/chat-factories.ts'
import { followStream } from '#web/lib/event-stream.ts'
import { givenFolder, givenReleases, run, unpackInto } from './given-release.ts'

/** Smaller on a machine that does other work, too. */
const UPGRADES = Number(process.env.UPGRADES ?? 10)
const VISITORS = Number(process.env.VISITORS ?? 50)
const BUYERS = 3
const CHATS = 5
/** Between two clicks of a visitor. */
const PAUSE_MS = 200
/** Each purchase changes pages, which are rendered anew: without a pause they would be refused as a flood. */
const PURCHASE_PAUSE_MS = 1500
/** Slower than the limit of messages. */
const CHAT_PAUSE_MS = 2500
const MINUTE = 60_000

let releases: Awaited<ReturnType<typeof givenReleases>>
let home: string
let shop: BusyShop
let isBusy = true
const failures: string[] = []

beforeAll(async () => {
  // What the browser's code asks for; nothing in it is simulated.
  vi.stubGlobal('window', new EventTarget())
  vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible' }))
  releases = await givenReleases()
  home = await unpackInto(givenFolder(), await releases.make('0.2.0'))
  shop = await givenBusyShop({}, { release: home })
}, 10 * MINUTE)

const upgrade = (file: string) =>
  run(path.join(home, 'petal'), ['upgrade', file], { env: shop.env, cwd: '/' })

/** Half of them on connections that stay open, which a process must not close with a request on its way. */
async function visit(n: number, answers: number[]) {
  const headers: Record<string, string> = n % 2 ? { connection: 'close' } : {}
  const paths = ['/', '/products', `/products?q=rose+${n}`, `/product/${shop.product.id}`]
  for (let round = 0; isBusy; round++) {
    const address = paths[round % paths.length]
    try {
      const answer = await fetch(shop.url + address, { headers })
      await answer.arrayBuffer()
      answers.push(answer.status)
    } catch (error) {
      failures.push(`${address}: ${(error as Error).cause ?? error}`)
    }
    await pause(PAUSE_MS)
  }
}

/** An order, its payment page, and the payment. */
async function buy(orders: string[]) {
  while (isBusy) {
    try {
      const { order, session } = await shop.openPage()
      orders.push(order.id)
      await shop.simulator('POST', 'pay', { sessionId: session })
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

test(
  `${UPGRADES} upgrades under ${VISITORS} visitors, ${BUYERS} buyers and ${CHATS} chats: nothing fails or is lost`,
  async () => {
    const answers: number[] = []
    const orders: string[] = []
    const visits = Array.from({ length: VISITORS }, (_, n) => visit(n, answers))
    const purchases = Array.from({ length: BUYERS }, () => buy(orders))
    const chats = Array.from({ length: CHATS }, talk)
    for (let n = 1; n <= UPGRADES; n++) {
      const version = `0.2.${n}`
      const file = await releases.make(version)
      const { stdout } = await upgrade(file)
      await rm(file)
      expect(stdout).toContain(`Version ${version} serves.`)
      expect(shop.versionFolders()).toEqual([path.join(home, 'versions', version)])
      expect(await readlink(path.join(home, 'current'))).toBe(`versions/${version}`)
    }
    isBusy = false
    await Promise.all([...visits, ...purchases])
    const talks = await Promise.all(chats)
    const messages = talks.reduce((sum, { sent }) => sum + sent, 0)
    console.log(
      `${answers.length} pages, ${orders.length} paid orders and ${messages} messages during ${UPGRADES} upgrades`,
    )
    expect(failures).toEqual([])
    expect(new Set(answers)).toEqual(new Set([200]))
    expect(Math.min(...talks.map(({ opened }) => opened))).toBeGreaterThan(UPGRADES / 2)
    expect(orders.length).toBeGreaterThan(0)
    await vi.waitFor(async () => {
      const [{ paid } = { paid: 0 }] = await shop.query<{ paid: number }>(
        `select count(*)::int as paid from orders where id = any($1) and status = 'completed'`,
        [orders],
      )
      expect(paid).toBe(orders.length)
    }, PATIENCE)
    await shop.expectUnharmed()
  },
  40 * MINUTE,
)

test(
  'a version that does not become ready does not take over, and the one before goes on',
  async () => {
    const before = shop.versionFolders()
    const link = await readlink(path.join(home, 'current'))
    const broken = await releases.make('0.3.0', async (folder) => {
      const program = path.join(folder, 'dist/server/web.js')
      const code = await readFile(program, 'utf8')
      await writeFile(program, 'throw new Error("broken on purpose")')
      return () => writeFile(program, code)
    })
    const failure = await upgrade(broken).catch((error) => error)
    expect(failure.code).toBe(1)
    expect(failure.stderr).toContain('Version 0.3.0 did not take over')
    expect(failure.stderr).toContain(`The shop runs on with 0.2.${UPGRADES}.`)
    expect(shop.versionFolders()).toEqual(before)
    expect(await readlink(path.join(home, 'current'))).toBe(link)
    expect(existsSync(path.join(home, 'versions/0.3.0'))).toBe(false)
    expect((await fetch(shop.url)).status).toBe(200)
  },
  10 * MINUTE,
)

test(
  'an older version, and an archive that was changed, are refused',
  async () => {
    const older = await releases.make('0.1.0')
    expect((await upgrade(older).catch((error) => error)).stderr).toContain(
      `older than 0.2.${UPGRADES}`,
    )
    await writeFile(older, 'not the archive')
    expect((await upgrade(older).catch((error) => error)).stderr).toContain('checksum')
    await shop.expectUnharmed()
  },
  10 * MINUTE,
)
