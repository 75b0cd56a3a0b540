import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { AppContext } from '#server/platform/rpc.ts'
import { webhookSecrets } from './clover-credentials.ts'
import { handleNotice } from './handle-notice.ts'
import { payment_notices } from './payments.table.ts'
import { verifySignature } from './verify-signature.ts'

const LARGEST_NOTICE = 64 * 1024

/** The provider's signed notices. Whatever is rightly signed is stored before anything else, and answered with 200. */
export function servePaymentWebhooks(app: FastifyInstance, context: AppContext) {
  app.register(async (scope) => {
    // The signature is over the raw bytes.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(
      '*',
      { parseAs: 'buffer', bodyLimit: LARGEST_NOTICE },
      (_, body, done) => done(null, body),
    )
    scope.post('/webhooks/clover', { bodyLimit: LARGEST_NOTICE }, async (request, reply) => {
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
      const verdict = await verify(context, request, body)
      if (verdict !== 'right') {
        context.log.warn({ verdict, request: request.id }, 'webhook refused')
        return reply.code(401).send({ received: false })
      }
      await receiveNotice(context, body.toString('utf8'))
      return { received: true }
    })
  })
}

async function verify(context: AppContext, request: FastifyRequest, body: Buffer) {
  const header = request.headers['clover-signature']
  const secrets = await webhookSecrets(context)
  return verifySignature(
    body,
    typeof header === 'string' ? header : undefined,
    secrets,
    context.now(),
  )
}

/** A copy of a notice that we have changes nothing: whoever brought the first one works on it, or the reconciliation will. */
async function receiveNotice(context: AppContext, body: string) {
  const body_hash = createHash('sha256').update(body).digest('base64url')
  const [notice] = await context.db
    .insert(payment_notices)
    .values({
      body: body.replaceAll('\0', ''),
      body_hash,
      received_at: context.now().toISOString(),
    })
    .onConflictDoNothing({ target: payment_notices.body_hash })
    .returning()
  if (!notice) return
  // It is stored: what goes wrong now is tried again, and is no concern of the sender.
  await handleNotice(context, notice).catch((err) =>
    context.log.error({ err, notice: notice.id }, 'notice not handled'),
  )
}
