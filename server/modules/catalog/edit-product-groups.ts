import { sql } from 'drizzle-orm'
import {
  type GroupEdit,
  type MemberEdit,
  MOST_MEMBERS,
  type NewSize,
} from '#contract/edit-product-groups.ts'
import { type AdminProduct, ProductEdit } from '#contract/edit-products.ts'
import type { ChangedBy } from '#server/platform/audit-log.ts'
import { announceChange } from '#server/platform/change-feed.ts'
import { type Db, isDuplicate } from '#server/platform/database.ts'
import { createRow, deleteRow, updateRow } from '#server/platform/edit-rows.ts'
import { errors } from '#server/platform/errors.ts'
import { lockProduct } from './adjust-stock.ts'
import { readAdminProduct } from './admin-products.ts'
import { product_groups } from './catalog.table.ts'
import { editProduct, insertProduct } from './edit-products.ts'
import {
  groupOptions,
  listMembers,
  lockProducts,
  namedMembers,
  readAdminGroup,
  refuseForeign,
} from './group-members.ts'

type Seen = { id: string; version: number }
type Group = typeof product_groups.$inferSelect
type Member = Awaited<ReturnType<typeof listMembers>>[number]

export const createGroup = (db: Db, edit: GroupEdit, by: ChangedBy) =>
  refusingTakenName(db.transaction((tx) => insertGroup(tx, edit, by)))

export async function insertGroup(tx: Db, { members, ...values }: GroupEdit, by: ChangedBy) {
  const ids = members.map(({ product_id }) => product_id)
  await lockProducts(tx, ids)
  await refuseForeign(tx, null, ids)
  const belongings = { after: namedMembers(members) }
  const options = { ...groupOptions(by), belongings }
  const group = await createRow(tx, product_groups, values, options)
  await writeMembers(tx, group, members, by)
  return readAdminGroup(tx, group.id)
}

export const updateGroup = (db: Db, { id, version, ...edit }: GroupEdit & Seen, by: ChangedBy) =>
  refusingTakenName(db.transaction((tx) => saveGroup(tx, { id, version }, edit, by)))

/** Renames, joins, takes out and orders. A product that joins, leaves or gets another value has a new version. */
export async function saveGroup(tx: Db, seen: Seen, edit: GroupEdit, by: ChangedBy) {
  const { members, ...values } = edit
  const ids = members.map(({ product_id }) => product_id)
  const { before, name } = await lockGroup(tx, seen, ids)
  await refuseForeign(tx, seen.id, ids)
  const belongings = { before: namedMembers(before), after: namedMembers(members) }
  const group = await updateRow(tx, product_groups, seen, values, {
    ...groupOptions(by),
    belongings,
  })
  const left = before.filter(({ product_id }) => !ids.includes(product_id))
  await leaveGroup(tx, name, left, by)
  await writeMembers(tx, group, members, by)
  await announceChange(tx, 'products')
  return readAdminGroup(tx, seen.id)
}

/** A copy has its own price and stock, and no cost or original price yet. */
export const addSize = (db: Db, input: NewSize, by: ChangedBy) =>
  db.transaction(async (tx) => {
    const { id, version, product_id, value, colour, price, stock } = input
    const { before } = await lockGroup(tx, input)
    const source = await readAdminProduct(tx, product_id)
    if (source.group_id !== id) throw errors.ROW_NOT_FOUND()
    if (before.some((one) => one.value.toLowerCase() === value.toLowerCase()))
      throw errors.VALUE_TAKEN()
    if (before.length >= MOST_MEMBERS) throw errors.TOO_MANY_MEMBERS()
    const group = await updateRow(
      tx,
      product_groups,
      { id, version },
      {},
      {
        ...groupOptions(by),
        belongings: {
          before: namedMembers(before),
          after: namedMembers([...before, { value, colour }]),
        },
      },
    )
    const membership = {
      group_id: id,
      group_name: group.name,
      group_position: (before.at(-1)?.position ?? 0) + 1,
      group_value: value,
      group_colour: colour,
    }
    const own = { price, stock, cost_price: null, original_price: null }
    const copy = await insertProduct(tx, { ...copied(source), ...own, ...membership }, by)
    return { group: await readAdminGroup(tx, id), product_id: copy.id }
  })

/** Whatever an admin enters; a new field of a product is copied, too. Its numbers are of one size alone. */
const copied = (source: AdminProduct) => ({
  ...(Object.fromEntries(
    Object.keys(ProductEdit.shape).map((field) => [field, source[field as keyof ProductEdit]]),
  ) as ProductEdit),
  gtin: '',
  mpn: '',
})

export const dissolveGroup = (db: Db, seen: Seen, by: ChangedBy) =>
  db.transaction((tx) => removeGroup(tx, seen, by))

export async function removeGroup(tx: Db, seen: Seen, by: ChangedBy) {
  const { before, name } = await lockGroup(tx, seen)
  // Refuses a version that is no longer the latest.
  await updateRow(tx, product_groups, seen, {}, groupOptions(by))
  await leaveGroup(tx, name, before, by)
  const belongings = { before: namedMembers(before) }
  await deleteRow(tx, product_groups, seen.id, { ...groupOptions(by), belongings })
  await announceChange(tx, 'products')
  return { id: seen.id }
}

/** Locks the members and those who join, and then the group, so that nobody comes between. */
async function lockGroup(tx: Db, { id }: { id: string }, joining: readonly string[] = []) {
  const known = await listMembers(tx, id)
  await lockProducts(tx, [...known.map(({ product_id }) => product_id), ...joining])
  const { name } = await readAdminGroup(tx, id)
  return { name, before: await listMembers(tx, id) }
}

const LONGEST_NAME = 200

/** A product that leaves takes its size into its name, so that two sizes stay distinguishable. */
async function leaveGroup(tx: Db, groupName: string, members: readonly Member[], by: ChangedBy) {
  for (const { product_id: id, version, name, full_name } of members) {
    const own = name === groupName ? { name: full_name.slice(0, LONGEST_NAME) } : {}
    await editProduct(tx, { id, version, ...own, ...NO_GROUP }, by)
  }
}

const NO_GROUP = {
  group_id: null,
  group_name: null,
  group_position: null,
  group_value: null,
  group_colour: null,
}

/** Makes these the members of a group, in this order. */
async function writeMembers(tx: Db, group: Group, members: readonly MemberEdit[], by: ChangedBy) {
  const before = await listMembers(tx, group.id)
  for (const [n, { product_id: id, value, colour }] of members.entries()) {
    const known = before.find((one) => one.product_id === id)
    if (known?.value === value && known.colour === colour) continue
    const { version } = known ?? (await lockProduct(tx, id))
    const of = { group_id: group.id, group_name: group.name, group_position: n + 1 }
    await editProduct(tx, { id, version, ...of, group_value: value, group_colour: colour }, by)
  }
  // The order is the group's, not the products'.
  const ids = members.map(({ product_id }) => product_id)
  await tx.execute(sql`
    update products p set group_position = m.position
    from unnest(${sql.param(ids)}::uuid[]) with ordinality as m (id, position)
    where p.id = m.id and p.group_position <> m.position`)
}

const refusingTakenName = <Result>(saved: Promise<Result>) =>
  saved.catch((error) => {
    throw isDuplicate(error, 'product_groups_name_unique') ? errors.GROUP_NAME_TAKEN() : error
  })
