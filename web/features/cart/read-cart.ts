import type { CartPrice } from '#contract/cart.ts'

/** Exactly what the cart's local storage holds of a product. */
export type CartItem = Pick<CartPrice, 'id' | 'name' | 'price' | 'image_url'> & {
  quantity: number
}

/** What one order may hold. */
export const MOST_PRODUCTS = 100
export const MOST_PIECES = 999

const HIGHEST_PRICE = 99_999_999.99
const LONGEST_TEXT = 2000
const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i
const OWN_PATH = /^\/(?![/\\])/

/** Whatever lies in the storage, what comes out is a cart that can be shown and ordered. */
export function readCart(text: string | null): CartItem[] {
  try {
    const value: unknown = JSON.parse(text ?? '[]')
    if (!Array.isArray(value)) return []
    const lines = value.filter(isCartItem).map(tidied)
    return [...new Map(lines.map((line) => [line.id, line])).values()].slice(0, MOST_PRODUCTS)
  } catch {
    return []
  }
}

function isCartItem(value: unknown): value is CartItem {
  if (typeof value !== 'object' || value === null) return false
  const { id, name, price, quantity } = value as Record<string, unknown>
  return (
    typeof id === 'string' &&
    UUID.test(id) &&
    typeof name === 'string' &&
    typeof price === 'number' &&
    price >= 0 &&
    price <= HIGHEST_PRICE &&
    Number.isInteger(quantity) &&
    Number(quantity) > 0
  )
}

/** Known fields only, whole cents, no foreign pictures, no more pieces than an order takes. */
function tidied({ id, name, price, image_url, quantity }: CartItem): CartItem {
  return {
    id: id.toLowerCase(),
    name: name.slice(0, LONGEST_TEXT),
    price: Math.round(price * 100) / 100,
    image_url: isOwnPicture(image_url) ? image_url : null,
    quantity: Math.min(quantity, MOST_PIECES),
  }
}

const isOwnPicture = (url: unknown): url is string =>
  typeof url === 'string' && url.length <= LONGEST_TEXT && OWN_PATH.test(url)
