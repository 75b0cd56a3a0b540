import { asc, desc, type SQL, type SQLWrapper } from 'drizzle-orm'
import { DEFAULT_PAGE_SIZE, type Paged, type PagedQuery } from '#contract/paging.ts'

type Slice = { offset: number; limit: number }

/** One page of a list with its exact total. A page beyond the end, after deletions say, becomes the last one. */
export async function paged<Row>(
  query: PagedQuery,
  read: {
    count: () => Promise<number>
    /** More than this are not counted: `count` may stop one later. */
    cap?: number
    rows: (slice: Slice) => Promise<Row[]>
  },
): Promise<Paged<Row>> {
  const per_page = query.per_page ?? DEFAULT_PAGE_SIZE
  const counted = await read.count()
  const is_capped = read.cap !== undefined && counted > read.cap
  const total = is_capped ? (read.cap ?? counted) : counted
  const lastPage = Math.max(1, Math.ceil(total / per_page))
  const page = Math.min(query.page ?? 1, lastPage)
  const items =
    total === 0 ? [] : await read.rows({ offset: (page - 1) * per_page, limit: per_page })
  return { items, page, per_page, total, ...(is_capped && { is_capped }) }
}

/** The columns of `order by` for a sort such as `-price`, then `id` in the same direction, so that one index serves both. */
export function orderBy<Sort extends string>(
  sort: Sort | `-${Sort}`,
  columns: Record<Sort, SQLWrapper>,
  id: SQLWrapper,
): SQL[] {
  const direction = sort.startsWith('-') ? desc : asc
  const column = columns[(sort.startsWith('-') ? sort.slice(1) : sort) as Sort]
  return [direction(column), direction(id)]
}

/** A LIKE pattern for "contains"; what was typed is literal. */
export const containing = (text: string) => `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`
