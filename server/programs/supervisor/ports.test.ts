import { once } from 'node:events'
import { createServer as createHttpServer } from 'node:http'
import { type AddressInfo, createServer } from 'node:net'
import { expect, test } from 'vitest'
import { assertPortIsFree, inheritedSocket, isPortFree, localUrl } from './ports.ts'

test('a port in use is named, with the setting that chooses another', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  const { port } = other.address() as AddressInfo
  await expect(assertPortIsFree(port, '127.0.0.1')).rejects.toThrow(
    `Port ${port} is already in use. Stop the program that uses it, or choose another port: PORT=`,
  )
  const message = await assertPortIsFree(port, '127.0.0.1').catch((error) => error.message)
  const advised = Number(/PORT=(\d+) npm start$/.exec(message)?.[1])
  // The simulator listens on the port after the shop's.
  expect(advised).toBeGreaterThan(port + 1)
  await assertPortIsFree(advised, '127.0.0.1')
  await assertPortIsFree(advised + 1, '127.0.0.1')
  other.close()
  await once(other, 'close')
  await assertPortIsFree(port, '127.0.0.1')
})

test('a server that listens everywhere is reached through loopback, and IPv6 addresses have brackets', () => {
  expect(localUrl('0.0.0.0', 3000)).toBe('http://127.0.0.1:3000')
  expect(localUrl('::', 3000)).toBe('http://[::1]:3000')
  expect(localUrl('0:0:0:0:0:0:0:0', 3000)).toBe('http://[::1]:3000')
  expect(localUrl('::1', 3000)).toBe('http://[::1]:3000')
  expect(localUrl('fd00::10', 3000)).toBe('http://[fd00::10]:3000')
  expect(localUrl('127.0.0.1', 3000)).toBe('http://127.0.0.1:3000')
  expect(localUrl('shop.internal', 3000)).toBe('http://shop.internal:3000')
})

const hasIPv6 = await isPortFree(0, '::1')

test.skipIf(!hasIPv6)(
  'a server that listens on :: is reached by the address of localUrl',
  async () => {
    const server = createHttpServer((_, response) => response.end('here')).listen(0, '::')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    for (const host of ['::', '0.0.0.0']) {
      expect(await (await fetch(localUrl(host, port))).text(), host).toBe('here')
    }
    await expect(assertPortIsFree(port, '::')).rejects.toThrow(`Port ${port} is already in use`)
    server.closeAllConnections()
    server.close()
  },
)

test('a socket of systemd is for the process that it names, and only one', () => {
  const LISTEN_PID = String(process.pid)
  expect(inheritedSocket({})).toBeUndefined()
  expect(inheritedSocket({ LISTEN_PID: '1', LISTEN_FDS: '1' })).toBeUndefined()
  expect(inheritedSocket({ LISTEN_PID, LISTEN_FDS: '1' })).toBe(3)
  expect(() => inheritedSocket({ LISTEN_PID, LISTEN_FDS: '2' })).toThrow('petal.socket must listen')
})
