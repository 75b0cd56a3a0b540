import { ORPCError } from '@orpc/client'
import type { Profile } from '#contract/accounts.ts'
import type { CartPrice } from '#contract/cart.ts'
import { STATUS_WHEN_PAID } from '#contract/order-status.ts'
import type { Order, ShippingAddress } from '#contract/orders.ts'
import { isByHand, type PaymentMethod } from '#contract/payment-methods.ts'
import { client } from '../../lib/api.ts'
import { linesOf } from '../../lib/quote.ts'
import { visitSource } from '../../lib/visit-record.ts'
import { checkoutAttempts, expressAttempts } from './checkout-storage.ts'

export type CheckoutItem = Pick<CartPrice, 'id' | 'name' | 'price' | 'image_url'> & {
  quantity: number
}

/** Which call failed: the order was not placed, or it has no payment link yet. */
type Step = 'order' | 'link'

export class CheckoutError extends Error {
  readonly step: Step
  /** The code of a refusal; null when something broke. */
  readonly code: string | null
  /** False when no answer of the server arrived. */
  readonly isAnswered: boolean
  /** For OUT_OF_STOCK. */
  readonly product_ids: readonly string[]
  /** For TOTAL_CHANGED. */
  readonly total: number | null

  constructor(step: Step, cause: unknown) {
    const refusal = refusalOf(cause)
    super(refusal?.message ?? FALLBACK[step], { cause })
    const data = (refusal?.data ?? {}) as { product_ids?: string[]; total?: number }
    this.step = step
    this.code = refusal?.code ?? null
    this.isAnswered = cause instanceof ORPCError
    this.product_ids = data.product_ids ?? []
    this.total = data.total ?? null
  }
}

const FALLBACK = {
  order: 'Failed to place order. Please try again.',
  link: 'Failed to create payment link',
}

/** A refusal whose message is written for shoppers: no server fault, no malformed input. */
export function refusalOf(error: unknown) {
  if (!(error instanceof ORPCError)) return null
  return error.status < 500 && error.status !== 400 ? error : null
}

export async function inStep<Answer>(step: Step, answer: Promise<Answer>): Promise<Answer> {
  try {
    return await answer
  } catch (error) {
    throw new CheckoutError(step, error)
  }
}

type Checkout = {
  user_id: string | null
  items: readonly CheckoutItem[]
  coupon_code: string | null
  address: ShippingAddress
  total: number
  shipping_method_id: string | null
  payment_method: PaymentMethod
  marketing_consent: boolean
}

/** Places the order, or finds the one placed before, and returns the URL to go to next. */
export const placeOrder = (checkout: Checkout): Promise<string> =>
  retryWhenClosed(checkoutAttempts.clear, async () => {
    const { user_id, coupon_code, address, total, marketing_consent, payment_method } = checkout
    // Left out in shops that charge no shipping, and for cards.
    const method = {
      ...(checkout.shipping_method_id && { shipping_method_id: checkout.shipping_method_id }),
      ...(isByHand(payment_method) && { payment_method }),
    }
    const lines = linesOf(checkout.items)
    const order = await inStep(
      'order',
      client.orders.place({
        idempotency_key: checkoutAttempts.keyFor({
          user_id,
          lines,
          coupon_code,
          address,
          total,
          ...method,
        }),
        ...method,
        lines,
        coupon_code,
        shipping_address: address,
        total,
        marketing_consent,
        ...visitSource(),
      }),
    )
    checkoutAttempts.placed(order.id)
    // An order of total 0 is complete without a payment; that page also says how to pay beside cards.
    if (order.status === STATUS_WHEN_PAID || isByHand(payment_method))
      return `/payment-success?order_id=${order.id}`
    return paymentLink({ ...order, email: address.email, customerName: address.fullName })
  })

type Payable = { id: string; total: number; email: string; customerName: string; key?: string }

async function paymentLink({ id, total, email, customerName, key }: Payable): Promise<string> {
  const { paymentUrl } = await inStep(
    'link',
    client.functions.create_payment_link({ orderId: id, amount: total, email, customerName, key }),
  )
  return paymentUrl
}

/** The payment link of an order that is still pending. `key` is the secret of a guest's link. */
export function payAgainLink(
  order: Order,
  { profile, key }: { profile: Profile | null; key?: string },
): Promise<string> {
  const { id, total, shipping_address, items } = order
  const email = shipping_address?.email ?? profile?.email
  const customerName = shipping_address?.fullName ?? profile?.full_name ?? ''
  if (email) return paymentLink({ id, total, email, customerName, key })
  // A guest's express order has no e-mail yet: the same cart with the same key finds the same order.
  const cart = items.map(({ product_id, ...item }) => ({ ...item, id: product_id }))
  return expressPaymentLink({ user_id: null, items: cart, total })
}

type ExpressCheckout = { user_id: string | null; items: readonly CheckoutItem[]; total: number }

/** Orders the cart as it is; the address is asked for after the payment. */
export const expressPaymentLink = ({ user_id, items, total }: ExpressCheckout): Promise<string> =>
  retryWhenClosed(expressAttempts.clear, async () => {
    const { paymentUrl, orderId } = await inStep(
      'link',
      client.functions.create_payment_link({
        items: items.map(({ id, name, price, quantity }) => ({
          product_id: id,
          name: name.slice(0, 200),
          price,
          quantity,
        })),
        total,
        ...visitSource(),
        idempotencyKey: expressAttempts.keyFor({ user_id, lines: linesOf(items), total }),
      }),
    )
    expressAttempts.placed(orderId)
    return paymentUrl
  })

const CLOSED = ['ORDER_CLOSED', 'KEY_REUSED']

/** The order of an earlier attempt may have expired; then a new attempt is made once. */
async function retryWhenClosed(clear: () => void, attempt: () => Promise<string>) {
  try {
    return await attempt()
  } catch (error) {
    if (!(error instanceof CheckoutError) || !CLOSED.includes(error.code ?? '')) throw error
    clear()
    return attempt()
  }
}
