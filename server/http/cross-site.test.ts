import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { proceduresOf } from '../platform/rpc.ts'
import { givenSignedIn, type Visitor } from '../testing/account-factories.ts'
import { givenAdmin } from '../testing/factories.ts'
import { givenServer } from '../testing/server.ts'

const changing = [...proceduresOf(contract)].filter(({ route }) => route.method !== 'GET')

let shop: Awaited<ReturnType<typeof givenServer>>
let ada: Visitor
beforeAll(async () => {
  shop = await givenServer()
  ada = await givenSignedIn(shop, await givenAdmin(shop.db))
})

const EVIL = 'https://evil.example'
const own = () => shop.url

/** What another site can make the browser of a signed-in administrator send. */
const attacks: Record<string, () => Record<string, string>> = {
  'JSON from another site': () => ({ origin: EVIL, 'content-type': 'application/json' }),
  'JSON from nowhere': () => ({ origin: 'null', 'content-type': 'application/json' }),
  'JSON without an Origin': () => ({ 'content-type': 'application/json' }),
  'JSON from a name that only begins like ours': () => ({
    origin: `${own()}.evil.example`,
    'content-type': 'application/json',
  }),
  'a form': () => ({ origin: EVIL, 'content-type': 'application/x-www-form-urlencoded' }),
  'a form with files': () => ({ origin: EVIL, 'content-type': 'multipart/form-data; boundary=x' }),
  'plain text': () => ({ origin: EVIL, 'content-type': 'text/plain' }),
  'no body at all': () => ({ origin: EVIL }),
  'a form that claims to be ours': () => ({
    origin: own(),
    'content-type': 'application/x-www-form-urlencoded',
  }),
  'plain text that claims to be ours': () => ({ origin: own(), 'content-type': 'text/plain' }),
}

test.each(Object.entries(attacks))(
  '%s changes nothing, whichever call it is',
  async (_, headersOf) => {
    const before = await everything()
    const statuses = new Set<number>()
    for (const { route } of changing) {
      const path = (route.path ?? '').replaceAll(/\{\+?[^}]+\}/g, () => randomUUID())
      const headers = headersOf()
      const response = await fetch(`${shop.url}/api${path}`, {
        method: route.method ?? 'POST',
        headers: {
          ...headers,
          cookie: [...ada.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        },
        body: headers['content-type'] ? '{}' : undefined,
      })
      statuses.add(response.status)
      await response.body?.cancel()
    }
    expect([...statuses].filter((status) => status !== 403 && status !== 415)).toEqual([])
    expect(await everything()).toEqual(before)
    expect(await ada.session()).toMatchObject({ role: 'admin' })
  },
)

/** A fingerprint of every table of the shop. */
async function everything() {
  const { rows } = await shop.db.execute<{ name: string }>(
    sql`select tablename as name from pg_tables where schemaname = 'public' order by 1`,
  )
  const prints: Record<string, string> = {}
  for (const { name } of rows) {
    const { rows: found } = await shop.db.execute<{ print: string }>(
      sql`select coalesce(md5(string_agg(t::text, '' order by t::text)), '') as print from ${sql.identifier(name)} t`,
    )
    prints[name] = found[0]?.print ?? ''
  }
  return prints
}
