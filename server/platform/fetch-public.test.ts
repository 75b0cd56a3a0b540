import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { onFileEnd } from '#server/testing/cleanup.ts'
import { fetchPublic } from './fetch-public.ts'

/** A server of this machine; the tests allow 127.0.0.1 and nothing else of it. */
async function givenServer(answer: RequestListener, host = '127.0.0.1') {
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(request.url ?? '')
    answer(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, host, resolve))
  onFileEnd(async () => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return { url: `http://${host}:${port}`, port, asked }
}

const networks = ['127.0.0.1/32']
const timeoutMs = 60_000
const get = (url: string, options = {}) =>
  fetchPublic(url, { timeoutMs, networks, ...options }, (body) => buffer(body)).then(String)

test('what a server sends is read, also behind a redirect', async () => {
  const { url } = await givenServer((request, response) => {
    if (request.url === '/old') response.writeHead(302, { location: '/new' }).end()
    else response.end('a picture')
  })
  expect(await get(`${url}/old`)).toBe('a picture')
})

test('neither a private address nor a redirect to one is asked', async () => {
  const secret = await givenServer((_, response) => response.end('secret'), '127.0.0.2')
  const { url } = await givenServer((_, response) =>
    response.writeHead(302, { location: `${secret.url}/metadata` }).end(),
  )
  const refusal = { isFinal: true, message: '127.0.0.2 is not a public server' }
  await expect(get(secret.url)).rejects.toMatchObject(refusal)
  await expect(get(`${url}/picture.jpg`)).rejects.toMatchObject(refusal)
  // Other spellings of the same.
  for (const host of ['2130706434', '0x7f.0.0.2', '127.2', '[::ffff:127.0.0.2]']) {
    await expect(get(`http://${host}:${secret.port}/`)).rejects.toMatchObject({ isFinal: true })
  }
  expect(secret.asked).toEqual([])
})

test('a host with a public and a private address is refused', async () => {
  const resolve = async () => [
    { address: '127.0.0.1', family: 4 },
    { address: '10.0.0.7', family: 4 },
  ]
  await expect(get('http://shop.example/', { resolve })).rejects.toMatchObject({
    message: 'shop.example is not a public server',
  })
})

test('the connection goes to the address that was checked, whatever the name server says next', async () => {
  const { port } = await givenServer((_, response) => response.end('checked'))
  const secret = await givenServer((_, response) => response.end('secret'), '127.0.0.2')
  const answers = ['127.0.0.1', '127.0.0.2']
  const resolve = async () => [{ address: answers.shift() ?? '127.0.0.2', family: 4 }]
  expect(await get(`http://rebound.example:${port}/`, { resolve })).toBe('checked')
  expect(answers).toEqual(['127.0.0.2'])
  expect(secret.asked).toEqual([])
})

test.each([
  ['file:///etc/passwd'],
  ['ftp://shop.example/a.jpg'],
  ['data:image/png;base64,AAAA'],
  ['gopher://127.0.0.1/'],
  ['http://user:secret@127.0.0.1/'],
  ['/relative.jpg'],
  [''],
])('%s is refused', async (url) => {
  await expect(get(url)).rejects.toMatchObject({ isFinal: true })
})

test('redirects that lead in a circle or to another protocol end', async () => {
  const { url } = await givenServer((request, response) => {
    const location = request.url === '/circle' ? '/circle' : 'file:///etc/passwd'
    response.writeHead(301, { location }).end()
  })
  await expect(get(`${url}/circle`)).rejects.toMatchObject({ isFinal: true })
  await expect(get(`${url}/file`)).rejects.toMatchObject({
    message: 'The address must start with http:// or https://',
  })
})

test('a server that stalls is given up, before its answer and within it', async () => {
  const { url } = await givenServer((request, response) => {
    if (request.url === '/within') response.writeHead(200).write('a byte')
  })
  const late = { isFinal: false, message: 'The server did not answer in time' }
  for (const path of ['/before', '/within']) {
    await expect(get(url + path, { timeoutMs: 200 })).rejects.toMatchObject(late)
  }
  const resolve = () => new Promise<never>(() => {})
  await expect(get('http://silent.example/', { timeoutMs: 200, resolve })).rejects.toMatchObject(
    late,
  )
})

test('a missing picture is final, a busy server is not, nor one that is not there', async () => {
  const { url } = await givenServer((request, response) =>
    response.writeHead(Number(request.url?.slice(1))).end(),
  )
  await expect(get(`${url}/404`)).rejects.toMatchObject({ isFinal: true })
  await expect(get(`${url}/403`)).rejects.toMatchObject({ isFinal: true })
  await expect(get(`${url}/503`)).rejects.toMatchObject({ isFinal: false })
  await expect(get(`${url}/429`)).rejects.toMatchObject({ isFinal: false })
  await expect(get('http://127.0.0.1:1/')).rejects.toMatchObject({ isFinal: false })
})
