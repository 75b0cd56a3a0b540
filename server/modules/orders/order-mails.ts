import { Charges } from '#contract/totals.ts'
import type { Db } from '#server/platform/database.ts'
import type { Job } from '#server/platform/jobs.ts'
import { type MailRequest, queueMail } from '#server/platform/outgoing-mail.ts'
import type { AppContext } from '#server/platform/rpc.ts'
import { readSeller } from '../content/reads.ts'
import { personalDataOf as reviewsOf } from '../reviews/reads.ts'
import { findAddressed, type OrderMail, type Sending } from './addressed-order.ts'
import {
  countsAsBought,
  findCompanions,
  findReplenishment,
  reviewableItems,
} from './follow-up-mails.ts'
import { type ConfirmationJob, FOLLOW_UP, ORDER_MAIL } from './queue-mails.ts'
import { cancellation, UNPAID_SENDERS } from './unpaid-mails.ts'

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
  // Loaded with the first one: what draws documents is large.
  const { drawInvoice, invoiceNumber } = await import('./invoice.ts')
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

const SENDERS: Record<OrderMail['about'], (sending: Sending) => Promise<void>> = {
  ...UNPAID_SENDERS,

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

  'sold-out': async (sending) => {
    const reason = 'Your items sold out before your payment arrived. We will give your money back.'
    await queueMail(sending.jobs, sending.db, await cancellation(sending, reason))
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

/** The products that an account has reviewed. */
async function reviewedBy(db: Db, user_id: string) {
  const reviews = await reviewsOf(db, { user_id, email: null })
  return reviews.map(({ product_id }) => product_id)
}
