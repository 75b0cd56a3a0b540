import * as z from 'zod'
import { QueryNumber } from './fields.ts'

export const PAGE_SIZES = [25, 50, 100, 200] as const
export const DEFAULT_PAGE_SIZE = 25

/** The input of a list of the back office: what is searched, filtered and sorted by. `-price` sorts downwards. */
export function listQuery<Sort extends string, Filters extends z.ZodRawShape>(
  sorts: readonly [Sort, ...Sort[]],
  filters: Filters,
) {
  type Direction = Sort | `-${Sort}`
  const directions = sorts.flatMap((sort): Direction[] => [sort, `-${sort}`])
  return z.object({
    q: z.string().trim().max(100).optional(),
    page: QueryNumber.pipe(z.int().min(1).max(100_000)).optional(),
    per_page: QueryNumber.pipe(z.literal(PAGE_SIZES)).optional(),
    sort: z.enum(directions as [Direction, ...Direction[]]).optional(),
    ...filters,
  })
}

/** One page of a list, with the exact number of all rows that match, unless `is_capped`: then there are more. */
export const paged = <Item extends z.ZodType>(Item: Item) =>
  z.object({
    items: z.array(Item),
    page: z.int(),
    per_page: z.int(),
    total: z.int(),
    is_capped: z.boolean().optional(),
  })

export type PagedQuery = { page?: number; per_page?: number }
export type Paged<Item> = {
  items: Item[]
  page: number
  per_page: number
  total: number
  is_capped?: boolean
}
