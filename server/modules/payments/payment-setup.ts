import { and, desc, eq, gte, inArray } from 'drizzle-orm'
import type { Db } from '#server/platform/database.ts'
import type { AppContext } from '#server/platform/rpc.ts'
import { activeCredentials, isSimulated } from './clover/index.ts'
import { clover_settings, payments, refunds, webhook_events } from './payments.table.ts'

const EVENTS_LOOKED_AT = 200

/** How far the merchant account that takes the money is set up, and whether an order went all the way with it. */
export async function readPaymentSetup(context: AppContext) {
  const active = await activeCredentials(context)
  // The simulator takes no real money.
  if (!active || isSimulated(context.config, active)) return null
  const { merchant_id } = active
  const [saved] = await context.db
    .select()
    .from(clover_settings)
    .where(eq(clover_settings.merchant_id, merchant_id))
  return {
    merchant: saved?.merchant_name ?? merchant_id,
    has_webhook_secret: Boolean(active.webhook_secret ?? context.config.clover.webhookSecret),
    // An event that came before the present secret was saved proves nothing about it.
    event_at: await lastEventOf(context.db, merchant_id, saved?.updated_at),
    test_order: await findTestOrder(context.db, merchant_id),
  }
}

/** When the last signed event of a merchant came. */
async function lastEventOf(db: Db, merchant_id: string, since = '1970-01-01T00:00:00Z') {
  const events = await db
    .select()
    .from(webhook_events)
    .where(gte(webhook_events.received_at, since))
    .orderBy(desc(webhook_events.id))
    .limit(EVENTS_LOOKED_AT)
  return events.find(({ body }) => body.includes(merchant_id))?.received_at ?? null
}

/** An order that was paid to this merchant; one whose whole payment was given back, if there is one. */
async function findTestOrder(db: Db, merchant_id: string) {
  const paid = and(eq(payments.merchant_id, merchant_id), eq(payments.status, 'settled'))
  const [first] = await db.select().from(payments).where(paid).orderBy(payments.created_at).limit(1)
  if (!first) return null
  const [refunded] = await db
    .select({ order_id: payments.order_id })
    .from(payments)
    .innerJoin(refunds, eq(refunds.payment_id, payments.payment_id))
    .where(
      and(
        paid,
        eq(payments.refunded, payments.amount),
        inArray(refunds.status, ['confirmed', 'done-by-hand']),
      ),
    )
    .limit(1)
  return {
    order_id: refunded?.order_id ?? first.order_id,
    is_refunded: refunded !== undefined,
  }
}
