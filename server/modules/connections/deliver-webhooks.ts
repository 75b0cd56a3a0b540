import { and, eq, inArray, lt, lte, ne, sql } from 'drizzle-orm'
import { DAY_MS } from '#contract/time.ts'
import type { SWITCHED_OFF_REASONS } from '#contract/webhooks.ts'
import { announceChange } from '#server/platform/change-feed.ts'
import type { Job } from '#server/platform/jobs.ts'
import type { AppContext } from '#server/platform/rpc.ts'
import { webhook_deliveries, webhooks } from './connections.table.ts'
import { WEBHOOKS_WAITING } from './deliveries.ts'
import { type Outcome, sendWebhook } from './send-webhook.ts'
import { composeBody } from './webhook-data.ts'
import { failWaiting, secretOf } from './webhooks.ts'

const DELIVER_WEBHOOKS = 'deliver-webhooks'

const MINUTE_MS = 60_000
/** After the first attempt, the second, …; together within three days. */
const WAITS_MINUTES = [1, 5, 30, 120, 300, 600, 840, 1200, 1200]
/** Longer than an attempt can take. A process that is killed meanwhile leaves the delivery to the others. */
const LEASE_MS = 2 * MINUTE_MS
/** To one webhook at the same time. */
const AT_ONCE = 5
/** One run of the job; the next one goes on. */
const LONGEST_RUN_MS = MINUTE_MS
const REMEMBERED_MS = 30 * DAY_MS

type Context = Pick<AppContext, 'config' | 'db' | 'jobs' | 'log' | 'now' | 'signals'>
type Webhook = typeof webhooks.$inferSelect
type Delivery = typeof webhook_deliveries.$inferSelect

export function connectionsJobs(context: Context): Job[] {
  context.signals.on(WEBHOOKS_WAITING, () => {
    // Of several processes each looks; the rows are taken once. If this fails, the clock does it.
    context.jobs.enqueue(context.db, DELIVER_WEBHOOKS, {}).catch((err) => {
      context.log.warn({ err }, 'webhooks are delivered with the next minute')
    })
  })
  return [
    { name: DELIVER_WEBHOOKS, every: 'minute', run: () => deliverWebhooks(context) },
    {
      name: 'delete-old-deliveries',
      every: { hour: 4, minute: 23 },
      run: () => deleteOld(context),
    },
  ]
}

/** Each webhook for itself: one that stalls delays no other. */
export async function deliverWebhooks(context: Context) {
  const { db, now } = context
  const due = await db
    .selectDistinct({ id: webhook_deliveries.webhook_id })
    .from(webhook_deliveries)
    .where(isDue(now()))
  const called = await db
    .select()
    .from(webhooks)
    .where(
      and(
        eq(webhooks.active, true),
        inArray(
          webhooks.id,
          due.map(({ id }) => id),
        ),
      ),
    )
  const end = Date.now() + LONGEST_RUN_MS
  await Promise.all(called.map((webhook) => deliverTo(context, webhook, end)))
}

const isDue = (now: Date) =>
  and(
    eq(webhook_deliveries.status, 'waiting'),
    lte(webhook_deliveries.next_attempt_at, now.toISOString()),
  )

/** Until nothing is due, or something failed: then the rest waits for the next run, as the receiver is in trouble. */
async function deliverTo(context: Context, webhook: Webhook, end: number) {
  while (Date.now() < end) {
    const taken = await take(context, webhook.id)
    if (taken.length === 0) return
    const arrived = await Promise.all(taken.map((one) => attempt(context, webhook, one)))
    if (arrived.includes(false)) return
  }
}

/** Of two processes one gets a row, and it is the other's when the lease ends. */
async function take({ db, now }: Context, webhook_id: string): Promise<Delivery[]> {
  const lease = new Date(now().getTime() + LEASE_MS).toISOString()
  const due = db
    .select({ id: webhook_deliveries.id })
    .from(webhook_deliveries)
    .where(and(eq(webhook_deliveries.webhook_id, webhook_id), isDue(now())))
    .orderBy(webhook_deliveries.next_attempt_at)
    .limit(AT_ONCE)
    .for('update', { skipLocked: true })
  return db
    .update(webhook_deliveries)
    .set({ next_attempt_at: lease, attempts: sql`${webhook_deliveries.attempts} + 1` })
    .where(inArray(webhook_deliveries.id, due))
    .returning()
}

/** Whether it need not be tried again. */
async function attempt(context: Context, webhook: Webhook, delivery: Delivery): Promise<boolean> {
  const { config, now } = context
  const body = await composeBody(context, delivery)
  if (body === null) {
    await note(context, delivery, { status: 'dropped', error: 'It was deleted meanwhile.' })
    return true
  }
  const secret = secretOf(config, webhook)
  const outcome: Outcome = secret
    ? await sendWebhook({
        url: webhook.url,
        secret,
        id: delivery.id,
        timestamp: Math.floor(now().getTime() / 1000),
        body,
        networks: config.privateNetworks,
      })
    : { status: null, error: 'The signing secret can not be read. Create a new one.' }
  await noteOutcome(context, webhook, delivery, outcome)
  return outcome.error === null
}

async function noteOutcome(
  context: Context,
  webhook: Webhook,
  delivery: Delivery,
  { status: response_status, error }: Outcome,
) {
  const at = context.now()
  const last_attempt_at = at.toISOString()
  if (error === null) {
    return note(context, delivery, { status: 'delivered', response_status, error, last_attempt_at })
  }
  const wait = WAITS_MINUTES[delivery.attempts - 1] ?? WAITS_MINUTES.at(-1) ?? 0
  const next = new Date(at.getTime() + wait * MINUTE_MS).toISOString()
  const isOver = next > delivery.give_up_at || delivery.attempts > WAITS_MINUTES.length
  await note(context, delivery, {
    status: isOver ? 'failed' : 'waiting',
    response_status,
    error,
    last_attempt_at,
    next_attempt_at: next,
  })
  if (response_status === 410) return switchOff(context, webhook.id, 'gone')
  if (isOver && !(await hasDelivered(context, delivery))) {
    await switchOff(context, webhook.id, 'failing')
  }
}

type Noted = Partial<typeof webhook_deliveries.$inferInsert>

const note = ({ db }: Context, { id }: Delivery, values: Noted) =>
  db
    .update(webhook_deliveries)
    .set(values)
    .where(and(eq(webhook_deliveries.id, id), eq(webhook_deliveries.status, 'waiting')))

/** Whether anything arrived there since this one was first due. */
const hasDelivered = async ({ db }: Context, { webhook_id, created_at }: Delivery) =>
  (await db.$count(
    webhook_deliveries,
    and(
      eq(webhook_deliveries.webhook_id, webhook_id),
      eq(webhook_deliveries.status, 'delivered'),
      sql`${webhook_deliveries.last_attempt_at} >= ${created_at}`,
    ),
  )) > 0

/** It is called no more until the owner switches it on again; what waits can be sent by hand then. */
async function switchOff(
  { db, now }: Context,
  id: string,
  disabled_reason: (typeof SWITCHED_OFF_REASONS)[number],
) {
  await db.transaction(async (tx) => {
    await tx
      .update(webhooks)
      .set({
        active: false,
        disabled_at: now().toISOString(),
        disabled_reason,
        version: sql`${webhooks.version} + 1`,
      })
      .where(and(eq(webhooks.id, id), eq(webhooks.active, true)))
    await failWaiting(tx, id)
    await announceChange(tx, 'webhooks')
  })
}

const deleteOld = async ({ db, now }: Context) => {
  const before = new Date(now().getTime() - REMEMBERED_MS).toISOString()
  await db
    .delete(webhook_deliveries)
    .where(and(lt(webhook_deliveries.created_at, before), ne(webhook_deliveries.status, 'waiting')))
}
