import * as z from 'zod'
import { refusals } from './errors.ts'
import { Email, Id, Link, Money, QueryNumber, Time } from './fields.ts'
import { ORDER_STATUSES } from './order-status.ts'
import { PAYMENT_METHODS } from './payment-methods.ts'
import { adminProcedure, publicProcedure, signedInProcedure } from './policy.ts'
import { Charges, OrderTotals, ShippingMethod } from './totals.ts'
import { LONGEST_SOURCE } from './visit-source.ts'

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

export const OrderStatus = z.enum(ORDER_STATUSES)
export type OrderStatus = z.infer<typeof OrderStatus>

export const OrderLine = z.strictObject({
  product_id: Id,
  quantity: z.int().min(1).max(999),
})
export type OrderLine = z.infer<typeof OrderLine>

export const OrderLines = z.array(OrderLine).min(1, 'Your cart is empty').max(100)

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
  ...Charges.shape,
  status: OrderStatus,
  payment_id: z.string().nullable(),
  /** How it was paid, or is to be paid. */
  payment_method: z.enum(PAYMENT_METHODS),
  shipping_address: ShippingAddress.nullable(),
  tracking_number: z.string().nullable(),
  tracking_link: Link.nullable(),
  created_at: Time,
  completed_at: Time.nullable(),
  /** A pending order can be paid until then. */
  hold_until: Time.nullable(),
  /** False for a pending order means: not reserved until paid. */
  holds_stock: z.boolean(),
  /** Handed over at a market or in the shop: it needs no address. */
  in_person: z.boolean().optional(),
  /** What the shop wrote to the customer about it. */
  customer_note: z.string().nullish(),
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
  'NOT_CONFIGURED',
  'ADDRESS_NEEDED',
  'TAX_NEEDS_ADDRESS',
  'PLACE_NOT_SERVED',
  'METHOD_NOT_OFFERED',
  'PAYMENT_METHOD_NOT_OFFERED',
  'PAYMENT_METHOD_NEEDS_HOLD',
)

/** Where the visit came from, in shops that count visits. */
export const VisitSourceName = z.string().max(LONGEST_SOURCE)

/** Unknown keys are refused: the server alone decides about price, status and owner. */
export const PlaceOrder = z.strictObject({
  /** The same key always means the same order, however often it is sent. */
  idempotency_key: Id,
  lines: OrderLines,
  coupon_code: CouponCode.nullish(),
  shipping_address: ShippingAddress,
  /** One of those that the quote offered; not given, the first. */
  shipping_method_id: Id.nullish(),
  /** One of those that the quote offered; not given: by card. */
  payment_method: z.enum(PAYMENT_METHODS).optional(),
  /** What the shopper was shown; the server compares it with its own sum. */
  total: Money,
  /** A guest's tick for marketing mail. */
  marketing_consent: z.boolean().optional(),
  visit_source: VisitSourceName.optional(),
})
export type PlaceOrder = z.infer<typeof PlaceOrder>

/** A code tried at checkout counts as much as one tried in the coupon box. */
export const COUPON_GUESSES = { calls: 20, per_seconds: 600 }

const PlacedOrder = Order.pick({ id: true, status: true, holds_stock: true }).extend(
  OrderTotals.shape,
)

/** Unknown keys are refused, as for an order. */
export const QuoteRequest = z.strictObject({
  lines: OrderLines,
  coupon_code: CouponCode.nullish(),
  /** Where it goes, as far as it is known. */
  destination: z
    .strictObject({
      country: z.string().max(100),
      state: z.string().max(100),
      /** For taxes of counties and cities. */
      zipCode: z.string().max(20).optional(),
    })
    .nullish(),
  /** Not given, or not offered there: the first offer. */
  shipping_method_id: Id.nullish(),
})
export type QuoteRequest = z.infer<typeof QuoteRequest>

/** What an order of these lines would cost now. */
export const Quote = Charges.extend({
  lines: z.array(OrderItem.extend({ amount: Money })),
  /** How it can travel to the destination, the cheapest first, pick-up last. Empty when the shop charges no shipping. */
  shipping_methods: z.array(
    ShippingMethod.extend({
      id: Id,
      price: Money,
      pickup: z.object({ address: z.string(), hours: z.string() }).nullable(),
    }),
  ),
  shipping_method_id: Id.nullable(),
  /** How an order like this can be paid; `days` is the time there is to do so beside cards. */
  payment_methods: z.array(z.object({ id: z.enum(PAYMENT_METHODS), days: z.int().nullable() })),
  /** Why the total is without shipping: the destination is not known yet, or no zone serves it. */
  missing: z.enum(['destination', 'not-served']).nullable(),
  /** Only in shops that tax by place: whether the total can be with tax, or the destination is not known yet. */
  tax_destination: z.enum(['known', 'missing']).optional(),
  /** How much more makes delivery free; the zone is named when there are several. */
  free_delivery: z.object({ missing: Money, zone: z.string().nullable() }).nullable(),
  /** Products that are no longer sold: left out. */
  unavailable: z.array(Id),
})
export type Quote = z.infer<typeof Quote>

/** A guest proves ownership by the secret of the link in the mail, or by the cookie set at checkout. */
export const OwnOrder = z.object({ id: Id, key: z.string().max(100).optional() })

export const Tracking = z.object({
  tracking_number: z.string().trim().min(1).max(100).nullish(),
  tracking_link: Link.nullish(),
})
export type Tracking = z.infer<typeof Tracking>

export const orders = {
  quote: publicProcedure
    .meta({ limit: { calls: 240, per_seconds: 60 }, loaded: 'later' })
    .route({
      method: 'POST',
      path: '/orders/quote',
      summary: 'What an order of these lines would cost now; nothing is stored',
    })
    .input(QuoteRequest)
    .errors(refusals('COUPON_NOT_VALID', 'COUPON_USED_UP', 'TOO_LARGE'))
    .output(Quote),
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
    .meta({ loaded: 'later' })
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
  claim: signedInProcedure
    .route({
      method: 'POST',
      path: '/orders/{id}/claim',
      summary: "A guest's order becomes one of the account, if the caller can open it",
    })
    .input(OwnOrder)
    .errors(refusals('ORDER_NOT_FOUND'))
    .output(Order),
  invoice: publicProcedure
    .meta({ loaded: 'later' })
    .route({
      method: 'GET',
      path: '/orders/{id}/invoice',
      summary: 'The invoice of a paid order, as PDF',
    })
    .input(OwnOrder)
    .errors(refusals('ORDER_NOT_FOUND'))
    .output(z.file()),
  set_status: adminProcedure('orders')
    .route({
      method: 'PUT',
      path: '/orders/{id}/status',
      summary: 'Any of the five; the customer gets a mail',
    })
    .input(
      z.object({
        id: Id,
        status: OrderStatus,
        /** The status that the admin saw; a change meanwhile is not overwritten. */
        seen: OrderStatus.optional(),
        /** With `shipped`. */
        ...Tracking.shape,
      }),
    )
    .errors(refusals('ORDER_NOT_FOUND', 'ORDER_CHANGED', 'OUT_OF_STOCK', 'COUPON_USED_UP'))
    .output(Order),
}
