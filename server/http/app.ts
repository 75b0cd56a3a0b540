import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import staticFiles from '@fastify/static'
import { fromNodeHeaders } from 'better-auth/node'
import { sql } from 'drizzle-orm'
import fastify, { type FastifyInstance, type FastifyRequest } from 'fastify'
import { type Auth, readSession, withdrawConsent } from '../modules/accounts/index.ts'
import { serveUnsubscribe } from '../modules/mail/index.ts'
import { serveFiles } from '../modules/media/index.ts'
import { servePaymentWebhooks } from '../modules/payments/index.ts'
import type { AppContext, RequestContext } from '../platform/rpc.ts'
import { pseudonym } from '../platform/secrets.ts'
import { type Api, describeApi } from './api.ts'
import { apiDocsPage, DOCS_CONTENT_POLICY } from './api-docs.ts'
import { createMetrics } from './metrics.ts'
import type { PageCache } from './page-cache.ts'
import { type Pages, renderAnswer } from './pages.ts'
import { builtPages } from './paths.ts'
import { requireSameOrigin } from './same-origin.ts'
import { COMMON_HEADERS, NOTHING_ALLOWED, STRICT_TRANSPORT } from './security-headers.ts'
import { serveSeo } from './seo.ts'

const YEAR_SECONDS = 31_536_000
const SLOWEST_REQUEST_MS = 30_000

export type AppParts = {
  context: AppContext
  api: Api
  auth: Auth
  cache: PageCache
  pages: Pages
}

/** What is on every answer of this shop. */
export const commonHeaders = (publicUrl: string) =>
  publicUrl.startsWith('https:') ? { ...COMMON_HEADERS, ...STRICT_TRANSPORT } : COMMON_HEADERS

export function createApp(parts: AppParts) {
  const { config } = parts.context
  const headers = Object.entries(commonHeaders(config.publicUrl))
  const app = fastify({
    trustProxy: config.trustProxy,
    genReqId: () => randomUUID(),
    requestTimeout: SLOWEST_REQUEST_MS,
    forceCloseConnections: 'idle',
    serverFactory: (handle) =>
      createServer((request, response) => {
        // A kept page needs no routing: it is answered here, in as few steps as possible.
        if (parts.cache.serve(request, response)) return
        for (const [name, value] of headers) response.setHeader(name, value)
        if (!parts.pages.middleware) return handle(request, response)
        parts.pages.middleware(request, response, () => handle(request, response))
      }),
  })
  observe(app, parts)
  serveHealth(app, parts)
  serveApi(app, parts)
  serveAssets(app)
  serveFiles(app, parts.context)
  serveUnsubscribe(app, parts.context, withdrawConsent)
  servePaymentWebhooks(app, parts.context)
  serveSeo(app, parts)
  servePages(app, parts)
  return app
}

function observe(app: FastifyInstance, { context, cache }: AppParts) {
  const metrics = createMetrics(cache)
  app.addHook('onRequest', async (request, reply) => {
    reply.raw.setHeader('x-request-id', request.id)
  })
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'unknown'
    const status = reply.raw.statusCode
    metrics.observe(request.method, route, status, reply.elapsedTime / 1000)
    // The route, not the address: an address may hold a secret or a name.
    context.log.info({
      request: request.id,
      method: request.method,
      route,
      status,
      ms: reply.elapsedTime,
    })
  })
  app.setErrorHandler((err: Error & { statusCode?: number }, request, reply) => {
    const status = err.statusCode ?? 500
    if (status >= 500) context.log.error({ err, request: request.id }, 'request failed')
    const message = status >= 500 ? 'Something went wrong on our side.' : err.message
    return reply.code(status).send({ defined: false, code: 'ERROR', status, message })
  })
  app.get('/metrics', async (request, reply) => {
    const token = context.config.metricsToken
    const allowed = token
      ? request.headers.authorization === `Bearer ${token}`
      : isLoopback(request)
    if (!allowed) return reply.code(403).send('Not allowed')
    return reply.type(metrics.contentType).send(await metrics.text())
  })
}

const isLoopback = (request: FastifyRequest) => /^(127\.|::1$|::ffff:127\.)/.test(request.ip)

function serveHealth(app: FastifyInstance, { context }: AppParts) {
  app.get('/healthz', async () => ({ alive: true }))
  app.get('/readyz', async (_, reply) => {
    try {
      await context.db.execute(sql`select 1`)
      return { ready: true }
    } catch {
      return reply.code(503).send({ ready: false })
    }
  })
}

function serveApi(app: FastifyInstance, { context, api, auth, cache }: AppParts) {
  app.register(async (scope) => {
    // oRPC reads the body itself.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, _body, done) => done(null))
    scope.addHook('onRequest', requireSameOrigin(context.config.origins))
    scope.addHook('onRequest', async (_, reply) => {
      reply.header('cache-control', 'no-store').header('content-security-policy', NOTHING_ALLOWED)
    })
    await serveDocs(scope)

    scope.all('/api/*', async (request, reply) => {
      if (request.method === 'GET' && api.isShared(request.url)) {
        const answer = await cache.load(request.url, () => api.sharedAnswer(request.url))
        return reply.code(answer.status).headers(answer.headers).send(answer.body)
      }
      copyHeaders(reply)
      reply.hijack()
      const call = callOf(request, context, auth)
      const { matched } = await api.handle(request.raw, reply.raw, call)
      if (!matched) {
        reply.raw.writeHead(404, { 'content-type': 'application/json' })
        reply.raw.end(
          JSON.stringify({ defined: false, code: 'NOT_FOUND', status: 404, message: 'Not found' }),
        )
      }
    })
  })
}

type Reply = {
  getHeaders: () => Record<string, unknown>
  raw: { setHeader: (n: string, v: string) => void }
}

/** Whoever answers on the raw response still sends the headers set so far. */
function copyHeaders(reply: Reply) {
  for (const [name, value] of Object.entries(reply.getHeaders()))
    reply.raw.setHeader(name, String(value))
}

function callOf(request: FastifyRequest, context: AppContext, auth: Auth): RequestContext {
  const headers = fromNodeHeaders(request.raw.headers)
  let session: ReturnType<typeof readSession> | undefined
  return {
    ...context,
    visitor: pseudonym(context.config.secrets.session, networkOf(request.ip)),
    headers,
    session: () => {
      session ??= readSession(context.db, auth, headers)
      return session
    },
  }
}

/** One household or phone holds a whole IPv6 /64; an IPv4 address is one. */
const networkOf = (ip: string) => (ip.includes(':') ? ip.split(':').slice(0, 4).join(':') : ip)

async function serveDocs(scope: FastifyInstance) {
  const description = await describeApi()
  const page = apiDocsPage(description)
  scope.get('/api/openapi.json', async () => description)
  scope.get('/api/docs', async (_, reply) =>
    reply
      .header('content-security-policy', DOCS_CONTENT_POLICY)
      .type('text/html; charset=utf-8')
      .send(page),
  )
}

/** Under /assets/ a name carries the hash of its content, so it never changes. */
function serveAssets(app: FastifyInstance) {
  app.register(staticFiles, {
    root: builtPages.client,
    index: false,
    wildcard: false,
    preCompressed: true,
    decorateReply: false,
    cacheControl: false,
    setHeaders: (reply, file) => {
      const hashed = file.includes('/assets/')
      reply.setHeader(
        'cache-control',
        hashed ? `public, max-age=${YEAR_SECONDS}, immutable` : 'public, max-age=3600',
      )
    },
    globIgnore: ['**/manifest.json', '**/*.br', '**/*.gz'],
  })
}

/** Everything else is an address of the web app: the page of it, or its not-found page. */
function servePages(app: FastifyInstance, { context, cache, pages }: AppParts) {
  app.setNotFoundHandler(async (request, reply) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      return reply
        .code(404)
        .send({ defined: false, code: 'NOT_FOUND', status: 404, message: 'Not found' })
    }
    const url = pageAddress(request.raw)
    const answer = await cache.load(url, () => renderAnswer(pages, url, context.config.publicUrl))
    return reply
      .code(answer.status)
      .headers({ 'cache-control': 'no-cache', ...answer.headers })
      .send(answer.body)
  })
}

/** `//host/…` would be read as another host. */
const pageAddress = (request: IncomingMessage) => (request.url ?? '/').replace(/^\/{2,}/, '/')
