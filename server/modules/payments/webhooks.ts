import { createHash } from 'node:crypto'
import { and, asc, eq, isNull } from 'drizzle-orm'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { toCents } from '#contract/money.ts'
import { announceChange } from '#server/platform/change-feed.ts'
import type { Db } from '#server/platform/database.ts'
import type { AppContext } from '#server/platform/rpc.ts'
import {
  cloverOf,
  ProviderError,
  parseWebhookEvent,
  verifySignature,
  type WebhookEvent,
  webhookSecrets,
} from './clover/index.ts'
import { confirmPayment } from './confirm-payment.ts'
import { payment_pages, payments, webhook_events } from './payments.table.ts'
import { type Paid, recordDecline, settlePayment } from './settle-payment.ts'

const LARGEST_BODY = 64 * 1024
const AT_ONCE = 200

/** An event with a valid signature is stored before anything else and answered with 200. */
export function servePaymentWebhooks(app: FastifyInstance, context: AppContext) {
  app.register(async (scope) => {
    // The signature is over the raw bytes.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(
      '*',
      { parseAs: 'buffer', bodyLimit: LARGEST_BODY },
      (_, body, done) => done(null, body),
    )
    scope.post('/webhooks/clover', { bodyLimit: LARGEST_BODY }, async (request, reply) => {
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
      const verdict = await verify(context, request, body)
      if (verdict !== 'valid') {
        context.log.warn({ verdict, request: request.id }, 'webhook refused')
        return reply.code(401).send({ received: false })
      }
      await receiveEvent(context, body.toString('utf8'))
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

/** A copy of a stored event is ignored: the first one is being handled, or the reconciliation will handle it. */
async function receiveEvent(context: AppContext, body: string) {
  const body_hash = createHash('sha256').update(body).digest('base64url')
  const [event] = await context.db
    .insert(webhook_events)
    .values({
      body: body.replaceAll('\0', ''),
      body_hash,
      received_at: context.now().toISOString(),
    })
    .onConflictDoNothing({ target: webhook_events.body_hash })
    .returning()
  if (!event) return
  await announceChange(context.db, 'clover_settings')
  // It is stored: a failure from here on is retried by us and is not reported to the sender.
  await handleEvent(context, event).catch((err) =>
    context.log.error({ err, event: event.id }, 'webhook event not handled'),
  )
}

type StoredEvent = typeof webhook_events.$inferSelect

async function handleEvent(context: AppContext, { id, body }: StoredEvent) {
  const outcome = await processEvent(context, parseWebhookEvent(body))
  await context.db
    .update(webhook_events)
    .set({ handled_at: context.now().toISOString(), outcome })
    .where(eq(webhook_events.id, id))
}

async function processEvent(context: AppContext, event: WebhookEvent | null) {
  if (!event) return 'not-understood'
  const page = await findPage(context.db, event.checkout_session_id)
  // Several sites can share one merchant account, and each of them gets every event.
  if (!page) return 'unknown-session'
  if (event.status === 'APPROVED') return processApproval(context, event, page)
  const { payment_id } = event
  const code = await readDeclineCode(context, event)
  await recordDecline(context, { payment_id, order_id: page.order_id, code })
  return 'declined'
}

type Page = typeof payment_pages.$inferSelect

/** The signature alone settles nothing: what the provider does not confirm is stored as unconfirmed. */
async function processApproval(context: AppContext, event: WebhookEvent, page: Page) {
  const { payment_id, merchant_id } = event
  if (await isSettled(context.db, payment_id)) return 'known'
  const announced: Paid = {
    payment_id,
    merchant_id,
    amount_cents: event.amount_cents ?? toCents(page.amount),
    order_id: page.order_id,
    checkout_session_id: page.checkout_session_id,
    confirmed: false,
  }
  if (merchant_id !== page.merchant_id) return settlePayment(context, announced)
  const confirmation = await confirmPayment(context, event)
  if (confirmation === 'denied') return 'denied'
  if (confirmation === 'unknown') return settlePayment(context, announced)
  return settlePayment(context, { ...announced, ...confirmation, confirmed: true })
}

/** The event does not say why. Without the provider's answer the customer gets a general message. */
async function readDeclineCode(context: AppContext, { payment_id, merchant_id }: WebhookEvent) {
  try {
    const clover = await cloverOf(context, merchant_id)
    return (await clover?.readPayment(payment_id))?.decline_code ?? null
  } catch (err) {
    if (!(err instanceof ProviderError)) throw err
    context.log.warn({ err, payment_id }, 'decline not explained')
    return null
  }
}

async function findPage(db: Db, checkout_session_id: string) {
  const [page] = await db
    .select()
    .from(payment_pages)
    .where(eq(payment_pages.checkout_session_id, checkout_session_id))
  return page
}

const isSettled = async (db: Db, payment_id: string) =>
  (await db.$count(
    payments,
    and(eq(payments.payment_id, payment_id), eq(payments.status, 'settled')),
  )) > 0

/** Events whose handling was interrupted, for instance by a crash. */
export async function handleOpenEvents(context: AppContext) {
  const open = await context.db
    .select()
    .from(webhook_events)
    .where(isNull(webhook_events.handled_at))
    .orderBy(asc(webhook_events.id))
    .limit(AT_ONCE)
  for (const event of open) {
    await handleEvent(context, event).catch((err) =>
      context.log.error({ err, event: event.id }, 'webhook event not handled'),
    )
  }
}
