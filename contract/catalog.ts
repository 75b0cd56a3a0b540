import * as z from 'zod'
import { refusals } from './errors.ts'
import { Email, Id, Money, QueryFlag, QueryNumber, Time } from './fields.ts'
import { cachedProcedure, publicProcedure } from './policy.ts'
import { CardGroup, ProductGroup } from './product-groups.ts'
import { LOW_STOCK_BELOW } from './stock.ts'

/** For `omit`: what only the product's own page shows. */
export const PAGE_ONLY = {
  description: true,
  ingredients: true,
  how_to_use: true,
  delivery_and_returns: true,
} as const

export const Product = z.object({
  id: Id,
  /** With its size: "Rosehip Renewal Serum, 30 ml". */
  name: z.string(),
  description: z.string(),
  price: Money,
  original_price: Money.nullable(),
  image_url: z.string().nullable(),
  images: z.array(z.string()),
  category: z.string().nullable(),
  stock: z.int(),
  featured: z.boolean(),
  rating_average: z.number(),
  review_count: z.int(),
  created_at: Time,
  ingredients: z.string(),
  how_to_use: z.string(),
  delivery_and_returns: z.string(),
})
export type Product = z.infer<typeof Product>

/** What a product's own page shows: the product, and the group that it belongs to. */
export const ProductDetails = Product.extend({
  group: ProductGroup.nullable(),
  /** For search engines; not there when empty. */
  brand: z.string().optional(),
  gtin: z.string().optional(),
  mpn: z.string().optional(),
})
export type ProductDetails = z.infer<typeof ProductDetails>

/**
 * What a product card needs. `stock` is exact below the maximum; the maximum means "at least so many". The card of a
 * group opens its first product on sale and has the name of the group, the price and original price of the cheapest,
 * and the stock, rating and number of reviews of all together.
 */
export const ProductSummary = Product.omit(PAGE_ONLY).extend({
  stock: z.int().max(LOW_STOCK_BELOW),
  group: CardGroup.nullable(),
})
export type ProductSummary = z.infer<typeof ProductSummary>

export const Category = z.object({
  id: Id,
  name: z.string(),
  description: z.string().nullable(),
  display_order: z.int(),
})
export type Category = z.infer<typeof Category>

export const ProductSort = z.enum([
  'newest',
  'price-up',
  'price-down',
  'best-rated',
  'best-selling',
])
export type ProductSort = z.infer<typeof ProductSort>

export const PRODUCTS_PER_PAGE = 24

/** PostgreSQL cannot hold this one character. */
const CategoryName = z
  .string()
  .max(100)
  .refine((name) => !name.includes('\0'))

export const ProductQuery = z.object({
  category: CategoryName.optional(),
  q: z.string().max(100).optional(),
  sort: ProductSort.optional(),
  min_price: QueryNumber.pipe(z.number().min(0).max(1_000_000)).optional(),
  max_price: QueryNumber.pipe(z.number().min(0).max(1_000_000)).optional(),
  in_stock: QueryFlag.optional(),
  featured: QueryFlag.optional(),
  on_sale: QueryFlag.optional(),
  min_rating: QueryNumber.pipe(z.number().min(1).max(5)).optional(),
  /** Options of attributes: one of each attribute that is named. */
  options: z.array(QueryNumber.pipe(z.int())).max(60).optional(),
  page: QueryNumber.pipe(z.int().min(1).max(10_000)).optional(),
  limit: QueryNumber.pipe(z.int().min(1).max(PRODUCTS_PER_PAGE)).optional(),
})
export type ProductQuery = z.input<typeof ProductQuery>

/** How what was typed was understood: as it stands, corrected, or only some of it. */
export const SearchMatch = z.object({
  kind: z.enum(['as-typed', 'corrected', 'some-words']),
  words: z.string(),
})
export type SearchMatch = z.infer<typeof SearchMatch>

const ProductPage = z.object({
  items: z.array(ProductSummary),
  page: z.int(),
  has_more: z.boolean(),
  /** Null when nothing was searched for, or nothing was found. */
  match: SearchMatch.nullable(),
  /** The price that was named among the words, such as "under 30". */
  typed_price: z.object({ min: z.number().nullable(), max: z.number().nullable() }).nullable(),
})
export type ProductPage = z.infer<typeof ProductPage>

/** How many products each filter would leave, together with the other filters. */
const Facets = z.object({
  total: z.int(),
  in_stock: z.int(),
  on_sale: z.int(),
  /** In the order of RATING_STEPS. */
  ratings: z.array(z.int()),
  /** By the id of an option; one that no product has is not in it. */
  options: z.record(z.string(), z.int()),
})
export type Facets = z.infer<typeof Facets>

export const products = {
  list: cachedProcedure
    .meta({ lists_products: true })
    .route({
      method: 'GET',
      path: '/products',
      summary: 'Products: newest first, filtered, searched, paged',
    })
    .input(ProductQuery)
    .output(ProductPage),
  facets: cachedProcedure
    .meta({ loaded: 'later' })
    .route({ method: 'GET', path: '/facets', summary: 'How many products each filter leaves' })
    .input(ProductQuery.omit({ sort: true, page: true, limit: true }))
    .output(Facets),
  get: cachedProcedure
    .route({ method: 'GET', path: '/products/{id}', summary: 'One product' })
    .input(z.object({ id: Id }))
    .errors(refusals('PRODUCT_NOT_FOUND'))
    .output(ProductDetails),
  notify_me: publicProcedure
    .meta({ limit: { calls: 20, per_seconds: 3600 } })
    .route({
      method: 'POST',
      path: '/products/{id}/notify-me',
      summary: 'Ask for a mail when a sold-out product is back',
    })
    .input(z.object({ id: Id, email: Email.optional() }))
    .errors(refusals('PRODUCT_NOT_FOUND', 'STILL_IN_STOCK', 'EMAIL_NEEDED'))
    .output(
      z.object({
        /** `confirm`: a link in a mail confirms the address first. */
        state: z.enum(['waiting', 'confirm']),
      }),
    ),
}

export const categories = {
  list: cachedProcedure
    .route({ method: 'GET', path: '/categories', summary: 'Active categories in display order' })
    .output(z.array(Category)),
}
