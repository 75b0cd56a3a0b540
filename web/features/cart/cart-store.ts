import { useSyncExternalStore } from 'react'
import type { ProductSummary } from '#contract/catalog.ts'

const KEY = 'cart'
const NOTHING: readonly CartItem[] = []

export type CartItem = Pick<ProductSummary, 'id' | 'name' | 'price' | 'image_url'> & {
  quantity: number
}

type Addable = Omit<CartItem, 'quantity'>

let items: readonly CartItem[] | undefined
const listeners = new Set<() => void>()

export function useCart() {
  const cart = useSyncExternalStore(subscribe, current, () => NOTHING)
  return { items: cart, total: totalOf(cart), itemCount: countOf(cart) }
}

export function addToCart({ id, name, price, image_url }: Addable, quantity = 1): void {
  const known = current().find((item) => item.id === id)
  if (known) setQuantity(id, known.quantity + quantity)
  else save([...current(), { id, name, price, image_url, quantity }])
}

export function setQuantity(id: string, quantity: number): void {
  if (quantity <= 0) removeFromCart(id)
  else save(current().map((item) => (item.id === id ? { ...item, quantity } : item)))
}

export function removeFromCart(id: string): void {
  save(current().filter((item) => item.id !== id))
}

export function clearCart(): void {
  save(NOTHING)
}

function totalOf(cart: readonly CartItem[]): number {
  const cents = cart.reduce((sum, item) => sum + Math.round(item.price * 100) * item.quantity, 0)
  return cents / 100
}

const countOf = (cart: readonly CartItem[]) => cart.reduce((sum, item) => sum + item.quantity, 0)

function current(): readonly CartItem[] {
  items ??= parseCart(stored())
  return items
}

function save(next: readonly CartItem[]): void {
  items = next
  try {
    localStorage.setItem(KEY, JSON.stringify(next))
  } catch {
    // Storage may be full or forbidden; the cart then lives as long as the page.
  }
  for (const listener of listeners) listener()
}

function stored(): string | null {
  try {
    return localStorage.getItem(KEY)
  } catch {
    return null
  }
}

function subscribe(listener: () => void): () => void {
  const onStorage = (event: StorageEvent) => {
    // A null key means that everything was cleared.
    if (event.key !== KEY && event.key !== null) return
    items = undefined
    listener()
  }
  listeners.add(listener)
  window.addEventListener('storage', onStorage)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', onStorage)
  }
}

/** Whatever lies in the storage, what comes out is a cart. */
export function parseCart(text: string | null): readonly CartItem[] {
  try {
    const value: unknown = JSON.parse(text ?? '[]')
    if (!Array.isArray(value)) return NOTHING
    const byId = new Map(value.filter(isCartItem).map((item) => [item.id, item]))
    return byId.size > 0 ? [...byId.values()].map(onlyKnownFields) : NOTHING
  } catch {
    return NOTHING
  }
}

function isCartItem(value: unknown): value is CartItem {
  if (typeof value !== 'object' || value === null) return false
  const item = value as Record<string, unknown>
  return (
    typeof item.id === 'string' &&
    typeof item.name === 'string' &&
    typeof item.price === 'number' &&
    Number.isFinite(item.price) &&
    item.price >= 0 &&
    Number.isInteger(item.quantity) &&
    Number(item.quantity) > 0
  )
}

function onlyKnownFields({ id, name, price, image_url, quantity }: CartItem): CartItem {
  return { id, name, price, image_url: typeof image_url === 'string' ? image_url : null, quantity }
}
