import multipart from '@fastify/multipart'
import { ORPCError } from '@orpc/server'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import {
  LARGEST_VIDEO_BYTES,
  UPLOAD_PATH,
  UPLOAD_RULES,
  type UploadedFile,
  type UploadPurpose,
} from '#contract/media.ts'
import { errors } from '#server/platform/errors.ts'
import type { RequestContext } from '#server/platform/rpc.ts'
import { refuseWhenBusy } from './encoding-queue.ts'
import { drain, withReceivedFile } from './receive-file.ts'
import { storeFile } from './store-file.ts'
import { refuseWhenDiskIsFull } from './upload-quota.ts'

const RETRY_AFTER_SECONDS = 5

type Uploads = {
  contextOf: (request: FastifyRequest) => RequestContext
  /** Gives the sender more time than other requests have. */
  allowSlowBody: (request: FastifyRequest) => void
}

/** `POST /api/media?purpose=…`: everything that can be refused without its body is refused before it is read. */
export function serveUploads(app: FastifyInstance, { contextOf, allowSlowBody }: Uploads) {
  app.register(async (scope) => {
    // One byte more than allowed, so that our own count refuses instead of a silent cut.
    const limits = { files: 1, fields: 0, parts: 1, fileSize: LARGEST_VIDEO_BYTES + 1 }
    await scope.register(multipart, { limits, throwFileSizeLimit: false })
    scope.post<{ Querystring: { purpose?: string } }>(UPLOAD_PATH, async (request, reply) => {
      try {
        const context = contextOf(request)
        const { purpose, owner } = await permit(context, request.query.purpose)
        allowSlowBody(request)
        return await receive(context, request, purpose, owner)
      } catch (error) {
        // The browser reads an answer only when it has sent all: the rest is read and dropped.
        request.raw.unpipe()
        void drain(request.raw)
        return refuse(reply, error)
      }
    })
  })
}

async function permit(context: RequestContext, purpose = '') {
  if (!isPurpose(purpose)) throw errors.UPLOAD_PURPOSE_UNKNOWN()
  const { policy, limit } = UPLOAD_RULES[purpose]
  const session = await context.session()
  if (!session) throw errors.UNAUTHORIZED()
  if (policy === 'admin' && !session.is_admin) throw errors.FORBIDDEN()
  refuseWhenBusy(context.config)
  await context.limits.count(`media.${purpose}`, session.profile.id, limit)
  await refuseWhenDiskIsFull(context)
  return { purpose, owner: session.profile.id }
}

const isPurpose = (text: string): text is UploadPurpose => Object.hasOwn(UPLOAD_RULES, text)

async function receive(
  context: RequestContext,
  request: FastifyRequest,
  purpose: UploadPurpose,
  owner: string,
): Promise<UploadedFile> {
  const part = request.isMultipart() ? await request.file().catch(() => undefined) : undefined
  if (!part) throw errors.UPLOAD_INCOMPLETE()
  const { video } = UPLOAD_RULES[purpose]
  return withReceivedFile(part.file, { dataDir: context.config.dataDir, video }, (file) =>
    storeFile(context, file, { owner, purpose }),
  )
}

/** The same shape as a refusal of a procedure. */
function refuse(reply: FastifyReply, error: unknown) {
  if (!(error instanceof ORPCError)) throw error
  if (error.status === 503) reply.header('retry-after', RETRY_AFTER_SECONDS)
  return reply.code(error.status).send({ ...error.toJSON(), defined: true })
}
