import { createHash } from 'node:crypto'
import { asc, eq, isNull } from 'drizzle-orm'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Db } from '#server/platform/database.ts'
import type { AppContext } from '#server/platform/rpc.ts'
import { toCents } from '../orders/index.ts'
import {
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
const LONGEST_WAIT_MS = 86_400_000

/** The provider's signed notices. Whatever is rightly signed is stored before anything else, and answered with 200. */
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
  // It is stored: a failure from here on is retried by us and is not reported to the sender.
  await handleEvent(context, event).catch((err) =>
    context.log.error({ err, event: event.id }, 'webhook event not handled'),
  )
}

type StoredEvent = { id: number; body: string; received_at: string }

/** An event stays open, to be tried again, while the provider's API does not show its payment yet. */
export async function handleEvent(context: AppContext, { id, body, received_at }: StoredEvent) {
  const age = context.now().getTime() - new Date(received_at).getTime()
  const judged = await judgeEvent(context, parseWebhookEvent(body), age)
  if (judged === 'waiting' && age < LONGEST_WAIT_MS) return
  const outcome = judged === 'waiting' ? 'given-up' : judged
  if (outcome === 'given-up') context.log.error({ event: id }, 'a payment was never confirmed')
  await context.db
    .update(webhook_events)
    .set({ handled_at: context.now().toISOString(), outcome })
    .where(eq(webhook_events.id, id))
}

async function judgeEvent(context: AppContext, event: WebhookEvent | null, age: number) {
  if (!event) return 'not-understood'
  const page = await findPage(context.db, event.checkout_session_id)
  // Several sites can share one merchant account, and each of them gets every event.
  if (!page) return 'unknown-session'
  if (event.status === 'DECLINED') {
    await recordDecline(context, page.order_id)
    return 'declined'
  }
  if (await isKnown(context.db, event.payment_id)) return 'known'
  return judgeApproval(context, event, page, age)
}

type Page = typeof payment_pages.$inferSelect

async function judgeApproval(context: AppContext, event: WebhookEvent, page: Page, age: number) {
  const paid: Paid = {
    payment_id: event.payment_id,
    merchant_id: event.merchant_id,
    amount_cents: event.amount_cents ?? toCents(page.amount),
    order_id: page.order_id,
    checkout_session_id: page.checkout_session_id,
    unchecked: true,
  }
  if (event.merchant_id !== page.merchant_id) return settlePayment(context, paid)
  const confirmation = await confirmPayment(context, event, age)
  if (confirmation === 'waiting' || confirmation === 'not-paid') return confirmation
  if (confirmation === 'unreadable') return settlePayment(context, paid)
  return settlePayment(context, { ...paid, ...confirmation, unchecked: false })
}

async function findPage(db: Db, checkout_session_id: string) {
  const [page] = await db
    .select()
    .from(payment_pages)
    .where(eq(payment_pages.checkout_session_id, checkout_session_id))
  return page
}

const isKnown = async (db: Db, payment_id: string) =>
  (await db.$count(payments, eq(payments.payment_id, payment_id))) > 0

/** Tries the open notices again, and tells which orders still have one. */
export async function handleOpenEvents(context: AppContext): Promise<Set<string>> {
  const open = await findOpenEvents(context.db)
  for (const event of open) {
    await handleEvent(context, event).catch((err) =>
      context.log.error({ err, event: event.id }, 'webhook event not handled'),
    )
  }
  return waitingOrders(context.db)
}

const findOpenEvents = (db: Db) =>
  db
    .select()
    .from(webhook_events)
    .where(isNull(webhook_events.handled_at))
    .orderBy(asc(webhook_events.id))
    .limit(AT_ONCE)

async function waitingOrders(db: Db) {
  const waiting = new Set<string>()
  for (const { body } of await findOpenEvents(db)) {
    const event = parseWebhookEvent(body)
    const page = event?.status === 'APPROVED' && (await findPage(db, event.checkout_session_id))
    if (page) waiting.add(page.order_id)
  }
  return waiting
}
