import type { OutgoingHttpHeaders } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ERRORS } from '#contract/errors.ts'
import { NOTHING_ALLOWED } from '#server/http/security-headers.ts'
import type { ByteRange } from '#server/platform/file-storage.ts'
import type { AppContext } from '#server/platform/rpc.ts'
import { isPublicName, readRenditionName, typeOf } from './file-names.ts'
import { createRenditionFallback } from './renditions.ts'

const ORIGINAL = 'public, max-age=3600'
const RENDITION = 'public, max-age=31536000, immutable'
const RETRY_AFTER_SECONDS = 5

/** Stored pictures and videos under /files/, with their renditions: from disk or bucket alike. */
export function serveFiles(app: FastifyInstance, context: AppContext) {
  const drawRendition = createRenditionFallback(context)

  app.get<{ Params: { '*': string } }>('/files/*', async (request, reply) => {
    const name = request.params['*']
    const isRendition = readRenditionName(name) !== undefined
    if (!isRendition && !isPublicName(name)) return notFound(reply)
    try {
      if (isRendition && (await context.files.size(name)) === undefined) await drawRendition(name)
      return await send(context, name, request, reply)
    } catch (err) {
      context.log.error({ err, file: name }, 'a file could not be read')
      const { status, message } = ERRORS.UNAVAILABLE
      return reply
        .code(status)
        .headers({ 'retry-after': RETRY_AFTER_SECONDS, 'cache-control': 'no-store' })
        .send(message)
    }
  })
}

const notFound = (reply: FastifyReply) =>
  reply.code(404).header('cache-control', 'no-store').send('Not found')

/** A name never gets other bytes, so it is its own ETag. */
async function send(
  { files }: AppContext,
  name: string,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const etag = `"${name}"`
  const isWhole = request.headers['if-range'] !== undefined && request.headers['if-range'] !== etag
  const wanted = isWhole ? undefined : request.headers.range
  const size = wanted || request.method === 'HEAD' ? await files.size(name) : undefined
  const range = wanted && size !== undefined ? readRange(wanted, size) : undefined
  if (range === 'unsatisfiable') {
    return reply.code(416).header('content-range', `bytes */${size}`).send('')
  }
  reply.headers({
    etag,
    'content-type': typeOf(name),
    'cache-control': readRenditionName(name) ? RENDITION : ORIGINAL,
    'content-security-policy': NOTHING_ALLOWED,
    'accept-ranges': 'bytes',
    // Mails show the pictures of products, also in webmail on another site.
    'cross-origin-resource-policy': 'cross-origin',
  })
  if (request.headers['if-none-match']?.includes(etag)) return reply.code(304).send()
  if (request.method === 'HEAD' && size !== undefined) {
    // Fastify would answer with the length of the body that it does not send: 0.
    reply.hijack()
    reply.raw.writeHead(200, {
      ...reply.getHeaders(),
      'content-length': size,
    } as OutgoingHttpHeaders)
    reply.raw.end()
    return
  }
  const found = await files.open(name, range)
  if (!found) {
    for (const header of ['etag', 'content-type', 'accept-ranges']) reply.removeHeader(header)
    return notFound(reply)
  }
  if (range) reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${size}`)
  return reply.header('content-length', found.bytes).send(found.stream)
}

/** One range; several at once are answered with the whole file, as the standard allows. */
export function readRange(header: string, size: number): ByteRange | 'unsatisfiable' | undefined {
  const groups = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header.trim())
  const [first = '', last = ''] = groups?.slice(1) ?? []
  if (!groups || (first === '' && last === '')) return undefined
  const start = first === '' ? Math.max(size - Number(last), 0) : Number(first)
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1)
  if (first !== '' && last !== '' && Number(last) < Number(first)) return undefined
  return start >= size || start > end ? 'unsatisfiable' : { start, end }
}
