import { mkdtempSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { setPriority, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { SMTPServer } from 'smtp-server'
import { DEMO_ACCOUNTS } from '#demo/demo-accounts.ts'
import { startEmbeddedPostgres } from '#server/platform/embedded-postgres.ts'
import { browseDuring, reportSlowdown, type Times } from './browsing.ts'
import { startWholeShop } from './demo-shop.ts'
import { memoryOfTree } from './process-memory.ts'
import { report, thousands } from './report/figures.ts'

/** What a large campaign may cost the machine and the visitors meanwhile. */
const BUDGETS = { memoryGrowthMb: 60 }

const PORT = 3394
/** `npm run bench:campaign -- 500` for a quick try; `-- 10000 6000` at the highest rate that can be set. */
const [RECIPIENTS = 10_000, PER_MINUTE = 2000] = process.argv.slice(2).map(Number)
const NORMAL_SECONDS = 10
const SAMPLE_EVERY_MS = 500
/** The first mails load the templates in each web process, which is not growth by many. */
const WARM_UP = Math.min(400, RECIPIENTS / 5)

const url = `http://localhost:${PORT}`
const received = new Set<string>()
let repeated = 0

/** The whole shop as `npm start` runs it, and a mail server that takes everything. */
async function main() {
  const dataDir = mkdtempSync(join(tmpdir(), 'petal-bench-'))
  const sink = await openSink()
  const shop = await startWholeShop(url, {
    PORT: String(PORT),
    DATA_DIR: dataDir,
    SMTP_HOST: '127.0.0.1',
    SMTP_PORT: String((sink.server.address() as AddressInfo).port),
  })
  try {
    await measure(shop.pid, dataDir)
  } finally {
    await shop.stop()
    await new Promise<void>((resolve) => sink.close(resolve))
    rmSync(dataDir, { recursive: true, force: true })
  }
}

async function openSink() {
  const sink = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onData(stream, { envelope }, done) {
      stream.resume().on('end', () => {
        for (const { address } of envelope.rcptTo) {
          if (received.has(address)) repeated++
          received.add(address)
        }
        done()
      })
    },
  })
  await new Promise<void>((resolve) => sink.listen(0, '127.0.0.1', resolve))
  return sink
}

async function measure(pid: number, dataDir: string) {
  const recipients = await givenReaders(dataDir)
  const call = await signIn()
  await call('PUT', '/campaigns/rate', { per_minute: PER_MINUTE })
  const normal = await browseDuring([url], () => pause(NORMAL_SECONDS * 1000))

  const begin = performance.now()
  const samples: { sent: number; memory: number }[] = []
  const loaded = await browseDuring([url], async () => {
    // The mail server is another machine: here it uses what the shop and its visitors leave.
    setPriority(19)
    const { campaign_id } = await call('POST', '/functions/send-marketing-email', {
      recipients,
      subject: 'Hello {{name}}',
      body: 'Something new is here.',
    })
    for (;;) {
      samples.push({ sent: received.size, memory: memoryOfTree(pid) })
      if (received.size >= RECIPIENTS) {
        const { status } = await call('GET', `/campaigns/${campaign_id}`)
        if (status === 'finished') return
      }
      await pause(SAMPLE_EVERY_MS)
    }
  })
  judge(normal, loaded, samples, (performance.now() - begin) / 1000)
}

type Sample = { sent: number; memory: number }

function judge(normal: Times, loaded: Times, samples: Sample[], seconds: number) {
  const warm = samples.filter(({ sent }) => sent >= WARM_UP)
  const half = Math.ceil(warm.length / 2)
  const highest = (part: Sample[]) => Math.max(...part.map(({ memory }) => memory))
  // Flat: the second half of the campaign needs no more than the first.
  const growth = highest(warm.slice(half)) - highest(warm.slice(0, half))
  console.log(`\n${RECIPIENTS} recipients, at most ${PER_MINUTE} mails a minute`)
  console.log(
    `  finished after ${seconds.toFixed(0)} s: ${((RECIPIENTS / seconds) * 60).toFixed(0)} mails a minute, ${repeated} repeated`,
  )
  console.log(
    `  memory of all processes: at most ${highest(warm.slice(0, half)).toFixed(0)} MB in the first half, ${highest(warm.slice(half)).toFixed(0)} MB in the second: growth ${growth.toFixed(0)} MB, budget ${BUDGETS.memoryGrowthMb} MB`,
  )
  const group = `A campaign to ${thousands(RECIPIENTS)} recipients, at most ${thousands(PER_MINUTE)} mails a minute`
  report({
    group,
    name: 'memory, second half over first',
    value: growth,
    unit: 'MB',
    atMost: BUDGETS.memoryGrowthMb,
  })
  reportSlowdown(group, normal, loaded)
  report({ group, name: 'until all are sent', value: seconds, unit: 's' })
  report({ group, name: 'recipients who got it twice', value: repeated, unit: 'count', atMost: 0 })
}

async function givenReaders(dataDir: string) {
  const postgres = await startEmbeddedPostgres({ dataDir })
  const pool = new pg.Pool({ connectionString: postgres.url, max: 1 })
  const { rows } = await pool.query<{ email: string }>(
    `insert into marketing_consents (email, source)
     select 'reader.' || n || '@example.com', 'bench' from generate_series(1, $1::int) n returning email`,
    [RECIPIENTS],
  )
  await pool.end()
  await postgres.stop()
  return rows.map(({ email }) => email)
}

async function signIn() {
  const { email, password } = DEMO_ACCOUNTS.admin
  const headers = { origin: url, 'content-type': 'application/json' }
  const answer = await fetch(`${url}/api/auth/sign-in/email`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ email, password }),
  })
  const cookie = answer.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
  return async (method: string, path: string, body?: object) => {
    const response = await fetch(`${url}/api${path}`, {
      method,
      headers: { ...headers, cookie },
      body: body && JSON.stringify(body),
    })
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
    return response.json()
  }
}

await main()
