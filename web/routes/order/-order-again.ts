import type { Order } from '#contract/orders.ts'
import { addItem, currentCart, setCartOpen } from '../../features/cart/cart.ts'
import { client } from '../../lib/api.ts'
import { toast } from '../../ui/toast.ts'

/** Adds the order's items to the cart at current prices, as far as they are in stock. */
export async function orderAgain({ items }: Order): Promise<void> {
  const products = await client.cart.prices({ ids: items.map(({ product_id }) => product_id) })
  const inCart = new Map(currentCart().map(({ id, quantity }) => [id, quantity]))
  let isComplete = true
  for (const { product_id, quantity } of items) {
    const product = products.find(({ id }) => id === product_id)
    const room = (product?.stock ?? 0) - (inCart.get(product_id) ?? 0)
    if (product && room > 0) addItem(product, Math.min(quantity, room))
    if (room < quantity) isComplete = false
  }
  if (products.every(({ stock }) => stock <= 0)) {
    return toast.error('Out of stock', 'Nothing of this order is available now.')
  }
  setCartOpen(true)
  toast.success('Added to cart', isComplete ? undefined : 'Some items are not available as before.')
}
