import * as z from 'zod'
import { Id, Money } from '../fields.ts'
import { OrderTotals } from '../totals.ts'

/** Of orders, coupons, shipping, tax, payments, refunds and returns. */
export const ORDERS_ERRORS = {
  ORDER_NOT_FOUND: { status: 404, message: 'Order not found' },
  ORDER_CHANGED: {
    status: 409,
    message: 'Somebody else has changed the status of this order meanwhile.',
  },
  ORDER_NOT_OPEN: {
    status: 409,
    message: 'This order is paid, cancelled or further on, so it can no longer be changed.',
  },
  NOTHING_TO_PAY: {
    status: 409,
    message: 'Nothing would be left to pay. Enter it as a new order instead, and cancel this one.',
  },
  PAYMENT_UNDER_WAY: {
    status: 409,
    message:
      'The customer may be paying this order right now. Please try again in a few minutes, when the payment page has closed.',
  },
  NO_ADDRESS_TO_MAIL: { status: 409, message: 'This order has no e-mail address for the link.' },
  NOT_TO_SHIP: { status: 409, message: 'This order is not to be shipped.' },
  OUT_OF_STOCK: {
    status: 409,
    message: 'Some items are no longer available.',
    data: z.object({ product_ids: z.array(Id) }),
  },
  TOTAL_CHANGED: {
    status: 409,
    message: 'Prices have changed since you filled your cart. Please check your order again.',
    data: OrderTotals,
  },
  ADDRESS_NEEDED: {
    status: 409,
    message: 'Please tell us first where your order goes: shipping depends on it.',
  },
  TAX_NEEDS_ADDRESS: {
    status: 409,
    message: 'Please tell us first where your order goes: tax depends on it.',
  },
  PLACE_NOT_SERVED: { status: 409, message: 'We do not deliver this order to your address yet.' },
  METHOD_NOT_OFFERED: {
    status: 409,
    message: 'This way of shipping is no longer offered. Please choose another one.',
  },
  PAYMENT_METHOD_NOT_OFFERED: {
    status: 409,
    message: 'This way to pay is no longer offered for your order. Please choose another one.',
  },
  PAYMENT_METHOD_NEEDS_HOLD: {
    status: 409,
    message:
      'We cannot reserve so many items until they are paid this way. Please pay for your open orders first, order fewer items or pay by card.',
  },
  ALREADY_PAID: { status: 409, message: 'This order is paid already.' },
  PAID_BY_CARD_ALONE: {
    status: 409,
    message: 'This order is paid by card: its payment arrives by itself.',
  },
  PLACE_TAKEN: {
    status: 409,
    message: 'One of these places is already in another zone.',
    data: z.object({ place: z.string(), zone: z.string() }),
  },
  TOO_MANY_ZONES: { status: 409, message: 'There can be 50 zones at most' },
  TAX_RATE_EXISTS: { status: 409, message: 'This place already has a rate with this name' },
  TOO_MANY_RATES: { status: 409, message: 'There can be 200,000 rates at most' },
  COUPON_NOT_VALID: { status: 409, message: 'This coupon code is not valid' },
  COUPON_CODE_TAKEN: { status: 409, message: 'Another coupon has this code' },
  COUPON_USED_UP: { status: 409, message: 'This coupon has reached its usage limit' },
  KEY_REUSED: {
    status: 409,
    message: 'This order was already placed with other contents. Please reload the page.',
  },
  COUPON_NEEDS_HOLD: {
    status: 409,
    message:
      'This coupon needs items that we can reserve for you. Please pay for your open orders first, or order fewer items.',
  },
  TOO_LARGE: {
    status: 409,
    message: 'This order is too large to pay online. Please contact us.',
  },
  ADDRESS_KNOWN: { status: 409, message: 'This order already has an address.' },

  NOT_CONFIGURED: { status: 409, message: 'Clover payment is not configured' },
  INVALID_CLOVER_CREDENTIALS: {
    status: 409,
    message: 'Invalid credentials - unable to connect to Clover',
  },
  MERCHANTS_NOT_LOADED: { status: 409, message: 'Failed to load merchants from Clover' },
  CLOVER_TOKEN_REFUSED: {
    status: 409,
    message:
      'Failed to load merchants from Clover: Clover refused this token. Please copy it again from your Clover dashboard.',
  },
  CLOVER_NOT_ANSWERING: {
    status: 424,
    message: 'Clover does not answer at the moment. Please try again in a few minutes.',
  },
  PROVIDER_UNAVAILABLE: { status: 503, message: 'Failed to create payment link' },
  ORDER_CLOSED: {
    status: 409,
    message: 'This order can no longer be paid. Please order again.',
  },
  PAYMENT_NOT_FOUND: { status: 404, message: 'Payment not found' },
  MORE_THAN_PAID: {
    status: 409,
    message: 'The refund is more than what is left of this payment.',
    data: z.object({ left: Money }),
  },
  PARTS_DO_NOT_ADD_UP: {
    status: 409,
    message: 'The parts of the refund do not add up to its amount.',
  },
  MORE_THAN_PART: {
    status: 409,
    message: 'The refund of one part is more than what is left of it.',
    data: z.object({ goods: Money, shipping: Money, tax: Money }),
  },
  REFUND_NOT_FOUND: { status: 404, message: 'Refund not found' },
  REFUND_NOT_FAILED: { status: 409, message: 'This refund is already done or under way.' },
  RETURN_NOT_POSSIBLE: { status: 409, message: 'This order can not be returned any more.' },
  RETURN_TOO_MUCH: {
    status: 409,
    message: 'That is more than is left of this order to return.',
    data: z.object({ product_ids: z.array(Id) }),
  },
  TOO_MANY_RETURNS: {
    status: 409,
    message: 'You have asked for many returns of this order. Please write to us instead.',
  },
  RETURN_MOVED_ON: { status: 409, message: 'This return has been answered meanwhile.' },
  NOT_ACCEPTABLE: {
    status: 409,
    message: 'This payment can not complete its order. Please refund it.',
  },
}
