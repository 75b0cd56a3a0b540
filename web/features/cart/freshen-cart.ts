import type { CartPrice } from '#contract/cart.ts'
import { formatMoney } from '../../lib/format.ts'
import type { CartItem } from './read-cart.ts'

/** Something the shopper should know. Newer words about the same thing take the place of older ones. */
export type CartNews = { about: string; text: string }

type Freshened = { item: CartItem | null; news: CartNews[] }

/** The cart as the shop can sell it now. Lines that were not asked about stay as they are. */
export function freshen(
  items: readonly CartItem[],
  asked: readonly string[],
  prices: readonly CartPrice[],
): { items: CartItem[]; news: CartNews[] } {
  const byId = new Map(prices.map((price) => [price.id, price]))
  const lines = items.map((item) =>
    asked.includes(item.id) ? freshenLine(item, byId.get(item.id)) : { item, news: [] },
  )
  return {
    items: lines.flatMap(({ item }) => item ?? []),
    news: lines.flatMap(({ news }) => news),
  }
}

function freshenLine(item: CartItem, now: CartPrice | undefined): Freshened {
  const about = `${item.id} availability`
  if (!now) return { item: null, news: [{ about, text: `${item.name} is no longer available` }] }
  if (now.stock <= 0) return { item: null, news: [{ about, text: `${now.name} is out of stock` }] }

  const news: CartNews[] = []
  if (now.price !== item.price) {
    const [from, to] = [formatMoney(item.price), formatMoney(now.price)]
    const text = `The price of ${now.name} changed from ${from} to ${to}`
    news.push({ about: `${item.id} price`, text })
  }
  if (item.quantity > now.stock) {
    news.push({ about, text: `Only ${now.stock} left of ${now.name}` })
  }
  return { item: upToDate(item, now), news }
}

/** The same object when nothing changed. */
function upToDate(item: CartItem, { name, price, image_url, stock }: CartPrice): CartItem {
  const quantity = Math.min(item.quantity, stock)
  const same =
    item.name === name &&
    item.price === price &&
    item.image_url === image_url &&
    item.quantity === quantity
  return same ? item : { id: item.id, name, price, image_url, quantity }
}
