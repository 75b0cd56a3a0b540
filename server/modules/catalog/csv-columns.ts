import { type SQL, sql } from 'drizzle-orm'
import * as z from 'zod'
import { HEX_COLOUR } from '#contract/colours.ts'
import { type AdminProduct, MOST_PICTURES, ProductEdit } from '#contract/edit-products.ts'
import { product_attributes, products } from './catalog.table.ts'

const Amount = (label: string, text: z.ZodType<string> = given(label)) =>
  text
    .transform((typed) => (typed === '' ? null : Number(typed)))
    .refine((value) => value === null || Number.isFinite(value), {
      message: `${label} must be a number such as 12.50`,
      abort: true,
    })

const Flag = (label: string) =>
  optional
    .pipe(z.string().toLowerCase())
    .refine((text) => ['', 'true', 'false', 'yes', 'no', '1', '0'].includes(text), {
      message: `${label} must be true or false`,
    })
    .transform((text) => ['true', 'yes', '1'].includes(text))

const Short = (label: string, longest: number) =>
  optional.pipe(z.string().trim().max(longest, `${label} is too long`))

/** Without its column a new product cannot be made. */
const given = (label: string) => z.string({ error: `${label} is required` })
const optional = z.string().default('')
const { shape } = ProductEdit

/**
 * The columns of a file, in this order, and what becomes of their cells. `version` and `stock_before` say what the
 * admin saw: left as they are, nothing that changed meanwhile is overwritten.
 */
export const CsvProduct = z.object({
  version: Amount('Version').nullable().default(null),
  name: given('Name').pipe(shape.name),
  description: given('Description').pipe(shape.description),
  price: Amount('Price').pipe(shape.price),
  cost_price: Amount('Cost price', optional).pipe(shape.cost_price),
  original_price: Amount('Original price', optional).pipe(shape.original_price),
  category: optional.transform((text) => text || null),
  stock: Amount('Stock').pipe(shape.stock),
  stock_before: Amount('Stock before').nullable().default(null),
  featured: Flag('Featured'),
  archived: Flag('Archived'),
  images: optional.transform(urlsOf),
  ingredients: optional.pipe(shape.ingredients.unwrap()),
  how_to_use: optional.pipe(shape.how_to_use.unwrap()),
  delivery_and_returns: optional.pipe(shape.delivery_and_returns.unwrap()),
  weight_grams: Amount('Weight', optional).pipe(shape.weight_grams.unwrap()),
  tax_exempt: Flag('Tax exempt'),
  brand: optional.pipe(shape.brand.unwrap()),
  gtin: optional.pipe(shape.gtin.unwrap()),
  mpn: optional.pipe(shape.mpn.unwrap()),
  // "Skin type: Dry, Oily; Concern: Redness"
  attributes: optional,
  // "Rosehip Renewal Serum", "Size", "30 ml"; the order within a group stays as it is.
  group: Short('Group', 200),
  option: Short('Option', 40),
  value: Short('Value', 60),
  colour: Short('Colour', 7)
    .pipe(z.string().toLowerCase())
    .refine((text) => text === '' || HEX_COLOUR.test(text), 'Colour must be such as #c0456a'),
})
type Column = keyof typeof CsvProduct.shape

export const CSV_COLUMNS = ['id', ...(Object.keys(CsvProduct.shape) as Column[])] as const

/** Of the group of a product. */
export const optionName = sql<string | null>`(
  select g.option_name from product_groups g where g.id = products.group_id)`

const COMPUTED: Partial<Record<string, SQL>> = {
  group: sql`${products.group_name}`,
  option: optionName,
  value: sql`${products.group_value}`,
  colour: sql`${products.group_colour}`,
  stock_before: sql`${products.stock}`,
  archived: sql`${products.archived_at} is not null`,
  images: sql`array_to_string(${products.images}, ' ')`,
  attributes: sql`(
    select string_agg(name || ': ' || labels, '; ' order by created_at) from (
      select ${product_attributes.name} as name, ${product_attributes.created_at} as created_at,
        string_agg(option ->> 'label', ', ' order by place) as labels
      from ${product_attributes},
        jsonb_array_elements(${product_attributes.options}) with ordinality as listed (option, place)
      where (option ->> 'id')::int = any(${products.option_ids})
      group by ${product_attributes.id}
    ) as chosen)`,
}

/** The cells of an export, to select from `products`. */
export const csvValues = sql.join(
  CSV_COLUMNS.map(
    (name) =>
      sql`${COMPUTED[name] ?? products[name as keyof typeof products]} as ${sql.identifier(name)}`,
  ),
  sql`, `,
)

type Stored = AdminProduct & { option_name: string | null }

/** What a product is within its group, in the words of a file; all empty without one. */
export const membershipOf = (product: Stored) => ({
  group: product.group_name ?? '',
  option: product.option_name ?? '',
  value: product.group_value ?? '',
  colour: product.group_colour ?? '',
})

/** A stored product in the words of a file, for the columns that the file leaves out. */
export function textsOf(product: Stored): Record<string, string> {
  const archived = product.archived_at !== null
  const { version: _, ...stored } = { ...product, archived, ...membershipOf(product) }
  return Object.fromEntries(Object.entries(stored).map(([name, value]) => [name, textOf(value)]))
}

function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.join(' ')
  return value === null ? '' : String(value)
}

/** No more than it takes to see that there are too many. */
export function urlsOf(cell: string) {
  return cell.split(/\s+/, MOST_PICTURES + 2).filter(Boolean)
}

type Attributes = readonly { name: string; options: readonly { id: number; label: string }[] }[]

/** The options that a cell names, or what is wrong with it. Capitals do not count. */
export function optionsOf(cell: string, attributes: Attributes) {
  const problems: string[] = []
  const same = (a: string, b: string) => a.trim().toLowerCase() === b.trim().toLowerCase()
  const ids = cell
    .split(';')
    .filter((part) => part.trim() !== '')
    .flatMap((part) => {
      const [name = '', labels = ''] = part.split(':')
      const attribute = attributes.find((one) => same(one.name, name))
      if (!attribute) {
        problems.push(`There is no attribute "${name.trim()}"`)
        return []
      }
      return labels.split(',').flatMap((label) => {
        const option = attribute.options.find((one) => same(one.label, label))
        if (!option) problems.push(`"${attribute.name}" has no option "${label.trim()}"`)
        return option?.id ?? []
      })
    })
  return { option_ids: [...new Set(ids)].sort((a, b) => a - b), problems }
}
