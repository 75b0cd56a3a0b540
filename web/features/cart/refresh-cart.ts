import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Store, useSelector } from '@tanstack/react-store'
import { useEffect } from 'react'
import type { CartPrice } from '#contract/cart.ts'
import type { Money } from '#contract/money.ts'
import { api } from '../../lib/api.ts'
import { useMoney } from '../../lib/money.ts'
import { type CartItem, currentCart, saveCart, useCart } from './cart.ts'

/** A change the shopper should know of. A newer change with the same key replaces the older one. */
export type CartChange = { key: string; text: string }

const NONE: readonly CartChange[] = []

/** Shared, so that drawer and page show the same changes whichever of them found them. */
const changesStore = new Store(NONE)

export const useCartChanges = () => useSelector(changesStore)

function showChanges(latest: readonly CartChange[]): void {
  if (latest.length === 0) return
  changesStore.setState((known) => [
    ...known.filter(({ key }) => !latest.some((change) => change.key === key)),
    ...latest,
  ])
}

const clearChanges = () => changesStore.setState(() => NONE)

/** Keeps prices and stock of the cart current while it is shown, and records what changed. */
export function useRefreshCart() {
  const { items } = useCart()
  const formatMoney = useMoney()
  const prices = useQuery({
    ...api.cart.prices.queryOptions({ input: { ids: items.map(({ id }) => id) } }),
    placeholderData: keepPreviousData,
    enabled: items.length > 0,
    // Each opening asks again and never applies an old answer first.
    staleTime: 0,
    gcTime: 0,
  })
  const { data, isPlaceholderData } = prices

  useEffect(() => {
    if (!data || isPlaceholderData) return
    const requested = items.map(({ id }) => id)
    showChanges(applyPrices(requested, data, formatMoney))
  }, [items, data, isPlaceholderData, formatMoney])
  useEffect(() => clearChanges, [])

  const stock = new Map(data?.map((price) => [price.id, price.stock]))
  return { stockOf: (id: string) => stock.get(id), isUnchecked: prices.isError }
}

/** Saves the cart with the current prices of the `requested` products, and returns the changes. */
export function applyPrices(
  requested: readonly string[],
  prices: readonly CartPrice[],
  formatMoney: Money,
): CartChange[] {
  const before = currentCart()
  const { items, changes } = refreshItems(before, requested, prices, formatMoney)
  const isChanged = items.length !== before.length || items.some((item, n) => item !== before[n])
  if (isChanged) saveCart(items)
  return changes
}

/** Items that were added after the request was sent stay as they are. */
export function refreshItems(
  items: readonly CartItem[],
  requested: readonly string[],
  prices: readonly CartPrice[],
  formatMoney: Money,
): { items: CartItem[]; changes: CartChange[] } {
  const byId = new Map(prices.map((price) => [price.id, price]))
  const refreshed = items.map((item) =>
    requested.includes(item.id)
      ? refreshItem(item, byId.get(item.id), formatMoney)
      : { item, changes: [] },
  )
  return {
    items: refreshed.flatMap(({ item }) => item ?? []),
    changes: refreshed.flatMap(({ changes }) => changes),
  }
}

type Refreshed = { item: CartItem | null; changes: CartChange[] }

function refreshItem(item: CartItem, now: CartPrice | undefined, formatMoney: Money): Refreshed {
  const key = `${item.id} availability`
  if (!now) return { item: null, changes: [{ key, text: `${item.name} is no longer available` }] }
  if (now.stock <= 0) return { item: null, changes: [{ key, text: `${now.name} is out of stock` }] }

  const changes: CartChange[] = []
  if (now.price !== item.price) {
    const [from, to] = [formatMoney(item.price), formatMoney(now.price)]
    const text = `The price of ${now.name} changed from ${from} to ${to}`
    changes.push({ key: `${item.id} price`, text })
  }
  if (item.quantity > now.stock) {
    changes.push({ key, text: `Only ${now.stock} left of ${now.name}` })
  }
  return { item: withCurrentFields(item, now), changes }
}

/** The same object when nothing changed. */
function withCurrentFields(item: CartItem, { name, price, image_url, stock }: CartPrice): CartItem {
  const quantity = Math.min(item.quantity, stock)
  const isSame =
    item.name === name &&
    item.price === price &&
    item.image_url === image_url &&
    item.quantity === quantity
  return isSame ? item : { id: item.id, name, price, image_url, quantity }
}
