import type { IncomingMessage, ServerResponse } from 'node:http'
import { hostOf, OTHER } from '#contract/visit-source.ts'
import type { AppContext } from '#server/platform/rpc.ts'
import { readSettings } from '../content/reads.ts'
import { createRequestReader } from './requests.ts'
import { type ProductCounts, type SourceCounts, storeVisits, type Waiting } from './store-visits.ts'

export type VisitCounter = ReturnType<typeof createVisitCounter>

const FLUSH_MS = 5000
/** Different ones that a process counts until it writes them. Further sources are one; further products are left out. */
const MOST_SOURCES = 500
const MOST_PRODUCTS = 5000

const nothing = (): Waiting => ({ sources: new Map(), products: new Map() })

type Context = Pick<AppContext, 'config' | 'db' | 'log' | 'now'>

/**
 * Counts what this process serves, also from the page cache, in memory; every few seconds the sums are added to those
 * of the day in one statement. So a visit costs a cached page no query, and nothing of the visitor is stored.
 */
export function createVisitCounter(context: Context) {
  const { config, log } = context
  const requests = createRequestReader(() => hostOf(config.publicUrl))
  let isOn = false
  /** False after a change of the shop, which may have been this one. */
  let isKnown = false
  let waiting = nothing()

  function countSource(source: string, step: keyof SourceCounts) {
    const { sources } = waiting
    const name = sources.has(source) || sources.size < MOST_SOURCES ? source : OTHER
    const counts = sources.get(name) ?? { visits: 0, views: 0, carts: 0, checkouts: 0 }
    counts[step]++
    sources.set(name, counts)
  }

  function countProduct(id: string | null, step: keyof ProductCounts) {
    const { products } = waiting
    if (id === null || (!products.has(id) && products.size >= MOST_PRODUCTS)) return
    const counts = products.get(id) ?? { views: 0, carts: 0 }
    counts[step]++
    products.set(id, counts)
  }

  async function readSwitch() {
    isKnown = true
    try {
      isOn = (await readSettings(context, ['count_visits'])).count_visits === 'on'
    } catch (error) {
      isKnown = false
      throw error
    }
  }

  async function flush() {
    if (!isKnown) await readSwitch()
    const counted = waiting
    waiting = nothing()
    if (!isOn || counted.sources.size + counted.products.size === 0) return
    try {
      await storeVisits(context, counted)
    } catch (error) {
      restore(counted)
      throw error
    }
  }

  /** What could not be written is written with what comes next. */
  function restore({ sources, products }: Waiting) {
    for (const [source, counts] of sources) {
      const now = waiting.sources.get(source)
      waiting.sources.set(source, now ? sumOf(now, counts) : counts)
    }
    for (const [id, counts] of products) {
      const now = waiting.products.get(id)
      waiting.products.set(id, now ? sumOf(now, counts) : counts)
    }
  }

  const flushSafely = () => flush().catch((err) => log.warn({ err }, 'visits were not counted'))
  const timer = setInterval(flushSafely, FLUSH_MS)
  timer.unref()

  return {
    /** Whether to count is read with the next round. */
    shopChanged: () => {
      isKnown = false
    },

    /** A page was answered with 200, or with "as you know it". */
    served(request: IncomingMessage) {
      if (!isOn) return
      const arrival = requests.arrivalOf(request)
      if (!arrival) return
      countSource(arrival.source, 'visits')
      if (arrival.product_id === null) return
      countSource(arrival.source, 'views')
      countProduct(arrival.product_id, 'views')
    },

    /** Answers a browser's report. False: this is another request. */
    answerReport(request: IncomingMessage, response: ServerResponse): boolean {
      const seen = requests.seenOf(request)
      if (seen === undefined) return false
      response.writeHead(204, { 'cache-control': 'no-store' }).end()
      if (!isOn || !seen) return true
      const { step, source, product_id, isFirst } = seen
      if (step === 'checkout') countSource(source, 'checkouts')
      else {
        if (isFirst) countSource(source, step === 'view' ? 'views' : 'carts')
        countProduct(product_id, step === 'view' ? 'views' : 'carts')
      }
      return true
    },

    flush,

    /** After the last answer. */
    async close() {
      clearInterval(timer)
      await flushSafely()
    },
  }
}

function sumOf<Counts extends Record<string, number>>(one: Counts, other: Counts): Counts {
  const sums = Object.entries(one).map(([name, count]) => [name, count + (other[name] ?? 0)])
  return Object.fromEntries(sums)
}
