import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { eventually } from '#server/testing/eventually.ts'
import { givenSignedIn } from '../testing/account-factories.ts'
import { givenDatabaseBehindProxy } from '../testing/database-proxy.ts'
import { givenProfile } from '../testing/factories.ts'
import { givenServer } from '../testing/server.ts'
import { givenPhoto, upload } from '../testing/upload-factories.ts'

test('without its database the shop serves cached pages, answers 503 elsewhere, and recovers', async () => {
  const database = await givenDatabaseBehindProxy()
  const server = await givenServer({ databaseUrl: database.url })
  const get = (path: string) => fetch(server.url + path)
  const visitor = await givenSignedIn(server, await givenProfile(server.db))
  expect((await get('/')).status).toBe(200)
  // A query is under way on a checked-out connection when the connection is lost.
  const running = server.db
    .transaction((tx) => tx.execute(sql`select pg_sleep(60)`))
    .catch((error) => error)
  await eventually(async () => {
    const { rowCount } = await server.db.execute(
      sql`select from pg_stat_activity where state = 'active' and query like 'select pg_sleep(60)%'`,
    )
    expect(rowCount).toBe(1)
  })

  database.goAway()
  expect(await running).toBeInstanceOf(Error)
  expect((await get('/')).status).toBe(200)
  const order = await fetch(`${server.url}/api/cart/prices`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: server.url },
    body: JSON.stringify({ ids: [crypto.randomUUID()] }),
  })
  expect([order.status, order.headers.get('retry-after')]).toEqual([503, '2'])
  expect(await order.json()).toMatchObject({ code: 'UNAVAILABLE' })
  expect((await get('/api/products?limit=3')).status).toBe(503)
  expect((await get('/products?sort=price-up')).status).toBe(503)
  expect((await get('/readyz')).status).toBe(503)
  const orders = await visitor.get('/api/orders')
  expect(orders).toMatchObject({ status: 503, body: { code: 'UNAVAILABLE' } })
  expect((await upload(server, visitor, await givenPhoto(40, 50))).status).toBe(503)

  await database.comeBack()
  await eventually(async () => expect((await get('/readyz')).status).toBe(200))
  expect((await get('/products?sort=price-up')).status).toBe(200)
})
