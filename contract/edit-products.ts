import * as z from 'zod'
import { PAGE_ONLY, Product } from './catalog.ts'
import { conflicts, OneRow, RequiredText, SeenRow, Version, wholeNumber } from './editing.ts'
import { refusals } from './errors.ts'
import { Id, Money, QueryFlag, Time } from './fields.ts'
import { isGtin, plainGtin } from './gtin.ts'
import { listQuery, paged } from './paging.ts'
import { adminProcedure } from './policy.ts'
import { RowGroup } from './product-groups.ts'
import { PRODUCT_SECTIONS, type ProductSection } from './product-sections.ts'

/** Why an admin changes a stock. */
export const STOCK_REASONS = ['received', 'damaged', 'counted', 'correction'] as const
/** Why an order changes a stock. */
export const ORDER_REASONS = ['ordered', 'given-back', 'returned'] as const
/** Why a stock changed; `set` is the stock of a new product. */
export const MOVEMENT_REASONS = [...STOCK_REASONS, 'set', ...ORDER_REASONS] as const
export type StockReason = (typeof STOCK_REASONS)[number]

/** A product as the back office sees it; visitors never see `cost_price`. */
export const AdminProduct = Product.extend({
  cost_price: Money.nullable(),
  weight_grams: z.int().nullable(),
  tax_exempt: z.boolean(),
  /** Empty: that of the feed's settings. */
  brand: z.string(),
  /** The number below its bar code, and the one of its maker; empty if it has none. */
  gtin: z.string(),
  mpn: z.string(),
  units_sold: z.int(),
  option_ids: z.array(z.int()),
  /** With its size, as orders and mails name it; `name` is its own, without. */
  full_name: z.string(),
  group_id: Id.nullable(),
  group_name: z.string().nullable(),
  /** "30 ml" */
  group_value: z.string().nullable(),
  group_colour: z.string().nullable(),
  archived_at: Time.nullable(),
  version: Version,
})
export type AdminProduct = z.infer<typeof AdminProduct>

/** A row of the table. */
export const AdminProductRow = AdminProduct.omit({
  ...PAGE_ONLY,
  images: true,
  option_ids: true,
  weight_grams: true,
  tax_exempt: true,
  brand: true,
  gtin: true,
  mpn: true,
}).extend({
  group: RowGroup.nullable(),
})
export type AdminProductRow = z.infer<typeof AdminProductRow>

/** In the filter by category: products that have none. */
export const NO_CATEGORY = '(none)'

export const AdminProductQuery = listQuery(['created_at', 'name', 'price', 'stock', 'units_sold'], {
  category: z.string().max(100).optional(),
  featured: QueryFlag.optional(),
  stock: z.enum(['low', 'out']).optional(),
  /** Archived products instead of those on sale. */
  archived: QueryFlag.optional(),
  /** One row for each group: its first product that matches. */
  folded: QueryFlag.optional(),
  /** The members of one group, in their order unless sorted. */
  group: Id.optional(),
})
export type AdminProductQuery = z.infer<typeof AdminProductQuery>

const LARGEST_PRICE = 99_999_999.99
const LARGEST_STOCK = 1_000_000
export const MOST_PICTURES = 20
export const MOST_BULK_CHANGES = 200

const hasCents = (value: number) => Math.abs(value * 100 - Math.round(value * 100)) < 1e-6

const Price = (label: string) =>
  z
    .number({ error: `${label} is required` })
    .min(0, `${label} must not be negative`)
    .max(LARGEST_PRICE, `${label} is too large`)
    .refine(hasCents, 'At most two decimals')

const LONGEST_SECTION = 10_000

/** Not given: as it was, and empty for a new product. */
const Section = (name: ProductSection) =>
  z.string().trim().max(LONGEST_SECTION, `${PRODUCT_SECTIONS[name]} is too long`).optional()

const NOT_A_GTIN = 'This is no GTIN: 8, 12, 13 or 14 digits, the last of which checks the others'

/** What an admin enters. The first picture becomes `image_url`. Form, API and CSV follow from this list. */
export const ProductEdit = z.strictObject({
  name: RequiredText('Name', 200),
  description: RequiredText('Description', 20_000),
  price: Price('Price'),
  cost_price: Price('Cost price').nullable(),
  original_price: Price('Original price').nullable(),
  category: z.string().max(100).nullable(),
  stock: z
    .int({ error: wholeNumber('Stock') })
    .min(0, 'Stock must not be negative')
    .max(LARGEST_STOCK, 'Stock is too large'),
  featured: z.boolean(),
  images: z
    .array(z.string().max(2000))
    .min(1, 'Please upload at least one image')
    .max(MOST_PICTURES, `At most ${MOST_PICTURES} images`),
  ingredients: Section('ingredients'),
  how_to_use: Section('how_to_use'),
  delivery_and_returns: Section('delivery_and_returns'),
  /** With its packing, for shipping by weight. Not given: as it was. */
  weight_grams: z
    .int({ error: wholeNumber('Weight') })
    .min(0, 'Weight must not be negative')
    .max(1_000_000, 'Weight is too large')
    .nullish(),
  /** No sales tax is taken on it. Not given: as it was. */
  tax_exempt: z.boolean().optional(),
  /** How search and social networks recognise it. Not given: as they were. */
  brand: z.string().trim().max(70, 'Brand is too long').optional(),
  gtin: z
    .string()
    .transform(plainGtin)
    .refine((code) => code === '' || isGtin(code), NOT_A_GTIN)
    .optional(),
  mpn: z.string().trim().max(70, 'MPN is too long').optional(),
  /** Options of the shop's attributes. */
  option_ids: z.array(z.int()).max(200).optional(),
})
export type ProductEdit = z.infer<typeof ProductEdit>

const StockChange = z.int().min(-LARGEST_STOCK).max(LARGEST_STOCK)

/** Some fields of one product. Stock changes by a difference, so that units sold meanwhile stay sold. */
export const ProductChange = z.strictObject({
  id: Id,
  version: Version,
  price: ProductEdit.shape.price.optional(),
  category: ProductEdit.shape.category.optional(),
  featured: z.boolean().optional(),
  archived: z.boolean().optional(),
  stock_change: StockChange.optional(),
})
export type ProductChange = z.infer<typeof ProductChange>

/** Why a product of a bulk edit was left as it is. */
export const SKIP_REASONS = ['changed', 'gone', 'stock'] as const

const BulkResult = z.object({
  done: z.array(z.object({ id: Id, version: Version })),
  skipped: z.array(z.object({ id: Id, reason: z.enum(SKIP_REASONS) })),
})
export type BulkResult = z.infer<typeof BulkResult>

export const StockAdjustment = z.strictObject({
  id: Id,
  change: StockChange.refine((change) => change !== 0, 'Enter a number other than 0'),
  reason: z.enum(STOCK_REASONS),
  note: z.string().trim().max(500, 'Note is too long').nullable(),
})
export type StockAdjustment = z.infer<typeof StockAdjustment>

export const StockMovement = z.object({
  // Any UUID: some are hashes, without the version that `Id` asks for.
  id: z.guid(),
  change: z.int(),
  /** The stock after this change. */
  stock: z.int(),
  reason: z.enum(MOVEMENT_REASONS),
  note: z.string().nullable(),
  order_id: z.guid().nullable(),
  actor_name: z.string().nullable(),
  created_at: Time,
})
export type StockMovement = z.infer<typeof StockMovement>

const editErrors = { ...conflicts, ...refusals('STOCK_BELOW_ZERO', 'CATEGORY_NOT_FOUND') }

/** The mails that an admin may send about a product. */
export const ANNOUNCEMENT_KINDS = ['new-product', 'sale-alert'] as const

export const Announcement = z.object({
  kind: z.enum(ANNOUNCEMENT_KINDS),
  /** A sale is announced once for each price. */
  price: Money,
  actor_name: z.string(),
  created_at: Time,
})
export type Announcement = z.infer<typeof Announcement>

export const editProducts = {
  admin_list: adminProcedure('stock')
    .route({ method: 'GET', path: '/admin/products', summary: 'Products, newest first' })
    .input(AdminProductQuery)
    .output(paged(AdminProductRow)),
  admin_get: adminProcedure('products')
    .route({ method: 'GET', path: '/admin/products/{id}', summary: 'One product, also archived' })
    .input(OneRow)
    .errors(refusals('ROW_NOT_FOUND'))
    .output(AdminProduct),
  create: adminProcedure('products')
    .route({ method: 'POST', path: '/products', successStatus: 201, summary: 'Create a product' })
    .input(ProductEdit)
    .errors(refusals('CATEGORY_NOT_FOUND', 'FILE_NOT_USABLE'))
    .output(AdminProduct),
  update: adminProcedure('products')
    .route({ method: 'PUT', path: '/products/{id}', summary: 'Change a product' })
    .input(
      ProductEdit.extend({
        ...SeenRow.shape,
        /** The stock that the admin saw: only the difference to `stock` is applied. */
        seen_stock: z.int(),
      }),
    )
    .errors({ ...editErrors, ...refusals('FILE_NOT_USABLE') })
    .output(AdminProduct),
  change: adminProcedure('products')
    .route({ method: 'PATCH', path: '/products/{id}', summary: 'Change some fields of a product' })
    .input(ProductChange)
    .errors(editErrors)
    .output(AdminProduct),
  bulk_edit: adminProcedure('products')
    .route({
      method: 'POST',
      path: '/products/bulk',
      summary: 'Change many products; those that changed meanwhile are left and named',
    })
    .input(z.object({ changes: z.array(ProductChange).min(1).max(MOST_BULK_CHANGES) }))
    .errors(refusals('CATEGORY_NOT_FOUND'))
    .output(BulkResult),
  remove: adminProcedure('products')
    .route({
      method: 'DELETE',
      path: '/products/{id}',
      summary: 'Delete a product; one with orders is archived',
    })
    .input(OneRow)
    .errors(refusals('ROW_NOT_FOUND'))
    .output(z.object({ id: Id, archived: z.boolean() })),
  adjust_stock: adminProcedure('stock')
    .route({
      method: 'POST',
      path: '/products/{id}/stock',
      summary: 'Add to a stock or take from it, with a reason',
    })
    .input(StockAdjustment)
    .errors(refusals('ROW_NOT_FOUND', 'STOCK_BELOW_ZERO'))
    .output(AdminProduct),
  stock_history: adminProcedure('stock')
    .route({ method: 'GET', path: '/products/{id}/stock', summary: 'The latest stock movements' })
    .input(OneRow)
    .errors(refusals('ROW_NOT_FOUND'))
    .output(z.array(StockMovement)),
  announcements: adminProcedure('products')
    .route({
      method: 'GET',
      path: '/products/{id}/announcements',
      summary: 'The mails about a product that went to everyone with consent',
    })
    .input(OneRow)
    .output(z.array(Announcement)),
  announce: adminProcedure('products')
    .route({
      method: 'POST',
      path: '/products/{id}/announcements',
      summary: 'Write to everyone with consent about a new product or its lower price, once',
    })
    .input(OneRow.extend({ kind: z.enum(ANNOUNCEMENT_KINDS) }))
    .errors(refusals('ROW_NOT_FOUND', 'ALREADY_ANNOUNCED', 'NOT_ANNOUNCEABLE'))
    .output(Announcement),
}
