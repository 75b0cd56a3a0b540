import { fromNodeHeaders } from 'better-auth/node'
import type { FastifyInstance, FastifyRequest, RouteHandlerMethod } from 'fastify'
import { authOf, readSession } from '../modules/accounts/index.ts'
import { readApiKey } from '../modules/connections/index.ts'
import { serveUploads } from '../modules/media/index.ts'
import { assertReturnPicture } from '../modules/returns/index.ts'
import { type AppContext, mayCall, type RequestContext } from '../platform/rpc.ts'
import { pseudonym } from '../platform/secrets.ts'
import { csvExports, eventStreams } from '../router.ts'
import type { Admission } from './admission.ts'
import { type Api, describeApi } from './api.ts'
import { apiDocsPage } from './api-docs.ts'
import { serveBackups } from './backup-downloads.ts'
import { allowSlowBody } from './body-deadline.ts'
import { networkOf } from './client-address.ts'
import { serveCsvExports } from './csv-exports.ts'
import { errorBody, refuseAccess } from './error-answers.ts'
import { serveEventStreams } from './event-streams.ts'
import type { PageCache } from './page-cache.ts'
import { hasBearer, requireSameOrigin } from './same-origin.ts'
import { NOTHING_ALLOWED, STATIC_PAGE_POLICY } from './security-headers.ts'

const MAX_BODY_BYTES = 256 * 1024

type ApiParts = { context: AppContext; api: Api; cache: PageCache; admission: Admission }

export function serveApi(app: FastifyInstance, { context, api, cache, admission }: ApiParts) {
  app.register(async (scope) => {
    scope.removeContentTypeParser('text/plain')
    scope.addHook('onRequest', requireSameOrigin(context.config))
    // On the raw response: a route's own headers replace them.
    scope.addHook('onRequest', (_, { raw }, done) => {
      raw.setHeader('cache-control', 'no-store')
      raw.setHeader('content-security-policy', NOTHING_ALLOWED)
      done()
    })
    await serveDocs(scope)
    const blank = blankCall(context)
    const contextOf = (request: FastifyRequest) => callOf(request, blank)
    serveCsvExports(scope, { exports: csvExports, contextOf })
    serveBackups(scope, contextOf)
    serveEventStreams(scope, { streams: eventStreams, context, contextOf })
    serveUploads(scope, {
      contextOf,
      allowSlowBody: (request) => allowSlowBody(request.raw),
      assertOrderFiles: assertReturnPicture,
    })

    const answerCall: RouteHandlerMethod = async (request, reply) => {
      const key = request.method === 'GET' ? api.cacheKey(request.url) : null
      if (key !== null) {
        const produce = () => admission.run(() => api.cachedAnswer(key))
        return cache.answer(key, request, reply, produce)
      }
      const isAnswered = await api.handle(request, reply, contextOf(request))
      if (!isAnswered) return reply.code(404).send(errorBody(404, 'Not found'))
    }
    scope.all('/api/*', { bodyLimit: MAX_BODY_BYTES }, answerCall)
    for (const { method, path, bytes, meta } of api.largeBodies) {
      scope.route({
        method,
        url: path,
        bodyLimit: bytes,
        // Before the body is read: only who may call it makes the shop read a large one.
        onRequest: async (request, reply) => {
          const call = contextOf(request)
          const session = await (call.apiKey ?? call.session)()
          if (!session || !mayCall(meta, session, method)) return refuseAccess(reply, session)
        },
        handler: answerCall,
      })
    }
  })
}

/**
 * What each call copies and fills in. All names are there from the start: V8 copies an object of known names in
 * 0.1 µs, and needs 10 µs and a lot of garbage when the copy gets further ones.
 */
const blankCall = (context: AppContext): RequestContext => ({
  ...context,
  visitor: () => '',
  headers: () => new Headers(),
  resHeaders: undefined,
  session: async () => null,
  apiKey: undefined,
})

function callOf(request: FastifyRequest, blank: RequestContext): RequestContext {
  let read: Headers | undefined
  const headers = () => {
    read ??= fromNodeHeaders(request.raw.headers)
    return read
  }
  let session: ReturnType<typeof readSession> | undefined
  // Read at once: a caller who hangs up takes the address along, and would be counted as nobody.
  const { ip } = request
  const visitor = () => pseudonym(blank.config.secrets.session, networkOf(ip))
  if (hasBearer(request.headers)) return callWithKey(request, { ...blank, visitor })
  return {
    ...blank,
    visitor,
    headers,
    session: () => {
      session ??= readSession(blank.db, authOf({ ...blank, headers }), headers())
      return session
    },
  }
}

/** A call with a key is nobody else's: what cookies the sender has do not count. */
function callWithKey({ raw }: FastifyRequest, call: RequestContext): RequestContext {
  const headers = fromNodeHeaders(raw.headers)
  headers.delete('cookie')
  let key: ReturnType<typeof readApiKey> | undefined
  return {
    ...call,
    headers: () => headers,
    apiKey: () => {
      key ??= readApiKey(call, headers.get('authorization') ?? '')
      return key
    },
  }
}

/** Made when somebody first asks: describing a hundred procedures would delay each start. */
async function serveDocs(scope: FastifyInstance) {
  let described: ReturnType<typeof describeApi> | undefined
  const description = () => {
    described ??= describeApi()
    return described
  }
  scope.get('/api/openapi.json', description)
  scope.get('/api/docs', async (_, reply) =>
    reply
      .header('content-security-policy', STATIC_PAGE_POLICY)
      .type('text/html; charset=utf-8')
      .send(apiDocsPage(await description())),
  )
}
