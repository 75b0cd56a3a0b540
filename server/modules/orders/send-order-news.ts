import { and, eq, gt, isNotNull, or } from 'drizzle-orm'
import { queueMail } from '#server/platform/outgoing-mail.ts'
import type { AppContext } from '#server/platform/rpc.ts'
import { guestLink } from './guest-key.ts'
import { drawInvoice, invoiceNumber, type Seller } from './invoice.ts'
import type { OrderNews } from './order-mail.ts'
import { orders } from './orders.table.ts'
import { readOrder } from './read-orders.ts'

/** What the orders do not know themselves. */
export type Shop = {
  seller: () => Promise<Seller>
  profileOf: (user_id: string) => Promise<{ full_name: string; email: string } | null>
}

type Letter = AppContext & Addressed & { news: OrderNews }
type Addressed = NonNullable<Awaited<ReturnType<typeof findAddressed>>>

/** The confirmation with its invoice. Without an address it waits until the customer has given one. */
export async function sendConfirmation(context: AppContext, shop: Shop, order_id: string) {
  const found = await findAddressed(context, shop, order_id)
  if (!found?.order.completed_at) return
  const { order, to, common, orderItems } = found
  const invoice = await drawInvoice(order, await shop.seller())
  await queueMail(context.jobs, context.db, {
    template: 'order-confirmation',
    to,
    cause: `order-paid:${order.id}`,
    data: {
      ...common,
      orderTotal: order.total,
      orderItems,
      shippingAddress: order.shipping_address,
    },
    attachments: [
      {
        filename: `${invoiceNumber(order)}.pdf`,
        type: 'application/pdf',
        content_base64: invoice.toString('base64'),
      },
    ],
  })
}

export async function sendOrderNews(context: AppContext, shop: Shop, news: OrderNews) {
  const found = await findAddressed(context, shop, news.order_id)
  if (found) await WRITERS[news.about]({ ...context, ...found, news })
}

const WRITERS: Record<OrderNews['about'], (letter: Letter) => Promise<void>> = {
  shipped: ({ jobs, db, order, to, common, orderItems }) => {
    const { tracking_number: trackingNumber, tracking_link: trackingLink } = order
    const shippingAddress = order.shipping_address
    const data = { ...common, trackingNumber, trackingLink, orderItems, shippingAddress }
    const cause = `order-shipped:${order.id}:${trackingNumber ?? ''}`
    return queueMail(jobs, db, { template: 'order-shipped', to, cause, data })
  },

  delivered: ({ jobs, db, now, order, to, common, orderItems }) => {
    const data = { ...common, deliveryDate: now().toISOString(), orderItems }
    const cause = `order-delivered:${order.id}`
    return queueMail(jobs, db, { template: 'order-delivered', to, cause, data })
  },

  cancelled: (letter) => tellOfCancellation(letter),

  unpaid: (letter) =>
    tellOfCancellation(
      letter,
      'We did not receive your payment in time, so the items are free again.',
    ),

  declined: ({ jobs, db, config, order, to, common, orderItems }) => {
    const retryLink = common.orderLink ?? `${config.publicUrl}/my-orders`
    const data = { ...common, orderTotal: order.total, retryLink, orderItems }
    const cause = `payment-failed:${order.id}`
    return queueMail(jobs, db, { template: 'payment-failed', to, cause, data })
  },

  refunded: async ({ jobs, db, now, to, common, news }) => {
    if (news.about !== 'refunded') return
    const data = { ...common, refundAmount: news.amount, refundDate: now().toISOString() }
    const cause = `refund:${news.refund_id}`
    await queueMail(jobs, db, { template: 'refund-processed', to, cause, data })
  },

  abandoned: async (letter) => {
    if (await hasBoughtSince(letter)) return
    const { jobs, db, order, to, common, orderItems } = letter
    const data = { customerName: common.customerName, orderItems, cartTotal: order.subtotal }
    const cause = `abandoned-cart:${order.id}`
    await queueMail(jobs, db, { template: 'abandoned-cart', to, cause, data })
  },
}

async function tellOfCancellation(letter: Letter, cancellationReason?: string) {
  const { jobs, db, config, order, to, common, orderItems } = letter
  const data = { ...common, cancellationReason, orderItems, shopLink: `${config.publicUrl}/` }
  // An order that is cancelled again after all is told of again.
  const cause = `order-cancelled:${order.id}:${await cancelledAt(letter)}`
  await queueMail(jobs, db, { template: 'order-cancelled', to, cause, data })
}

/** An order and where its mails go. An express order of a guest has no address until it is given. */
async function findAddressed({ db, config }: AppContext, shop: Shop, order_id: string) {
  const order = await readOrder(db, order_id)
  if (!order) return null
  const profile = order.user_id ? await shop.profileOf(order.user_id) : null
  const to = order.shipping_address?.email ?? profile?.email
  if (!to) return null
  const common = {
    customerName: order.shipping_address?.fullName ?? profile?.full_name,
    orderNumber: order.id.slice(0, 8),
    orderLink: order.user_id ? undefined : guestLink(config, order.id),
  }
  const orderItems = order.items.map(({ name, quantity, price, image_url: image }) => ({
    name,
    quantity,
    price,
    image,
  }))
  return { order, to, common, orderItems }
}

async function cancelledAt({ db, order }: Letter) {
  const [row] = await db
    .select({ cancelled_at: orders.cancelled_at })
    .from(orders)
    .where(eq(orders.id, order.id))
  return row?.cancelled_at ?? ''
}

async function hasBoughtSince({ db, order }: Letter) {
  const { user_id, guest_email } = order
  const own = or(
    user_id ? eq(orders.user_id, user_id) : undefined,
    guest_email ? eq(orders.guest_email, guest_email) : undefined,
  )
  const later = and(own, gt(orders.created_at, order.created_at), isNotNull(orders.completed_at))
  return (await db.$count(orders, later)) > 0
}
