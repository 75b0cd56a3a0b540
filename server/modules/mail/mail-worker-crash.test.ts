import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { sql } from 'drizzle-orm'
import PgBoss from 'pg-boss'
import { afterAll, expect, test, vi } from 'vitest'
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

const program = fileURLToPath(new URL('../../testing/mail-worker.ts', import.meta.url))
const workers: ChildProcess[] = []
afterAll(() => {
  for (const worker of workers) worker.kill('SIGKILL')
})

function startWorker(env: Record<string, string>) {
  const worker = fork(program, {
    env: { PATH: process.env.PATH, ...env },
    execArgv: ['--import', 'tsx'],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  workers.push(worker)
  return worker
}

async function kill(worker: ChildProcess | undefined) {
  if (!worker) throw new Error('No worker is left to kill')
  const gone = once(worker, 'exit')
  worker.kill('SIGKILL')
  await gone
}

test('a letter to 5,000 whose senders are killed 20 times misses nobody and repeats at most 20', async () => {
  const database = await givenDatabase()
  const readers = Array.from({ length: READERS }, (_, n) => `reader.${n}@example.com`)
  const leavers = new Set(readers.filter((_, n) => n % (READERS / OPTED_OUT) === 0))
  await givenConsent(database.db, ...readers)
  await database.db.insert(marketing_opt_outs).values([...leavers].map((email) => ({ email })))
  await queueLetters(database, readers)

  let onAccepted = () => {}
  const server = await givenMailServer(() => onAccepted())
  const env = mailEnv(database.url, server.env)

  // Two at work, as on a machine with two cores; the older one dies at a moment when a mail was just accepted.
  const atWork = [startWorker(env), startWorker(env)]
  for (let n = 1; n <= KILLS; n++) {
    await new Promise<void>((resolve) => {
      onAccepted = () => server.received.length >= n * BETWEEN_KILLS && resolve()
    })
    await kill(atWork.shift())
    atWork.push(startWorker(env))
  }
  onAccepted = () => {}
  for (const worker of atWork) await kill(worker)

  await theDeadAreNoticed(database)
  startWorker(env)
  await vi.waitFor(async () => expect(await countSent(database)).toBe(READERS - OPTED_OUT), {
    timeout: 60_000,
    interval: 200,
  })

  const copies = new Map<string, number>()
  for (const { to } of server.received) {
    for (const address of to) copies.set(address, (copies.get(address) ?? 0) + 1)
  }
  const missing = readers.filter((reader) => !leavers.has(reader) && !copies.has(reader))
  const unwanted = [...copies.keys()].filter((reader) => leavers.has(reader))
  const repeated = server.received.length - copies.size
  console.warn({ missing: missing.length, unwanted: unwanted.length, repeated, kills: KILLS + 2 })
  expect(missing).toEqual([])
  expect(unwanted).toEqual([])
  expect(repeated).toBeLessThanOrEqual(KILLS)
}, 120_000)

async function queueLetters(database: Database, readers: string[]) {
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
async function theDeadAreNoticed({ db, url }: Database) {
  await db.execute(sql`update pgboss.job set started_on = started_on - interval '10 minutes'
                       where state = 'active'`)
  await db.update(mails).set({ held_until: sql`held_until - interval '10 minutes'` })
  const boss = new PgBoss({ connectionString: url, max: 1 })
  await boss.start()
  await boss.maintain()
  await boss.stop()
  await retriesAreDue(db)
}

async function countSent({ db }: Database) {
  const { rows } = await db.execute<{ sent: number }>(
    sql`select count(*)::int as sent from ${mails} where status = 'sent'`,
  )
  return rows[0]?.sent
}
