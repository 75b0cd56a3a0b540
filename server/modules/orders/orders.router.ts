import { implement } from '@orpc/server'
import { cart } from '#contract/cart.ts'
import { coupons } from '#contract/coupons.ts'
import { orders } from '#contract/orders.ts'
import { changedBy } from '#server/platform/audit-log.ts'
import { rememberedCampaign } from '#server/platform/campaign-cookie.ts'
import { guard, type RequestContext, requireSession } from '#server/platform/rpc.ts'
import { readSeller } from '../content/reads.ts'
import { priceOwnCart } from './cart-prices.ts'
import { lastAddress, setAddress } from './customer-data.ts'
import { createCoupon, listCoupons, removeCoupon, updateCoupon } from './edit-coupons.ts'
import { claimOrder, findOwnOrder, setGuestCookie } from './guest-access.ts'
import { buyerOf } from './holds.ts'
import { changeOrderStatus } from './order-states.ts'
import { placeOrder } from './place-order.ts'
import { countCouponGuess, quoteCoupon, quoteOrder } from './quote.ts'
import { listOrdersOf } from './read-orders.ts'
import { saveCart } from './saved-carts.ts'

const implementer = implement({ orders, coupons, cart }).$context<RequestContext>().use(guard)

export const ordersRouter = {
  quote: implementer.orders.quote.handler(({ context, input }) => quoteOrder(context, input)),

  place: implementer.orders.place.handler(async ({ context, input }) => {
    if (input.coupon_code) await countCouponGuess(context)
    const buyer = await buyerOf(context)
    const campaign_id = rememberedCampaign(context)
    const order = await placeOrder(context, buyer, { ...input, campaign_id })
    if (!buyer.user_id) setGuestCookie(context, order.id)
    return order
  }),

  mine: implementer.orders.mine.handler(async ({ context, input }) => {
    const { profile } = await requireSession(context)
    return listOrdersOf(context.db, profile.id, input.page)
  }),

  last_address: implementer.orders.last_address.handler(async ({ context }) => {
    const { profile } = await requireSession(context)
    return lastAddress(context.db, profile.id)
  }),

  get: implementer.orders.get.handler(async ({ context, input }) => {
    const order = await findOwnOrder(context, input)
    // After the link of a mail, paying and giving the address work without the key.
    if (input.key && !order.user_id) setGuestCookie(context, order.id)
    return order
  }),

  set_address: implementer.orders.set_address.handler(async ({ context, input }) =>
    setAddress(context, await findOwnOrder(context, input), input.shipping_address),
  ),

  claim: implementer.orders.claim.handler(async ({ context, input }) => {
    const { profile } = await requireSession(context)
    return claimOrder(context, profile.id, input)
  }),

  invoice: implementer.orders.invoice.handler(async ({ context, input }) => {
    // What draws documents is large, and loaded with the first one.
    const { invoiceFile } = await import('./invoice.ts')
    return invoiceFile(await findOwnOrder(context, input), () => readSeller(context))
  }),

  set_status: implementer.orders.set_status.handler(async ({ context, input }) =>
    changeOrderStatus(context, input, await changedBy(context)),
  ),
}

export const couponsRouter = {
  list: implementer.coupons.list.handler(({ context, input }) => listCoupons(context, input)),
  create: implementer.coupons.create.handler(async ({ context, input }) =>
    createCoupon(context.db, input, await changedBy(context)),
  ),
  update: implementer.coupons.update.handler(async ({ context, input }) =>
    updateCoupon(context.db, input, await changedBy(context)),
  ),
  set_active: implementer.coupons.set_active.handler(async ({ context, input }) =>
    updateCoupon(context.db, input, await changedBy(context)),
  ),
  remove: implementer.coupons.remove.handler(async ({ context, input }) =>
    removeCoupon(context.db, input.id, await changedBy(context)),
  ),
  validate: implementer.coupons.validate.handler(({ context, input }) =>
    quoteCoupon(context, input),
  ),
}

export const cartRouter = {
  prices: implementer.cart.prices.handler(({ context, input }) => priceOwnCart(context, input.ids)),
  save: implementer.cart.save.handler(({ context, input }) => saveCart(context, input.lines)),
}
