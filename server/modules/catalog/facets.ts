import { and, gt, gte, type SQL, sql } from 'drizzle-orm'
import type { Facets, ProductQuery } from '#contract/catalog.ts'
import { RATING_STEPS } from '#contract/rating-steps.ts'
import type { Db } from '#server/platform/database.ts'
import { listAttributes } from './attributes.ts'
import { listings } from './listings.table.ts'
import { baseFilters, chosenFilters, onSale } from './product-query.ts'
import { findMatch } from './search.ts'
import { understandQuery } from './understand-query.ts'

/**
 * How many cards each filter would leave: a group counts once. A filter is counted without itself, so that its other choices can be
 * compared; all others apply. Read from the index `listings_price` alone, unless words are searched for.
 */
export async function readFacets(db: Db, input: ProductQuery): Promise<Facets> {
  const query = await understandQuery(db, input)
  const isSearched = query.words.length > 0
  const match = isSearched ? await findMatch(db, query) : null
  const base = isSearched && !match ? sql`false` : and(baseFilters(query), match?.inIndex)
  const chosen = chosenFilters(query)
  const allBut = (name: string) =>
    and(sql`true`, ...chosen.filter((one) => one.name !== name).map(({ condition }) => condition))
  const countOf = (name: string, condition?: SQL) =>
    sql<number>`(count(*) filter (where ${and(allBut(name), condition)}))::int`

  const ratings = RATING_STEPS.map((stars) =>
    countOf('min_rating', gte(listings.rating_average, stars)),
  )
  const [counts] = await db
    .select({
      total: countOf(''),
      in_stock: countOf('in_stock', gt(listings.stock, 0)),
      on_sale: countOf('on_sale', onSale),
      ratings: sql<number[]>`array[${sql.join(ratings, sql`, `)}]`,
    })
    .from(listings)
    .where(base)
  if (!counts) throw new Error('An aggregate without groups has one row')
  return { ...counts, options: await countOptions(db, base, allBut) }
}

/** An option is counted without what is chosen of its own attribute. */
async function countOptions(
  db: Db,
  base: SQL | undefined,
  allBut: (name: string) => SQL | undefined,
): Promise<Record<string, number>> {
  const attributes = await listAttributes(db)
  if (attributes.length === 0) return {}
  const counted = attributes.map(({ id, options }) => {
    const own = sql.param(options.map((option) => option.id))
    return sql`(option = any(${own}::int[]) and ${allBut(id)})`
  })
  const { rows } = await db.execute<{ option: number; count: number }>(sql`
    select option, count(*)::int as count from ${listings}, unnest(${listings.option_ids}) as option
    where ${base} and (${sql.join(counted, sql` or `)}) group by option`)
  return Object.fromEntries(rows.map(({ option, count }) => [String(option), count]))
}
