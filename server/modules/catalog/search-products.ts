import { sql } from 'drizzle-orm'
import type { ProductQuery, SearchMatch } from '#contract/catalog.ts'
import type { Db } from '#server/platform/database.ts'
import { products } from './catalog.table.ts'
import { correctWords } from './correct-words.ts'
import { findMatches } from './find-matches.ts'
import { summaryColumns } from './product-columns.ts'
import type { Slice } from './product-order.ts'
import { everyWord, type Match, readTerms, someWord, type Wanted } from './search-terms.ts'

type Attempt = SearchMatch & { match: Match | null }

/** The words as they were typed; else what they may have meant; else any one of them. */
export async function searchProducts(
  db: Db,
  query: ProductQuery,
  words: readonly string[],
  { offset, limit }: Slice,
) {
  for await (const { match, ...said } of attempts(db, words)) {
    const found = match && (await findMatches(db, query, match, { offset, limit: limit + 1 }))
    if (!found || found === 'none') continue
    return {
      items: await readInOrder(db, found.slice(0, limit)),
      has_more: found.length > limit,
      match: said,
    }
  }
  return { items: [], has_more: false, match: null }
}

async function* attempts(db: Db, words: readonly string[]): AsyncGenerator<Attempt> {
  const typed = await readTerms(db, words)
  const asTyped = typed.map((term) => [term])
  yield { kind: 'as-typed', words: words.join(' '), match: everyWord(asTyped) }
  const meant = await correctWords(db, typed)
  const wasWrong = meant.some(([best], n) => best?.word !== words[n])
  if (wasWrong) yield { kind: 'corrected', words: spelt(meant), match: everyWord(meant) }
  if (words.length > 1) yield { kind: 'some-words', words: spelt(meant), match: someWord(meant) }
}

const spelt = (wanted: Wanted) => wanted.map(([best]) => best?.word).join(' ')

async function readInOrder(db: Db, ids: string[]) {
  if (ids.length === 0) return []
  const rows = await db
    .select(summaryColumns)
    .from(products)
    .where(sql`${products.id} = any(${sql.param(ids)}::uuid[])`)
  const place = new Map(ids.map((id, n) => [id, n]))
  return rows.sort((a, b) => (place.get(a.id) ?? 0) - (place.get(b.id) ?? 0))
}
