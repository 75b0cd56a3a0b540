import { eq, sql } from 'drizzle-orm'
import type { HowToPay } from '#contract/edit-payment-methods.ts'
import { orderNumber } from '#contract/ids.ts'
import type { Order } from '#contract/orders.ts'
import {
  isByHand,
  METHODS_BY_HAND,
  type MethodByHand,
  type PaymentMethod,
} from '#contract/payment-methods.ts'
import type { Db } from '#server/platform/database.ts'
import { errors } from '#server/platform/errors.ts'
import type { AppContext } from '#server/platform/rpc.ts'
import { isPaymentConfigured } from './clover/credentials.ts'
import { payment_methods } from './payments.table.ts'

/** Always both, in the sequence of the contract. */
export async function readPaymentMethods(db: Db) {
  const rows = await db.select().from(payment_methods)
  return METHODS_BY_HAND.map((id) => {
    const method = rows.find((row) => row.id === id)
    if (!method) throw errors.ROW_NOT_FOUND()
    return method
  })
}

/** Until then no mail, notification or screen speaks of them. */
export const arePaymentsTakenByHand = async (db: Db) =>
  (await readPaymentMethods(db)).some(({ active }) => active)

type Context = Pick<AppContext, 'config' | 'db' | 'log'>

type Payable = {
  /** In cents. */
  total: number
  /** The buyer comes for the parcel. */
  is_picked_up: boolean
}

export type OfferedMethod = { id: PaymentMethod; days: number | null }

const CARD = { id: 'card', days: null } as const

/**
 * How an order like this can be paid. Paying on pick-up needs an order that is picked up. A shop that switched nothing
 * on offers cards whether or not they are configured: placing the order says so, as ever.
 */
export async function paymentMethodsFor(
  context: Context,
  { total, is_picked_up }: Payable,
): Promise<OfferedMethod[]> {
  if (total === 0) return [CARD]
  const offered = (await readPaymentMethods(context.db))
    .filter(({ id, active }) => active && (id !== 'pick_up' || is_picked_up))
    .map(({ id, days }) => ({ id, days }))
  if (offered.length === 0) return [CARD]
  return (await isPaymentConfigured(context)) ? [CARD, ...offered] : offered
}

/** Refuses a method that is not offered, such as one that was switched off meanwhile. Whether cards are taken. */
export async function assertPayable(
  context: Context,
  { payment_method, ...payable }: Payable & { payment_method: PaymentMethod },
) {
  if (!isByHand(payment_method)) {
    if (await isPaymentConfigured(context)) return true
    throw errors.NOT_CONFIGURED()
  }
  const offered = (await paymentMethodsFor(context, payable)).map(({ id }) => id)
  if (!offered.includes(payment_method)) throw errors.PAYMENT_METHOD_NOT_OFFERED()
  return offered.includes('card')
}

/** The end of the last day on which an order with this method can be paid, in the shop's time zone. */
export async function paymentDeadlineOf(db: Db, method: MethodByHand, from: Date): Promise<Date> {
  const { rows } = await db.execute<{ until: string | Date }>(sql`
    select ((${from.toISOString()}::timestamptz at time zone shop_time_zone())::date + days + 1)::timestamp
      at time zone shop_time_zone() as until
    from ${payment_methods} where ${eq(payment_methods.id, method)}`)
  if (!rows[0]) throw errors.ROW_NOT_FOUND()
  return new Date(rows[0].until)
}

/** The instructions as they are now: an account that has changed since is not paid into. */
export async function readHowToPay(context: Context, order: Order): Promise<HowToPay | null> {
  const { payment_method: method, status, completed_at, hold_until } = order
  if (!isByHand(method) || status === 'cancelled' || completed_at) return null
  const methods = await readPaymentMethods(context.db)
  return {
    method,
    instructions: methods.find(({ id }) => id === method)?.instructions ?? '',
    reference: orderNumber(order.id),
    amount: order.total,
    last_day: hold_until && (await dayBefore(context.db, hold_until)),
    // The payment page needs an order that is held.
    by_card: status === 'pending' && (await isPaymentConfigured(context)),
  }
}

/** The day that ends then, at the shop. */
async function dayBefore(db: Db, end: string) {
  const { rows } = await db.execute<{ day: string }>(sql`
    select ((${end}::timestamptz - interval '1 second') at time zone shop_time_zone())::date::text as day`)
  return rows[0]?.day ?? null
}
