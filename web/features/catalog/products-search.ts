import type { QueryClient } from '@tanstack/react-query'
import type { ProductQuery, ProductSort } from '#contract/catalog.ts'
import type { Api } from '../../lib/api.ts'
import { loadOptional } from '../../lib/query-client.ts'

/** The search parameters of the products page. */
export type ProductsSearch = Pick<
  ProductQuery,
  'category' | 'q' | 'sort' | 'min_price' | 'max_price' | 'min_rating' | 'options' | 'page'
> & { in_stock?: true; on_sale?: true }

export const SORTS: Record<ProductSort, string> = {
  newest: 'Newest',
  'best-selling': 'Best selling',
  'best-rated': 'Best rated',
  'price-up': 'Price: low to high',
  'price-down': 'Price: high to low',
}

const LONGEST_TEXT = 100
const HIGHEST_PRICE = 1_000_000
const LAST_PAGE = 10_000

/** Accepts any input: values that the API would refuse are left out or clamped. */
export function readProductsSearch(given: Record<string, unknown>): ProductsSearch {
  const page = numberOf(given.page)
  return {
    category: textOf(given.category),
    q: textOf(given.q),
    sort: isSort(given.sort) ? given.sort : undefined,
    min_price: priceOf(given.min_price),
    max_price: priceOf(given.max_price),
    in_stock: flagOf(given.in_stock),
    on_sale: flagOf(given.on_sale),
    min_rating: [2, 3, 4].find((stars) => stars === numberOf(given.min_rating)),
    options: optionsOf(given.options),
    page:
      page !== undefined && Number.isInteger(page) && page > 1
        ? Math.min(page, LAST_PAGE)
        : undefined,
  }
}

const flagOf = (value: unknown) => (['true', '1', 'on'].includes(String(value)) ? true : undefined)

/** One is a number, several are a list. */
function optionsOf(value: unknown): number[] | undefined {
  const ids = [value].flat().map(numberOf).filter(Number.isInteger) as number[]
  return ids.length > 0 ? ids.slice(0, 60) : undefined
}

/** The router parses `?q=2024` as a number. */
function textOf(value: unknown): string | undefined {
  if (typeof value !== 'string' && typeof value !== 'number') return undefined
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is removed.
  const text = String(value).replaceAll(/[\u0000-\u001f]/g, ' ')
  return text.trim().slice(0, LONGEST_TEXT) || undefined
}

function numberOf(value: unknown): number | undefined {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined
}

function priceOf(value: unknown): number | undefined {
  const price = numberOf(value)
  if (price === undefined || price < 0) return undefined
  return Math.min(Math.round(price * 100) / 100, HIGHEST_PRICE)
}

const isSort = (value: unknown): value is ProductSort =>
  typeof value === 'string' && Object.hasOwn(SORTS, value)

/** Starts with the page in the URL; further pages are appended. */
export const productPages = (api: Api, { page: first = 1, ...query }: ProductQuery) =>
  api.products.list.infiniteOptions({
    input: (page: number) => ({ ...query, page }),
    initialPageParam: first,
    getNextPageParam: (last) => (last.has_more ? last.page + 1 : undefined),
  })

export const SHOWN_AT_FIRST = 4

const productList = (api: Api, input: ProductQuery) => api.products.list.queryOptions({ input })

export const featured = (api: Api) => productList(api, { featured: true, limit: SHOWN_AT_FIRST })

export const newest = (api: Api, category?: string) =>
  productList(api, { category, limit: SHOWN_AT_FIRST })

/** The fifth product, which decides whether See More Products is shown. */
export const oneMore = (api: Api, category?: string) =>
  productList(api, { category, limit: 1, page: SHOWN_AT_FIRST + 1 })

/** One more than is shown, because the product of the page itself may be among them. */
export const bestSellers = (api: Api) =>
  productList(api, { featured: true, limit: SHOWN_AT_FIRST + 1 })

export const categories = (api: Api) => api.categories.list.queryOptions()

export const attributes = (api: Api) => api.attributes.list.queryOptions()

export const facetsOf = (api: Api, { sort: _, page: __, ...query }: ProductsSearch) =>
  api.products.facets.queryOptions({ input: query })

/** Loads what it can: a list that fails is left out of the page. */
export async function loadFeaturedProducts(api: Api, queryClient: QueryClient) {
  const [chosen] = await Promise.all([
    loadOptional(queryClient, featured(api)),
    loadOptional(queryClient, oneMore(api)),
    loadOptional(queryClient, categories(api)),
  ])
  if (chosen?.items.length === 0) await loadOptional(queryClient, newest(api))
}
