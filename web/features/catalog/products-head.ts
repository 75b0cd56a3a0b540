import type { PageMore } from '../../lib/page-head.ts'
import { breadcrumbs, trailOf } from './product-data.ts'
import type { ProductsSearch } from './products-search.ts'

type Loaded = { search: ProductsSearch; picture?: string | null; empty: boolean }

/** Categories and their pages have addresses worth finding; sorted, filtered and searched lists do not. */
export function productsHead(loaded: Loaded | undefined): PageMore & { name: string } {
  const { category, page, ...rest } = loaded?.search ?? {}
  const narrowed = Object.values(rest).some((value) => value !== undefined)
  const name = [category ?? 'Our Products', page && `page ${page}`].filter(Boolean).join(', ')
  const params = new URLSearchParams()
  if (category) params.set('category', category)
  if (page) params.set('page', String(page))
  return {
    name: rest.q ? `Results for “${rest.q}”` : name,
    search: params.size > 0 ? `?${params}` : '',
    picture: loaded?.picture,
    noindex: narrowed || loaded?.empty,
    data: (shop) => [breadcrumbs(shop, trailOf({ category: category ?? null }))],
  }
}
