import type { ProductSummary } from '#contract/catalog.ts'
import { toast } from '../../ui/toast.ts'
import { addToCart } from './cart-store.ts'

type Addable = Pick<ProductSummary, 'id' | 'name' | 'price' | 'image_url' | 'stock'>

/** Puts a product into the cart and says so, or says why not. */
export function putIntoCart(product: Addable, quantity = 1): void {
  if (product.stock <= 0) {
    toast.error('Out of stock', 'This product is currently unavailable')
    return
  }
  addToCart(product, quantity)
  toast.success('Added to cart', product.name)
}
