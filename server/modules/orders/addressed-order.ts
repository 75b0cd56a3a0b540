import { orderNumber } from '#contract/ids.ts'
import type { AppContext } from '#server/platform/rpc.ts'
import { profileOf } from '../accounts/reads.ts'
import { guestLink } from './guest-access.ts'
import { readOrder } from './read-orders.ts'

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
        // Of orders that are paid by bank transfer or on pick-up.
        | 'received'
        | 'payment-due'
    }
  | { about: 'refunded'; amount: number; refund_id: string; shipping?: number; tax?: number }
)

/** An order with the address of its mails; null for a guest's express order until its address is given. */
export async function findAddressed(
  { db, config }: Pick<AppContext, 'config' | 'db'>,
  order_id: string,
) {
  const order = await readOrder(db, order_id)
  if (!order) return null
  const profile = order.user_id ? await profileOf(db, order.user_id) : null
  // A guest who is handed the order in person may have given an e-mail address alone.
  const to = order.shipping_address?.email ?? profile?.email ?? order.guest_email
  if (!to) return null
  const common = {
    customerName: order.shipping_address?.fullName ?? profile?.full_name,
    orderNumber: orderNumber(order.id),
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

type Addressed = NonNullable<Awaited<ReturnType<typeof findAddressed>>>

/** What composes a mail about an order. */
export type Sending = AppContext & Addressed & { mail: OrderMail }
