import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const compressBrotli = promisify(brotliCompress)
const compressGzip = promisify(gzip)

export type Answer = {
  status: number
  headers: Record<string, string>
  body: string
}

type Encoding = 'br' | 'gzip' | 'identity'
type StoredBody = { bytes: Buffer; etag: string; headers: string[] }
type StoredAnswer = Record<Encoding, StoredBody> & { size: number }

export type PageCache = ReturnType<typeof createPageCache>

const LARGEST_CACHE_BYTES = 96 * 1024 * 1024
const LONGEST_URL = 600
const BROTLI_QUALITY = 6

/**
 * Rendered answers kept as bytes under their URL, until the shop changes. Only answers that are the same
 * for everybody come here. A hit is answered before routing, in as few steps as possible.
 */
export function createPageCache({ commonHeaders }: { commonHeaders: Record<string, string> }) {
  const answers = new Map<string, StoredAnswer>()
  const underWay = new Map<string, Promise<Answer>>()
  let bytes = 0
  let generation = 0
  const counts = { hits: 0, renders: 0 }

  function forget(url: string) {
    bytes -= answers.get(url)?.size ?? 0
    answers.delete(url)
  }

  function keep(url: string, answer: StoredAnswer) {
    forget(url)
    answers.set(url, answer)
    bytes += answer.size
    // A Map remembers insertion order: the first key is the one stored longest ago.
    for (const oldest of answers.keys()) {
      if (bytes <= LARGEST_CACHE_BYTES) break
      forget(oldest)
    }
  }

  async function produce(url: string, make: () => Promise<Answer>) {
    const startedIn = generation
    counts.renders++
    const answer = await make()
    const keepable = answer.status === 200 && url.length <= LONGEST_URL
    if (!keepable) return answer
    const stored = await store(answer, commonHeaders)
    // The shop changed while this was made: it is good enough for those who waited, not for the next.
    if (startedIn === generation) keep(url, stored)
    return answer
  }

  return {
    counts,

    /** Answers from memory, if it can. */
    serve(request: IncomingMessage, response: ServerResponse): boolean {
      if (request.method !== 'GET' && request.method !== 'HEAD') return false
      const answer = answers.get(request.url ?? '')
      if (!answer) return false
      counts.hits++
      const stored = answer[preferredEncoding(request.headers['accept-encoding'])]
      if (request.headers['if-none-match'] === stored.etag) {
        response.writeHead(304, stored.headers).end()
      } else {
        response.writeHead(200, stored.headers)
        response.end(request.method === 'HEAD' ? undefined : stored.bytes)
      }
      return true
    },

    /** Makes an answer and keeps it. One at a time per URL: the others wait for it. */
    load(url: string, make: () => Promise<Answer>): Promise<Answer> {
      const running = underWay.get(url)
      if (running) return running
      const started = produce(url, make).finally(() => {
        // After a change another one may be under way for the same URL.
        if (underWay.get(url) === started) underWay.delete(url)
      })
      underWay.set(url, started)
      return started
    },

    /** `all`, or the id of the one product whose pages changed. */
    drop(what: string) {
      generation++
      underWay.clear()
      if (what === 'all') {
        answers.clear()
        bytes = 0
        return
      }
      for (const url of answers.keys()) if (url.includes(what)) forget(url)
    },
  }
}

async function store(answer: Answer, commonHeaders: Record<string, string>): Promise<StoredAnswer> {
  const plain = Buffer.from(answer.body)
  const hash = createHash('sha256').update(plain).digest('base64url').slice(0, 22)
  const [br, gz] = await Promise.all([
    compressBrotli(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } }),
    compressGzip(plain),
  ])
  const body = (encoding: Encoding, bytes: Buffer): StoredBody => {
    const etag = `"${hash}-${encoding}"`
    const headers = {
      ...commonHeaders,
      ...answer.headers,
      'cache-control': 'public, no-cache',
      vary: 'accept-encoding',
      etag,
      'content-length': String(bytes.length),
      ...(encoding === 'identity' ? {} : { 'content-encoding': encoding }),
    }
    return { bytes, etag, headers: Object.entries(headers).flat() }
  }
  return {
    br: body('br', br),
    gzip: body('gzip', gz),
    identity: body('identity', plain),
    size: plain.length + br.length + gz.length,
  }
}

export function preferredEncoding(accepted: string | string[] | undefined): Encoding {
  const list = String(accepted ?? '')
  if (/\bbr\b(?!\s*;\s*q=0(\.0*)?(,|$))/.test(list)) return 'br'
  if (/\bgzip\b(?!\s*;\s*q=0(\.0*)?(,|$))/.test(list)) return 'gzip'
  return 'identity'
}
