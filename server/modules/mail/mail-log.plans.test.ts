import { sql } from 'drizzle-orm'
import type pg from 'pg'
import { beforeAll, expect, test } from 'vitest'
import type { MailQuery } from '#contract/mail.ts'
import { givenDatabase } from '#server/testing/database.ts'
import { sequentialScans } from '#server/testing/query-plans.ts'
import { listMails } from './mail-log.ts'

const MANY = 100_000

let pool: pg.Pool

beforeAll(async () => {
  const database = await givenDatabase()
  pool = database.pool
  await database.db.execute(sql`
    insert into mails (template, to_address, subject, html, text, status, created_at)
    select
      (array['welcome', 'order-confirmation', 'review-request'])[1 + n % 3],
      'person.' || n || '@example.com', 'Your order ' || md5(n::text) || ' is confirmed', '', '',
      case when n % 500 = 0 then 'failed' when n % 700 = 0 then 'waiting' else 'sent' end,
      now() - n * interval '1 minute'
    from generate_series(1, ${MANY}) n`)
  await database.db.execute(sql`vacuum analyze mails`)
}, 120_000)

const QUESTIONS: { name: string; query: MailQuery }[] = [
  { name: 'the newest', query: {} },
  { name: 'the thousandth page', query: { page: 1000 } },
  { name: 'failed ones', query: { status: 'failed' } },
  { name: 'one template', query: { template: 'welcome' } },
  { name: 'by address', query: { sort: 'to_address' } },
  { name: 'part of an address', query: { q: 'person.4711@' } },
  { name: 'part of a subject', query: { q: '8f14e45fceea' } },
  { name: 'both, among the failed', query: { q: 'person.500', status: 'failed' } },
]

test.each(QUESTIONS)('an index answers: $name', async ({ query }) => {
  expect(await sequentialScans(pool, (db) => listMails(db, query))).toEqual([])
})
