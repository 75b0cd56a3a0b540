import type { IncomingMessage, ServerResponse } from 'node:http'
import { ORPCError } from '@orpc/server'
import type { StandardHandler } from '@orpc/server/standard'
import { sendStandardResponse } from '@orpc/standard-server-node'
import type { RequestContext } from '../platform/rpc.ts'
import { createTurnQueue } from '../platform/turn-queue.ts'

type Call = {
  request: IncomingMessage
  response: ServerResponse
  context: RequestContext
  maxBodyBytes: number
}

const turns = createTurnQueue()
/** A call is done in steps, each in its own turn of the event loop: a cached page waits for one step, not for the call. */
const takeTurn = () => new Promise<void>(turns)

/**
 * Answers one call of the contract, with JSON or a file. False: there is no such procedure. It stands in for oRPC's adapter for Node, which reads more kinds of bodies and takes longer.
 */
export async function answerCall(
  handler: StandardHandler<RequestContext>,
  { request, response, context, maxBodyBytes }: Call,
): Promise<boolean> {
  const standardRequest = {
    method: request.method ?? 'GET',
    url: new URL(`http://localhost${request.url}`),
    headers: request.headers,
    body: async () => {
      const body = await readJson(request, maxBodyBytes)
      await takeTurn()
      return body
    },
    signal: undefined,
  }
  const resHeaders = new Headers()
  const { matched, response: answer } = await handler.handle(standardRequest, {
    prefix: '/api',
    context: { ...context, resHeaders },
  })
  if (!matched) return false
  await takeTurn()
  if (response.destroyed) return true
  for (const [name, value] of resHeaders) response.appendHeader(name, value)
  if (answer.body instanceof Blob) await sendStandardResponse(response, answer)
  else sendJson(response, answer)
  return true
}

function sendJson(response: ServerResponse, { status, body }: { status: number; body: unknown }) {
  const text = JSON.stringify(body)
  if (text === undefined) return response.writeHead(status, { 'content-length': 0 }).end()
  response
    .writeHead(status, {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(text),
    })
    .end(text)
}

function readJson(request: IncomingMessage, maxBytes: number): Promise<unknown> {
  const type = request.headers['content-type']
  return new Promise((resolve, reject) => {
    // Its events are over: nothing would settle the promise.
    if (request.destroyed && !request.complete) return reject(connectionClosed())
    if (type && !type.startsWith('application/json')) {
      return reject(new ORPCError('UNSUPPORTED_MEDIA_TYPE'))
    }
    if (Number(request.headers['content-length']) > maxBytes) {
      return reject(new ORPCError('PAYLOAD_TOO_LARGE'))
    }
    const parts: Buffer[] = []
    let bytes = 0
    request
      .on('data', (part: Buffer) => {
        bytes += part.length
        if (bytes <= maxBytes) return void parts.push(part)
        parts.length = 0
        reject(new ORPCError('PAYLOAD_TOO_LARGE'))
      })
      .on('end', () => {
        try {
          const text = String(parts.length === 1 ? parts[0] : Buffer.concat(parts))
          resolve(text ? JSON.parse(text) : undefined)
        } catch (err) {
          reject(err)
        }
      })
      .on('error', reject)
      .on('close', () => {
        if (!request.complete) reject(connectionClosed())
      })
  })
}

const connectionClosed = () => new Error('The connection was closed before its body came')
