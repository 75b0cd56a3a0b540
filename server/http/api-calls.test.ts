import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { StandardOpenAPIHandler } from '@orpc/openapi/standard'
import { os } from '@orpc/server'
import { expect, onTestFinished, test } from 'vitest'
import type { RequestContext } from '../platform/rpc.ts'
import { answerCall } from './api-calls.ts'

const echo = os.route({ method: 'POST', path: '/echo' }).handler(({ input }) => ({ input }))
const handler = new StandardOpenAPIHandler<RequestContext>({ echo } as never, {})
const context = {
  signals: { closing: new AbortController().signal },
} as RequestContext

const answer = (request: IncomingMessage, response: ServerResponse) =>
  answerCall(handler, { request, response, context, maxBodyBytes: 100 })

async function listen() {
  const server = createServer()
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => void server.close())
  return { server, port: (server.address() as AddressInfo).port }
}

test('JSON is read within its limit; other bodies are refused', async () => {
  const { server, port } = await listen()
  server.on('request', answer)
  const post = async (body: string, type = 'application/json') => {
    const headers = { 'content-type': type, connection: 'close' }
    const url = `http://127.0.0.1:${port}/api/echo`
    const response = await fetch(url, { method: 'POST', headers, body })
    return { status: response.status, text: await response.text() }
  }
  expect(await post('{"a":1}')).toEqual({ status: 200, text: '{"input":{"a":1}}' })
  expect(await post(JSON.stringify({ a: 'a'.repeat(100) }))).toMatchObject({ status: 413 })
  expect(await post('a=1', 'application/x-www-form-urlencoded')).toMatchObject({ status: 415 })
})

test('a call whose client left before its body was read ends', async () => {
  const { server, port } = await listen()
  const client = connect(port, '127.0.0.1')
  client.write(
    'POST /api/echo HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: 50\r\n\r\n{"a":',
  )
  const [request, response] = await once(server, 'request')
  request.on('error', () => {})
  const closed = once(request, 'close').catch(() => {})
  client.destroy()
  await closed
  expect(await answer(request, response)).toBe(true)
})
