import type { Order } from '#contract/orders.ts'
import { setCartOpen } from '../../features/cart/cart-drawer-state.ts'
import { addToCart, currentCart } from '../../features/cart/cart-store.ts'
import { client } from '../../lib/api.ts'
import { toast } from '../../ui/toast.ts'

/** The same things into the cart, at today's prices, as far as there are any. */
export async function orderAgain({ items }: Order): Promise<void> {
  const products = await client.cart.prices({ ids: items.map(({ product_id }) => product_id) })
  const inCart = new Map(currentCart().map(({ id, quantity }) => [id, quantity]))
  let isComplete = true
  for (const { product_id, quantity } of items) {
    const product = products.find(({ id }) => id === product_id)
    const room = (product?.stock ?? 0) - (inCart.get(product_id) ?? 0)
    if (product && room > 0) addToCart(product, Math.min(quantity, room))
    if (room < quantity) isComplete = false
  }
  if (products.every(({ stock }) => stock <= 0)) {
    return toast.error('Out of stock', 'Nothing of this order is available now.')
  }
  setCartOpen(true)
  toast.success('Added to cart', isComplete ? undefined : 'Some items are not available as before.')
}
