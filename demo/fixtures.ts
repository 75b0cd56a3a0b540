import * as z from 'zod'
import { CannedReplyEdit } from '#contract/canned-replies.ts'
import { SETTING_KEYS } from '#contract/content.ts'
import { GroupKind } from '#contract/product-groups.ts'
import { TextEdit } from '#contract/shop-texts.ts'
import catalogueFile from './catalogue.json' with { type: 'json' }
import contentFile from './content.json' with { type: 'json' }

const Product = z.object({
  slug: z.string(),
  name: z.string(),
  category: z.string(),
  description: z.string(),
  price: z.number(),
  original_price: z.number().nullable(),
  cost_price: z.number(),
  stock: z.int(),
  featured: z.boolean(),
  skin_type: z.string(),
  key_ingredients: z.array(z.string()),
  size: z.string(),
  /** Names in demo/pictures, where they are not those of the slug. */
  pictures: z.array(z.string()).optional(),
})
type BaseProduct = z.infer<typeof Product>

export type DemoProduct = BaseProduct & {
  /** The slug of the product whose size this is; its own, if it comes in one size. */
  base: string
  full_name: string
  place: { group_position: number; group_value: string; group_colour: string | null } | null
}

/** A size or shade is the base product but for what is said here; the base itself is one of them. */
const Group = z.object({
  base: z.string(),
  option_name: z.string(),
  kind: GroupKind,
  members: z.array(
    Product.omit({ name: true, category: true })
      .partial()
      .extend({ slug: z.string(), value: z.string(), colour: z.string().nullable().default(null) }),
  ),
})
type DemoGroup = z.infer<typeof Group>

const Catalogue = z
  .object({
    categories: z.array(
      z.object({ name: z.string(), description: z.string(), display_order: z.int() }),
    ),
    products: z.array(Product),
    groups: z.array(Group),
  })
  .transform(({ products, groups, ...rest }) => ({
    ...rest,
    groups: groups.map((group) => ({ ...group, name: nameOf(products, group) })),
    products: products.flatMap((product) => membersOf(product, groups)),
  }))

const nameOf = (products: BaseProduct[], { base }: DemoGroup) =>
  products.find(({ slug }) => slug === base)?.name ?? base

/** The product itself, or all of its sizes. */
function membersOf(product: BaseProduct, groups: DemoGroup[]): DemoProduct[] {
  const group = groups.find(({ base }) => base === product.slug)
  if (!group) return [{ ...product, base: product.slug, full_name: product.name, place: null }]
  return group.members.map(({ value, colour, ...own }, position) => ({
    ...product,
    ...own,
    base: product.slug,
    full_name: `${product.name}, ${value}`,
    place: { group_position: position, group_value: value, group_colour: colour },
  }))
}

const Review = z.object({
  product_slug: z.string(),
  reviewer_name: z.string(),
  rating: z.int(),
  title: z.string(),
  comment: z.string(),
  verified_purchase: z.boolean(),
  /** The name of a picture in demo/pictures. */
  photo: z.string().optional(),
  answer: z.string().optional(),
  /** How many visitors found it helpful. */
  helpful: z.int().default(0),
})
export type DemoReview = z.infer<typeof Review>

const Coupon = z.object({
  code: z.string(),
  discount_percentage: z.int().nullable(),
  discount_amount: z.number().nullable(),
  valid_from: z.iso.datetime(),
  valid_until: z.iso.datetime(),
  active: z.boolean(),
  max_uses: z.int().nullable(),
  current_uses: z.int(),
})
export type DemoCoupon = z.infer<typeof Coupon>

const Chat = z.object({
  customer_name: z.string(),
  customer_email: z.string(),
  status: z.enum(['open', 'closed']),
  messages: z.array(z.object({ sender_type: z.enum(['customer', 'admin']), message: z.string() })),
})
export type DemoChat = z.infer<typeof Chat>

const Content = z.object({
  site_settings: z.partialRecord(z.enum(SETTING_KEYS), z.string()),
  shop_texts: z.array(TextEdit),
  pages: z.array(z.object({ title: z.string(), slug: z.string(), content: z.string() })),
  testimonials: z.array(z.object({ name: z.string(), text: z.string(), rating: z.int() })),
  before_after: z.array(z.object({ title: z.string(), description: z.string() })),
  reviews: z.array(Review),
  coupons: z.array(Coupon),
  chat_samples: z.array(Chat),
  canned_replies: z.array(CannedReplyEdit),
  contact_messages: z.array(
    z.object({
      name: z.string(),
      email: z.string(),
      phone: z.string().nullable(),
      message: z.string(),
      status: z.enum(['new', 'replied', 'closed']),
      reply: z.string().optional(),
    }),
  ),
})

/** The demo shop's data. */
export const catalogue = Catalogue.parse(catalogueFile)
export const content = Content.parse(contentFile)
