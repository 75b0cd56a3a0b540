import { eq, inArray } from 'drizzle-orm'
import { orderNumber } from '#contract/ids.ts'
import { fromCents } from '#contract/money.ts'
import type { EditOrder } from '#contract/orders-by-hand.ts'
import { lockProducts } from '#server/modules/catalog/index.ts'
import { type ChangedBy, recordAudit } from '#server/platform/audit-log.ts'
import { announceChange } from '#server/platform/change-feed.ts'
import type { Db } from '#server/platform/database.ts'
import { refuseStale } from '#server/platform/edit-rows.ts'
import { errors } from '#server/platform/errors.ts'
import type { AppContext } from '#server/platform/rpc.ts'
import { isPaymentUnderWay } from '../payments/reads.ts'
import { LINK_MINUTES, releaseHold, takeHold } from './holds.ts'
import { holdEndOf } from './long-holds.ts'
import { type LockedOrder, lockOrder } from './order-states.ts'
import { coupons, order_items, orders } from './orders.table.ts'
import { auditedContents, isOpen } from './orders-by-hand.ts'
import { methodOf, quoteSeen } from './place-order.ts'
import { mergeLines, type PricedLine, priceLines } from './quote.ts'
import { readLines, readOrder } from './read-orders.ts'
import { inDollars } from './totals.ts'

/**
 * One transaction: what the order holds goes back, it is priced anew and compared with the total that the colleague
 * saw, and takes what it needs now. A payment page for the old total can no longer be opened; while one may be open,
 * nothing is changed.
 */
export function editOrder(
  context: Pick<AppContext, 'db' | 'now'>,
  input: EditOrder,
  by: ChangedBy,
) {
  const at = context.now()
  const { id } = input
  const lines = mergeLines(input.lines)
  return context.db.transaction(async (tx) => {
    const order = await lockOrder(tx, id)
    if (!order) throw errors.ORDER_NOT_FOUND()
    await refuseStale(tx, orders, order, input.version)
    if (!isOpen(order)) throw errors.ORDER_NOT_OPEN()
    if (await isPaymentUnderWay(tx, id, at)) throw errors.PAYMENT_UNDER_WAY()
    const before = await readOrder(tx, id)
    await lockAll(tx, order, input)
    if (order.holds_stock) await releaseHold(tx, order, at)
    const address = input.in_person ? null : input.shipping_address
    const priced = await priceLines(tx, lines)
    const seen = { ...input, shipping_address: address }
    const { coupon, totals, chosen } = await quoteSeen({ db: tx, now: () => at }, priced, seen)
    // It would have to be completed, which is another thing than a change.
    if (totals.total === 0) throw errors.NOTHING_TO_PAY()
    const hasExtra = totals.extra_discount > 0
    const hold_until = await holdEndOf(tx, order, at, LINK_MINUTES)
    await tx
      .update(orders)
      .set({
        ...inDollars(totals),
        tax_lines: totals.tax_lines,
        extra_discount: fromCents(totals.extra_discount),
        discount_reason: hasExtra ? (input.discount_reason ?? null) : null,
        coupon_code: coupon?.code ?? null,
        shipping_method: methodOf(chosen),
        shipping_address: address,
        in_person: input.in_person,
        customer_note: input.customer_note || null,
        ...(!order.user_id && {
          guest_email: address?.email ?? input.guest_email ?? null,
          guest_name: address ? null : (input.guest_name ?? null),
        }),
        item_names: priced.map(({ name }) => name).join(', '),
        holds_stock: true,
        hold_until: hold_until.toISOString(),
        version: order.version + 1,
      })
      .where(eq(orders.id, id))
    await replaceItems(tx, id, priced)
    await takeHold(tx, { id, coupon_code: coupon?.code ?? null }, lines, at)
    const after = await readOrder(tx, id)
    if (!before || !after) throw new Error(`Order ${id} is gone`)
    const isMoved =
      JSON.stringify(before.shipping_address) !== JSON.stringify(after.shipping_address)
    await recordAudit(tx, {
      by,
      object: { type: 'orders', id, name: `Order ${orderNumber(id)}` },
      before: { ...auditedContents(before), address: 'as before', version: order.version },
      after: {
        ...auditedContents(after),
        address: isMoved ? 'changed' : 'as before',
        version: order.version + 1,
      },
    })
    await announceChange(tx, 'orders')
    return { id, total: after.total, version: order.version + 1 }
  })
}

/**
 * Everything that the change gives back or takes is locked first, in the sequence of `takeHold`: coupons, then products
 * in id order. Giving back and taking would otherwise lock in two rounds, and deadlock with another order.
 */
async function lockAll(tx: Db, order: LockedOrder, input: EditOrder) {
  const codes = [order.coupon_code, input.coupon_code].filter((code) => code != null)
  await tx
    .select({ id: coupons.id })
    .from(coupons)
    .where(inArray(coupons.code, codes))
    .orderBy(coupons.code)
    .for('no key update')
  const held = await readLines(tx, order.id)
  await lockProducts(
    tx,
    [...held, ...input.lines].map(({ product_id }) => product_id),
  )
}

async function replaceItems(tx: Db, order_id: string, lines: PricedLine[]) {
  await tx.delete(order_items).where(eq(order_items.order_id, order_id))
  await tx.insert(order_items).values(
    lines.map(({ product_id, quantity, price, name, image_url }) => ({
      order_id,
      product_id,
      quantity,
      price,
      name,
      image_url,
    })),
  )
}
