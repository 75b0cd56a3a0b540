import type { Profile } from '#contract/accounts.ts'
import type { CartPrice } from '#contract/cart.ts'
import type { Order, ShippingAddress } from '#contract/orders.ts'
import { client } from '../../lib/api.ts'
import { checkoutAttempts, expressAttempts } from './attempt.ts'
import { CheckoutProblem, inStage } from './checkout-problem.ts'

export type CheckoutItem = Pick<CartPrice, 'id' | 'name' | 'price' | 'image_url'> & {
  quantity: number
}

type Wish = {
  user_id: string | null
  items: readonly CheckoutItem[]
  coupon_code: string | null
  address: ShippingAddress
  total: number
  marketing_consent: boolean
}

/** Places the order, or finds it when it was placed before, and tells where the browser goes next. */
export const placeAndLink = (wish: Wish) =>
  onceMoreWhenOver(checkoutAttempts.forget, async () => {
    const order = await placeOrder(wish)
    if (order.status === 'completed') return successPath(order.id)
    return linkForOrder({ ...order, ...wish.address })
  })

async function placeOrder({ user_id, items, coupon_code, address, total, ...rest }: Wish) {
  const lines = linesOf(items)
  const placing = client.orders.place({
    idempotency_key: checkoutAttempts.keyFor(
      JSON.stringify([user_id, lines, coupon_code, address, total]),
    ),
    lines,
    coupon_code,
    shipping_address: address,
    total,
    marketing_consent: rest.marketing_consent,
  })
  const order = await inStage('order', placing)
  checkoutAttempts.placed(order.id)
  return order
}

type Payable = { id: string; total: number; email: string; fullName: string; key?: string }

async function linkForOrder({ id, total, email, fullName, key }: Payable) {
  const { paymentUrl } = await inStage(
    'link',
    client.functions.create_payment_link({
      orderId: id,
      amount: total,
      email,
      customerName: fullName,
      key,
    }),
  )
  return paymentUrl
}

/** Where a pending order is paid. */
export function linkToPayAgain(order: Order, who: { profile: Profile | null; key?: string }) {
  const { shipping_address, items, total } = order
  const email = shipping_address?.email ?? who.profile?.email
  const fullName = shipping_address?.fullName ?? who.profile?.full_name ?? ''
  if (email) return linkForOrder({ id: order.id, total, email, fullName, key: who.key })
  // An express order of a guest has no name yet: the same cart with the same key is the same order.
  const cart = items.map(({ product_id, ...item }) => ({ ...item, id: product_id }))
  return linkForCart({ user_id: null, items: cart, total })
}

type ExpressWish = { user_id: string | null; items: readonly CheckoutItem[]; total: number }

/** Straight from the cart to the payment page; the address is asked for afterwards. */
export const linkForCart = ({ user_id, items, total }: ExpressWish) =>
  onceMoreWhenOver(expressAttempts.forget, async () => {
    const contents = JSON.stringify([user_id, linesOf(items), total])
    const linking = client.functions.create_payment_link({
      items: items.map(({ id, name, price, quantity }) => ({
        product_id: id,
        name: name.slice(0, 200),
        price,
        quantity,
      })),
      total,
      idempotencyKey: expressAttempts.keyFor(contents),
    })
    const { paymentUrl, orderId } = await inStage('link', linking)
    expressAttempts.placed(orderId)
    return paymentUrl
  })

/** In id order, so that the same products are the same contents. */
export const linesOf = (items: readonly CheckoutItem[]) =>
  items
    .map(({ id, quantity }) => ({ product_id: id, quantity }))
    .toSorted((one, other) => (one.product_id < other.product_id ? -1 : 1))

const successPath = (order_id: string) => `/payment-success?order_id=${order_id}`

const OVER = ['ORDER_CLOSED', 'KEY_REUSED']

/** The order of an earlier attempt may have expired meanwhile; then this is a new one. */
async function onceMoreWhenOver(forget: () => void, attempt: () => Promise<string>) {
  try {
    return await attempt()
  } catch (error) {
    if (!(error instanceof CheckoutProblem) || !OVER.includes(error.code ?? '')) throw error
    forget()
    return attempt()
  }
}
