import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll } from 'vitest'
import { marketing_consents } from '#server/modules/mail/mail.table.ts'
import type { Db } from '#server/platform/database.ts'
import { type MailRequest, SEND_MAIL } from '#server/platform/outgoing-mail.ts'
import { openMailOffice } from './mail-office.ts'

/** Settings of a process that sends mail for the shop on this database. */
export function mailEnv(databaseUrl: string, more: Record<string, string> = {}) {
  const dataDir = mkdtempSync(join(tmpdir(), 'petal-mail-'))
  afterAll(() => rmSync(dataDir, { recursive: true, force: true }))
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

export async function givenMailOffice(env: Record<string, string>, now?: () => Date) {
  const office = await openMailOffice(env, now)
  let closed = false
  const close = async () => {
    if (closed) return
    closed = true
    await office.close()
  }
  afterAll(close)
  return { ...office, close }
}

export const welcomeTo = (to: string, more: Partial<MailRequest> = {}): MailRequest<'welcome'> => ({
  template: 'welcome',
  to,
  data: { accountEmail: to, customerName: 'Iris Bloom' },
  cause: `welcome:${randomUUID()}`,
  ...(more as object),
})

export const letterTo = (
  to: string,
  cause = `letter:${randomUUID()}`,
): MailRequest<'promotional'> => ({
  template: 'promotional',
  to,
  data: { subject: 'A quiet week', content: 'Twenty percent off, until Sunday.' },
  cause,
})

export async function givenConsent(db: Db, ...addresses: string[]) {
  await db.insert(marketing_consents).values(addresses.map((email) => ({ email, source: 'test' })))
}

/** What waits for its next try waits no longer. */
export const retriesAreDue = (db: Db) =>
  db.execute(sql`update pgboss.job set start_after = now() where state = 'retry'`)

/** How many queued mails nobody has dealt with yet, those aside that wait for another try. */
export async function mailsToHandle(db: Db) {
  const { rows } = await db.execute<{ left: number }>(
    sql`select count(*)::int as left from pgboss.job
        where name = ${SEND_MAIL} and state in ('created', 'active')`,
  )
  return rows[0]?.left ?? 0
}
