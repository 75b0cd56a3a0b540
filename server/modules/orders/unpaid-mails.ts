import { and, eq, gt, isNotNull, or } from 'drizzle-orm'
import { PAID_HOW, PAYMENT_METHOD_NAMES, type PaymentMethod } from '#contract/payment-methods.ts'
import { Charges } from '#contract/totals.ts'
import type { TemplateId } from '#emails/catalogue.ts'
import {
  type CappedMail,
  type MailRequest,
  queueCappedMail,
} from '#server/platform/outgoing-mail.ts'
import { readHowToPay } from '../payments/reads.ts'
import type { OrderMail, Sending } from './addressed-order.ts'
import { orders } from './orders.table.ts'
import { REMINDED_BEFORE_SECONDS } from './queue-mails.ts'

/** For mails about unpaid orders: a stranger can place one with somebody else's address. */
const queueCapped = <Id extends TemplateId>(
  sending: Sending,
  kind: CappedMail,
  mail: MailRequest<Id>,
) => sending.db.transaction((tx) => queueCappedMail(sending, tx, kind, mail))

export async function cancellation(sending: Sending, cancellationReason?: string) {
  const { config, order, to, common, orderItems } = sending
  const data = { ...common, cancellationReason, orderItems, shopLink: `${config.publicUrl}/` }
  // The time is part of the cause: an order that is revived and cancelled again sends a second mail.
  const cause = `order-cancelled:${order.id}:${await cancelledAt(sending)}`
  return { template: 'order-cancelled' as const, to, cause, order_id: order.id, data }
}

/** What the buyer has to do; null when it was paid or cancelled meanwhile. */
async function paymentData(sending: Sending) {
  const { order, common } = sending
  const toPay = await readHowToPay(sending, order)
  if (!toPay) return null
  return {
    ...common,
    orderTotal: order.total,
    paymentMethod: PAYMENT_METHOD_NAMES[toPay.method],
    paymentHow: PAID_HOW[toPay.method],
    paymentInstructions: toPay.instructions,
    paymentDate: toPay.last_day ?? undefined,
  }
}

const NOT_PAID: Record<PaymentMethod, string> = {
  card: 'We did not receive your payment in time, so the items are free again.',
  pick_up: 'Your order was not picked up and paid in time, so the items are free again.',
  bank_transfer:
    'We did not receive your transfer in time, so the items are free again. If you have sent it, please write to us.',
}

type Unpaid = 'unpaid' | 'declined' | 'abandoned' | 'received' | 'payment-due'

/** Mails about orders that are not paid. */
export const UNPAID_SENDERS: Record<
  Extract<OrderMail['about'], Unpaid>,
  (sending: Sending) => Promise<void>
> = {
  received: async (sending) => {
    const data = await paymentData(sending)
    if (!data) return
    const { order, to, orderItems } = sending
    await queueCapped(sending, 'unpaid-order', {
      template: 'order-received',
      to,
      cause: `order-received:${order.id}`,
      order_id: order.id,
      data: { ...data, orderItems, orderCharges: Charges.parse(order) },
    })
  },

  'payment-due': async (sending) => {
    const { order, to, now } = sending
    const left = new Date(order.hold_until ?? 0).getTime() - now().getTime()
    // The deadline of an order that was set back to pending is a later one.
    if (left > 2 * REMINDED_BEFORE_SECONDS * 1000) return
    const data = await paymentData(sending)
    if (!data?.paymentDate) return
    await queueCapped(sending, 'unpaid-order', {
      template: 'payment-reminder',
      to,
      cause: `payment-due:${order.id}`,
      order_id: order.id,
      data: { ...data, paymentDate: data.paymentDate },
    })
  },

  unpaid: async (sending) => {
    const reason = NOT_PAID[sending.order.payment_method]
    await queueCapped(sending, 'unpaid-order', await cancellation(sending, reason))
  },

  declined: (sending) => {
    const { config, order, to, common, orderItems } = sending
    const retryLink = common.orderLink ?? `${config.publicUrl}/my-orders`
    const data = { ...common, orderTotal: order.total, retryLink, orderItems }
    const cause = `payment-failed:${order.id}`
    return queueCapped(sending, 'unpaid-order', {
      template: 'payment-failed',
      to,
      cause,
      order_id: order.id,
      data,
    })
  },

  abandoned: async (sending) => {
    if (await hasBoughtSince(sending)) return
    const { order, to, common, orderItems } = sending
    const data = { customerName: common.customerName, orderItems, cartTotal: order.subtotal }
    const cause = `abandoned-cart:${order.id}`
    await queueCapped(sending, 'abandoned-cart', {
      template: 'abandoned-cart',
      to,
      cause,
      order_id: order.id,
      data,
    })
  },
}

async function cancelledAt({ db, order }: Sending) {
  const [row] = await db
    .select({ cancelled_at: orders.cancelled_at })
    .from(orders)
    .where(eq(orders.id, order.id))
  return row?.cancelled_at ?? ''
}

async function hasBoughtSince({ db, order }: Sending) {
  const { user_id, guest_email } = order
  const own = or(
    user_id ? eq(orders.user_id, user_id) : undefined,
    guest_email ? eq(orders.guest_email, guest_email) : undefined,
  )
  const later = and(own, gt(orders.created_at, order.created_at), isNotNull(orders.completed_at))
  return (await db.$count(orders, later)) > 0
}
