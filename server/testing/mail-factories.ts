import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { marketing_consents } from '#server/modules/consent/consent.table.ts'
import type { Db } from '#server/platform/database.ts'
import { type MailRequest, SEND_MAIL } from '#server/platform/outgoing-mail.ts'
import { eventually } from '#server/testing/eventually.ts'
import { onFileEnd } from './cleanup.ts'
import { startMailWorker } from './mail-worker.ts'

/** Environment of a process that sends mail for the shop on this database. */
export function mailEnv(databaseUrl: string, more: Record<string, string> = {}) {
  const dataDir = mkdtempSync(join(tmpdir(), 'petal-mail-'))
  onFileEnd(() => rmSync(dataDir, { recursive: true, force: true }))
  return {
    NODE_ENV: 'test',
    LOG_LEVEL: 'silent',
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl,
    PUBLIC_URL: 'https://petal.example.com',
    SESSION_SECRET: randomBytes(32).toString('hex'),
    ENCRYPTION_KEY: randomBytes(32).toString('hex'),
    ...more,
  }
}

export async function givenMailWorker(env: Record<string, string>, now?: () => Date) {
  // Loaded by the first mail otherwise, which takes seconds on a busy machine.
  await import('#emails/render.tsx')
  const worker = await startMailWorker(env, now)
  let stopped = false
  const stop = async () => {
    if (stopped) return
    stopped = true
    await worker.stop()
  }
  onFileEnd(stop)
  return { ...worker, stop }
}

export const welcomeTo = (to: string, more: Partial<MailRequest> = {}): MailRequest<'welcome'> => ({
  template: 'welcome',
  to,
  data: { accountEmail: to, customerName: 'Iris Bloom' },
  cause: `welcome:${randomUUID()}`,
  ...(more as object),
})

export const newsletterTo = (
  to: string,
  cause = `newsletter:${randomUUID()}`,
): MailRequest<'promotional'> => ({
  template: 'promotional',
  to,
  data: { subject: 'A quiet week', content: 'Twenty percent off, until Sunday.' },
  cause,
})

/** Given a minute ago: PostgreSQL counts microseconds, so one of now could be later than what follows it. */
export async function givenConsent(db: Db, ...addresses: string[]) {
  const given_at = new Date(Date.now() - 60_000).toISOString()
  await db
    .insert(marketing_consents)
    .values(addresses.map((email) => ({ email, source: 'test', given_at })))
}

/** Waits until no mail is being sent, then makes those that wait for a retry due now. */
export async function makeRetriesDue(db: Db) {
  await eventually(async () => {
    if ((await countMailJobs(db, 'active')) > 0) throw new Error('Mails are being sent')
  })
  await db.execute(sql`update pgboss.job set start_after = now() where state = 'retry'`)
}

/** Queued mails that no worker has handled yet, without those that wait for a retry. */
export const countQueuedMails = (db: Db) => countMailJobs(db, 'created', 'active')

async function countMailJobs(db: Db, ...states: string[]) {
  const { rows } = await db.execute<{ found: number }>(
    sql`select count(*)::int as found from pgboss.job
        where name = ${SEND_MAIL} and state::text in ${states}`,
  )
  return rows[0]?.found ?? 0
}
