import * as z from 'zod'
import { refusals } from './errors.ts'
import { Email, Id, Link, Money, QueryNumber, Time } from './fields.ts'
import { adminProcedure, publicProcedure, signedInProcedure } from './policy.ts'

const Line = (label: string, longest = 200) =>
  z.string().trim().min(1, `${label} is required`).max(longest, `${label} is too long`)

/** Where an order goes. All seven fields are required. */
export const ShippingAddress = z.object({
  fullName: Line('Full name'),
  email: Email,
  address: Line('Address'),
  city: Line('City', 100),
  state: Line('State', 100),
  zipCode: Line('ZIP code', 20),
  country: Line('Country', 100),
})
export type ShippingAddress = z.infer<typeof ShippingAddress>

export const ORDER_STATUSES = [
  'pending',
  'processing',
  'shipped',
  'completed',
  'cancelled',
] as const
export const OrderStatus = z.enum(ORDER_STATUSES)
export type OrderStatus = z.infer<typeof OrderStatus>

export const OrderLine = z.strictObject({
  product_id: Id,
  quantity: z.int().min(1).max(999),
})
export type OrderLine = z.infer<typeof OrderLine>

const OrderLines = z.array(OrderLine).min(1, 'Your cart is empty').max(100)

export const CouponCode = z.string().trim().min(1).max(50).toUpperCase()

export const OrderItem = z.object({
  product_id: Id,
  name: z.string(),
  image_url: z.string().nullable(),
  quantity: z.int(),
  price: Money,
})
export type OrderItem = z.infer<typeof OrderItem>

/** An order as its owner sees it. */
export const Order = z.object({
  id: Id,
  user_id: Id.nullable(),
  guest_email: z.string().nullable(),
  subtotal: Money,
  discount: Money,
  total: Money,
  coupon_code: z.string().nullable(),
  status: OrderStatus,
  payment_id: z.string().nullable(),
  shipping_address: ShippingAddress.nullable(),
  tracking_number: z.string().nullable(),
  tracking_link: Link.nullable(),
  created_at: Time,
  completed_at: Time.nullable(),
  /** A pending order can be paid until then. */
  hold_until: Time.nullable(),
  /** False for a pending order means: not reserved until paid. */
  holds_stock: z.boolean(),
  items: z.array(OrderItem),
})
export type Order = z.infer<typeof Order>

export const placeOrderErrors = refusals(
  'OUT_OF_STOCK',
  'TOTAL_CHANGED',
  'COUPON_NOT_VALID',
  'COUPON_USED_UP',
  'KEY_REUSED',
  'COUPON_NEEDS_HOLD',
  'TOO_LARGE',
)

/** Unknown keys are refused: the server alone decides about price, status and owner. */
export const PlaceOrder = z.strictObject({
  /** The same key always means the same order, however often it is sent. */
  idempotency_key: Id,
  lines: OrderLines,
  coupon_code: CouponCode.nullish(),
  shipping_address: ShippingAddress,
  /** What the shopper was shown; the server compares it with its own sum. */
  total: Money,
  /** A guest's tick for marketing mail. */
  marketing_consent: z.boolean().optional(),
})
export type PlaceOrder = z.infer<typeof PlaceOrder>

/** A code tried at checkout counts as much as one tried in the coupon box. */
export const COUPON_GUESSES = { calls: 20, per_seconds: 600 }

const PlacedOrder = Order.pick({
  id: true,
  status: true,
  subtotal: true,
  discount: true,
  total: true,
  holds_stock: true,
})

/** A guest proves ownership by the secret of the link in the mail, or by the cookie set at checkout. */
const OwnOrder = z.object({ id: Id, key: z.string().max(100).optional() })

export const orders = {
  place: publicProcedure
    .meta({ limit: { calls: 30, per_seconds: 60 } })
    .route({
      method: 'POST',
      path: '/orders',
      summary: 'Place an order: priced, checked and held by the server',
    })
    .input(PlaceOrder)
    .errors(placeOrderErrors)
    .output(PlacedOrder),
  mine: signedInProcedure
    .route({ method: 'GET', path: '/orders', summary: 'Own orders, newest first' })
    .input(z.object({ page: QueryNumber.pipe(z.int().min(1).max(10_000)).optional() }))
    .output(z.object({ items: z.array(Order), page: z.int(), has_more: z.boolean() })),
  last_address: signedInProcedure
    .route({
      method: 'GET',
      path: '/orders/last-address',
      summary: 'Where the last own order went',
    })
    .output(ShippingAddress.nullable()),
  get: publicProcedure
    .route({ method: 'GET', path: '/orders/{id}', summary: 'One order, for its owner alone' })
    .input(OwnOrder)
    .errors(refusals('ORDER_NOT_FOUND'))
    .output(Order),
  set_address: publicProcedure
    .route({
      method: 'PUT',
      path: '/orders/{id}/address',
      summary: 'The address of an express order',
    })
    .input(OwnOrder.extend({ shipping_address: ShippingAddress }))
    .errors(refusals('ORDER_NOT_FOUND', 'ADDRESS_KNOWN'))
    .output(Order),
  invoice: publicProcedure
    .route({
      method: 'GET',
      path: '/orders/{id}/invoice',
      summary: 'The invoice of a paid order, as PDF',
    })
    .input(OwnOrder)
    .errors(refusals('ORDER_NOT_FOUND'))
    .output(z.file()),
  set_status: adminProcedure
    .route({
      method: 'PUT',
      path: '/orders/{id}/status',
      summary: 'Any of the five; the customer gets a mail',
    })
    .input(
      z.object({
        id: Id,
        status: OrderStatus,
        /** With `shipped`. */
        tracking_number: z.string().trim().min(1).max(100).nullish(),
        tracking_link: Link.nullish(),
      }),
    )
    .errors(refusals('ORDER_NOT_FOUND', 'OUT_OF_STOCK', 'COUPON_USED_UP'))
    .output(Order),
}

export const coupons = {
  validate: publicProcedure
    .meta({ limit: COUPON_GUESSES })
    .route({
      method: 'POST',
      path: '/coupons/validate',
      summary: 'What a code would save on these lines',
    })
    .input(z.object({ code: CouponCode, lines: OrderLines }))
    .errors(refusals('COUPON_NOT_VALID', 'COUPON_USED_UP', 'OUT_OF_STOCK', 'TOO_LARGE'))
    .output(z.object({ code: z.string(), subtotal: Money, discount: Money, total: Money })),
}
