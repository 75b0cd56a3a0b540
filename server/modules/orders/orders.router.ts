import { implement } from '@orpc/server'
import { cart } from '#contract/cart.ts'
import * as contract from '#contract/orders.ts'
import { errors } from '#server/platform/errors.ts'
import { guard, type RequestContext, requireSession } from '#server/platform/rpc.ts'
import { fromCents } from './cents.ts'
import { changeOrderStatus } from './change-order-status.ts'
import { findCoupon } from './coupon-uses.ts'
import { findOwnOrder } from './find-own-order.ts'
import { keepGuestKey } from './guest-key.ts'
import { drawInvoice, invoiceNumber, type Seller } from './invoice.ts'
import { lastAddress } from './last-address.ts'
import { placeOrder } from './place-order.ts'
import { mergeLines, priceLines } from './price-lines.ts'
import { priceOwnCart } from './price-own-cart.ts'
import { quote } from './quote.ts'
import { listOrdersOf } from './read-orders.ts'
import { setAddress } from './set-address.ts'

const shop = implement({ orders: contract.orders, coupons: contract.coupons, cart })
  .$context<RequestContext>()
  .use(guard)

/** `sellerOf` tells who stands on the invoice. */
export const ordersRouter = (sellerOf: (call: RequestContext) => Promise<Seller>) => ({
  place: shop.orders.place.handler(async ({ context, input }) => {
    const session = await context.session()
    if (input.coupon_code) await countCouponGuess(context)
    const buyer = { visitor: context.visitor, user_id: session?.profile.id ?? null }
    const order = await placeOrder(context, buyer, input)
    if (!session) keepGuestKey(context, order.id)
    return order
  }),

  mine: shop.orders.mine.handler(async ({ context, input }) => {
    const { profile } = await requireSession(context)
    return listOrdersOf(context.db, profile.id, input.page)
  }),

  last_address: shop.orders.last_address.handler(async ({ context }) => {
    const { profile } = await requireSession(context)
    return lastAddress(context.db, profile.id)
  }),

  get: shop.orders.get.handler(async ({ context, input }) => {
    const order = await findOwnOrder(context, input)
    // Whoever came with the link of a mail can then also pay, or give the address.
    if (input.key && !order.user_id) keepGuestKey(context, order.id)
    return order
  }),

  set_address: shop.orders.set_address.handler(async ({ context, input }) =>
    setAddress(context, await findOwnOrder(context, input), input.shipping_address),
  ),

  invoice: shop.orders.invoice.handler(async ({ context, input }) => {
    const order = await findOwnOrder(context, input)
    if (!order.completed_at) throw errors.ORDER_NOT_FOUND()
    const pdf = await drawInvoice(order, await sellerOf(context))
    const name = `${invoiceNumber(order)}.pdf`
    return new File([new Uint8Array(pdf)], name, { type: 'application/pdf' })
  }),

  set_status: shop.orders.set_status.handler(({ context, input }) =>
    changeOrderStatus(context, input),
  ),
})

export const couponsRouter = {
  validate: shop.coupons.validate.handler(async ({ context, input }) => {
    const coupon = await findCoupon(context.db, input.code, context.now())
    const sums = quote(await priceLines(context.db, mergeLines(input.lines)), coupon)
    return {
      code: coupon.code,
      subtotal: fromCents(sums.subtotal),
      discount: fromCents(sums.discount),
      total: fromCents(sums.total),
    }
  }),
}

export const cartRouter = {
  prices: shop.cart.prices.handler(({ context, input }) => priceOwnCart(context, input.ids)),
}

/** Codes tried in an order count as those tried in the coupon box: nobody guesses more of them that way. */
const countCouponGuess = (call: RequestContext) =>
  call.limits.count('coupons.validate', call.visitor, contract.COUPON_GUESSES)
