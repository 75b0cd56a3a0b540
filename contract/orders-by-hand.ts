import * as z from 'zod'
import { conflicts, Version } from './editing.ts'
import { refusals } from './errors.ts'
import { atMostCharacters, Email, Id, Money, Time } from './fields.ts'
import {
  CouponCode,
  OrderLine,
  OrderStatus,
  placeOrderErrors,
  Quote,
  QuoteRequest,
  ShippingAddress,
} from './orders.ts'
import { adminProcedure } from './policy.ts'

/** How long a mailed link can be paid. */
export const LINK_DAYS = 3

const Text = (longest: number) => z.string().trim().max(longest, atMostCharacters(longest))

/** Customers read it on the page of their order, in mails and on the packing slip. */
export const CustomerNote = Text(1000)
export const DiscountReason = Text(100)

/** Each field by itself, for the form; `checked` holds what they have to do with each other. */
const fields = z.strictObject({
  lines: z.array(OrderLine).min(1, 'Please add a product').max(100),
  coupon_code: CouponCode.nullish(),
  /** Beside the coupon, in the shop's currency. Together they are never more than the products. */
  extra_discount: Money.nullish(),
  discount_reason: DiscountReason.nullish(),
  /** Handed over at a market or in the shop: no address, no shipping. */
  in_person: z.boolean(),
  shipping_address: ShippingAddress.nullable(),
  /** One of those that the quote offered; not given, the first. */
  shipping_method_id: Id.nullish(),
  /** Where it is handed over, in a shop that taxes by place. */
  sold_at: QuoteRequest.shape.destination,
  /** Of somebody without an account and address. */
  guest_name: Text(200).nullish(),
  guest_email: Email.nullish(),
  customer_note: CustomerNote.nullish(),
  /** What the screen showed; the server compares it with its own sum. */
  total: Money,
})

type Fields = z.infer<typeof fields>

const hasReason = ({ extra_discount, discount_reason }: Fields) =>
  !extra_discount || Boolean(discount_reason)
const hasPlace = ({ in_person, shipping_address }: Fields) => in_person || shipping_address !== null
const REASON = { path: ['discount_reason'], message: 'Please say why: the customer sees it' }
const PLACE = { path: ['shipping_address'], message: 'An order that is shipped needs an address' }

/** Unknown keys are refused: the server alone decides about prices. */
export const PlaceByHand = fields
  .extend({
    idempotency_key: Id,
    /** The account that it is for; not given: a guest. */
    user_id: Id.nullish(),
    payment: z.enum(['link', 'cash']),
  })
  .refine(hasReason, REASON)
  .refine(hasPlace, PLACE)
  .refine(
    ({ payment, user_id, shipping_address, guest_email }) =>
      payment === 'cash' || Boolean(user_id || shipping_address || guest_email),
    { path: ['guest_email'], message: 'The link needs an e-mail address' },
  )
export type PlaceByHand = z.infer<typeof PlaceByHand>

export const EditOrder = fields
  .extend({ id: Id, version: Version })
  .refine(hasReason, REASON)
  .refine(hasPlace, PLACE)
export type EditOrder = z.infer<typeof EditOrder>

export const QuoteByHand = QuoteRequest.extend({
  lines: fields.shape.lines,
  extra_discount: Money.nullish(),
  in_person: z.boolean(),
})
export type QuoteByHand = z.infer<typeof QuoteByHand>

/** Somebody who has an account or ordered before. */
export const KnownCustomer = z.object({
  user_id: Id.nullable(),
  email: z.string(),
  full_name: z.string(),
  /** Where the last order went. */
  address: ShippingAddress.nullable(),
})
export type KnownCustomer = z.infer<typeof KnownCustomer>

const OneOrder = z.object({ id: Id })
const unpaid = refusals('ORDER_NOT_FOUND', 'ORDER_NOT_OPEN')

/** Orders that a colleague enters; part of `orders`. */
export const ordersByHand = {
  find_customers: adminProcedure('orders')
    .route({
      method: 'GET',
      path: '/orders/customers',
      summary: 'The customers whose name or address contains a text, with where they live',
    })
    .input(z.object({ q: z.string().trim().min(1).max(100) }))
    .output(z.array(KnownCustomer)),
  quote_by_hand: adminProcedure('orders')
    .route({
      method: 'POST',
      path: '/orders/by-hand/quote',
      summary: 'What an order by hand would cost now; nothing is stored',
    })
    .input(QuoteByHand)
    .errors(refusals('COUPON_NOT_VALID', 'COUPON_USED_UP', 'TOO_LARGE'))
    .output(Quote),
  place_by_hand: adminProcedure('orders')
    .route({
      method: 'POST',
      path: '/orders/by-hand',
      successStatus: 201,
      summary: 'Place an order for a customer: paid in cash, or by a link that is mailed',
    })
    .input(PlaceByHand)
    .errors({ ...placeOrderErrors, ...refusals('ROW_NOT_FOUND', 'NO_ADDRESS_TO_MAIL') })
    .output(z.object({ id: Id, status: OrderStatus, total: Money })),
  edit: adminProcedure('orders')
    .route({
      method: 'PUT',
      path: '/orders/{id}/contents',
      summary: 'Change an unpaid order: priced and held anew',
    })
    .input(EditOrder)
    .errors({
      ...placeOrderErrors,
      ...conflicts,
      ...unpaid,
      ...refusals('PAYMENT_UNDER_WAY', 'NOTHING_TO_PAY'),
    })
    .output(z.object({ id: Id, total: Money, version: Version })),
  send_payment_link: adminProcedure('orders')
    .route({
      method: 'POST',
      path: '/orders/{id}/payment-link',
      summary: 'Mail the customer a link to pay an unpaid order',
    })
    .input(OneOrder)
    .errors({
      ...unpaid,
      ...refusals('NOT_CONFIGURED', 'NO_ADDRESS_TO_MAIL', 'OUT_OF_STOCK', 'COUPON_USED_UP'),
    })
    .output(z.object({ id: Id, hold_until: Time })),
  set_customer_note: adminProcedure('orders')
    .route({
      method: 'PUT',
      path: '/orders/{id}/customer-note',
      summary: 'A note that the customer sees; empty removes it',
    })
    .input(OneOrder.extend({ customer_note: CustomerNote, version: Version }))
    .errors({ ...refusals('ORDER_NOT_FOUND'), ...conflicts })
    .output(z.object({ id: Id, version: Version })),
}
