import { Readable } from 'node:stream'
import { createGzip } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { toCents } from '#contract/money.ts'
import { FEED_PATH, type FeedSettings } from '#contract/product-feed.ts'
import { EVERYWHERE_ELSE } from '#contract/shipping.ts'
import { countProducts, readFeedProducts, readFeedSettings } from '../modules/catalog/index.ts'
import { readShopSettings } from '../modules/content/reads.ts'
import { listZones, offersFor } from '../modules/shipping/index.ts'
import { stateTaxes } from '../modules/tax/reads.ts'
import type { AppContext } from '../platform/rpc.ts'
import { sendBusy } from './error-answers.ts'
import { escapeXml, type FeedProduct, type FeedShop, feedItem, isInFeed } from './feed-item.ts'
import type { PageCache } from './page-cache.ts'
import { NOTHING_ALLOWED } from './security-headers.ts'

/** A feed of this many is a few megabytes and is cached like a page; a longer one is streamed each time. */
export const CACHED_UP_TO = 2000
const PRODUCTS_AT_ONCE = 500
/** For a second reader of a long feed. */
const RETRY_AFTER_SECONDS = 120
/** A reader that takes nothing for this long has left, and none may hold the only place for ever. */
const LONGEST_PAUSE_MS = 20_000
const LONGEST_DOWNLOAD_MS = 15 * 60_000

const HEADERS = {
  'content-type': 'application/xml; charset=utf-8',
  'content-security-policy': NOTHING_ALLOWED,
}

type Parts = { context: AppContext; cache: PageCache }

/** The products for Merchant Center and others. There is none until the owner switches it on. */
export function serveProductFeed(app: FastifyInstance, { context, cache }: Parts) {
  let isStreaming = false
  app.get(FEED_PATH, async (request, reply) => {
    const settings = await readFeedSettings(context)
    const isShort = !settings.enabled || (await countProducts(context.db)) <= CACHED_UP_TO
    if (isShort) {
      return cache.answer(FEED_PATH, request, reply, async () => ({
        status: settings.enabled ? 200 : 404,
        headers: HEADERS,
        body: settings.enabled ? await wholeFeed(context, settings) : '',
      }))
    }
    if (isStreaming) return sendBusy(request, reply, RETRY_AFTER_SECONDS)
    isStreaming = true
    return stream(request, reply, await feedParts(context, settings), () => {
      isStreaming = false
    })
  })
}

async function wholeFeed(context: AppContext, settings: FeedSettings) {
  const parts: string[] = []
  for await (const part of await feedParts(context, settings)) parts.push(part)
  return parts.join('')
}

/** Compressed on its way, if the reader can: of a long feed nothing is held in memory but a page of products. */
function stream(
  request: FastifyRequest,
  reply: FastifyReply,
  parts: AsyncGenerator<string>,
  onEnd: () => void,
) {
  const source = Readable.from(parts)
  const isZipped = /\bgzip\b/.test(request.headers['accept-encoding'] ?? '')
  const body = isZipped ? source.pipe(createGzip()) : source
  const cutOff = setTimeout(() => source.destroy(), LONGEST_DOWNLOAD_MS)
  const end = () => {
    clearTimeout(cutOff)
    source.destroy()
    onEnd()
  }
  reply.raw.once('close', end)
  reply.raw.setTimeout(LONGEST_PAUSE_MS, () => reply.raw.destroy())
  // Half a feed must not be taken for the whole: products that are missing are taken off sale.
  source.once('error', () => reply.raw.destroy())
  return reply
    .headers({ ...HEADERS, 'cache-control': 'public, no-cache', vary: 'accept-encoding' })
    .headers(isZipped ? { 'content-encoding': 'gzip' } : {})
    .send(body)
}

async function feedParts(context: AppContext, settings: FeedSettings) {
  const { name, currency } = await readShopSettings(context)
  const shop: FeedShop = {
    url: context.config.publicUrl,
    currency,
    brand: settings.brand,
    shippingOf: await shippingBy(context),
    taxes: await stateTaxes(context.db),
  }
  return writeFeed(context, shop, name)
}

async function* writeFeed({ db }: AppContext, shop: FeedShop, name: string) {
  yield `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:g="http://base.google.com/ns/1.0">
<channel>
<title>${escapeXml(name)}</title>
<link>${escapeXml(shop.url)}</link>
<description>${escapeXml(name)}</description>
`
  let after: string | null = null
  for (;;) {
    const page: FeedProduct[] = await readFeedProducts(db, after, PRODUCTS_AT_ONCE)
    yield page
      .filter(isInFeed)
      .map((product) => feedItem(shop, product))
      .join('')
    const last = page.at(-1)
    if (!last || page.length < PRODUCTS_AT_ONCE) break
    after = last.id
  }
  yield '</channel>\n</rss>\n'
}

const MOST_REMEMBERED = 2000

/** What the cheapest way to each place costs, by what a product costs and weighs: many are alike. */
async function shippingBy({ db }: AppContext) {
  const zones = await listZones(db)
  const places = zones.flatMap((zone) => zone.places).filter((place) => place !== EVERYWHERE_ELSE)
  const known = new Map<string, ReturnType<FeedShop['shippingOf']>>()
  return ({ price, weight_grams }: FeedProduct) => {
    const parcel = { cents: toCents(price), grams: weight_grams ?? 0 }
    const key = `${parcel.cents}:${parcel.grams}`
    const found = known.get(key)
    if (found) return found
    const costs = places.flatMap((place) => {
      const [country = '', region = ''] = place.split('-')
      const offers = offersFor(zones, { country, state: region }, parcel)?.offers ?? []
      const cheapest = offers.find(({ pickup }) => pickup === null)
      return cheapest ? { country, region, service: cheapest.name, cents: cheapest.cents } : []
    })
    if (known.size >= MOST_REMEMBERED) known.clear()
    known.set(key, costs)
    return costs
  }
}
