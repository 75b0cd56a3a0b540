import * as z from 'zod'
import { Version } from './editing.ts'
import { refusals } from './errors.ts'
import { Email, Id, Link, Money, QueryNumber, Time } from './fields.ts'
import { listQuery, paged } from './paging.ts'
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

export const Tracking = z.object({
  tracking_number: z.string().trim().min(1).max(100).nullish(),
  tracking_link: Link.nullish(),
})
export type Tracking = z.infer<typeof Tracking>

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
  claim: signedInProcedure
    .route({
      method: 'POST',
      path: '/orders/{id}/claim',
      summary: "A guest's order becomes one of the account, for whoever can open it",
    })
    .input(OwnOrder)
    .errors(refusals('ORDER_NOT_FOUND'))
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
        /** The status that the admin saw; a change meanwhile is not overwritten. */
        seen: OrderStatus.optional(),
        /** With `shipped`. */
        ...Tracking.shape,
      }),
    )
    .errors(refusals('ORDER_NOT_FOUND', 'ORDER_CHANGED', 'OUT_OF_STOCK', 'COUPON_USED_UP'))
    .output(Order),
}

export const Coupon = z.object({
  id: Id,
  code: z.string(),
  discount_percentage: z.int().nullable(),
  discount_amount: Money.nullable(),
  valid_from: Time,
  valid_until: Time,
  active: z.boolean(),
  max_uses: z.int().nullable(),
  current_uses: z.int(),
  version: Version,
  created_at: Time,
})
export type Coupon = z.infer<typeof Coupon>

/** What an admin enters: either a percentage of the subtotal or an amount. */
export const CouponEdit = z
  .strictObject({
    code: z
      .string()
      .trim()
      .min(1, 'Code is required')
      .max(50, 'Code is too long')
      .regex(/^[\w-]+$/, 'Use letters, digits, - and _')
      .toUpperCase(),
    discount_percentage: z
      .int('Enter a whole number')
      .min(1, 'At least 1 %')
      .max(100, 'At most 100 %')
      .nullable(),
    discount_amount: Money.refine((amount) => amount > 0, 'More than 0').nullable(),
    valid_from: z.iso.datetime('Valid from is required'),
    valid_until: z.iso.datetime('Valid until is required'),
    active: z.boolean(),
    max_uses: z.int('Enter a whole number').min(1, 'At least 1').max(1_000_000).nullable(),
  })
  .refine((coupon) => (coupon.discount_percentage === null) !== (coupon.discount_amount === null), {
    path: ['discount_percentage'],
    message: 'Discount value is required',
  })
  .refine((coupon) => coupon.valid_until >= coupon.valid_from, {
    path: ['valid_until'],
    message: 'Valid until must not be before valid from',
  })
export type CouponEdit = z.infer<typeof CouponEdit>

export const COUPON_STATES = ['active', 'scheduled', 'expired', 'used-up', 'inactive'] as const

export const CouponQuery = listQuery(['created_at', 'code', 'valid_until', 'current_uses'], {
  state: z.enum(COUPON_STATES).optional(),
})
export type CouponQuery = z.infer<typeof CouponQuery>

export const coupons = {
  list: adminProcedure
    .route({ method: 'GET', path: '/coupons', summary: 'Coupons, newest first' })
    .input(CouponQuery)
    .output(paged(Coupon)),
  create: adminProcedure
    .route({ method: 'POST', path: '/coupons', successStatus: 201, summary: 'Create a coupon' })
    .input(CouponEdit)
    .errors(refusals('COUPON_CODE_TAKEN'))
    .output(Coupon),
  update: adminProcedure
    .route({ method: 'PUT', path: '/coupons/{id}', summary: 'Change a coupon' })
    .input(CouponEdit.safeExtend({ id: Id, version: Version }))
    .errors(refusals('COUPON_CODE_TAKEN', 'CHANGED_MEANWHILE', 'ROW_NOT_FOUND'))
    .output(Coupon),
  set_active: adminProcedure
    .route({ method: 'PUT', path: '/coupons/{id}/active', summary: 'Switch a coupon on or off' })
    .input(z.object({ id: Id, version: Version, active: z.boolean() }))
    .errors(refusals('CHANGED_MEANWHILE', 'ROW_NOT_FOUND'))
    .output(Coupon),
  remove: adminProcedure
    .route({ method: 'DELETE', path: '/coupons/{id}', summary: 'Delete a coupon' })
    .input(z.object({ id: Id }))
    .errors(refusals('ROW_NOT_FOUND'))
    .output(z.object({ id: Id })),
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
