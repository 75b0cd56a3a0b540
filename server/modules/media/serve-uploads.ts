import multipart from '@fastify/multipart'
import { ORPCError } from '@orpc/server'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isUuid } from '#contract/ids.ts'
import {
  LARGEST_VIDEO_BYTES,
  UPLOAD_PATH,
  UPLOAD_RULES,
  type UploadedFile,
  type UploadPurpose,
} from '#contract/media.ts'
import type { Area } from '#contract/rights.ts'
import { errors } from '#server/platform/errors.ts'
import { mayEnter, type RequestContext } from '#server/platform/rpc.ts'
import { refuseWhenBusy } from './encoding-queue.ts'
import { drain, withReceivedFile } from './receive-file.ts'
import { storeFile } from './store-file.ts'
import { refuseWhenDiskIsFull, type Upload } from './upload-quota.ts'

const RETRY_AFTER_SECONDS = 5

type Uploads = {
  contextOf: (request: FastifyRequest) => RequestContext
  /** Gives the sender more time than other requests have. */
  allowSlowBody: (request: FastifyRequest) => void
  /** Refuses who cannot open the order, or may not add files to it. */
  assertOrderFiles: (context: RequestContext, order: { id: string; key?: string }) => Promise<void>
}

type Query = { purpose?: string; order?: string; key?: string }

/** `POST /api/media?purpose=…`: everything that can be refused without its body is refused before it is read. */
export function serveUploads(app: FastifyInstance, uploads: Uploads) {
  const { contextOf, allowSlowBody } = uploads
  app.register(async (scope) => {
    // One byte more than allowed, so that our own count refuses instead of a silent cut.
    const limits = { files: 1, fields: 0, parts: 1, fileSize: LARGEST_VIDEO_BYTES + 1 }
    await scope.register(multipart, { limits, throwFileSizeLimit: false })
    scope.post<{ Querystring: Query }>(UPLOAD_PATH, async (request, reply) => {
      try {
        const context = contextOf(request)
        const upload = await permit(context, request.query, uploads)
        allowSlowBody(request)
        return await receive(context, request, upload)
      } catch (error) {
        // The sender reads an answer only when it has sent all. The rest is read and dropped before the answer:
        // with `connection: close`, as proxies send it, the socket closes right after it.
        request.raw.unpipe()
        await drain(request.raw)
        return refuse(reply, error)
      }
    })
  })
}

async function permit(context: RequestContext, query: Query, uploads: Uploads): Promise<Upload> {
  const { purpose = '' } = query
  if (!isPurpose(purpose)) throw errors.UPLOAD_PURPOSE_UNKNOWN()
  const { area, by_order, limit } = UPLOAD_RULES[purpose]
  const who = by_order ? await orderOf(context, query, uploads) : await userOf(context, area)
  refuseWhenBusy(context.config)
  await context.limits.count(`media.${purpose}`, who.order_id ?? who.owner ?? '', limit)
  await refuseWhenDiskIsFull(context)
  return { purpose, ...who }
}

type Who = Pick<Upload, 'owner' | 'order_id'>

async function userOf(context: RequestContext, area: Area | null): Promise<Who> {
  const session = await context.session()
  if (!session) throw errors.UNAUTHORIZED()
  if (area && !mayEnter(session, area)) throw errors.FORBIDDEN()
  return { owner: session.profile.id }
}

async function orderOf(context: RequestContext, query: Query, uploads: Uploads): Promise<Who> {
  const { order = '', key } = query
  if (!isUuid(order)) throw errors.ORDER_NOT_FOUND()
  const order_id = order.toLowerCase()
  await uploads.assertOrderFiles(context, { id: order_id, key })
  return { owner: (await context.session())?.profile.id ?? null, order_id }
}

const isPurpose = (text: string): text is UploadPurpose => Object.hasOwn(UPLOAD_RULES, text)

async function receive(
  context: RequestContext,
  request: FastifyRequest,
  upload: Upload,
): Promise<UploadedFile> {
  const part = request.isMultipart() ? await request.file().catch(() => undefined) : undefined
  if (!part) throw errors.UPLOAD_INCOMPLETE()
  const { video } = UPLOAD_RULES[upload.purpose]
  return withReceivedFile(part.file, { dataDir: context.config.dataDir, video }, (file) =>
    storeFile(context, file, upload),
  )
}

/** The same shape as a refusal of a procedure. */
function refuse(reply: FastifyReply, failure: unknown) {
  const error = isDiskFull(failure) ? errors.STORAGE_FULL() : failure
  if (!(error instanceof ORPCError)) throw error
  if (error.status === 503) reply.header('retry-after', RETRY_AFTER_SECONDS)
  return reply.code(error.status).send({ ...error.toJSON(), defined: true })
}

/** Others may have filled it since it was looked at. */
const isDiskFull = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOSPC'
