import { Store, useSelector } from '@tanstack/react-store'
import type { CartPrice } from '#contract/cart.ts'
import type { ProductSummary } from '#contract/catalog.ts'
import { isUuid } from '#contract/ids.ts'
import type { OrderLine } from '#contract/orders.ts'
import { useHydrated } from '../../lib/hydration.ts'
import { publish } from '../../lib/shop-events.ts'
import { toast } from '../../ui/toast.ts'

/** Exactly what local storage holds of a product. */
export type CartItem = Pick<CartPrice, 'id' | 'name' | 'price' | 'image_url'> & {
  quantity: number
}

/** The limits of one order. */
const MAX_PRODUCTS = 100
export const MAX_QUANTITY = 999

const STORAGE_KEY = 'cart'
const EMPTY: readonly CartItem[] = []

const cartStore = new Store(EMPTY)
/** The stored text that the state was read from. */
let source: string | null = null

const drawerStore = new Store(false)

/** Empty until hydration: the server knows no cart. */
export function useCart() {
  const stored = useSelector(cartStore)
  const items = useHydrated() ? stored : EMPTY
  return { items, itemCount: countOf(items) }
}

/** Reads local storage again: another tab may have written to it before its event arrives here. */
export function currentCart(): readonly CartItem[] {
  const text = readStorage()
  if (text !== source) {
    source = text
    cartStore.setState(() => parseCart(text))
  }
  return cartStore.state
}

export function saveCart(items: readonly CartItem[]): void {
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify(items))
  } catch {
    // Storage may be full or forbidden; the cart then lives as long as the page.
  }
  source = readStorage()
  cartStore.setState(() => items)
}

export function addItem(
  { id, name, price, image_url }: Omit<CartItem, 'quantity'>,
  quantity = 1,
): void {
  const inCart = quantityInCart(id)
  if (inCart > 0) setQuantity(id, inCart + quantity)
  else saveCart([...currentCart(), { id, name, price, image_url, quantity }])
}

/** A quantity of 0 or less removes the product. */
export function setQuantity(id: string, quantity: number): void {
  const items = currentCart().map((item) =>
    item.id === id ? { ...item, quantity: Math.min(quantity, MAX_QUANTITY) } : item,
  )
  saveCart(items.filter((item) => item.quantity > 0))
}

/** What was added since the order was placed stays. */
export function removeBought(lines: readonly OrderLine[]): void {
  for (const { product_id, quantity } of lines) {
    const inCart = quantityInCart(product_id)
    if (inCart > 0) setQuantity(product_id, inCart - quantity)
  }
}

type Addable = Pick<ProductSummary, 'id' | 'name' | 'price' | 'image_url' | 'stock'>

/** Adds a product and shows the result. Never more than there are in stock. */
export function addToCart(product: Addable, quantity = 1): void {
  const inCart = quantityInCart(product.id)
  const most = Math.min(product.stock, MAX_QUANTITY)
  const room = most - inCart
  if (product.stock <= 0) {
    toast.error('Out of stock', 'This product is currently unavailable')
  } else if (room <= 0) {
    toast.error(`Only ${most} left`, 'You already have all of them in your cart')
  } else if (inCart === 0 && currentCart().length >= MAX_PRODUCTS) {
    toast.error('Your cart is full', 'Please check out before you add another product')
  } else {
    const added = Math.min(quantity, room)
    addItem(product, added)
    publish({ type: 'cart', item: { ...product, quantity: added } })
    const isShort = quantity > room
    toast.success(
      'Added to cart',
      isShort ? `Only ${most} left of ${product.name}` : product.name,
      {
        label: 'View cart',
        onClick: () => setCartOpen(true),
      },
    )
  }
}

export const useCartOpen = (): boolean => useSelector(drawerStore)

export function setCartOpen(open: boolean): void {
  drawerStore.setState(() => open)
  // The drawer shows what the toast was about.
  if (open) toast.dismiss()
}

const quantityInCart = (id: string) => currentCart().find((item) => item.id === id)?.quantity ?? 0

const countOf = (items: readonly CartItem[]) => items.reduce((sum, item) => sum + item.quantity, 0)

function readStorage(): string | null {
  try {
    return localStorage.getItem(STORAGE_KEY)
  } catch {
    return null
  }
}

const HIGHEST_PRICE = 99_999_999.99
const LONGEST_TEXT = 2000
const OWN_PATH = /^\/(?![/\\])/

/** Whatever the storage holds, the result is a cart that can be shown and ordered. */
export function parseCart(text: string | null): CartItem[] {
  try {
    const value: unknown = JSON.parse(text ?? '[]')
    if (!Array.isArray(value)) return []
    const items = value.filter(isCartItem).map(sanitize)
    return [...new Map(items.map((item) => [item.id, item])).values()].slice(0, MAX_PRODUCTS)
  } catch {
    return []
  }
}

function isCartItem(value: unknown): value is CartItem {
  if (typeof value !== 'object' || value === null) return false
  const { id, name, price, quantity } = value as Record<string, unknown>
  return (
    typeof id === 'string' &&
    isUuid(id) &&
    typeof name === 'string' &&
    typeof price === 'number' &&
    price >= 0 &&
    price <= HIGHEST_PRICE &&
    Number.isInteger(quantity) &&
    Number(quantity) > 0
  )
}

/** Known fields only, whole cents, no pictures from other sites, no more than one order takes. */
function sanitize({ id, name, price, image_url, quantity }: CartItem): CartItem {
  return {
    id: id.toLowerCase(),
    name: name.slice(0, LONGEST_TEXT),
    price: Math.round(price * 100) / 100,
    image_url: isOwnPicture(image_url) ? image_url : null,
    quantity: Math.min(quantity, MAX_QUANTITY),
  }
}

const isOwnPicture = (url: unknown): url is string =>
  typeof url === 'string' && url.length <= LONGEST_TEXT && OWN_PATH.test(url)

if (!import.meta.env.SSR) {
  currentCart()
  // Another tab changed the cart; a page restored from the back/forward cache missed such events.
  window.addEventListener('storage', currentCart)
  window.addEventListener('pageshow', currentCart)
}
