import type { ServerResponse } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { ERRORS } from '#contract/errors.ts'
import { BUSY_PAGE } from './pages.ts'
import { STATIC_PAGE_POLICY } from './security-headers.ts'

export const RETRY_AFTER_SECONDS = 2

export const errorBody = (status: number, message: string) => ({
  defined: false,
  code: status === 404 ? 'NOT_FOUND' : 'ERROR',
  status,
  message,
})

/** For a download of the back office: it has no procedure that would refuse. */
export function refuseAccess(reply: FastifyReply, session: object | null) {
  const code = session ? 'FORBIDDEN' : 'UNAUTHORIZED'
  const { status, message } = ERRORS[code]
  return reply.code(status).send({ defined: true, code, status, message })
}

export function sendBusy(request: FastifyRequest, reply: FastifyReply, retryAfterSeconds: number) {
  reply.code(503).header('retry-after', retryAfterSeconds).header('cache-control', 'no-store')
  const { status, message } = ERRORS.UNAVAILABLE
  if (request.url.startsWith('/api/')) {
    return reply.send({ defined: true, code: 'UNAVAILABLE', status, message })
  }
  return reply
    .header('content-security-policy', STATIC_PAGE_POLICY)
    .type('text/html; charset=utf-8')
    .send(BUSY_PAGE)
}

/** For a request that is refused before routing. */
export const refuseBusy = (response: ServerResponse, commonHeaders: Record<string, string>) =>
  response
    .writeHead(503, {
      ...commonHeaders,
      'retry-after': String(RETRY_AFTER_SECONDS),
      'cache-control': 'no-store',
      'content-security-policy': STATIC_PAGE_POLICY,
      'content-type': 'text/html; charset=utf-8',
      'content-length': Buffer.byteLength(BUSY_PAGE),
    })
    .end(BUSY_PAGE)
