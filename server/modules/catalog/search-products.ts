import { inArray } from 'drizzle-orm'
import type { ProductQuery, SearchMatch } from '#contract/catalog.ts'
import type { Db } from '#server/platform/database.ts'
import { products } from './catalog.table.ts'
import { correctWords } from './correct-words.ts'
import { findMatches } from './find-matches.ts'
import { summaryColumns } from './product-columns.ts'
import { everyWord, type Match, someWord, type Wanted } from './search-words.ts'

type Attempt = Match & { kind: SearchMatch['kind']; words: string }
export type Slice = { offset: number; limit: number }

/** The words as they were typed; else what they may have meant; else any one of them. */
export async function searchProducts(
  db: Db,
  query: ProductQuery,
  words: readonly string[],
  { offset, limit }: Slice,
) {
  for await (const attempt of attempts(db, words)) {
    const found = await findMatches(db, query, attempt, { offset, limit: limit + 1 })
    if (found === 'none') continue
    return {
      items: await readInOrder(db, found.slice(0, limit)),
      has_more: found.length > limit,
      match: { kind: attempt.kind, words: attempt.words },
    }
  }
  return { items: [], has_more: false, match: null }
}

async function* attempts(db: Db, words: readonly string[]): AsyncGenerator<Attempt> {
  const typed = words.map((word) => [word])
  yield { kind: 'as-typed', words: words.join(' '), ...everyWord(typed) }
  const meant = await correctWords(db, words)
  const wasWrong = meant.some(([best], n) => best !== words[n])
  if (wasWrong) yield { kind: 'corrected', words: spelt(meant), ...everyWord(meant) }
  if (words.length > 1) yield { kind: 'some-words', words: spelt(meant), ...someWord(meant) }
}

const spelt = (wanted: Wanted) => wanted.map(([best]) => best).join(' ')

async function readInOrder(db: Db, ids: string[]) {
  if (ids.length === 0) return []
  const rows = await db.select(summaryColumns).from(products).where(inArray(products.id, ids))
  const place = new Map(ids.map((id, n) => [id, n]))
  return rows.sort((a, b) => (place.get(a.id) ?? 0) - (place.get(b.id) ?? 0))
}
