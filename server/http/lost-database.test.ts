import { connect, createServer, type Socket } from 'node:net'
import { sql } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'
import { onFileEnd } from '../testing/cleanup.ts'
import { givenDatabase } from '../testing/database.ts'
import { givenServer } from '../testing/server.ts'

/** PostgreSQL behind a TCP port that the test can close, as if the database went away. */
async function givenDatabaseBehindProxy() {
  const { url } = await givenDatabase()
  const target = new URL(url)
  const directory = target.searchParams.get('host')
  const port = target.port || '5432'
  const sockets = new Set<Socket>()
  const proxy = createServer((inward) => {
    const outward = directory
      ? connect(`${directory}/.s.PGSQL.${port}`)
      : connect(Number(port), target.hostname)
    for (const socket of [inward, outward]) {
      sockets.add(socket)
      socket.on('error', () => {}).on('close', () => sockets.delete(socket))
    }
    inward.pipe(outward).pipe(inward)
    inward.on('close', () => outward.destroy())
    outward.on('close', () => inward.destroy())
  })
  const listen = (at: number) =>
    new Promise<number>((resolve) =>
      proxy.listen(at, '127.0.0.1', () => resolve((proxy.address() as { port: number }).port)),
    )
  const proxyPort = await listen(0)
  const goAway = () => {
    proxy.close()
    for (const socket of sockets) socket.destroy()
  }
  onFileEnd(goAway)
  const own = new URL(url)
  own.searchParams.delete('host')
  own.hostname = '127.0.0.1'
  own.port = String(proxyPort)
  return { url: own.href, goAway, comeBack: () => listen(proxyPort) }
}

test('without its database the shop serves cached pages, answers 503 elsewhere, and recovers', async () => {
  const database = await givenDatabaseBehindProxy()
  const server = await givenServer({ databaseUrl: database.url })
  const get = (path: string) => fetch(server.url + path)
  expect((await get('/')).status).toBe(200)
  // A query is under way on a checked-out connection when the connection is lost.
  const running = server.db
    .transaction((tx) => tx.execute(sql`select pg_sleep(60)`))
    .catch((error) => error)
  await vi.waitFor(async () => {
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

  await database.comeBack()
  await vi.waitFor(async () => expect((await get('/readyz')).status).toBe(200), { timeout: 10_000 })
  expect((await get('/products?sort=price-up')).status).toBe(200)
})
