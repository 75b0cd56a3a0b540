import type { IncomingMessage, ServerResponse } from 'node:http'
import type { VisitCounter } from '../modules/visits/index.ts'
import type { Config } from '../platform/config.ts'
import { limitBodyTime } from './body-deadline.ts'
import type { ClosedShop } from './closed-shop.ts'
import { refuseBusy } from './error-answers.ts'
import type { PageCache } from './page-cache.ts'
import type { Pages } from './pages.ts'
import { COMMON_HEADERS, STRICT_TRANSPORT } from './security-headers.ts'
import { createSlicedQueue } from './sliced-queue.ts'

type Handler = (request: IncomingMessage, response: ServerResponse) => void

type Parts = {
  /** Aborted when the process closes. */
  closing: AbortSignal
  config: Config
  cache: PageCache
  closedShop: ClosedShop
  pages: Pages
  visits: VisitCounter
  isRendererBusy: () => boolean
  /** Whether the address is one of the router's; all others are pages. */
  hasRoute: (url: string) => boolean
  /** The router. */
  handle: Handler
}

const STRICT_HEADERS = { ...COMMON_HEADERS, ...STRICT_TRANSPORT }

/** On every response. */
export const commonHeaders = ({ publicUrl }: Config) =>
  publicUrl.startsWith('https:') ? STRICT_HEADERS : COMMON_HEADERS

/**
 * Answers cached pages at once, in as few steps as possible, and hands what the server has a route for to the router.
 * All other addresses are pages to render, of which a flood can ask any number: they wait in a queue, so
 * that they delay nothing else, and are refused before routing while more wait than can be rendered in time.
 */
export function createDispatcher(parts: Parts): Handler {
  const { closing, config, cache, closedShop, pages, visits, isRendererBusy, hasRoute, handle } =
    parts
  const enqueue = createSlicedQueue()

  function route(request: IncomingMessage, response: ServerResponse) {
    for (const [name, value] of Object.entries(commonHeaders(config))) {
      response.setHeader(name, value)
    }
    if (!pages.middleware) return handle(request, response)
    pages.middleware(request, response, () => handle(request, response))
  }

  function answerPage(request: IncomingMessage, response: ServerResponse) {
    if (request.socket.destroyed || cache.serve(request, response)) return
    if (isRendererBusy()) return refuseBusy(response, commonHeaders(config))
    route(request, response)
  }

  return (request, response) => {
    limitBodyTime(request, response)
    // Closed by us while it seems idle, a connection could have the next request on its way.
    if (closing.aborted) response.setHeader('connection', 'close')
    if (closedShop.refuses(request))
      return closedShop.answer(request, response, commonHeaders(config))
    if (cache.serveExact(request, response)) return
    if (visits.answerReport(request, response)) return
    if (hasRoute(request.url ?? '/')) return route(request, response)
    enqueue(() => answerPage(request, response))
  }
}
