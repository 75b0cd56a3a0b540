import { and, asc, count, desc, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { DEFAULT_PAGE_SIZE, type Paged, type PagedQuery } from '#contract/paging.ts'
import type { Db } from './database.ts'

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
  const asked = query.page ?? 1
  const readPage = (page: number) => read.rows({ offset: (page - 1) * per_page, limit: per_page })
  // Only later pages depend on the total.
  const firstPage = asked === 1 ? readPage(1) : undefined
  const [counted] = await Promise.all([read.count(), firstPage])
  const is_capped = read.cap !== undefined && counted > read.cap
  const total = is_capped ? (read.cap ?? counted) : counted
  const page = Math.min(asked, Math.max(1, Math.ceil(total / per_page)))
  const items = total === 0 ? [] : await (firstPage ?? readPage(page))
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

/** From here on a trigram index finds letters anywhere; fewer are looked for at the beginning of words. */
const SHORTEST_INFIX = 3

const MOST_WORDS = 8

export const wordsOf = (text: string) => text.split(/\s+/).filter(Boolean).slice(0, MOST_WORDS)

/** Whether a stored lower-case text has every word that was typed. */
export const mentions = (column: SQLWrapper, text: string) =>
  and(...wordsOf(text.toLowerCase().replace(/^#/, '')).map((word) => hasWord(column, word)))

/** `normal` is applied to the pattern, for a column that is stored in some normal form. */
export function hasWord(
  column: SQLWrapper,
  word: string,
  normal = (pattern: string): SQL => sql`${pattern}`,
): SQL {
  const anywhere = containing(word)
  if (word.length >= SHORTEST_INFIX) return sql`${column} like ${normal(anywhere)}`
  const first = anywhere.slice(1)
  return sql`(${column} like ${normal(first)} or ${column} like ${normal(`% ${first}`)})`
}

/** A word that most rows have need not be counted to the end. */
export const MOST_COUNTED = 10_000

/** Counts up to one more than the cap. In the order of the list, so that an index is read until there are enough. */
export async function countSome(
  db: Db,
  table: PgTable,
  where: SQL | undefined,
  newestFirst: readonly SQLWrapper[],
) {
  const some = db
    .select({ one: sql`1`.as('one') })
    .from(table)
    .where(where)
    .orderBy(...newestFirst.map((column) => desc(column)))
    .limit(MOST_COUNTED + 1)
    .as('some')
  const [counted] = await db.select({ count: count() }).from(some)
  return counted?.count ?? 0
}
