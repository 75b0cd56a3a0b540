import { oldPath } from '#contract/old-path.ts'
import { type Format, type MovedRow, slugOf } from './moved-rows.ts'

type Pair = { from_path: string; to_path: string }

/** The old addresses of products and categories, and where these are now. Of several sizes the first one is meant. */
export function oldAddresses(
  { category_path }: Format,
  rows: readonly MovedRow[],
  idOf: (row: MovedRow) => string | undefined,
): Pair[] {
  const pairs = new Map<string, string>()
  const add = (path: string | null, target: string) => {
    const from = path && oldPath(path)
    if (from && !pairs.has(from)) pairs.set(from, target)
  }
  for (const row of rows) {
    const id = idOf(row)
    if (id) add(row.old_path, `/product/${id}`)
  }
  for (const category of new Set(rows.map(({ cells }) => cells.category ?? ''))) {
    const slug = slugOf(category)
    if (slug) add(category_path(slug), `/products?category=${encodeURIComponent(category)}`)
  }
  return [...pairs].map(([from_path, to_path]) => ({ from_path, to_path }))
}
