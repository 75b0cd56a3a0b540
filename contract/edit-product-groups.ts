import * as z from 'zod'
import { HEX_COLOUR } from './colours.ts'
import { ProductEdit } from './edit-products.ts'
import { conflicts, OneRow, RequiredText, SeenRow, Version } from './editing.ts'
import { refusals } from './errors.ts'
import { Id, Money, Time } from './fields.ts'
import { adminProcedure } from './policy.ts'
import { GroupKind } from './product-groups.ts'

export const MOST_MEMBERS = 50

const Colour = z.string().regex(HEX_COLOUR, 'A colour such as #c0456a').toLowerCase().nullable()

/** What a product is within its group. */
export const MemberEdit = z.strictObject({
  product_id: Id,
  value: RequiredText('Value', 60),
  colour: Colour,
})
export type MemberEdit = z.infer<typeof MemberEdit>

/** The whole group, its members in their order: a member that is not named leaves it. */
export const GroupEdit = z.strictObject({
  name: RequiredText('Name', 200),
  option_name: RequiredText('Option', 40),
  kind: GroupKind,
  members: z
    .array(MemberEdit)
    .min(1, 'A group needs at least one product')
    .max(MOST_MEMBERS, `At most ${MOST_MEMBERS} products`)
    .refine((members) => areDistinct(members.map(({ product_id }) => product_id)), {
      message: 'A product is named twice',
    })
    .refine((members) => areDistinct(members.map(({ value }) => value.toLowerCase())), {
      message: 'Two products have the same value',
    }),
})
export type GroupEdit = z.infer<typeof GroupEdit>

const areDistinct = (values: readonly string[]) => new Set(values).size === values.length

/** A new size: a copy of a member but for its price and stock. */
export const NewSize = z.strictObject({
  ...SeenRow.shape,
  /** The member that is copied. */
  product_id: Id,
  value: MemberEdit.shape.value,
  colour: Colour,
  price: ProductEdit.shape.price,
  stock: ProductEdit.shape.stock,
})
export type NewSize = z.infer<typeof NewSize>

/** A group as the back office sees it, archived members included. */
export const AdminGroup = z.object({
  id: Id,
  name: z.string(),
  option_name: z.string(),
  kind: GroupKind,
  version: Version,
  members: z.array(
    z.object({
      product_id: Id,
      value: z.string(),
      colour: z.string().nullable(),
      /** The product's own name, which it has again when it leaves. */
      name: z.string(),
      price: Money,
      stock: z.int(),
      image_url: z.string().nullable(),
      archived_at: Time.nullable(),
      /** The product's: joining, leaving and another value make a new one. */
      version: Version,
    }),
  ),
})
export type AdminGroup = z.infer<typeof AdminGroup>

const membership = refusals('GROUP_NAME_TAKEN', 'IN_ANOTHER_GROUP')

export const productGroups = {
  get: adminProcedure('products')
    .route({ method: 'GET', path: '/admin/product_groups/{id}', summary: 'A group of sizes' })
    .input(OneRow)
    .errors(refusals('ROW_NOT_FOUND'))
    .output(AdminGroup),
  create: adminProcedure('products')
    .route({
      method: 'POST',
      path: '/product_groups',
      successStatus: 201,
      summary: 'Make a group of one product or several',
    })
    .input(GroupEdit)
    .errors({ ...membership, ...refusals('ROW_NOT_FOUND') })
    .output(AdminGroup),
  update: adminProcedure('products')
    .route({
      method: 'PUT',
      path: '/product_groups/{id}',
      summary: 'Rename a group; order, change, join and take out its products',
    })
    .input(GroupEdit.safeExtend(SeenRow.shape))
    .errors({ ...conflicts, ...membership })
    .output(AdminGroup),
  add_size: adminProcedure('products')
    .route({
      method: 'POST',
      path: '/product_groups/{id}/sizes',
      successStatus: 201,
      summary: 'Add a size: a copy of a member with its own price and stock',
    })
    .input(NewSize)
    .errors({ ...conflicts, ...refusals('VALUE_TAKEN', 'TOO_MANY_MEMBERS') })
    .output(z.object({ group: AdminGroup, product_id: Id })),
  dissolve: adminProcedure('products')
    .route({
      method: 'DELETE',
      path: '/product_groups/{id}',
      summary: 'Dissolve a group; its products stay, each by itself',
    })
    .input(SeenRow)
    .errors(conflicts)
    .output(OneRow),
}
