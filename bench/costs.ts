import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { loadavg, setPriority, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { SMTPServer } from 'smtp-server'
import { DEMO_ACCOUNTS } from '#demo/demo-accounts.ts'
import { startEmbeddedPostgres } from '#server/platform/embedded-postgres.ts'
import { startWholeShop } from './demo-shop.ts'
import { cpuOfTree } from './process-memory.ts'
import { report } from './report/figures.ts'

/**
 * What a page, an order, a chat message and a mail cost, in processor time and in bytes of the database: the figures of
 * docs/scaling.md. Processor time depends less on what else the machine does than answers a second.
 */
const PORT = 3395
const SIMULATOR_PORT = 3396
const COUNTS = { cached: 5000, rendered: 300, orders: 150, messages: 400, mails: 1000 }
const CONVERSATIONS = 100
const AT_A_TIME = 8
const url = `http://localhost:${PORT}`

let received = 0
let networks = 0
const nextIp = () => `10.30.${(++networks >> 8) & 255}.${networks & 255}`

async function main() {
  const dataDir = mkdtempSync(join(tmpdir(), 'petal-bench-'))
  const sink = await openSink()
  const shop = await startWholeShop(url, {
    PORT: String(PORT),
    CLOVER_SIMULATOR_PORT: String(SIMULATOR_PORT),
    DATA_DIR: dataDir,
    TRUST_PROXY: '1',
    WEB_CONCURRENCY: process.env.WEB_CONCURRENCY ?? '2',
    SMTP_HOST: '127.0.0.1',
    SMTP_PORT: String((sink.server.address() as AddressInfo).port),
  })
  const postgres = await startEmbeddedPostgres({ dataDir })
  const pool = new pg.Pool({ connectionString: postgres.url, max: 1 })
  try {
    // Visitors are other machines: here they take only what the shop leaves.
    setPriority(19)
    await measure(shop.pid, pool)
  } finally {
    await pool.end()
    await postgres.stop()
    await shop.stop()
    await new Promise<void>((resolve) => sink.close(resolve))
    rmSync(dataDir, { recursive: true, force: true })
  }
}

async function measure(pid: number, pool: pg.Pool) {
  const { items } = await ask(nextIp(), '/api/products?limit=24')
  const product = items.find((one: { stock: number }) => one.stock > 5)
  await pool.query('update products set stock = 1000000 where id = $1', [product.id])
  const size = async () =>
    Number((await pool.query('select pg_database_size(current_database()) as n')).rows[0].n)

  async function cost(what: string, count: number, work: () => Promise<unknown>) {
    const [before, bytes] = [cpuOfTree(pid), await size()]
    await work()
    const after = cpuOfTree(pid)
    const ms = (name: 'web' | 'postgres') => ((after[name] - before[name]) * 1000) / count
    const kb = ((await size()) - bytes) / 1024 / count
    console.log(
      `${what.padEnd(34)} web ${ms('web').toFixed(2)} ms, PostgreSQL ${ms('postgres').toFixed(2)} ms, ${kb.toFixed(1)} kB of the database (load ${loadavg()[0]?.toFixed(1)})`,
    )
    const time = 'Processor time of one core'
    report({ group: time, name: `${what}: web`, value: ms('web'), unit: 'ms' })
    report({ group: time, name: `${what}: PostgreSQL`, value: ms('postgres'), unit: 'ms' })
    report({ group: 'Growth of the database', name: what, value: kb, unit: 'kB' })
  }
  const warmUp = async (work: (n: number) => Promise<unknown>) => {
    await many(40, work)
    await untilQuiet(pool)
  }

  const cached = () => read('/')
  await warmUp(cached)
  await cost('cached page', COUNTS.cached, () => many(COUNTS.cached, cached))
  let searches = 0
  const rendered = () => read(`/products?q=serum&max_price=${1000 + searches++}`)
  await warmUp(rendered)
  await cost('page that is rendered (a search)', COUNTS.rendered, () =>
    many(COUNTS.rendered, rendered),
  )
  const order = () => buy(product)
  await warmUp(order)
  await cost('order: placed, paid, mailed', COUNTS.orders, async () => {
    await many(COUNTS.orders, order)
    await untilQuiet(pool)
  })
  const chats = await many(CONVERSATIONS, startChat)
  await untilQuiet(pool)
  await cost('chat message, followed by streams', COUNTS.messages, () =>
    many(COUNTS.messages, (n) => chats[n % chats.length]?.say() ?? Promise.resolve()),
  )
  await reportConnections(pool)
  for (const chat of chats) chat.leave()
  await sendCampaign(pool, 200)
  await cost('mail of a campaign', COUNTS.mails, () => sendCampaign(pool, COUNTS.mails))
}

async function many<T>(count: number, work: (n: number) => Promise<T>): Promise<T[]> {
  const results: T[] = []
  let next = 0
  const worker = async () => {
    while (next < count) {
      const n = next++
      results[n] = await work(n)
    }
  }
  await Promise.all(Array.from({ length: AT_A_TIME }, worker))
  return results
}

/** Mails and other jobs that follow belong to what caused them. */
async function untilQuiet(pool: pg.Pool) {
  const open = `select from pgboss.job where state in ('created', 'retry', 'active') and start_after <= now() limit 1`
  while ((await pool.query(open)).rowCount) await pause(200)
}

async function read(path: string) {
  const answer = await fetch(url + path)
  await answer.arrayBuffer()
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}`)
}

type Body = object | undefined
// biome-ignore lint/suspicious/noExplicitAny: answers of several kinds
async function ask(ip: string, path: string, body?: Body, cookies?: string[]): Promise<any> {
  const response = await fetch(url + path, {
    method: body ? 'POST' : 'GET',
    headers: {
      origin: url,
      'content-type': 'application/json',
      'x-forwarded-for': ip,
      cookie: cookies?.join('; ') ?? '',
    },
    body: body ? JSON.stringify(body) : null,
  })
  cookies?.push(...response.headers.getSetCookie().map((line) => line.split(';')[0] ?? ''))
  const text = await response.text()
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${text}`)
  return JSON.parse(text)
}

async function buy(product: { id: string; price: number }) {
  const [ip, cookies, email] = [nextIp(), [] as string[], `${randomUUID()}@example.com`]
  const person = { fullName: 'Iris Bloom', email, address: '1 Garden Row', city: 'Boston' }
  const order = {
    idempotency_key: randomUUID(),
    lines: [{ product_id: product.id, quantity: 1 }],
    total: product.price,
    shipping_address: { ...person, state: 'MA', zipCode: '02110', country: 'United States' },
  }
  const { id, total } = await ask(ip, '/api/orders', order, cookies)
  const payment = { orderId: id, amount: total, email, customerName: person.fullName }
  const link = await ask(ip, '/api/functions/create-payment-link', payment, cookies)
  const sessionId = new URL(link.paymentUrl).pathname.split('/').at(-1)
  const paid = await fetch(`http://127.0.0.1:${SIMULATOR_PORT}/_control/pay`, {
    method: 'POST',
    // The simulator closes idle connections after seconds, which a busy machine takes.
    headers: { connection: 'close' },
    body: JSON.stringify({ sessionId }),
  })
  if (!paid.ok) throw new Error(`The simulator answered ${paid.status}`)
}

/** A conversation with an open stream. */
async function startChat() {
  const ip = nextIp()
  const customer = { customer_name: 'Iris', customer_email: `${randomUUID()}@example.com` }
  const { conversation, secret } = await ask(ip, '/api/chat_conversations', customer)
  const leaving = new AbortController()
  const stream = await fetch(`${url}/api/chat_conversations/${conversation.id}/events`, {
    method: 'POST',
    signal: leaving.signal,
    headers: { origin: url, 'content-type': 'application/json', 'x-forwarded-for': ip },
    body: JSON.stringify({ secret, after_seq: 0 }),
  })
  void stream.text().catch(() => {})
  const message = { conversation_id: conversation.id, secret, message: 'Hello' }
  return {
    say: () => ask(ip, '/api/chat_messages', { ...message, client_id: randomUUID() }),
    leave: () => leaving.abort(),
  }
}

async function reportConnections(pool: pg.Pool) {
  const { rows } = await pool.query(
    `select coalesce(nullif(application_name, ''), 'requests') as name, count(*)::int as n from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid() group by 1 order by 1`,
  )
  console.log(`connections: ${rows.map(({ name, n }) => `${n} ${name}`).join(', ')}`)
}

async function sendCampaign(pool: pg.Pool, count: number) {
  const name = randomUUID().slice(0, 8)
  const { rows } = await pool.query<{ email: string }>(
    `insert into marketing_consents (email, source)
     select $1 || n || '@example.com', 'bench' from generate_series(1, $2::int) n returning email`,
    [`reader.${name}.`, count],
  )
  const cookies: string[] = []
  const { email, password } = DEMO_ACCOUNTS.admin
  await ask(nextIp(), '/api/auth/sign-in/email', { email, password }, cookies)
  await fetch(`${url}/api/campaigns/rate`, {
    method: 'PUT',
    headers: { origin: url, 'content-type': 'application/json', cookie: cookies.join('; ') },
    body: JSON.stringify({ per_minute: 6000 }),
  })
  const wanted = received + count
  const recipients = rows.map((row) => row.email)
  const mail = { recipients, subject: 'Hello {{name}}', body: 'Something new is here.' }
  await ask(nextIp(), '/api/functions/send-marketing-email', mail, cookies)
  while (received < wanted) await pause(200)
  await untilQuiet(pool)
}

async function openSink() {
  const sink = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onData(stream, _, done) {
      stream.resume().on('end', () => {
        received++
        done()
      })
    },
  })
  await new Promise<void>((resolve) => sink.listen(0, '127.0.0.1', resolve))
  return sink
}

await main()
