import type { ProductSummary } from '#contract/catalog.ts'
import { toast } from '../../ui/toast.ts'
import { addToCart, currentCart } from './cart-store.ts'
import { MOST_PIECES, MOST_PRODUCTS } from './read-cart.ts'

type Addable = Pick<ProductSummary, 'id' | 'name' | 'price' | 'image_url' | 'stock'>

/** Puts a product into the cart and says so, or says why not. Never more than there are. */
export function putIntoCart(product: Addable, quantity = 1): void {
  const room = Math.min(product.stock, MOST_PIECES) - quantityInCart(product.id)
  if (product.stock <= 0) {
    toast.error('Out of stock', 'This product is currently unavailable')
  } else if (room <= 0) {
    toast.error(`Only ${product.stock} left`, 'You already have all of them in your cart')
  } else if (isFull() && quantityInCart(product.id) === 0) {
    toast.error('Your cart is full', 'Please check out before you add another product')
  } else {
    addToCart(product, Math.min(quantity, room))
    const short = quantity > room
    toast.success(
      'Added to cart',
      short ? `Only ${product.stock} left of ${product.name}` : product.name,
    )
  }
}

const quantityInCart = (id: string) => currentCart().find((item) => item.id === id)?.quantity ?? 0

const isFull = () => currentCart().length >= MOST_PRODUCTS
