import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { api } from '../../lib/api.ts'
import { applyPrices } from './apply-prices.ts'
import { forgetNews, tellNews } from './cart-news.ts'
import { useCart } from './cart-store.ts'

/** While a cart is open, its prices and stock are the shop's, and changes are told. */
export function useFreshCart() {
  const { items } = useCart()
  const prices = useQuery({
    ...api.cart.prices.queryOptions({ input: { ids: items.map(({ id }) => id) } }),
    placeholderData: keepPreviousData,
    enabled: items.length > 0,
    // Every opening asks again, and an old answer never speaks first.
    staleTime: 0,
    gcTime: 0,
  })
  const { data, isPlaceholderData } = prices

  useEffect(() => {
    if (!data || isPlaceholderData) return
    const asked = items.map(({ id }) => id)
    tellNews(applyPrices(asked, data))
  }, [items, data, isPlaceholderData])
  useEffect(() => forgetNews, [])

  const stock = new Map(data?.map((price) => [price.id, price.stock]))
  return { stockOf: (id: string) => stock.get(id), isUnchecked: prices.isError }
}
