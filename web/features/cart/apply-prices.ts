import type { CartPrice } from '#contract/cart.ts'
import { currentCart, saveCart } from './cart-store.ts'
import { type CartNews, freshen } from './freshen-cart.ts'

/** Brings the cart up to what the shop just said about `asked`, and tells what that changed. */
export function applyPrices(asked: readonly string[], prices: readonly CartPrice[]): CartNews[] {
  const before = currentCart()
  const { items: after, news } = freshen(before, asked, prices)
  const changed = after.length !== before.length || after.some((item, n) => item !== before[n])
  if (changed) saveCart(after)
  return news
}
