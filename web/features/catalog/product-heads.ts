import type { Product } from '#contract/catalog.ts'
import {
  absoluteUrl,
  type HeadOptions,
  type SchemaThing,
  type SiteInfo,
} from '../../lib/page-head.ts'
import type { ProductsSearch } from './products-search.ts'

/** A product as search engines want to hear of it. */
export function productData(product: Product, shop: SiteInfo): SchemaThing[] {
  const url = absoluteUrl(shop, `/product/${product.id}`)
  const state = product.stock > 0 ? 'InStock' : 'OutOfStock'
  return [
    {
      '@type': 'Product',
      name: product.name,
      description: product.description,
      sku: product.id,
      url,
      image: product.images.map((image) => absoluteUrl(shop, image)),
      brand: { '@type': 'Brand', name: shop.site_title },
      ...(product.category && { category: product.category }),
      offers: {
        '@type': 'Offer',
        url,
        price: product.price.toFixed(2),
        priceCurrency: 'USD',
        availability: `https://schema.org/${state}`,
        itemCondition: 'https://schema.org/NewCondition',
      },
      ...(product.review_count > 0 && { aggregateRating: ratingOf(product) }),
    },
    breadcrumbs(shop, [
      ...trailOf(product),
      { name: product.name, path: `/product/${product.id}` },
    ]),
  ]
}

const ratingOf = ({ rating_average, review_count }: Product) => ({
  '@type': 'AggregateRating',
  ratingValue: rating_average,
  reviewCount: review_count,
})

type Step = { name: string; path: string }

/** The way to a product, as it is also shown on its page. */
export function trailOf({ category }: Pick<Product, 'category'>): Step[] {
  const steps = [
    { name: 'Home', path: '/' },
    { name: 'Our Products', path: '/products' },
  ]
  if (category) steps.push({ name: category, path: categoryPath(category) })
  return steps
}

export const categoryPath = (category: string) => `/products?${new URLSearchParams({ category })}`

export const breadcrumbs = (shop: SiteInfo, steps: Step[]) => ({
  '@type': 'BreadcrumbList',
  itemListElement: steps.map(({ name, path }, n) => ({
    '@type': 'ListItem',
    position: n + 1,
    name,
    item: absoluteUrl(shop, path),
  })),
})

type Loaded = { search: ProductsSearch; picture?: string | null; empty: boolean }

/** Categories and their pages have addresses worth finding; sorted, filtered and searched lists do not. */
export function productsHead(loaded: Loaded | undefined): HeadOptions & { name: string } {
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

/** How wide the pictures of a product are shown. */
export const GALLERY_SIZES = '(min-width: 80rem) 600px, (min-width: 64rem) 50vw, 92vw'
