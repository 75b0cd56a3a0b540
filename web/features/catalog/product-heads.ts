import type { Product } from '#contract/catalog.ts'
import type { Review } from '#contract/reviews.ts'
import {
  absoluteUrl,
  type HeadOptions,
  type SchemaThing,
  type SiteInfo,
} from '../../lib/page-head.ts'
import type { ProductsSearch } from './products-search.ts'

/** Search engines show a few; more would only make the page larger. */
const REVIEWS_IN_DATA = 5

/** Structured data of a product, its reviews and its breadcrumbs, for search engines. */
export function productData(
  product: Product,
  reviews: readonly Review[],
  site: SiteInfo,
): SchemaThing[] {
  const url = absoluteUrl(site, `/product/${product.id}`)
  const state = product.stock > 0 ? 'InStock' : 'OutOfStock'
  return [
    {
      '@type': 'Product',
      name: product.name,
      description: product.description,
      sku: product.id,
      url,
      image: product.images.map((image) => absoluteUrl(site, image)),
      brand: { '@type': 'Brand', name: site.site_title },
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
      ...(reviews.length > 0 && { review: reviews.slice(0, REVIEWS_IN_DATA).map(reviewData) }),
    },
    breadcrumbList(site, [
      ...breadcrumbsOf(product),
      { name: product.name, path: `/product/${product.id}` },
    ]),
  ]
}

const ratingOf = ({ rating_average, review_count }: Product) => ({
  '@type': 'AggregateRating',
  ratingValue: rating_average,
  reviewCount: review_count,
})

const reviewData = ({ reviewer_name, created_at, title, comment, rating }: Review) => ({
  '@type': 'Review',
  author: { '@type': 'Person', name: reviewer_name },
  datePublished: created_at.slice(0, 10),
  name: title,
  reviewBody: comment,
  reviewRating: { '@type': 'Rating', ratingValue: rating, bestRating: 5 },
})

type Step = { name: string; path: string }

/** The breadcrumbs of a product or category. */
export function breadcrumbsOf({ category }: Pick<Product, 'category'>): Step[] {
  const steps = [
    { name: 'Home', path: '/' },
    { name: 'Our Products', path: '/products' },
  ]
  if (category) steps.push({ name: category, path: categoryPath(category) })
  return steps
}

export const categoryPath = (category: string) => `/products?${new URLSearchParams({ category })}`

export const breadcrumbList = (site: SiteInfo, steps: Step[]) => ({
  '@type': 'BreadcrumbList',
  itemListElement: steps.map(({ name, path }, n) => ({
    '@type': 'ListItem',
    position: n + 1,
    name,
    item: absoluteUrl(site, path),
  })),
})

type Loaded = { search: ProductsSearch; picture?: string | null; empty?: boolean }

/** Categories and their pages are indexed; sorted, filtered and searched lists are not. */
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
    data: (site) => [breadcrumbList(site, breadcrumbsOf({ category: category ?? null }))],
  }
}

/** The `sizes` of the pictures in the gallery. */
export const GALLERY_SIZES = '(min-width: 80rem) 510px, (min-width: 48rem) 45vw, 92vw'
