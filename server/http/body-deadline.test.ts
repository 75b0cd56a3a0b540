import { createServer, type IncomingMessage } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { onFileEnd } from '#server/testing/cleanup.ts'
import { allowSlowBody, LONGEST_REQUEST_MS, limitBodyTime } from './body-deadline.ts'

// Node's own timers and sockets do not use these.
beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

/** A sender that promises a body and never ends it. */
const givenSlowSender = (onRequest?: (request: IncomingMessage) => void) =>
  givenSender(100, onRequest)

async function givenSender(
  length: number,
  onRequest: (request: IncomingMessage) => void = () => {},
) {
  const server = createServer()
  const arrived = new Promise<IncomingMessage>((resolve) =>
    server.once('request', (request, response) => {
      limitBodyTime(request, response)
      onRequest(request)
      request.resume().on('error', () => {})
      resolve(request)
    }),
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onFileEnd(() => server.close())
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  socket.write(`POST / HTTP/1.1\r\nhost: x\r\ncontent-length: ${length}\r\n\r\nhalf`)
  const request = await arrived
  await new Promise((resolve) => setImmediate(resolve)) // The deadline starts with the next iteration of the event loop.
  return { request, answer: text(socket) }
}

test('a body that takes longer than half a minute is ended', async () => {
  const { request, answer } = await givenSlowSender()
  vi.advanceTimersByTime(29_999)
  expect(request.destroyed).toBe(false)
  vi.advanceTimersByTime(1)
  expect(await answer).toMatch(/^HTTP\/1.1 408 /)
  expect(request.destroyed).toBe(true)
})

test('a route may allow ten minutes, and no more', async () => {
  const { request, answer } = await givenSlowSender(allowSlowBody)
  vi.advanceTimersByTime(LONGEST_REQUEST_MS - 1)
  expect(request.destroyed).toBe(false)
  vi.advanceTimersByTime(1)
  expect(await answer).toMatch(/^HTTP\/1.1 408 /)
})

test('a route may allow it later, counted from then on', async () => {
  const { request, answer } = await givenSlowSender()
  vi.advanceTimersByTime(29_999)
  allowSlowBody(request)
  vi.advanceTimersByTime(LONGEST_REQUEST_MS - 1)
  expect(request.destroyed).toBe(false)
  vi.advanceTimersByTime(1)
  expect(await answer).toMatch(/^HTTP\/1.1 408 /)
})

test('a body that came with its headers has no timer', async () => {
  const { request } = await givenSender('half'.length)
  expect(request.complete).toBe(true)
  expect(vi.getTimerCount()).toBe(0)
  request.socket.destroy()
})
