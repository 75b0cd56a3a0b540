import * as z from 'zod'
import { Id, Money } from './fields.ts'

/** Shades are shown as swatches, and one of them has to be chosen; of sizes the first in stock will do. */
export const GROUP_KINDS = ['size', 'shade'] as const
export const GroupKind = z.enum(GROUP_KINDS)
export type GroupKind = z.infer<typeof GroupKind>

/** One size or shade on the page of another: a product of its own, at `/product/{product_id}`. */
export const Choice = z.object({
  product_id: Id,
  /** "Rosehip Renewal Serum, 30 ml" */
  name: z.string(),
  /** "30 ml" */
  value: z.string(),
  /** `#rrggbb`, for a swatch. */
  colour: z.string().nullable(),
  price: Money,
  original_price: Money.nullable(),
  in_stock: z.boolean(),
  image_url: z.string().nullable(),
})
export type Choice = z.infer<typeof Choice>

/** What the page of a product offers beside it; `choices` has the product itself, too, in the owner's order. */
export const ProductGroup = z.object({
  id: Id,
  name: z.string(),
  /** "Size", "Shade" */
  option_name: z.string(),
  kind: GroupKind,
  choices: z.array(Choice),
})
export type ProductGroup = z.infer<typeof ProductGroup>

/** What a card says of a group; name, picture, stock and rating of the card are those of the whole group. */
export const CardGroup = z.object({
  id: Id,
  option_name: z.string(),
  kind: GroupKind,
  /** How many are on sale. */
  count: z.int(),
  /** The lowest and the highest price. */
  from: Money,
  to: Money,
  /** The button opens the page instead of adding one to the cart. */
  must_choose: z.boolean(),
  /** What the button adds; null when all are sold out. */
  first_in_stock: z
    .object({
      id: Id,
      /** With its value. */
      name: z.string(),
      price: Money,
      image_url: z.string().nullable(),
      stock: z.int(),
    })
    .nullable(),
})
export type CardGroup = z.infer<typeof CardGroup>

/** What the table of the back office says of a group, archived members not counted. */
export const RowGroup = z.object({
  id: Id,
  option_name: z.string(),
  kind: GroupKind,
  count: z.int(),
  stock: z.int(),
  units_sold: z.int(),
  /** The lowest and the highest price; null when all are archived. */
  from: Money.nullable(),
  to: Money.nullable(),
})
export type RowGroup = z.infer<typeof RowGroup>
