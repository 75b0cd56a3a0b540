import * as z from 'zod'
import { Id } from './fields.ts'
import { listQuery, paged } from './paging.ts'
import { adminProcedure } from './policy.ts'

/** Whose export a file of products is, by its columns. */
export const IMPORT_SOURCES = ['petal', 'shopify', 'woocommerce'] as const
export type ImportSource = (typeof IMPORT_SOURCES)[number]

export const SOURCE_NAMES: Record<ImportSource, string> = {
  petal: 'Petal',
  shopify: 'Shopify',
  woocommerce: 'WooCommerce',
}

export const LONGEST_CSV = 8_000_000
export const MOST_IMPORT_PROBLEMS = 100

export const ProductImport = z.object({
  csv: z.string().max(LONGEST_CSV),
  dry_run: z.boolean(),
  /** Import an export of another shop without the products that have problems. */
  leave_out_broken: z.boolean().optional(),
  /** Forward the addresses of the other shop to these products and categories. */
  redirects: z.boolean().optional(),
})
export type ProductImport = z.infer<typeof ProductImport>

const ImportedChange = z.object({
  line: z.int(),
  name: z.string(),
  /** Null: a new product. */
  id: Id.nullable(),
  fields: z.array(z.object({ field: z.string(), before: z.unknown(), after: z.unknown() })),
})

export const ImportResult = z.object({
  /** False after a dry run, and whenever there are problems. */
  applied: z.boolean(),
  created: z.int(),
  updated: z.int(),
  unchanged: z.int(),
  /** The first of them, by line. */
  problems: z.array(z.object({ line: z.int(), reason: z.string() })),
  /** The first of them, as a preview. */
  changes: z.array(ImportedChange),
  /** Whose export the file is. The rest is about one of another shop. */
  source: z.enum(IMPORT_SOURCES),
  /** Products that cannot be imported, with their sizes; the others can be without them. */
  broken: z.int(),
  /** Products of an earlier import, which stay as they are. */
  known: z.int(),
  /** Pictures that are fetched from the other shop after the import. */
  pictures: z.int(),
  /** Categories that the import makes. */
  new_categories: z.array(z.string()),
  /** Old addresses that can be forwarded to the products and categories. */
  redirects: z.int(),
  /** What was adapted or is not imported, and columns that have no place here. */
  notes: z.array(z.string()),
  left_out: z.array(z.string()),
})
export type ImportResult = z.infer<typeof ImportResult>

/** Of a picture that is fetched from the old shop. */
export const FETCH_STATES = ['waiting', 'done', 'failed'] as const

export const PictureFailureQuery = listQuery(['id'], {})
export type PictureFailureQuery = z.infer<typeof PictureFailureQuery>

export const PictureFailure = z.object({
  id: z.int(),
  product_id: Id,
  product_name: z.string(),
  url: z.string(),
  reason: z.string(),
})
export type PictureFailure = z.infer<typeof PictureFailure>

export const PictureProgress = z.object({
  waiting: z.int(),
  done: z.int(),
  failed: z.int(),
  /** Of those that wait: tried before without success. */
  retried: z.int(),
})
export type PictureProgress = z.infer<typeof PictureProgress>

/** Products from a file; part of `products`. */
export const movingIn = {
  import: adminProcedure('products')
    // As JSON, where a quote or a line break is two characters.
    .meta({ largest_body: 2 * LONGEST_CSV })
    .route({
      method: 'POST',
      path: '/products/import',
      summary:
        'Products from CSV, also from an export of Shopify or WooCommerce: checked whole, then applied in one transaction',
    })
    .input(ProductImport)
    .output(ImportResult),
  picture_progress: adminProcedure('products')
    .route({
      method: 'GET',
      path: '/product-pictures',
      summary: 'How many pictures of imported products were fetched, wait and failed',
    })
    .output(PictureProgress),
  picture_failures: adminProcedure('products')
    .route({
      method: 'GET',
      path: '/product-pictures/failures',
      summary: 'Pictures that could not be fetched, and why',
    })
    .input(PictureFailureQuery)
    .output(paged(PictureFailure)),
  retry_pictures: adminProcedure('products')
    .route({
      method: 'POST',
      path: '/product-pictures/retry',
      summary: 'Try again to fetch the pictures that failed',
    })
    .output(PictureProgress),
  forget_pictures: adminProcedure('products')
    .route({
      method: 'DELETE',
      path: '/product-pictures/failures',
      summary: 'Give up the pictures that failed',
    })
    .output(PictureProgress),
}
