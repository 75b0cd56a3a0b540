import * as z from 'zod'
import { Id, Money, Time } from './fields.ts'
import { Order } from './orders.ts'

/** What programs can be notified of. The database function `queue_webhooks` names them, too. */
export const WEBHOOK_EVENTS = [
  'order.paid',
  'order.shipped',
  'order.refunded',
  'order.cancelled',
  'stock.low',
  'customer.created',
] as const
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number]

const OrderData = Order.pick({
  id: true,
  user_id: true,
  guest_email: true,
  subtotal: true,
  discount: true,
  shipping: true,
  tax: true,
  tax_included: true,
  total: true,
  coupon_code: true,
  status: true,
  payment_method: true,
  shipping_address: true,
  tracking_number: true,
  tracking_link: true,
  created_at: true,
  completed_at: true,
  items: true,
}).extend({ number: z.string(), currency: z.string() })

/** The `data` of each event: the thing as it is when it is sent. */
export const WEBHOOK_DATA = {
  'order.paid': OrderData,
  'order.shipped': OrderData,
  'order.cancelled': OrderData,
  'order.refunded': z.object({
    id: Id,
    order_id: Id.nullable(),
    payment_id: z.string(),
    amount: Money,
    currency: z.string(),
    reason: z.string().nullable(),
    created_at: Time,
  }),
  'stock.low': z.object({ id: Id, name: z.string(), stock: z.int() }),
  'customer.created': z.object({
    id: Id,
    full_name: z.string(),
    email: z.string(),
    email_verified: z.boolean(),
    created_at: Time,
  }),
} as const satisfies Record<WebhookEvent, z.ZodType>

export type WebhookData<Event extends WebhookEvent> = z.infer<(typeof WEBHOOK_DATA)[Event]>

/** The body of a call: the thing as it is when it is sent. */
export const webhookBody = (event: WebhookEvent) =>
  z.object({ type: z.literal(event), timestamp: Time, data: WEBHOOK_DATA[event] })
