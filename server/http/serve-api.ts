import { fromNodeHeaders } from 'better-auth/node'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { authOf, readSession } from '../modules/accounts/index.ts'
import { serveUploads } from '../modules/media/index.ts'
import type { AppContext, RequestContext } from '../platform/rpc.ts'
import { pseudonym } from '../platform/secrets.ts'
import { csvExports, eventStreams } from '../router.ts'
import { createAdmission } from './admission.ts'
import { type Api, describeApi } from './api.ts'
import { apiDocsPage } from './api-docs.ts'
import { serveBackups } from './backup-downloads.ts'
import { allowSlowBody } from './body-deadline.ts'
import { networkOf } from './client-address.ts'
import { serveCsvExports } from './csv-exports.ts'
import { errorBody } from './error-answers.ts'
import { serveEventStreams } from './event-streams.ts'
import type { PageCache } from './page-cache.ts'
import { requireSameOrigin } from './same-origin.ts'
import { NOTHING_ALLOWED, STATIC_PAGE_POLICY } from './security-headers.ts'

/** Fewer than the database connections of a process, so that checkout always finds one. */
const CONCURRENT_READS = 6
const LONGEST_WAIT_MS = 2000

type ApiParts = { context: AppContext; api: Api; cache: PageCache }

export function serveApi(app: FastifyInstance, { context, api, cache }: ApiParts) {
  app.register(async (scope) => {
    // oRPC reads the body itself.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, _body, done) => done(null))
    scope.addHook('onRequest', requireSameOrigin(context.config))
    // On the raw response, which oRPC answers with; a route's own headers replace them.
    scope.addHook('onRequest', (_, { raw }, done) => {
      raw.setHeader('cache-control', 'no-store')
      raw.setHeader('content-security-policy', NOTHING_ALLOWED)
      done()
    })
    await serveDocs(scope)
    const contextOf = (request: FastifyRequest) => callOf(request, context)
    serveCsvExports(scope, { exports: csvExports, contextOf })
    serveBackups(scope, contextOf)
    serveEventStreams(scope, { streams: eventStreams, context, contextOf })
    serveUploads(scope, {
      contextOf,
      allowSlowBody: (request) => allowSlowBody(request.raw),
    })
    const admission = createAdmission({
      concurrency: CONCURRENT_READS,
      maxWaitMs: LONGEST_WAIT_MS,
    })

    scope.all('/api/*', async (request, reply) => {
      const key = request.method === 'GET' ? api.cacheKey(request.url) : null
      if (key !== null) {
        const produce = () => admission.run(() => api.cachedAnswer(key))
        return cache.answer(key, request, reply, produce)
      }
      reply.hijack()
      const call = callOf(request, context)
      if (!(await api.handle(request.raw, reply.raw, call))) {
        reply.raw.writeHead(404, { 'content-type': 'application/json' })
        reply.raw.end(JSON.stringify(errorBody(404, 'Not found')))
      }
    })
  })
}

function callOf(request: FastifyRequest, context: AppContext): RequestContext {
  let read: Headers | undefined
  const headers = () => {
    read ??= fromNodeHeaders(request.raw.headers)
    return read
  }
  let session: ReturnType<typeof readSession> | undefined
  // Read at once: a caller who hangs up takes the address along, and would be counted as nobody.
  const { ip } = request
  return {
    ...context,
    visitor: () => pseudonym(context.config.secrets.session, networkOf(ip)),
    headers,
    session: () => {
      session ??= readSession(context.db, authOf({ ...context, headers }), headers())
      return session
    },
  }
}

async function serveDocs(scope: FastifyInstance) {
  const description = await describeApi()
  const page = apiDocsPage(description)
  scope.get('/api/openapi.json', async () => description)
  scope.get('/api/docs', async (_, reply) =>
    reply
      .header('content-security-policy', STATIC_PAGE_POLICY)
      .type('text/html; charset=utf-8')
      .send(page),
  )
}
