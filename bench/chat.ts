import { randomUUID } from 'node:crypto'
import { Agent, type ClientRequest, request } from 'node:http'
import { constants, setPriority } from 'node:os'
import { performance } from 'node:perf_hooks'
import pg from 'pg'
import { ANSWER_MS } from '#contract/chat-rules.ts'
import { browseDuring, pageTimes } from './browsing.ts'
import { withDemoShop } from './demo-shop.ts'
import { memoryOfTree } from './process-memory.ts'
import { report, thousands } from './report/figures.ts'

const PORT = 3477
const [CONVERSATIONS = 2000, SECONDS = 20] = process.argv.slice(2).map(Number)
const MESSAGES_PER_SECOND = 200
/** Conversations that are started, or streams that are opened, at a time. */
const AT_A_TIME = 20
const BUDGET = { p99Ms: 150, idleKb: 40, browsing: 1.5 }
const PAGES = ['/', '/products', '/contact']
/** Until the pages are in the cache and their code is compiled. */
const WARM_UP_SECONDS = 10

type Conversation = { id: string; secret: string; ip: string; stream?: ClientRequest }

/** One process with many open conversations: what an idle one costs, how late a message arrives, what browsing costs meanwhile. */
async function main() {
  await withDemoShop(
    PORT,
    async ({ url, pid, databaseUrl }) => {
      const chat = createClient(url)
      const pages = PAGES.map((page) => url + page)
      await browseDuring(pages, () => pause(WARM_UP_SECONDS * 1000))
      const before = await browseDuring(pages, () => pause(SECONDS * 1000))
      const addresses = Array.from(
        { length: CONVERSATIONS },
        (_, n) => `10.20.${n >> 8}.${n & 255}`,
      )
      console.log(`Starting ${CONVERSATIONS} conversations …`)
      const conversations = await eachOf(addresses, chat.start)
      console.log('Waiting for the mails about them …')
      await untilEmpty(databaseUrl, OPEN_JOBS)
      const memoryBefore = memoryOfTree(pid)
      const sentAt = new Map<string, number>()
      const delays: number[] = []
      const onMessage = (client_id: string) => {
        const at = sentAt.get(client_id)
        if (at !== undefined) delays.push(performance.now() - at)
      }
      console.log('Opening their streams …')
      // The browsers of customers are other machines: here they take only what the shop leaves.
      setPriority(constants.priority.PRIORITY_LOW)
      await eachOf(conversations, (one) => chat.follow(one, onMessage))
      const idleKb = ((memoryOfTree(pid) - memoryBefore) * 1024) / CONVERSATIONS
      console.log(`Sending for ${SECONDS} s …`)
      const busy = await browseDuring(pages, () => send(chat, conversations, sentAt))
      await settle(() => delays.length >= sentAt.size)
      for (const { stream } of conversations) stream?.destroy()
      await untilEmpty(databaseUrl, OPEN_STREAMS)
      // Before and after: the speed of a virtual machine changes within minutes.
      const after = await browseDuring(pages, () => pause(SECONDS * 1000))
      const normal = pageTimes([...before.times, ...after.times])
      judge({ idleKb, delays, sent: sentAt.size, normal, busy })
    },
    { TRUST_PROXY: '1' },
  )
}

function createClient(url: string) {
  const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY })
  const open = (path: string, ip: string, body: object, method = 'POST') => {
    const call = request(url + path, {
      method,
      agent,
      headers: { origin: url, 'content-type': 'application/json', 'x-forwarded-for': ip },
    })
    call.end(JSON.stringify(body))
    return call
  }
  const post = (path: string, ip: string, body: object) =>
    new Promise<string>((resolve, reject) => {
      open(path, ip, body)
        .on('error', reject)
        .on('response', (response) => {
          let text = ''
          response.setEncoding('utf8').on('data', (part) => {
            text += part
          })
          response.on('end', () =>
            response.statusCode === 200 ? resolve(text) : reject(new Error(text)),
          )
        })
    })
  const answer = (connection_id: string, ip: string) =>
    open(`/api/chat/connections/${connection_id}/seen`, ip, {}, 'PUT')
      .on('error', () => {})
      .on('response', (response) => response.resume())
  return {
    async start(ip: string): Promise<Conversation> {
      const customer = { customer_name: 'Iris', customer_email: `${randomUUID()}@example.com` }
      const { conversation, secret } = JSON.parse(
        await post('/api/chat_conversations', ip, customer),
      )
      return { id: conversation.id, secret, ip }
    },
    send: ({ id, secret, ip }: Conversation, client_id: string) =>
      post('/api/chat_messages', ip, { conversation_id: id, secret, client_id, message: 'Hello' }),
    follow: (one: Conversation, onMessage: (client_id: string) => void) =>
      new Promise<void>((resolve, reject) => {
        const { id, secret, ip } = one
        let answeredAt = performance.now()
        one.stream = open(`/api/chat_conversations/${id}/events`, ip, { secret, after_seq: 0 })
        one.stream.on('error', reject).on('response', (response) => {
          response.setEncoding('utf8').on('data', (text: string) => {
            resolve()
            const heartbeat = /"connection_id":"([^"]+)"/.exec(text)?.[1]
            if (heartbeat && performance.now() - answeredAt > ANSWER_MS) {
              answeredAt = performance.now()
              answer(heartbeat, ip)
            }
            for (const [, client_id] of text.matchAll(/"client_id":"([^"]+)"/g)) {
              if (client_id) onMessage(client_id)
            }
          })
          response.on('error', () => {})
        })
      }),
  }
}

/** At a steady rate, whether or not earlier ones have arrived. */
async function send(
  chat: ReturnType<typeof createClient>,
  conversations: Conversation[],
  sentAt: Map<string, number>,
) {
  const start = performance.now()
  const calls: Promise<unknown>[] = []
  for (let n = 0; n < MESSAGES_PER_SECOND * SECONDS; n++) {
    const due = start + (n * 1000) / MESSAGES_PER_SECOND
    if (due > performance.now()) await pause(due - performance.now())
    const client_id = randomUUID()
    sentAt.set(client_id, performance.now())
    const conversation = conversations[n % conversations.length]
    if (conversation) calls.push(chat.send(conversation, client_id))
  }
  await Promise.all(calls)
}

async function eachOf<Item, Result>(items: Item[], work: (item: Item) => Promise<Result>) {
  const results: Result[] = []
  const left = items.entries()
  const worker = async () => {
    for (const [n, item] of left) results[n] = await work(item)
  }
  await Promise.all(Array.from({ length: AT_A_TIME }, worker))
  return results
}

const OPEN_JOBS = `select from pgboss.job where state in ('created', 'retry', 'active') and start_after <= now() limit 1`
const OPEN_STREAMS = 'select from chat_connections where user_id is null limit 1'

/** Starting or ending so many at once leaves work behind, which is not what is measured. */
async function untilEmpty(databaseUrl: string, query: string) {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  while ((await client.query(query)).rowCount) await pause(1000)
  await client.end()
}

async function settle(isDone: () => boolean) {
  for (let n = 0; n < 100 && !isDone(); n++) await pause(100)
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

const percentile = (values: number[], share: number) =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length * share)] ?? Number.NaN

type Times = { p50: number; p95: number }
type Figures = { idleKb: number; delays: number[]; sent: number; normal: Times; busy: Times }

function judge({ idleKb, delays, sent, normal, busy }: Figures) {
  const p99 = percentile(delays, 0.99)
  const ratio = busy.p95 / normal.p95
  console.log(`${CONVERSATIONS} open conversations, ${MESSAGES_PER_SECOND} messages a second`)
  console.log(`idle conversation   ${idleKb.toFixed(1)} kB (budget ${BUDGET.idleKb})`)
  console.log(`delivered           ${delays.length} of ${sent}`)
  console.log(
    `delivery            p50 ${percentile(delays, 0.5).toFixed(1)} ms, p99 ${p99.toFixed(1)} ms (budget ${BUDGET.p99Ms})`,
  )
  console.log(
    `browsing p95        ${normal.p95.toFixed(2)} ms normally, ${busy.p95.toFixed(2)} ms meanwhile: ratio ${ratio.toFixed(2)} (budget ${BUDGET.browsing})`,
  )
  const group = `${thousands(CONVERSATIONS)} open conversations in one process, ${MESSAGES_PER_SECOND} messages a second`
  report({ group, name: 'a message arrives, p99', value: p99, unit: 'ms', atMost: BUDGET.p99Ms })
  report({ group, name: 'an idle one', value: idleKb, unit: 'kB', atMost: BUDGET.idleKb })
  report({
    group,
    name: 'a cached page meanwhile, p95',
    value: ratio,
    unit: 'times',
    atMost: BUDGET.browsing,
  })
  report({
    group,
    name: 'messages that did not arrive',
    value: sent - delays.length,
    unit: 'count',
    atMost: 0,
  })
}

await main()
