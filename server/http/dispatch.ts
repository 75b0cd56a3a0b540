import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Config } from '../platform/config.ts'
import { createTurnQueue } from '../platform/turn-queue.ts'
import { limitBodyTime } from './body-deadline.ts'
import { refuseBusy } from './error-answers.ts'
import type { PageCache } from './page-cache.ts'
import type { PageRenderer, Pages } from './pages.ts'
import { COMMON_HEADERS, STRICT_TRANSPORT } from './security-headers.ts'

type Handler = (request: IncomingMessage, response: ServerResponse) => void

type Parts = {
  /** Aborted when the process closes. */
  closing: AbortSignal
  config: Config
  cache: PageCache
  pages: Pages
  renderer: PageRenderer
  /** The router. */
  handle: Handler
}

const STRICT_HEADERS = { ...COMMON_HEADERS, ...STRICT_TRANSPORT }

/** On every response. */
export const commonHeaders = ({ publicUrl }: Config) =>
  publicUrl.startsWith('https:') ? STRICT_HEADERS : COMMON_HEADERS

/**
 * Answers cached pages at once, in as few steps as possible, without routing. Everything else waits for a turn of the
 * event loop; searches have a queue of their own, so that a flood of them delays nothing else.
 */
export function createDispatcher(parts: Parts): Handler {
  const { closing, config, cache, pages, renderer, handle } = parts
  const searches = createTurnQueue()
  const others = createTurnQueue()

  function route(request: IncomingMessage, response: ServerResponse) {
    for (const [name, value] of Object.entries(commonHeaders(config))) {
      response.setHeader(name, value)
    }
    if (!pages.middleware) return handle(request, response)
    pages.middleware(request, response, () => handle(request, response))
  }

  function search(request: IncomingMessage, response: ServerResponse) {
    if (cache.serve(request, response)) return
    if (renderer.isOverloaded()) return refuseBusy(response, commonHeaders(config))
    route(request, response)
  }

  return (request, response) => {
    limitBodyTime(request, response)
    // Closed by us while it seems idle, a connection could have the next request on its way.
    if (closing.aborted) response.setHeader('connection', 'close')
    const isStillThere = () => !request.socket.destroyed
    if (isSearch(request)) searches(() => isStillThere() && search(request, response))
    else if (!cache.serve(request, response)) {
      others(() => isStillThere() && route(request, response))
    }
  }
}

/**
 * The one page with any number of addresses. A flood of them must cost little: even its key is looked up in its turn,
 * and it is refused before routing.
 */
const isSearch = ({ method, url = '' }: IncomingMessage) =>
  (method === 'GET' || method === 'HEAD') && url.startsWith('/products?')
