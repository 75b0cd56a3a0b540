import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { givenServer } from '../testing/server.ts'

const CONTACT = { name: 'Ada', email: 'ada@example.com', phone: null, message: 'Hello' }

type Server = Awaited<ReturnType<typeof givenServer>>

/** Sends contact messages, five of which one network may send, from made-up addresses. */
async function sendMessages(server: Server, forwardedFor: (n: number) => string) {
  const statuses: number[] = []
  for (let n = 0; n < 8; n++) {
    const response = await fetch(`${server.url}/api/contact_messages`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        origin: server.url,
        'x-forwarded-for': forwardedFor(n),
      },
      body: JSON.stringify(CONTACT),
    })
    statuses.push(response.status)
  }
  return statuses.filter((status) => status !== 429).length
}

test('behind one proxy, only the address that the proxy itself added counts', async () => {
  const server = await givenServer({ env: { TRUST_PROXY: '1' } })
  const invented = (n: number) => `198.51.100.${n}, 203.0.113.7`
  expect(await sendMessages(server, invented)).toBe(5)
  const oneNetwork = (n: number) => `2001:db8:1:2:${n}::1`
  expect(await sendMessages(server, oneNetwork)).toBe(5)
  expect(await sendMessages(server, (n) => `nonsense-${n}`)).toBe(5)
  expect(await sendMessages(server, (n) => `192.0.2.${n}`)).toBe(8)
})

test('proxies can be named by their networks', async () => {
  const server = await givenServer({ env: { TRUST_PROXY: '127.0.0.0/8, 10.0.0.0/8' } })
  expect(await sendMessages(server, (n) => `198.51.100.${n}, 203.0.113.7, 10.1.2.3`)).toBe(5)
})

test('without TRUST_PROXY the header is ignored', async () => {
  const server = await givenServer()
  expect(await sendMessages(server, (n) => `198.51.100.${n}`)).toBe(5)
})

test('metrics are for a local request without forwarding headers, or for the token', async () => {
  const open = await givenServer({ env: { TRUST_PROXY: '1' } })
  const metrics = (server: Server, headers: Record<string, string> = {}) =>
    fetch(`${server.url}/metrics`, { headers }).then(({ status }) => status)
  expect(await metrics(open)).toBe(200)
  for (const address of ['203.0.113.7', '127.0.0.1', '127.0.0.1, 203.0.113.7']) {
    expect(await metrics(open, { 'x-forwarded-for': address }), address).toBe(403)
  }
  const token = 'a-long-enough-token'
  const guarded = await givenServer({ env: { METRICS_TOKEN: token } })
  expect(await metrics(guarded)).toBe(403)
  expect(await metrics(guarded, { authorization: 'Bearer wrong' })).toBe(403)
  expect(await metrics(guarded, { authorization: `Bearer ${token}` })).toBe(200)
})

test('text and addresses that cannot be stored are refused with 400', async () => {
  const server = await givenServer()
  // An address whose unreadable parameter is ignored would be answered from the cache.
  await (await fetch(`${server.url}/products`)).text()
  for (const path of [
    '/page/%00',
    '/products?category=%00',
    '/%00',
    '/products?q=%00',
    '/api/products?q=a%00b',
    '/files/%00',
  ]) {
    expect((await fetch(server.url + path)).status, path).toBe(400)
  }
  for (const text of ['\ud800', 'a\udfff', '\udc00\ud800', 'nul \0']) {
    const response = await fetch(`${server.url}/api/contact_messages`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: server.url },
      body: JSON.stringify({ ...CONTACT, message: text }),
    })
    expect(response.status, JSON.stringify(text)).toBe(400)
  }
})

test('the server limits how long headers and requests may take, and outlives idle load balancers', async () => {
  const server = await givenServer()
  expect(server.http).toMatchObject({
    headersTimeout: 15_000,
    requestTimeout: 600_000,
    keepAliveTimeout: 75_000,
    // Otherwise headers that are never finished are cut off up to half a minute later.
    connectionsCheckingInterval: 1000,
  })
  // The limits hold on the server that really listens.
  const socket = connect(server.config.port, 'localhost')
  socket.write('GET /healthz HTTP/1.1\r\nhost: shop\r\n\r\n')
  const answer = await new Promise<string>((resolve) =>
    socket.once('data', (data) => resolve(String(data))),
  )
  socket.destroy()
  expect(answer).toMatch(/keep-alive: timeout=75/i)
})

test('headers that are never finished are cut off', async () => {
  const server = await givenServer()
  server.http.headersTimeout = 1
  const socket = connect(server.config.port, 'localhost')
  socket.write('GET /healthz HTTP/1.1\r\nhost: sh')
  expect(await text(socket)).toMatch(/^HTTP\/1.1 408 /)
})

// A cached page is answered before routing, the other by a route.
test.each(['/products', '/healthz'])(
  'a shop that closes answers %s on an open connection, and says that it is the last answer',
  async (path) => {
    const server = await givenServer({ drainMs: 60_000 })
    const open = () => connect(server.config.port, 'localhost')
    const request = (method: string, more = '') =>
      `${method} ${path} HTTP/1.1\r\nhost: localhost\r\n${more}\r\n`
    await text(open().end(request('GET', 'connection: close\r\n')))
    const socket = open()
    socket.write(request('HEAD'))
    const [first] = await once(socket, 'data')
    expect(String(first)).toMatch(/^HTTP\/1.1 200 .*\r\nconnection: keep-alive\r\n/is)
    const closed = server.close()
    socket.write(request('HEAD'))
    expect(await text(socket)).toMatch(/^HTTP\/1.1 200 .*\r\nconnection: close\r\n/is)
    await closed
  },
)

test('callers who hang up before they are answered leave no error in the log', async () => {
  const lines: string[] = []
  const server = await givenServer({
    env: { LOG_LEVEL: 'error' },
    logTo: { write: (line) => lines.push(line) },
  })
  const body = JSON.stringify(CONTACT)
  const callers = Array.from({ length: 20 }, () => connect(server.config.port, 'localhost'))
  // While a request is queued its connection is reset, which the server does not know yet.
  server.http.prependListener('request', ({ headers }) => {
    callers[Number(headers['x-caller'])]?.resetAndDestroy()
  })
  for (const [n, caller] of callers.entries()) {
    caller.write(
      [
        'POST /api/contact_messages HTTP/1.1',
        `host: ${new URL(server.url).host}`,
        `origin: ${server.url}`,
        'content-type: application/json',
        `content-length: ${body.length}`,
        `x-caller: ${n}`,
        '',
        body,
      ].join('\r\n'),
    )
    await once(caller, 'close')
  }
  expect((await fetch(`${server.url}/api/products`)).status).toBe(200)
  expect(lines).toEqual([])
})
