import { and, eq, gt, isNotNull, or } from 'drizzle-orm'
import { DAY_SECONDS } from '#contract/time.ts'
import { Charges } from '#contract/totals.ts'
import type { TemplateId } from '#emails/catalogue.ts'
import type { Db } from '#server/platform/database.ts'
import type { Job, Jobs } from '#server/platform/jobs.ts'
import {
  type CappedMail,
  type MailRequest,
  queueCappedMail,
  queueMail,
  SEND_MAIL,
} from '#server/platform/outgoing-mail.ts'
import type { AppContext } from '#server/platform/rpc.ts'
import { readSeller } from '../content/reads.ts'
import { personalDataOf as reviewsOf } from '../reviews/reads.ts'
import { findAddressed } from './addressed-order.ts'
import {
  countsAsBought,
  findCompanions,
  findReplenishment,
  reviewableItems,
} from './follow-up-mails.ts'
import { drawInvoice, invoiceNumber } from './invoice.ts'
import { orders } from './orders.table.ts'

/** The queue's name in existing databases. */
const ORDER_MAIL = 'order-news'

/** Every mail about an order except the confirmation. */
export type OrderMail = { order_id: string } & (
  | {
      about:
        | 'shipped'
        | 'delivered'
        | 'cancelled'
        | 'unpaid'
        | 'sold-out'
        | 'abandoned'
        | 'declined'
        | 'review'
        | 'follow-up'
    }
  | { about: 'refunded'; amount: number; refund_id: string; shipping?: number; tax?: number }
)

/** A confirmation to send: the mail module composes it with `confirmationOf`. */
export type ConfirmationJob = { paid_order_id: string }

/** Queues the confirmation inside the transaction. It carries an invoice, which is drawn when it is sent. */
export function queueConfirmation(jobs: Jobs, tx: Db, order_id: string) {
  const job: ConfirmationJob = { paid_order_id: order_id }
  return jobs.enqueue(tx, SEND_MAIL, job)
}

/** Queues the mail inside the transaction; it is composed from the order as it is when the job runs. */
export const queueOrderMail = (jobs: Jobs, tx: Db, mail: OrderMail) =>
  jobs.enqueue(tx, ORDER_MAIL, mail)

const FOLLOW_UP = 'order-follow-up'

/** Queues a reminder of an order that was not paid. Not among the mails that are due: those must not wait. */
export const queueReminder = (jobs: Jobs, tx: Db, order_id: string) =>
  jobs.enqueue(tx, FOLLOW_UP, { about: 'abandoned', order_id }, { after_seconds: DAY_SECONDS })

/** Queues what is written some time after a purchase: a request for a review, and one suggestion. */
export async function queueFollowUps(jobs: Jobs, tx: Db, order_id: string) {
  const queue = (about: 'review' | 'follow-up', days: number) =>
    jobs.enqueue(tx, FOLLOW_UP, { about, order_id }, { after_seconds: days * DAY_SECONDS })
  await queue('review', 7)
  await queue('follow-up', 30)
}

export const ordersJobs = (context: AppContext): Job[] => [
  {
    name: ORDER_MAIL,
    batch: 10,
    run: (mail: OrderMail) => sendOrderMail(context, mail),
  },
  {
    name: FOLLOW_UP,
    batch: 10,
    run: (mail: OrderMail) => sendOrderMail(context, mail),
  },
]

/** The confirmation with its invoice; null for an order without an address: `setAddress` queues it again. */
export async function confirmationOf(
  context: Pick<AppContext, 'config' | 'db' | 'files' | 'log'>,
  { paid_order_id }: ConfirmationJob,
): Promise<MailRequest<'order-confirmation'> | null> {
  const addressed = await findAddressed(context, paid_order_id)
  if (!addressed?.order.completed_at) return null
  const { order, to, common, orderItems } = addressed
  const invoice = await drawInvoice(order, await readSeller(context))
  return {
    template: 'order-confirmation',
    to,
    cause: `order-paid:${order.id}`,
    order_id: order.id,
    data: {
      ...common,
      orderTotal: order.total,
      orderCharges: Charges.parse(order),
      orderItems,
      shippingAddress: order.shipping_address,
      isInPerson: order.in_person || undefined,
      customerNote: order.customer_note ?? undefined,
    },
    attachments: [
      {
        filename: `${invoiceNumber(order)}.pdf`,
        type: 'application/pdf',
        content_base64: invoice.toString('base64'),
      },
    ],
  }
}

async function sendOrderMail(context: AppContext, mail: OrderMail) {
  const addressed = await findAddressed(context, mail.order_id)
  if (addressed) await SENDERS[mail.about]({ ...context, ...addressed, mail })
}

type Addressed = NonNullable<Awaited<ReturnType<typeof findAddressed>>>
type Sending = AppContext & Addressed & { mail: OrderMail }

const SENDERS: Record<OrderMail['about'], (sending: Sending) => Promise<void>> = {
  shipped: ({ jobs, db, order, to, common, orderItems }) => {
    const { tracking_number: trackingNumber, tracking_link: trackingLink } = order
    const shippingAddress = order.shipping_address
    const data = { ...common, trackingNumber, trackingLink, orderItems, shippingAddress }
    const cause = `order-shipped:${order.id}:${trackingNumber ?? ''}`
    return queueMail(jobs, db, { template: 'order-shipped', to, cause, order_id: order.id, data })
  },

  delivered: ({ jobs, db, now, order, to, common, orderItems }) => {
    const data = { ...common, deliveryDate: now().toISOString(), orderItems }
    const cause = `order-delivered:${order.id}`
    return queueMail(jobs, db, { template: 'order-delivered', to, cause, order_id: order.id, data })
  },

  cancelled: async (sending) => {
    await queueMail(sending.jobs, sending.db, await cancellation(sending))
  },

  unpaid: async (sending) => {
    const reason = 'We did not receive your payment in time, so the items are free again.'
    await queueCapped(sending, 'unpaid-order', await cancellation(sending, reason))
  },

  'sold-out': async (sending) => {
    const reason = 'Your items sold out before your payment arrived. We will give your money back.'
    await queueMail(sending.jobs, sending.db, await cancellation(sending, reason))
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

  refunded: async ({ jobs, db, now, to, common, mail }) => {
    if (mail.about !== 'refunded') return
    const { amount: refundAmount, shipping: refundedShipping, tax: refundedTax } = mail
    const refundDate = now().toISOString()
    const data = { ...common, refundAmount, refundedShipping, refundedTax, refundDate }
    const cause = `refund:${mail.refund_id}`
    await queueMail(jobs, db, {
      template: 'refund-processed',
      to,
      cause,
      order_id: mail.order_id,
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

  review: async ({ jobs, db, order, to, common }) => {
    if (!countsAsBought(order)) return
    const reviewed = order.user_id ? await reviewedBy(db, order.user_id) : []
    const orderItems = await reviewableItems(db, order.items, reviewed)
    if (orderItems.length === 0) return
    const { customerName, orderNumber } = common
    await queueMail(jobs, db, {
      template: 'review-request',
      to,
      cause: `review-request:${order.id}`,
      order_id: order.id,
      data: { customerName, orderNumber, orderItems },
    })
  },

  // One mail, not two on the same day: who buys something again is reminded of it, others see what goes with it.
  'follow-up': async ({ jobs, db, order, to, common: { customerName } }) => {
    if (!countsAsBought(order)) return
    const order_id = order.id
    const replenishment = await findReplenishment(db, order)
    if (replenishment) {
      const data = { customerName, ...replenishment }
      const cause = `replenishment:${order_id}`
      return queueMail(jobs, db, { template: 'replenishment', to, cause, order_id, data })
    }
    const companions = await findCompanions(db, order)
    if (!companions) return
    const data = { customerName, ...companions }
    await queueMail(jobs, db, {
      template: 'cross-sell',
      to,
      cause: `cross-sell:${order_id}`,
      order_id,
      data,
    })
  },
}

/** For mails about unpaid orders: a stranger can place one with somebody else's address. */
const queueCapped = <Id extends TemplateId>(
  sending: Sending,
  kind: CappedMail,
  mail: MailRequest<Id>,
) => sending.db.transaction((tx) => queueCappedMail(sending, tx, kind, mail))

async function cancellation(sending: Sending, cancellationReason?: string) {
  const { config, order, to, common, orderItems } = sending
  const data = { ...common, cancellationReason, orderItems, shopLink: `${config.publicUrl}/` }
  // The time is part of the cause: an order that is revived and cancelled again sends a second mail.
  const cause = `order-cancelled:${order.id}:${await cancelledAt(sending)}`
  return { template: 'order-cancelled' as const, to, cause, order_id: order.id, data }
}

/** The products that an account has reviewed. */
async function reviewedBy(db: Db, user_id: string) {
  const reviews = await reviewsOf(db, { user_id, email: null })
  return reviews.map(({ product_id }) => product_id)
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
