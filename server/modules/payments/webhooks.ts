import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Platform } from '#server/platform/rpc.ts'
import { webhookSecrets } from './clover-credentials.ts'
import { handleNotice } from './handle-notice.ts'
import { payment_notices } from './payments.table.ts'
import { verifySignature } from './verify-signature.ts'

const LARGEST_NOTICE = 64 * 1024

/** The provider's signed notices. Whatever is rightly signed is stored before anything else, and answered with 200. */
export function servePaymentWebhooks(app: FastifyInstance, platform: Platform) {
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
      const verdict = await verify(platform, request, body)
      if (verdict !== 'right') {
        platform.log.warn({ verdict, request: request.id }, 'webhook refused')
        return reply.code(401).send({ received: false })
      }
      await receiveNotice(platform, body.toString('utf8'))
      return { received: true }
    })
  })
}

async function verify(platform: Platform, request: FastifyRequest, body: Buffer) {
  const header = request.headers['clover-signature']
  const secrets = await webhookSecrets(platform)
  return verifySignature(
    body,
    typeof header === 'string' ? header : undefined,
    secrets,
    platform.now(),
  )
}

/** A copy of a notice that we have changes nothing: whoever brought the first one works on it, or the reconciliation will. */
async function receiveNotice(platform: Platform, body: string) {
  const body_hash = createHash('sha256').update(body).digest('base64url')
  const [notice] = await platform.db
    .insert(payment_notices)
    .values({
      body: body.replaceAll('\0', ''),
      body_hash,
      received_at: platform.now().toISOString(),
    })
    .onConflictDoNothing({ target: payment_notices.body_hash })
    .returning()
  if (!notice) return
  // It is stored: what goes wrong now is tried again, and is no concern of the sender.
  await handleNotice(platform, notice).catch((err) =>
    platform.log.error({ err, notice: notice.id }, 'notice not handled'),
  )
}
