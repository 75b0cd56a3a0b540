import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sql } from 'drizzle-orm'
import { build } from 'esbuild'
import PgBoss from 'pg-boss'
import { vi } from 'vitest'
import { mail_suppressions } from '#server/modules/consent/consent.table.ts'
import { RETRIES } from '#server/modules/mail/deliver-mail.ts'
import { mails } from '#server/modules/mail/mail.table.ts'
import type { Database } from '#server/platform/database.ts'
import { createJobs } from '#server/platform/jobs.ts'
import { createLog } from '#server/platform/log.ts'
import { queueMail, SEND_MAIL } from '#server/platform/outgoing-mail.ts'
import { onFileEnd } from './cleanup.ts'
import { givenDatabase } from './database.ts'
import { givenConsent, mailEnv, makeRetriesDue, newsletterTo } from './mail-factories.ts'
import { givenMailServer } from './smtp.ts'

type Size = { recipients: number; optedOut: number; kills: number }

/** Sends a newsletter while its workers are killed, and says who got no mail, an unwanted one or several. */
export async function sendNewsletterWithCrashes({ recipients, optedOut, kills }: Size) {
  const database = await givenDatabase()
  let onAccepted = () => {}
  const server = await givenMailServer({ onAccepted: () => onAccepted() })
  const env = mailEnv(database.url, { ...server.env, NODE_ENV: 'production' })
  const startWorker = await givenWorkerProgram(env)

  const all = Array.from({ length: recipients }, (_, n) => `reader.${n}@example.com`)
  const unsubscribed = new Set(all.filter((_, n) => n % (recipients / optedOut) === 0))
  await givenConsent(database.db, ...all)
  await database.db.insert(mail_suppressions).values([...unsubscribed].map((email) => ({ email })))
  await queueNewsletter(database, all)

  // Two workers, as on a machine with two cores; the older one is killed when a mail was just accepted.
  const perKill = Math.floor((recipients - optedOut) / (kills + 4))
  const running = [startWorker(), startWorker()]
  for (let n = 1; n <= kills - 2; n++) {
    await new Promise<void>((resolve) => {
      onAccepted = () => server.received.length >= n * perKill && resolve()
    })
    await kill(running.shift())
    running.push(startWorker())
  }
  onAccepted = () => {}
  for (const worker of running) await kill(worker)

  await expireJobsOfTheDead(database)
  startWorker()
  await vi.waitFor(
    async () => {
      const sent = await countSent(database)
      if (sent !== recipients - optedOut) throw new Error(`${sent} mails are sent`)
    },
    { timeout: 300_000, interval: 200 },
  )

  const addresses = server.received.flatMap(({ to }) => to)
  const reached = new Set(addresses)
  return {
    missing: all.filter((reader) => !unsubscribed.has(reader) && !reached.has(reader)),
    unwanted: [...reached].filter((reader) => unsubscribed.has(reader)),
    repeated: addresses.length - reached.size,
  }
}

/**
 * Kills a worker that waits for the mail server's answer, with more mails of the same batch behind it. `mails` are
 * their jobs; a new worker runs.
 */
export async function killWorkerWhileSending() {
  const database = await givenDatabase()
  let onStalled = (_: string) => {}
  const server = await givenMailServer({ onStalled: (address) => onStalled(address) })
  const env = mailEnv(database.url, { ...server.env, NODE_ENV: 'production' })
  const startWorker = await givenWorkerProgram(env)
  const addresses = ['first@example.com', 'second@example.com', 'third@example.com']
  for (const address of addresses) server.stalled.add(address)
  await givenConsent(database.db, ...addresses)
  await queueNewsletter(database, addresses)

  const isSending = new Promise<string>((resolve) => {
    onStalled = resolve
  })
  const worker = startWorker()
  await isSending
  await kill(worker)
  server.stalled.clear()
  startWorker()
  return { database, received: () => server.received.flatMap(({ to }) => to), addresses }
}

/** Bundled as for production, so that each of many workers starts quickly. */
export async function givenWorkerProgram(env: Record<string, string>) {
  const modules = fileURLToPath(new URL('../../node_modules', import.meta.url))
  const program = join(mkdtempSync(join(modules, '.mail-worker-')), 'mail-worker-process.mjs')
  const workers: ChildProcess[] = []
  onFileEnd(() => {
    for (const worker of workers) worker.kill('SIGKILL')
    rmSync(dirname(program), { recursive: true, force: true })
  })
  await build({
    entryPoints: [fileURLToPath(new URL('./mail-worker-process.ts', import.meta.url))],
    outdir: dirname(program),
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    packages: 'external',
    jsx: 'automatic',
    outExtension: { '.js': '.mjs' },
  })
  return () => {
    const worker = fork(program, {
      env: { PATH: process.env.PATH, ...env },
      execArgv: [],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    workers.push(worker)
    return worker
  }
}

export async function kill(worker: ChildProcess | undefined) {
  if (!worker || worker.exitCode !== null) throw new Error('This worker ended by itself')
  const gone = once(worker, 'exit')
  worker.kill('SIGKILL')
  await gone
}

async function queueNewsletter(database: Database, recipients: string[]) {
  const jobs = createJobs(database.url, createLog('silent'))
  await jobs.start([{ name: SEND_MAIL, retries: RETRIES, parallel: 0, run: async () => {} }])
  for (let start = 0; start < recipients.length; start += 500) {
    await database.db.transaction(async (tx) => {
      for (const to of recipients.slice(start, start + 500)) {
        await queueMail(jobs, tx, newsletterTo(to, `newsletter:${to}`))
      }
    })
  }
  await jobs.stop()
}

/** As if minutes had passed: the queue finds that the jobs of killed workers were never finished. */
export async function expireJobsOfTheDead({ db, url }: Database) {
  await db.execute(sql`update pgboss.job set started_on = started_on - interval '10 minutes'
                       where state = 'active'`)
  await db.update(mails).set({ held_until: sql`held_until - interval '10 minutes'` })
  const boss = new PgBoss({ connectionString: url, max: 1 })
  await boss.start()
  await boss.maintain()
  await boss.stop()
  await makeRetriesDue(db)
}

async function countSent({ db }: Database) {
  const { rows } = await db.execute<{ sent: number }>(
    sql`select count(*)::int as sent from ${mails} where status = 'sent'`,
  )
  return rows[0]?.sent
}
