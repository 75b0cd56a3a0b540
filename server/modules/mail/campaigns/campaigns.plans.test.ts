import { sql } from 'drizzle-orm'
import type pg from 'pg'
import { beforeAll, expect, test } from 'vitest'
import type { Db } from '#server/platform/database.ts'
import { givenDatabase } from '#server/testing/database.ts'
import { sequentialScans } from '#server/testing/query-plans.ts'
import { listRecipients } from './read-campaigns.ts'
import { campaignsOf, countQueued } from './recipients.ts'

const MANY = 100_000
const ID = '00000000-0000-4000-8000-000000000001'

let pool: pg.Pool

beforeAll(async () => {
  const database = await givenDatabase()
  pool = database.pool
  await database.db.execute(sql`
    insert into campaigns (id, subject, body, status, recipient_count, send_at)
    select case when n = 1 then ${ID}::uuid else gen_random_uuid() end, 'News', 'Hello', 'sending',
      ${MANY / 4}, now()
    from generate_series(1, 4) n`)
  for (let part = 0; part < 10; part++) {
    await database.db.execute(sql`
      insert into campaign_recipients (campaign_id, email, name, type, status)
      select campaigns.id, 'person.' || n || '@example.com', 'Person ' || n, 'user',
        case when n % 500 = 0 then 'failed' when n % 700 = 0 then 'queued'
          when n % 3 = 0 then 'waiting' else 'sent' end
      from campaigns, generate_series(${(part * MANY) / 40 + 1}::int, ${((part + 1) * MANY) / 40}::int) n`)
  }
  await database.db.execute(sql`vacuum analyze campaign_recipients`)
}, 120_000)

const QUESTIONS: { name: string; ask: (db: Db) => Promise<unknown> }[] = [
  { name: 'by address', ask: (db) => listRecipients(db, { id: ID }) },
  { name: 'the hundredth page', ask: (db) => listRecipients(db, { id: ID, page: 100 }) },
  { name: 'failed ones', ask: (db) => listRecipients(db, { id: ID, status: 'failed' }) },
  { name: 'what is on its way', ask: (db) => countQueued(db, [ID]) },
  { name: 'those of one person', ask: (db) => campaignsOf(db, 'person.4711@example.com') },
]

test.each(QUESTIONS)('an index answers: $name', async ({ ask }) => {
  expect(await sequentialScans(pool, ask)).toEqual([])
})
