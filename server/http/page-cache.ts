import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import {
  type BrotliOptions,
  brotliCompress,
  brotliDecompress,
  constants,
  gunzip,
  gzip,
} from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { lowerCaseIds } from '#contract/ids.ts'
import { TRACKING_COOKIE } from '#contract/tracking.ts'
import { createSharedCache } from '#server/platform/shared-cache.ts'

/** What a renderer or an API procedure produced: not yet compressed, without the common headers. */
export type Answer = {
  status: number
  headers: Record<string, string>
  /** In place of some of these, for visitors who agreed to services of others. */
  headersWithConsent?: Record<string, string>
  body: string
  /** False: parts are missing because something failed, so the next visitor must not get it from the cache. */
  isComplete?: boolean
}

type Encoding = 'br' | 'gzip' | 'identity'
type Encoded = {
  bytes: Buffer
  etag: string
  headers: string[]
  withConsent?: { etag: string; headers: string[] }
}

/** An answer in the encodings that were asked for so far. Bodies are buffers, outside the JavaScript heap. */
type Entry = {
  status: number
  isComplete: boolean
  headers: Record<string, string>
  headersWithConsent: Record<string, string> | undefined
  hash: string
  encoded: Partial<Record<Encoding, Encoded>>
  encoding: Partial<Record<Encoding, Promise<Encoded>>>
}

export type PageCache = ReturnType<typeof createPageCache>

type Options = {
  commonHeaders: () => Record<string, string>
  maxBytes: number
  /** The key of an address: its path and the search parameters that matter, or null if it is never cached. */
  keyOf: (url: string) => string | null
  /** Called with each request that is answered with 200, or that already has the answer. */
  onPage?: (request: IncomingMessage) => void
  /** Whether the answer of a key lists products. */
  listsProducts: (key: string) => boolean
}

const LONGEST_KEY = 600
const CONSENT = new RegExp(`(^|; )${TRACKING_COOKIE}=yes(;|$)`)

const BROTLI: BrotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }
const compress = {
  br: (bytes: Buffer) => promisify<Buffer, BrotliOptions, Buffer>(brotliCompress)(bytes, BROTLI),
  gzip: promisify<Buffer, Buffer>(gzip),
  identity: async (bytes: Buffer) => bytes,
}
const decompress = {
  br: promisify<Buffer, Buffer>(brotliDecompress),
  gzip: promisify<Buffer, Buffer>(gunzip),
  identity: async (bytes: Buffer) => bytes,
}

/**
 * Answers that do not depend on who asks, cached as bytes under their key until the shop's data changes.
 * A hit is answered before routing, in as few steps as possible.
 */
export function createPageCache({
  commonHeaders,
  maxBytes,
  keyOf,
  onPage,
  listsProducts,
}: Options) {
  const entries = createSharedCache<Entry>({ maxSize: Math.max(1, maxBytes), sizeOf })
  const counts = { hits: 0, renders: 0 }

  async function make(produce: () => Promise<Answer>): Promise<Entry> {
    counts.renders++
    const { status, headers, headersWithConsent, body, isComplete = true } = await produce()
    const plain = Buffer.from(body)
    const hash = createHash('sha256').update(plain).digest('base64url').slice(0, 22)
    const known = { status, isComplete, headers, headersWithConsent, hash }
    const entry: Entry = { ...known, encoded: {}, encoding: {} }
    entry.encoded.identity = encode(entry, 'identity', plain)
    return entry
  }

  function encode(entry: Entry, encoding: Encoding, bytes: Buffer): Encoded {
    const answerWith = (suffix: string, more: Record<string, string>) => {
      const etag = `"${entry.hash}-${encoding}${suffix}"`
      const headers = {
        ...commonHeaders(),
        'cache-control': 'public, no-cache',
        ...entry.headers,
        ...more,
        // The consent of a visitor is in a cookie.
        vary: entry.headersWithConsent ? 'accept-encoding, cookie' : 'accept-encoding',
        etag,
        'content-length': String(bytes.length),
        ...(encoding === 'identity' ? {} : { 'content-encoding': encoding }),
      }
      return { etag, headers: Object.entries(headers).flat() }
    }
    const { headersWithConsent } = entry
    return {
      bytes,
      ...answerWith('', {}),
      ...(headersWithConsent && { withConsent: answerWith('-consent', headersWithConsent) }),
    }
  }

  /** Compresses once per encoding. The plain bytes are given up as soon as there is a compressed copy. */
  function inEncoding(key: string, entry: Entry, encoding: Encoding): Promise<Encoded> {
    entry.encoding[encoding] ??= (async () => {
      const from = entry.encoded.identity ? 'identity' : entry.encoded.br ? 'br' : 'gzip'
      const source = entry.encoded[from]
      if (!source) throw new Error('A cached answer has no body')
      const bytes = await compress[encoding](await decompress[from](source.bytes))
      const encoded = encode(entry, encoding, bytes)
      entry.encoded[encoding] = encoded
      if (encoding !== 'identity') {
        delete entry.encoded.identity
        delete entry.encoding.identity
      }
      entries.resize(key, entry)
      return encoded
    })()
    return entry.encoding[encoding]
  }

  function serveKey(key: string, request: IncomingMessage, response: ServerResponse): boolean {
    if (request.method !== 'GET' && request.method !== 'HEAD') return false
    const entry = entries.get(key)
    const encoded = entry?.encoded[preferredEncoding(request.headers['accept-encoding'])]
    if (!entry || !encoded) return false
    counts.hits++
    send(request, response, entry.status, encoded)
    // Answered first: what is counted delays nobody. Only answers with 200 are cached.
    onPage?.(request)
    return true
  }

  return {
    counts,

    /** Answers a hit under its very address, at once. False: there is none. */
    serveExact: (request: IncomingMessage, response: ServerResponse) =>
      serveKey(request.url ?? '/', request, response),

    /** Answers a hit under any spelling of its address; finding its key takes longer than for the usual one. */
    serve(request: IncomingMessage, response: ServerResponse): boolean {
      const key = keyOf(request.url ?? '/')
      return key !== null && serveKey(key, request, response)
    },

    /** Answers with the cached entry of this key, or with a new one. */
    async answer(
      key: string,
      request: FastifyRequest,
      reply: FastifyReply,
      produce: (key: string) => Promise<Answer>,
    ) {
      const isStorable = ({ status, isComplete }: Entry) =>
        status === 200 && isComplete && key.length <= LONGEST_KEY && maxBytes > 0
      const entry = await entries.getOrLoad(key, () => make(() => produce(key)), isStorable)
      const encoding = preferredEncoding(request.headers['accept-encoding'])
      const encoded = entry.encoded[encoding] ?? (await inEncoding(key, entry, encoding))
      reply.hijack()
      send(request.raw, reply.raw, entry.status, encoded)
      if (entry.status === 200) onPage?.(request.raw)
    },

    drop: (change: ShopChange) => entries.drop(affectedBy(change, listsProducts)),
  }
}

/**
 * The payload of a `shop_changed` notification: `all`; `lists`, when the stock that product lists show changed;
 * or the id of a product whose stock changed.
 */
export type ShopChange = string

/** Keys hold the ids of the products that they are about, in the spelling of `canonicalAddress`. */
export function affectedBy(
  change: ShopChange,
  listsProducts: (key: string) => boolean,
): (key: string) => boolean {
  if (change === 'all') return () => true
  if (change === 'lists') return listsProducts
  return (key) => key.includes(change)
}

/** One spelling per path: ids in lower case, no escapes of letters, digits and hyphens. */
export function canonicalAddress(url: string): string {
  const [path = '', ...search] = url.split('?')
  const readable = path.replace(/%(2d|3\d|[46][1-9a-f]|[57][0-9a])/gi, (code) =>
    decodeURIComponent(code),
  )
  return [lowerCaseIds(readable), ...search].join('?')
}

const sizeOf = ({ encoded }: Entry) =>
  Object.values(encoded).reduce(
    (sum, { bytes, headers }) => sum + bytes.length + headers.length * 40,
    1,
  )

function send(
  { method, headers }: IncomingMessage,
  response: ServerResponse,
  status: number,
  encoded: Encoded,
) {
  const hasAgreed = encoded.withConsent && CONSENT.test(headers.cookie ?? '')
  const answer = (hasAgreed && encoded.withConsent) || encoded
  if (status === 200 && headers['if-none-match'] === answer.etag) {
    response.writeHead(304, answer.headers).end()
    return
  }
  response.writeHead(status, answer.headers)
  response.end(method === 'HEAD' ? undefined : encoded.bytes)
}

export function preferredEncoding(accepted: string | string[] | undefined): Encoding {
  const list = String(accepted ?? '')
  if (/\bbr\b(?!\s*;\s*q=0(\.0*)?(,|$))/.test(list)) return 'br'
  if (/\bgzip\b(?!\s*;\s*q=0(\.0*)?(,|$))/.test(list)) return 'gzip'
  return 'identity'
}
