import { eq } from 'drizzle-orm'
import { orderNumber } from '#contract/ids.ts'
import { type OrderStatus, STATUS_WHEN_PAID } from '#contract/order-status.ts'
import type { PlaceByHand } from '#contract/orders-by-hand.ts'
import { Charges } from '#contract/totals.ts'
import { type ChangedBy, recordAudit } from '#server/platform/audit-log.ts'
import { announceChange } from '#server/platform/change-feed.ts'
import type { Db } from '#server/platform/database.ts'
import { updateRow } from '#server/platform/edit-rows.ts'
import { errors } from '#server/platform/errors.ts'
import { queueMail } from '#server/platform/outgoing-mail.ts'
import type { AppContext } from '#server/platform/rpc.ts'
import { isPaymentConfigured } from '../payments/reads.ts'
import { findAddressed } from './addressed-order.ts'
import { isCustomer } from './customers.ts'
import { deskHoldEnd, takeHoldAgain } from './holds.ts'
import { changeOrderStatus, type LockedOrder, lockOrder } from './order-states.ts'
import { orders } from './orders.table.ts'
import { placeOrder } from './place-order.ts'
import { readLines, readOrder } from './read-orders.ts'

type Context = Pick<AppContext, 'config' | 'db' | 'jobs' | 'log' | 'now'>

/** In one transaction: the order, and that it was paid in cash or its link is mailed. A repeated request does nothing. */
export function placeByHand(context: Context, input: PlaceByHand, by: ChangedBy) {
  const { user_id = null, payment, idempotency_key, lines, total, ...more } = input
  const { coupon_code, shipping_address, shipping_method_id, ...terms } = more
  const buyer = { user_id, visitor_id: null, network_address: null }
  const order = { idempotency_key, lines, total, coupon_code, shipping_method_id }
  const isPaidInCash = payment === 'cash'
  return context.db.transaction(async (tx) => {
    const inside = { ...context, db: tx }
    if (user_id && !(await isCustomer(tx, user_id))) throw errors.ROW_NOT_FOUND()
    // What is handed over in person has no address, whatever was typed before.
    const address = terms.in_person ? null : shipping_address
    const placed = await placeOrder(
      inside,
      buyer,
      { ...order, shipping_address: address },
      { ...terms, by, isPaidInCash },
    )
    if (placed.isRepeated) return placed
    await recordPlacedByHand(tx, placed.id, payment, by)
    if (placed.status !== 'pending') return placed
    if (!isPaidInCash) {
      await mailLink(inside, placed.id)
      return placed
    }
    await changeOrderStatus(inside, { id: placed.id, status: STATUS_WHEN_PAID }, by)
    return { ...placed, status: STATUS_WHEN_PAID as OrderStatus }
  })
}

const nameOf = ({ id }: { id: string }) => `Order ${orderNumber(id)}`

async function recordPlacedByHand(tx: Db, id: string, payment: string, by: ChangedBy) {
  const order = await readOrder(tx, id)
  if (!order) throw new Error(`Order ${id} is gone`)
  const object = { type: 'orders', id, name: nameOf(order) }
  await recordAudit(tx, { by, object, before: null, after: { ...auditedContents(order), payment } })
}

type Contents = Pick<
  NonNullable<Awaited<ReturnType<typeof readOrder>>>,
  'items' | 'coupon_code' | 'discount_reason' | 'extra_discount' | 'total' | 'in_person'
> & { customer_note?: string | null | undefined }

/** Without name and address, which have to be forgotten with the account. */
export const auditedContents = (order: Contents) => ({
  items: order.items.map(({ name, quantity }) => `${quantity} × ${name}`).join(', '),
  coupon_code: order.coupon_code,
  extra_discount: order.extra_discount ?? 0,
  discount_reason: order.discount_reason ?? null,
  in_person: order.in_person ?? false,
  customer_note: order.customer_note ?? null,
  total: order.total,
})

export const isOpen = (order: LockedOrder) => order.status === 'pending' && !order.completed_at

/** Holds an unpaid order for as long as the link can be paid, and mails the link. */
export function sendPaymentLink(context: Context, id: string, by: ChangedBy) {
  const at = context.now()
  return context.db.transaction(async (tx) => {
    const order = await lockOrder(tx, id)
    if (!order) throw errors.ORDER_NOT_FOUND()
    if (!isOpen(order)) throw errors.ORDER_NOT_OPEN()
    const inside = { ...context, db: tx }
    if (!(await isPaymentConfigured(inside))) throw errors.NOT_CONFIGURED()
    if (!order.holds_stock) await takeHoldAgain(tx, order, await readLines(tx, id), at)
    const hold_until = deskHoldEnd(at).toISOString()
    await tx.update(orders).set({ holds_stock: true, hold_until }).where(eq(orders.id, id))
    await mailLink(inside, id)
    await recordAudit(tx, {
      by,
      object: { type: 'orders', id, name: nameOf(order) },
      before: { link_sent_at: order.link_sent_at },
      after: { link_sent_at: at.toISOString() },
    })
    return { id, hold_until }
  })
}

/** A guest's link opens the order by its secret; an account's order opens after signing in. */
async function mailLink({ config, db, jobs, now }: Context, id: string) {
  const addressed = await findAddressed({ config, db }, id)
  if (!addressed) throw errors.NO_ADDRESS_TO_MAIL()
  const { order, to, common, orderItems } = addressed
  const link_sent_at = now().toISOString()
  await db.update(orders).set({ link_sent_at }).where(eq(orders.id, id))
  await announceChange(db, 'orders')
  await queueMail(jobs, db, {
    template: 'payment-link',
    to,
    cause: `payment-link:${id}:${link_sent_at}`,
    order_id: id,
    data: {
      ...common,
      orderTotal: order.total,
      orderCharges: Charges.parse(order),
      orderItems,
      payLink: common.orderLink ?? `${config.publicUrl}/my-orders`,
      payUntilDate: order.hold_until ?? undefined,
      customerNote: order.customer_note ?? undefined,
    },
  })
}

type NoteChange = { id: string; version: number; customer_note: string }

export const setCustomerNote = (db: Db, change: NoteChange, by: ChangedBy) =>
  db.transaction(async (tx) => {
    const { id, version, customer_note } = change
    const before = await lockOrder(tx, id)
    if (!before) throw errors.ORDER_NOT_FOUND()
    const values = { customer_note: customer_note || null }
    // Nothing but the note is in the audit log: the rest of the row has name and address.
    const options = { by, name: nameOf, computed: withoutNote(before) }
    const after = await updateRow(tx, orders, { id, version }, values, options)
    await announceChange(tx, 'orders')
    return { id, version: after.version }
  })

const withoutNote = (order: LockedOrder) =>
  (Object.keys(order) as (keyof LockedOrder)[]).filter(
    (column) => column !== 'customer_note' && column !== 'version',
  )
