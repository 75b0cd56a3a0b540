import { sql } from 'drizzle-orm'
import type pg from 'pg'
import { beforeAll, expect, test } from 'vitest'
import type { ContactQuery } from '#contract/contact-messages.ts'
import { givenDatabase } from '#server/testing/database.ts'
import { sequentialScans } from '#server/testing/query-plans.ts'
import { listContactMessages } from './answer-contact-messages.ts'
import { countNewContactMessages, personalDataOf } from './contact-messages.ts'

/** Enough for the planner to prefer an index where there is one. */
const MANY = 5000

let pool: pg.Pool

beforeAll(async () => {
  const database = await givenDatabase()
  pool = database.pool
  await database.db.execute(sql`
    insert into contact_messages (name, email, message, status, created_at)
    select 'Sender ' || md5(n::text), md5(n::text) || '@example.com', repeat(md5((n * 7)::text) || ' ', 20),
      case when n % 50 = 0 then 'new' when n % 3 = 0 then 'replied' else 'closed' end,
      timestamptz '2026-01-01' + n * interval '1 minute'
    from generate_series(1, ${MANY}) n`)
  await database.db.execute(sql`analyze contact_messages`)
})

const QUESTIONS: Record<string, ContactQuery> = {
  'the newest of one status': { status: 'new' },
  'by ticket number': { q: 'T-1A2B3C4D' },
  'by a word': { q: 'c4ca4238' },
  'by a word in one status': { q: 'c4ca4238', status: 'new' },
}

test.each(Object.entries(QUESTIONS))('an index answers: %s', async (_, query) => {
  const scans = await sequentialScans(pool, (db) => listContactMessages(db, query))
  expect(scans).not.toContain('contact_messages')
})

test('an index answers: how many are new, and which are from one address', async () => {
  const subject = { user_id: '', email: 'c4ca4238a0b923820dcc509a6f75849b@example.com' }
  expect(await sequentialScans(pool, countNewContactMessages)).toEqual([])
  expect(await sequentialScans(pool, (db) => personalDataOf(db, subject))).not.toContain(
    'contact_messages',
  )
})
