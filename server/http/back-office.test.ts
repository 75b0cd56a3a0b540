import { sql } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'
import { recordAudit } from '#server/platform/audit-log.ts'
import { announceChange } from '#server/platform/change-feed.ts'
import { givenSignedIn } from '#server/testing/account-factories.ts'
import { givenAdmin, givenProfile } from '#server/testing/factories.ts'
import { givenServer } from '#server/testing/server.ts'

const shop = await givenServer()
const admin = await givenSignedIn(shop, await givenAdmin(shop.db))
const shopper = await givenSignedIn(shop, await givenProfile(shop.db))

const cookieHeader = ({ cookies }: typeof admin) =>
  [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
const get = (path: string, visitor = admin, signal?: AbortSignal) =>
  fetch(`${shop.url}${path}`, { headers: { cookie: cookieHeader(visitor) }, signal })

const givenEntry = (object_name: string, type = 'things') =>
  recordAudit(shop.db, {
    by: { id: crypto.randomUUID(), name: 'Ada', at: new Date() },
    object: { type, id: '1', name: object_name },
    before: null,
    after: { name: object_name },
  })

test('a list is downloaded as CSV with its filter, and a formula stays a text', async () => {
  await givenEntry('=HYPERLINK("http://example.com")')
  await givenEntry('Plain, with "quotes"')
  await givenEntry('x;=1+1')
  const response = await get('/api/export/audit_log.csv?q=plain&object_type=things')
  expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8')
  expect(response.headers.get('content-disposition')).toMatch(/audit_log-\d{4}-\d\d-\d\d\.csv/)
  const lines = (await response.text()).trim().split('\n')
  expect(lines).toHaveLength(2)
  expect(lines[1]).toContain('"Plain, with ""quotes"""')
  expect(await (await get('/api/export/audit_log.csv')).text()).toContain(`"'=HYPERLINK(`)
  expect(await (await get('/api/export/audit_log.csv')).text()).toContain(`,"x;'=1+1",`)
})

test('a list of many thousand rows arrives whole', async () => {
  await shop.db.execute(sql`
    insert into audit_log (created_at, actor_id, actor_name, action, object_type, object_id, object_name)
    select now(), gen_random_uuid(), 'Ada', 'create', 'many', n, 'Row ' || n from generate_series(1, 3210) n`)
  const text = await (await get('/api/export/audit_log.csv?object_type=many')).text()
  expect(text.trim().split('\n')).toHaveLength(3211)
})

test('downloads that are left half-way end, and give their connections back', async () => {
  await shop.db.execute(sql`
    insert into audit_log (created_at, actor_id, actor_name, action, object_type, object_id, object_name)
    select now(), gen_random_uuid(), 'Ada', 'create', 'large', n, repeat('Long ', 1000) from generate_series(1, 3000) n`)
  const path = '/api/export/audit_log.csv?object_type=large'
  for (let n = 0; n < 4; n++) {
    const leaving = new AbortController()
    const response = await get(path, admin, leaving.signal)
    await response.body?.getReader().read()
    leaving.abort()
  }
  const idleInTransaction = sql`
    select pid from pg_stat_activity where datname = current_database() and state like 'idle in%'`
  // Sooner than a reader that takes nothing is given up: these ended because their readers had gone.
  await vi.waitFor(
    async () => expect((await shop.db.execute(idleInTransaction)).rows).toEqual([]),
    { timeout: 15_000, interval: 50 },
  )
  expect((await (await get(path)).text()).trim().split('\n')).toHaveLength(3001)
})

test('exports are for administrators, and only those that exist', async () => {
  expect((await get('/api/export/audit_log.csv', shopper)).status).toBe(403)
  expect((await fetch(`${shop.url}/api/export/audit_log.csv`)).status).toBe(401)
  expect((await get('/api/export/profiles.csv')).status).toBe(404)
  expect((await get('/api/export/constructor.csv')).status).toBe(404)
  expect((await get('/api/export/audit_log.csv?action=none')).status).toBe(400)
})

/** The stream of an open back office; `until` resolves once a text has arrived. */
async function givenStream() {
  const response = await get('/api/live/changes')
  expect(response.headers.get('content-type')).toContain('text/event-stream')
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  let received = ''
  const until = async (text: string) => {
    while (!received.includes(text)) {
      const { value, done } = (await reader?.read()) ?? { done: true }
      if (done) throw new Error(`The stream ended with: ${received}`)
      received += value
    }
  }
  return { reader, until }
}

test.each([
  'coupons',
  'testimonials',
  'before_after',
  'pages',
  'banner_content',
  'site_settings',
  'section_backgrounds',
])(
  'what somebody changes in %s refreshes its lists and the log of changes elsewhere',
  async (type) => {
    const { reader, until } = await givenStream()
    await givenEntry('Changed', type)
    await until(`{"topic":"${type}"}`)
    await until('{"topic":"audit_log"}')
    await reader?.cancel()
  },
)

test('an open back office hears of a change at commit, and closing the shop ends its stream', async () => {
  const { reader, until } = await givenStream()
  await shop.db.transaction((tx) => announceChange(tx, 'orders'))
  await until('{"topic":"orders"}')
  await shop.close()
  for (;;) if ((await reader?.read())?.done !== false) break
})
