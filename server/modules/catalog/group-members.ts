import { asc, eq, inArray, sql } from 'drizzle-orm'
import type { AdminGroup } from '#contract/edit-product-groups.ts'
import type { ChangedBy } from '#server/platform/audit-log.ts'
import type { Db } from '#server/platform/database.ts'
import { deleteRow } from '#server/platform/edit-rows.ts'
import { errors } from '#server/platform/errors.ts'
import { product_groups, products } from './catalog.table.ts'

/** In their order, archived ones included. */
export const listMembers = (db: Db, group_id: string) =>
  db
    .select({
      product_id: products.id,
      value: sql<string>`${products.group_value}`,
      colour: products.group_colour,
      name: products.name,
      full_name: products.full_name,
      price: products.price,
      stock: products.stock,
      image_url: products.image_url,
      archived_at: products.archived_at,
      position: sql<number>`${products.group_position}`,
      version: products.version,
    })
    .from(products)
    .where(eq(products.group_id, group_id))
    .orderBy(asc(products.group_position), asc(products.id))

export async function readAdminGroup(db: Db, id: string): Promise<AdminGroup> {
  const [group] = await db.select().from(product_groups).where(eq(product_groups.id, id))
  if (!group) throw errors.ROW_NOT_FOUND()
  return { ...group, members: await listMembers(db, id) }
}

/** Products before their groups, each in id order: see refresh_listings.sql. */
export const lockProducts = (tx: Db, ids: readonly string[]) =>
  tx.execute(sql`select lock_products(${sql.param(ids)}::uuid[])`)

/** Refuses products that are gone, and those of another group than this one. */
export async function refuseForeign(tx: Db, group_id: string | null, ids: string[]) {
  const found = await tx
    .select({ id: products.id, group_id: products.group_id })
    .from(products)
    .where(inArray(products.id, ids))
  if (found.length < ids.length) throw errors.ROW_NOT_FOUND()
  const foreign = found.filter((one) => one.group_id !== null && one.group_id !== group_id)
  if (foreign.length === 0) return
  throw errors.IN_ANOTHER_GROUP({ data: { product_ids: foreign.map(({ id }) => id) } })
}

/** For the audit log. */
export const namedMembers = (members: readonly { value: string; colour: string | null }[]) => ({
  members: members.map(({ value, colour }) => (colour ? `${value} (${colour})` : value)),
})

export const groupOptions = (by: ChangedBy) => ({ by, name: ({ name }: { name: string }) => name })

/** A group whose last product was deleted goes with it. */
export async function removeEmptyGroup(tx: Db, id: string, by: ChangedBy) {
  if ((await tx.$count(products, eq(products.group_id, id))) > 0) return
  await deleteRow(tx, product_groups, id, groupOptions(by))
}
