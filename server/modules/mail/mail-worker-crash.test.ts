import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sql } from 'drizzle-orm'
import { build } from 'esbuild'
import PgBoss from 'pg-boss'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Database } from '#server/platform/database.ts'
import { createJobs } from '#server/platform/jobs.ts'
import { createLog } from '#server/platform/log.ts'
import { queueMail, SEND_MAIL } from '#server/platform/outgoing-mail.ts'
import { givenDatabase } from '#server/testing/database.ts'
import { givenConsent, letterTo, mailEnv, retriesAreDue } from '#server/testing/mail-factories.ts'
import { givenMailServer } from '#server/testing/smtp.ts'
import { RETRIES } from './deliver-mail.ts'
import { mails, marketing_opt_outs } from './mail.table.ts'

const READERS = 5_000
const OPTED_OUT = 200
const KILLS = 20
const BETWEEN_KILLS = Math.floor((READERS - OPTED_OUT) / (KILLS + 4))

const source = fileURLToPath(new URL('../../testing/mail-worker.ts', import.meta.url))
const modules = fileURLToPath(new URL('../../../node_modules', import.meta.url))
const workers: ChildProcess[] = []
let database: Database
let server: Awaited<ReturnType<typeof givenMailServer>>
let env: Record<string, string>
let program: string
let onAccepted = () => {}

beforeAll(async () => {
  database = await givenDatabase()
  server = await givenMailServer(() => onAccepted())
  env = mailEnv(database.url, { ...server.env, NODE_ENV: 'production' })
  program = await buildWorker()
})
afterAll(() => {
  for (const worker of workers) worker.kill('SIGKILL')
  rmSync(dirname(program), { recursive: true, force: true })
})

/** Bundled as for production: twenty-one of them start, and each should be at work at once. */
async function buildWorker() {
  const outdir = mkdtempSync(join(modules, '.mail-worker-'))
  await build({
    entryPoints: [source],
    outdir,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    packages: 'external',
    jsx: 'automatic',
    outExtension: { '.js': '.mjs' },
  })
  return join(outdir, 'mail-worker.mjs')
}

function startWorker() {
  const worker = fork(program, {
    env: { PATH: process.env.PATH, ...env },
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  workers.push(worker)
  return worker
}

async function kill(worker: ChildProcess | undefined) {
  if (!worker || worker.exitCode !== null) throw new Error('This worker died by itself')
  const gone = once(worker, 'exit')
  worker.kill('SIGKILL')
  await gone
}

test('a letter to 5,000 whose senders are killed 20 times misses nobody and repeats at most 20', async () => {
  const readers = Array.from({ length: READERS }, (_, n) => `reader.${n}@example.com`)
  const leavers = new Set(readers.filter((_, n) => n % (READERS / OPTED_OUT) === 0))
  await givenConsent(database.db, ...readers)
  await database.db.insert(marketing_opt_outs).values([...leavers].map((email) => ({ email })))
  await queueLetters(readers)

  // Two at work, as on a machine with two cores; the older one dies at a moment when a mail was just accepted.
  const atWork = [startWorker(), startWorker()]
  for (let n = 1; n <= KILLS - 2; n++) {
    await new Promise<void>((resolve) => {
      onAccepted = () => server.received.length >= n * BETWEEN_KILLS && resolve()
    })
    await kill(atWork.shift())
    atWork.push(startWorker())
  }
  onAccepted = () => {}
  for (const worker of atWork) await kill(worker)

  await theDeadAreNoticed()
  startWorker()
  await vi.waitFor(async () => expect(await countSent()).toBe(READERS - OPTED_OUT), {
    timeout: 300_000,
    interval: 200,
  })

  const copies = new Map<string, number>()
  for (const { to } of server.received) {
    for (const address of to) copies.set(address, (copies.get(address) ?? 0) + 1)
  }
  const missing = readers.filter((reader) => !leavers.has(reader) && !copies.has(reader))
  const unwanted = [...copies.keys()].filter((reader) => leavers.has(reader))
  const repeated = server.received.length - copies.size
  expect(missing).toEqual([])
  expect(unwanted).toEqual([])
  expect(repeated).toBeLessThanOrEqual(KILLS)
}, 900_000)

async function queueLetters(readers: string[]) {
  const jobs = createJobs(database.url, createLog('silent'))
  await jobs.start([{ name: SEND_MAIL, retries: RETRIES, parallel: 0, run: async () => {} }])
  for (let start = 0; start < readers.length; start += 500) {
    await database.db.transaction(async (tx) => {
      for (const to of readers.slice(start, start + 500)) {
        await queueMail(jobs, tx, letterTo(to, `letter:${to}`))
      }
    })
  }
  await jobs.stop()
}

/** Minutes later the queue sees that what the dead had in hand will never be finished. */
async function theDeadAreNoticed() {
  const { db, url } = database
  await db.execute(sql`update pgboss.job set started_on = started_on - interval '10 minutes'
                       where state = 'active'`)
  await db.update(mails).set({ held_until: sql`held_until - interval '10 minutes'` })
  const boss = new PgBoss({ connectionString: url, max: 1 })
  await boss.start()
  await boss.maintain()
  await boss.stop()
  await retriesAreDue(db)
}

async function countSent() {
  const { rows } = await database.db.execute<{ sent: number }>(
    sql`select count(*)::int as sent from ${mails} where status = 'sent'`,
  )
  return rows[0]?.sent
}
