import type { Product } from '#contract/catalog.ts'
import { absoluteUrl, type SchemaThing, type ShopFacts } from '../../lib/page-head.ts'

/** A product as search engines want to hear of it. */
export function productData(product: Product, shop: ShopFacts): SchemaThing[] {
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

export const breadcrumbs = (shop: ShopFacts, steps: Step[]) => ({
  '@type': 'BreadcrumbList',
  itemListElement: steps.map(({ name, path }, n) => ({
    '@type': 'ListItem',
    position: n + 1,
    name,
    item: absoluteUrl(shop, path),
  })),
})
