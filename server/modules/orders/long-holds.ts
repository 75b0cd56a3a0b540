import { sql } from 'drizzle-orm'
import { isByHand } from '#contract/payment-methods.ts'
import type { Db } from '#server/platform/database.ts'
import { paymentDeadlineOf } from '../payments/reads.ts'
import { type Buyer, type HeldLine, HOLD_LIMITS, isHoldAllowed } from './holds.ts'
import { AWAITS_PAYMENT, order_items, orders } from './orders.table.ts'

/**
 * An order that is paid by transfer or on pick-up is held for days, so it may hold less. Beyond these limits it is
 * refused: its buyer relies on the hold when the money is sent.
 */
export const LONG_HOLD_LIMITS = {
  ...HOLD_LIMITS,
  orders_per_network: 10,
  pieces_per_order: 30,
  pieces_per_network: 60,
}

/** Of a product, by all such orders together, rounded up: the rest is for buyers who pay at once. */
const SHARE_OF_ALL = 0.5

/** Orders that are held for days are placed one after the other, so that together they stay within the share. */
export const LONG_HOLDS = 'long-holds'

type Options = {
  at: Date
  /** In a shop without cards all of the stock can be sold this way. */
  are_cards_taken: boolean
}

/** For a buyer that is locked with `LONG_HOLDS`. */
export async function isLongHoldAllowed(
  tx: Db,
  buyer: Buyer,
  lines: HeldLine[],
  { at, are_cards_taken }: Options,
) {
  if (!(await isHoldAllowed(tx, buyer, lines, at, LONG_HOLD_LIMITS))) return false
  if (!are_cards_taken) return true
  const held = await heldForDays(tx, lines)
  return lines.every(({ product_id, quantity, stock }) => {
    const others = held.get(product_id) ?? 0
    return others + quantity <= Math.ceil((stock + others) * SHARE_OF_ALL)
  })
}

/** How many of each product wait for their payment in such orders. */
async function heldForDays(tx: Db, lines: HeldLine[]) {
  const ids = lines.map(({ product_id }) => product_id)
  const { rows } = await tx.execute<{ product_id: string; quantity: number }>(sql`
    select i.product_id, sum(i.quantity)::int as quantity
    from (select id from ${orders} where ${sql.raw(AWAITS_PAYMENT)} and holds_stock) as waiting
    join ${order_items} i on i.order_id = waiting.id
    where i.product_id = any(${sql.param(ids)}::uuid[])
    group by 1`)
  return new Map(rows.map(({ product_id, quantity }) => [product_id, quantity]))
}

/** Until when an order is held that is given time to be paid now. */
export async function holdEndOf(
  tx: Db,
  { payment_method }: Pick<typeof orders.$inferSelect, 'payment_method'>,
  at: Date,
  minutes: number,
) {
  if (isByHand(payment_method)) return paymentDeadlineOf(tx, payment_method, at)
  return new Date(at.getTime() + minutes * 60_000)
}
