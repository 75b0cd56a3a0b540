import type { Product, ProductDetails } from '#contract/catalog.ts'
import type { ProductGroup } from '#contract/product-groups.ts'
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
  product: ProductDetails,
  reviews: readonly Review[],
  site: SiteInfo,
): SchemaThing[] {
  const about = {
    description: product.description,
    brand: { '@type': 'Brand', name: product.brand ?? site.site_title },
    ...(product.category && { category: product.category }),
    ...(product.review_count > 0 && { aggregateRating: ratingOf(product) }),
    ...(reviews.length > 0 && { review: reviews.slice(0, REVIEWS_IN_DATA).map(reviewData) }),
  }
  const own = {
    ...soldAs(site, product.id, product.price, product.stock > 0),
    name: product.name,
    image: product.images.map((image) => absoluteUrl(site, image)),
    ...(product.gtin && { gtin: product.gtin }),
    ...(product.mpn && { mpn: product.mpn }),
  }
  return [
    product.group ? groupData(product.group, own, about, site) : { ...own, ...about },
    breadcrumbList(site, [
      ...breadcrumbsOf(product),
      { name: product.name, path: `/product/${product.id}` },
    ]),
  ]
}

/** What is said of all sizes is said of the group; each has its own address, price, stock and picture. */
function groupData(group: ProductGroup, own: SchemaThing, about: SchemaThing, site: SiteInfo) {
  const varies = group.kind === 'shade' ? 'color' : 'size'
  return {
    '@type': 'ProductGroup',
    name: group.name,
    productGroupID: group.id,
    url: String(own.url),
    variesBy: `https://schema.org/${varies}`,
    ...about,
    hasVariant: group.choices.map(({ product_id, name, value, price, in_stock, image_url }) => ({
      ...soldAs(site, product_id, price, in_stock),
      name,
      [varies]: value,
      ...(image_url && { image: absoluteUrl(site, image_url) }),
      ...(product_id === own.sku && own),
    })),
  }
}

function soldAs(site: SiteInfo, id: string, price: number, inStock: boolean) {
  const url = absoluteUrl(site, `/product/${id}`)
  return {
    '@type': 'Product',
    sku: id,
    url,
    offers: {
      '@type': 'Offer',
      url,
      price: price.toFixed(2),
      priceCurrency: site.currency,
      availability: `https://schema.org/${inStock ? 'InStock' : 'OutOfStock'}`,
      itemCondition: 'https://schema.org/NewCondition',
    },
  }
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
