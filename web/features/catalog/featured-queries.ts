import type { QueryClient } from '@tanstack/react-query'
import type { ProductQuery } from '#contract/catalog.ts'
import { api } from '../../lib/api.ts'

export const SHOWN_AT_FIRST = 4

const listOf = (query: ProductQuery) => api.products.list.queryOptions({ input: query })

export const featured = listOf({ featured: true, limit: SHOWN_AT_FIRST })

export const newest = (category?: string) => listOf({ category, limit: SHOWN_AT_FIRST })

/** The fifth product of the shop, or of a category: is there more than is shown at first? */
export const oneMore = (category?: string) =>
  listOf({ category, limit: 1, page: SHOWN_AT_FIRST + 1 })

/** One more than is shown: the product of the page itself may be among them. */
export const bestSellers = listOf({ featured: true, limit: SHOWN_AT_FIRST + 1 })

export async function loadFeaturedProducts(queryClient: QueryClient) {
  const [chosen] = await Promise.all([
    queryClient.ensureQueryData(featured),
    queryClient.ensureQueryData(oneMore()),
    queryClient.ensureQueryData(api.categories.list.queryOptions()),
  ])
  if (chosen.items.length === 0) await queryClient.ensureQueryData(newest())
}
