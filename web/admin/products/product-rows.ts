import { useQueries } from '@tanstack/react-query'
import { useState } from 'react'
import type { AdminProductRow } from '#contract/edit-products.ts'
import { api, client } from '../../lib/api.ts'
import type { List } from '../kit/list.ts'

/** A row of the table: a product, a group that stands for its products, or one of these below it. */
export type ProductRow = {
  id: string
  place: 'alone' | 'group' | 'member'
  /** For a group its first that matches. */
  product: AdminProductRow
}

export type Folds = {
  isOpen: (group_id: string) => boolean
  toggle: (group_id: string) => void
}

/** A group of one, and any archived product, is shown by itself. */
function rowOf(product: AdminProductRow, isFolded: boolean): ProductRow {
  const { id, group } = product
  return isFolded && group && group.count > 1
    ? { id: `group ${group.id}`, place: 'group', product }
    : { id, place: 'alone', product }
}

/** A group has 50 products at most. */
const membersInput = (group: string) => ({ group, per_page: 50 }) as const

export const membersOf = (group: string) =>
  api.products.admin_list.queryOptions({ input: membersInput(group) })

/** The rows of a list, and which products are shown below those that are groups. */
export function useProductRows(list: List<AdminProductRow>, isFolded: boolean) {
  const [open, setOpen] = useState<readonly string[]>([])
  const members = useQueries({ queries: open.map(membersOf) })
  const folds: Folds = {
    isOpen: (id) => open.includes(id),
    toggle: (id) => setOpen(open.includes(id) ? open.filter((one) => one !== id) : [...open, id]),
  }
  const below = ({ place, product }: ProductRow): ProductRow[] => {
    if (place !== 'group' || !product.group) return []
    const { data } = members[open.indexOf(product.group.id)] ?? {}
    return (data?.items ?? []).map((one) => ({ id: one.id, place: 'member', product: one }))
  }
  const { data } = list
  const items = data?.items.map((product) => rowOf(product, isFolded)) ?? []
  const rows: List<ProductRow> = { ...list, data: data && { ...data, items } }
  return { list: rows, below, folds }
}

/** How many products a row stands for. */
export const productCount = ({ place, product }: ProductRow) =>
  place === 'group' ? (product.group?.count ?? 0) : 1

export const rowName = ({ place, product }: ProductRow) =>
  place === 'group' ? (product.group_name ?? product.name) : product.full_name

/** The products that rows stand for, those of a group as they are now. */
export async function readProducts(rows: readonly ProductRow[]): Promise<AdminProductRow[]> {
  const products = await Promise.all(
    rows.map(async ({ place, product }) =>
      place === 'group' && product.group
        ? (await client.products.admin_list(membersInput(product.group.id))).items
        : [product],
    ),
  )
  return products.flat()
}
