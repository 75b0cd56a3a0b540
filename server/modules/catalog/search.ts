import { sql } from 'drizzle-orm'
import type { ProductQuery, SearchMatch } from '#contract/catalog.ts'
import type { Db } from '#server/platform/database.ts'
import { products } from './catalog.table.ts'
import { type Slice, summaryColumns } from './product-query.ts'
import { findMatches } from './search/matches.ts'
import { correctWords } from './search/spelling.ts'
import { everyWord, type Match, readTerms, someWord, type Wanted } from './search/terms.ts'

const MOST_WORDS = 8

const STOP_WORDS = new Set(
  'a an and any are as at be by for from has have i in is it me my no of on or that the this to with you your'.split(
    ' ',
  ),
)

/** The letters and digits of a search text, lower case, without accents. Everything else could only be syntax. */
export function searchWords(text: string): string[] {
  const plain = text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()
  const words = [...new Set(plain.match(/[\p{L}\p{N}]+/gu) ?? [])].slice(0, MOST_WORDS)
  const significant = words.filter((word) => !STOP_WORDS.has(word))
  return significant.length > 0 ? significant : words
}

type Attempt = SearchMatch & { match: Match | null }

/** Tries the words as typed, then corrected, then any one of them; returns the first attempt that finds something. */
export async function searchProducts(
  db: Db,
  query: ProductQuery,
  words: readonly string[],
  { offset, limit }: Slice,
) {
  for await (const { match, ...understood } of attempts(db, words)) {
    const found = match && (await findMatches(db, query, match, { offset, limit: limit + 1 }))
    if (!found || found === 'none') continue
    return {
      items: await readInOrder(db, found.slice(0, limit)),
      has_more: found.length > limit,
      match: understood,
    }
  }
  return { items: [], has_more: false, match: null }
}

async function* attempts(db: Db, words: readonly string[]): AsyncGenerator<Attempt> {
  const typed = await readTerms(db, words)
  const asTyped = typed.map((term) => [term])
  yield { kind: 'as-typed', words: words.join(' '), match: everyWord(asTyped) }
  const corrected = await correctWords(db, typed)
  const isCorrected = corrected.some(([best], n) => best?.word !== words[n])
  if (isCorrected) yield { kind: 'corrected', words: spelt(corrected), match: everyWord(corrected) }
  if (words.length > 1)
    yield { kind: 'some-words', words: spelt(corrected), match: someWord(corrected) }
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
