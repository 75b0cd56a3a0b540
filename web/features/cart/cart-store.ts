import { useSyncExternalStore } from 'react'
import { type CartItem, MOST_PIECES, readCart } from './read-cart.ts'

const KEY = 'cart'
const NOTHING: readonly CartItem[] = []

type Addable = Omit<CartItem, 'quantity'>

let items: readonly CartItem[] = NOTHING
/** The stored text that `items` was read from. */
let source: string | null = null
const listeners = new Set<() => void>()

export function useCart() {
  const cart = useSyncExternalStore(subscribe, currentCart, () => NOTHING)
  return { items: cart, total: totalOf(cart), itemCount: countOf(cart) }
}

/** Read anew whenever the stored text differs: another tab may have changed it a moment ago. */
export function currentCart(): readonly CartItem[] {
  const text = stored()
  if (text !== source) {
    source = text
    items = readCart(text)
  }
  return items
}

export function addToCart({ id, name, price, image_url }: Addable, quantity = 1): void {
  const known = currentCart().find((item) => item.id === id)
  if (known) setQuantity(id, known.quantity + quantity)
  else saveCart([...currentCart(), { id, name, price, image_url, quantity }])
}

export function setQuantity(id: string, quantity: number): void {
  const pieces = Math.min(quantity, MOST_PIECES)
  if (pieces <= 0) removeFromCart(id)
  else
    saveCart(currentCart().map((item) => (item.id === id ? { ...item, quantity: pieces } : item)))
}

export function removeFromCart(id: string): void {
  saveCart(currentCart().filter((item) => item.id !== id))
}

export function clearCart(): void {
  saveCart(NOTHING)
}

function totalOf(cart: readonly CartItem[]): number {
  const cents = cart.reduce((sum, item) => sum + Math.round(item.price * 100) * item.quantity, 0)
  return cents / 100
}

const countOf = (cart: readonly CartItem[]) => cart.reduce((sum, item) => sum + item.quantity, 0)

export function saveCart(next: readonly CartItem[]): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(next))
  } catch {
    // Storage may be full or forbidden; the cart then lives as long as the page.
  }
  items = next
  source = stored()
  for (const listener of listeners) listener()
}

function stored(): string | null {
  try {
    return localStorage.getItem(KEY)
  } catch {
    return null
  }
}

/** Other tabs tell of their changes; a page that comes back from the browser's memory was told nothing. */
function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  window.addEventListener('storage', listener)
  window.addEventListener('pageshow', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', listener)
    window.removeEventListener('pageshow', listener)
  }
}
