import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import {
  cleanSource,
  hostOf,
  isCountedPath,
  LONGEST_SOURCE,
  productOfPath,
  SEEN_PATH,
  SEEN_STEPS,
  type SeenStep,
  sourceOf,
} from '#contract/visit-source.ts'

export type Arrival = { source: string; product_id: string | null }

/** What a browser reports. `isFirst`: the first time that its visit comes this far. */
export type Seen = { step: SeenStep; source: string; product_id: string | null; isFirst: boolean }

const ROBOT =
  /bot\b|bot[/;)-]|crawl|spider|slurp|headless|lighthouse|preview|monitor|uptime|scan|archiv|fetch|curl|wget|python|java\/|go-http|node|axios|okhttp|libwww|perl|ruby|php|facebookexternalhit|whatsapp|embed|validator/i
/** A browser's own words; what does not begin so is a program. */
const BROWSER = /^(Mozilla|Opera)\//
const MOST_AGENTS = 500

/** Every visitor of a browser's version sends the same words, so they are judged once. */
function createRobotCheck() {
  const known = new Map<string, boolean>()
  return (agent: string | undefined) => {
    if (!agent) return true
    const judged = known.get(agent)
    if (judged !== undefined) return judged
    const isRobot = !BROWSER.test(agent) || ROBOT.test(agent)
    if (known.size >= MOST_AGENTS) known.clear()
    known.set(agent, isRobot)
    return isRobot
  }
}

const isPrefetch = (headers: IncomingHttpHeaders) =>
  (headers['sec-purpose'] ?? headers.purpose ?? headers['x-moz']) !== undefined

/** Browsers send it with a reload, and with nothing else that a person does. */
const isReload = ({ 'cache-control': caching }: IncomingHttpHeaders) =>
  caching !== undefined && /max-age=0|no-cache/.test(caching)

/** Whether a person opens a page, as opposed to a picture, a frame or a call. */
function isNavigation(headers: IncomingHttpHeaders) {
  const target = headers['sec-fetch-dest']
  if (target !== undefined) return target === 'document'
  return headers.accept?.includes('text/html') ?? false
}

/** Distinguishes visits from the other requests for pages, by what browsers send anyway. */
export function createRequestReader(ownHost: () => string | null) {
  const isRobot = createRobotCheck()

  const isOwn = (url: string, host: string | undefined) => {
    const from = hostOf(url)
    return from !== null && (from === host?.replace(/^www\./, '') || from === ownHost())
  }

  return {
    /** A page that was opened from outside of the shop. Null: by a robot, in advance, again, or from another page. */
    arrivalOf({ method, url = '/', headers }: IncomingMessage): Arrival | null {
      if (method !== 'GET' || url.startsWith('/api/') || !isCountedPath(url)) return null
      if (headers['sec-fetch-site'] === 'same-origin' || !isNavigation(headers)) return null
      if (isReload(headers) || isPrefetch(headers) || isRobot(headers['user-agent'])) return null
      const referrer = headers.referer ?? ''
      if (referrer && isOwn(referrer, headers.host)) return null
      const at = url.indexOf('?')
      const source = sourceOf(at < 0 ? '' : url.slice(at), referrer)
      return { source, product_id: productOfPath(url.toLowerCase()) }
    },

    /** Undefined: this is no report. Null: one that does not count. */
    seenOf({ method, url = '/', headers }: IncomingMessage): Seen | null | undefined {
      if (!url.startsWith(SEEN_PATH)) return undefined
      const [path, search = ''] = url.split('?', 2)
      if (path !== SEEN_PATH) return undefined
      // A form of another site could send it as well.
      const site = headers['sec-fetch-site']
      const isForeign =
        site === undefined ? !isOwn(headers.origin ?? '', headers.host) : site !== 'same-origin'
      if (method !== 'POST' || isForeign || isRobot(headers['user-agent'])) return null
      return readReport(new URLSearchParams(search))
    },
  }
}

function readReport(given: URLSearchParams): Seen | null {
  const step = SEEN_STEPS.find((one) => one === given.get('step'))
  const source = given.get('source') ?? ''
  if (!step || source.length > LONGEST_SOURCE) return null
  const product = given.get('product')
  return {
    step,
    source: cleanSource(source),
    product_id: product && productOfPath(`/product/${product.toLowerCase()}`),
    isFirst: given.has('first'),
  }
}
