import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import { sql } from 'drizzle-orm'
import fastify, { type FastifyInstance } from 'fastify'
import { serveNotifyMe } from '../modules/catalog/index.ts'
import { serveNewsletterLink } from '../modules/content/index.ts'
import {
  serveCampaignLinks,
  serveMailPreferences,
  serveUnsubscribe,
} from '../modules/mail/index.ts'
import { serveFiles } from '../modules/media/index.ts'
import { servePaymentWebhooks } from '../modules/payments/index.ts'
import type { MissingPages, OldLinks } from '../modules/redirects/index.ts'
import { serveAddressCheck } from '../modules/setup/index.ts'
import type { VisitCounter } from '../modules/visits/index.ts'
import type { Config } from '../platform/config.ts'
import { isDatabaseUnavailable } from '../platform/database.ts'
import { isUnavailable } from '../platform/errors.ts'
import type { AppContext } from '../platform/rpc.ts'
import { hashSecret, secretMatches } from '../platform/secrets.ts'
import { type Admission, createAdmission, OverloadedError } from './admission.ts'
import type { Api } from './api.ts'
import { LONGEST_REQUEST_MS } from './body-deadline.ts'
import { isLocalRequest, warnOfUntrustedProxy } from './client-address.ts'
import type { ClosedShop } from './closed-shop.ts'
import { createDispatcher } from './dispatch.ts'
import { errorBody, RETRY_AFTER_SECONDS, sendBusy } from './error-answers.ts'
import { createMetrics } from './metrics.ts'
import { canonicalAddress, type PageCache } from './page-cache.ts'
import { createPageRenderer, type Pages } from './pages.ts'
import { servePlainForms } from './plain-forms.ts'
import { serveProductFeed } from './product-feed.ts'
import { serveSeo } from './seo.ts'
import { serveApi } from './serve-api.ts'
import { serveAssets } from './serve-assets.ts'
import { serveWebManifest } from './web-manifest.ts'

const HEADERS_TIMEOUT_MS = 15_000
/** How often Node looks for headers that take too long; by default half a minute, which would be added to the limit. */
const CONNECTIONS_CHECK_MS = 1000
/** Longer than the idle timeout of common load balancers (60 s), so that they never reuse a closed connection. */
const KEEP_ALIVE_TIMEOUT_MS = 75_000

/** Pages and reads that are made anew: few overlap with the database, more would only keep everything else waiting. */
const CONCURRENT_READS = 2
/** Longer than a new process needs for the first page of each of fifty visitors, who come while it takes over. */
const LONGEST_WAIT_MS = 4000

type AppParts = {
  context: AppContext
  api: Api
  cache: PageCache
  closedShop: ClosedShop
  pages: Pages
  oldLinks: OldLinks
  missingPages: MissingPages
  visits: VisitCounter
}

/** No text column can store NUL, so no address with one leads anywhere; nor is it answered from the cache. */
export const isUnreadable = (url: string) => url.includes('%00')

export function createApp(parts: AppParts) {
  const { config, signals } = parts.context
  const { closing } = signals
  const admission = createAdmission({ concurrency: CONCURRENT_READS, maxWaitMs: LONGEST_WAIT_MS })
  /** The first segments of all routes. */
  const routes = new Set<string>()
  const timeouts = {
    headersTimeout: HEADERS_TIMEOUT_MS,
    connectionsCheckingInterval: CONNECTIONS_CHECK_MS,
    requestTimeout: LONGEST_REQUEST_MS,
    keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
  }
  const app = fastify({
    trustProxy: trustedProxies(config),
    genReqId: () => randomUUID(),
    forceCloseConnections: 'idle',
    // Fastify does not apply its own timeout options to a server that it did not create.
    serverFactory: (handle) =>
      createServer(
        timeouts,
        createDispatcher({
          ...parts,
          config,
          closing,
          isRendererBusy: admission.isOverloaded,
          hasRoute: (url) => routes.has(firstSegment(url)),
          handle,
        }),
      ),
  })
  app.addHook('onRoute', ({ url }) => void routes.add(firstSegment(url)))
  followAnswers(app, parts)
  observe(app, parts)
  handleErrors(app, parts)
  serveHealth(app, parts)
  serveAddressCheck(app, parts.context)
  serveApi(app, { ...parts, admission })
  serveAssets(app)
  serveFiles(app, parts.context)
  serveNotifyMe(app, parts.context)
  servePlainForms(app, parts.context)
  serveNewsletterLink(app, parts.context)
  serveCampaignLinks(app, parts.context)
  serveUnsubscribe(app, parts.context)
  serveMailPreferences(app, parts.context)
  servePaymentWebhooks(app, parts.context)
  serveSeo(app, parts)
  serveProductFeed(app, parts)
  serveWebManifest(app, parts)
  servePages(app, parts, admission)
  return app
}

const firstSegment = (url: string) => /^\/+([^/?#]*)/.exec(url)?.[1] ?? ''

/**
 * A number of hops counts from the socket: 1 believes the proxy that connects to us, and nobody before it. An admin
 * may change it; the networks of proxies come from the environment alone.
 */
const trustedProxies = (config: Config) =>
  Array.isArray(config.trustProxy)
    ? config.trustProxy
    : (_address: string, hop: number) => hop < Number(config.trustProxy)

/** Before a restore they are waited for. Event streams are not: they never end, and read nothing by themselves. */
function followAnswers(app: FastifyInstance, { closedShop }: AppParts) {
  app.addHook('onRequest', ({ routeOptions }, { raw }, done) => {
    if (!routeOptions.config.isEventStream) closedShop.track(raw)
    done()
  })
}

function observe(app: FastifyInstance, { context, cache }: AppParts) {
  const metrics = createMetrics(cache, context)
  app.addHook('onRequest', (request, reply, done) => {
    reply.raw.setHeader('x-request-id', request.id)
    done()
  })
  app.addHook('onResponse', (request, reply, done) => {
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
    done()
  })
  app.get('/metrics', async (request, reply) => {
    const { metricsToken } = context.config
    const isAllowed = metricsToken
      ? secretMatches(request.headers.authorization ?? '', hashSecret(`Bearer ${metricsToken}`))
      : isLocalRequest(request)
    if (!isAllowed) return reply.code(403).send('Not allowed')
    return reply.type(metrics.contentType).send(await metrics.text())
  })
}

function handleErrors(app: FastifyInstance, { context }: AppParts) {
  const warn = warnOfUntrustedProxy(context.log)
  app.addHook('onRequest', (request, reply, done) => {
    if (context.config.trustProxy === false) warn(request)
    if (isUnreadable(request.url)) return reply.code(400).send(errorBody(400, 'Bad address'))
    done()
  })
  app.setErrorHandler((err: Error & { statusCode?: number }, request, reply) => {
    if (err instanceof OverloadedError) return sendBusy(request, reply, err.retryAfterSeconds)
    if (isDatabaseUnavailable(err) || isUnavailable(err)) {
      context.log.warn({ err, request: request.id }, 'the database is not available')
      return sendBusy(request, reply, RETRY_AFTER_SECONDS)
    }
    const status = err.statusCode ?? 500
    if (status >= 500) context.log.error({ err, request: request.id }, 'request failed')
    const message = status >= 500 ? 'Something went wrong on our side.' : err.message
    return reply.code(status).send(errorBody(status, message))
  })
}

function serveHealth(app: FastifyInstance, { context }: AppParts) {
  app.get('/healthz', async () => ({ alive: true }))
  app.get('/readyz', async (_, reply) => {
    const ready = await context.db.execute(sql`select 1`).then(
      () => true,
      () => false,
    )
    return reply.code(ready ? 200 : 503).send({ ready })
  })
}

/** Everything else is an address of the web app: its page, or the not-found page. */
function servePages(app: FastifyInstance, parts: AppParts, admission: Admission) {
  const { cache, context, pages, oldLinks, missingPages } = parts
  const render = createPageRenderer(pages, {
    origin: () => context.config.publicUrl,
    services: () => parts.api.inProcess.site_settings.list(),
  })
  app.setNotFoundHandler(async (request, reply) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      return reply.code(404).send(errorBody(404, 'Not found'))
    }
    const address = pageAddress(request.raw)
    if (address !== request.raw.url) return reply.redirect(address, 308)
    const key = pages.cacheKey(address)
    const make = async () => {
      const page = await admission.run(() => render(key))
      if (page.status === 404) missingPages.missed(address)
      if (page.status === 200) missingPages.answered(address)
      return page
    }
    const target = await oldLinks.targetOf(address)
    if (target === undefined) return cache.answer(key, request, reply, make)
    // An existing page wins, so it is looked for first. That it is not there is known until the shop changes.
    if (!oldLinks.isNotFound(address)) {
      const page = await admission.run(() => render(key))
      if (page.status !== 404) return cache.answer(key, request, reply, async () => page)
      oldLinks.rememberNotFound(address)
    }
    return reply
      .header('cache-control', REDIRECT_CACHING)
      .redirect(withSearch(target, address), 301)
  })
}

/** Long enough for robots and browsers, short enough for an owner who corrects a mistake. */
const REDIRECT_CACHING = 'public, max-age=3600'

/** The parameters of a campaign go on to the new page. */
function withSearch(target: string, address: string) {
  const at = address.indexOf('?')
  return at < 0 || target.includes('?') || target.includes('#')
    ? target
    : target + address.slice(at)
}

/** `//host/…` and `/\\host/…` would be read as another host. */
const pageAddress = (request: IncomingMessage) =>
  canonicalAddress((request.url ?? '').replace(/^[/\\]*/, '/'))
