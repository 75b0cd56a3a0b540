import { and, inArray } from 'drizzle-orm'
import type { ProductQuery, SearchMatch } from '#contract/catalog.ts'
import type { Db } from '#server/platform/database.ts'
import { products } from './catalog.table.ts'
import { correctWords } from './correct-words.ts'
import { summaryColumns } from './product-columns.ts'
import { filters, SORTS } from './product-order.ts'
import { everyWord, type Match, someWord, type Wanted } from './search-words.ts'

/**
 * Only so many matches are ranked against each other, the best-selling ones first: a search for a common
 * word stays quick however large the shop is, and a later page never shows a product again.
 */
const RANKED_TOGETHER = 96

type Attempt = Match & { kind: SearchMatch['kind']; words: string }
type Found = { ids: string[]; has_more: boolean }

/** The words as they were typed; else what they may have meant; else any one of them. */
export async function searchProducts(
  db: Db,
  query: ProductQuery,
  words: readonly string[],
  page: number,
  limit: number,
) {
  for await (const attempt of attempts(db, words)) {
    // A later page asks again whether there was a first one, or it would answer another question.
    if (page > 1 && (await pick(db, query, attempt, 1, 1)).ids.length === 0) continue
    const { ids, has_more } = await pick(db, query, attempt, page, limit)
    if (ids.length === 0 && page === 1) continue
    const items = await readInOrder(db, ids)
    return { items, has_more, match: { kind: attempt.kind, words: attempt.words } }
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

const pick = (db: Db, query: ProductQuery, match: Match, page: number, limit: number) =>
  query.sort ? pickSorted(db, query, match, page, limit) : pickRanked(db, query, match, page, limit)

async function pickSorted(db: Db, query: ProductQuery, match: Match, page: number, limit: number) {
  const rows = await db
    .select({ id: products.id })
    .from(products)
    .where(and(filters(query), match.matches))
    .orderBy(...SORTS[query.sort ?? 'newest'])
    .offset((page - 1) * limit)
    .limit(limit + 1)
  return { ids: rows.slice(0, limit).map(({ id }) => id), has_more: rows.length > limit }
}

async function pickRanked(
  db: Db,
  query: ProductQuery,
  { matches, relevance }: Match,
  page: number,
  limit: number,
): Promise<Found> {
  const pagesTogether = Math.floor(RANKED_TOGETHER / limit)
  const together = pagesTogether * limit
  const block = Math.floor((page - 1) / pagesTogether)
  const candidates = await db
    .select({ id: products.id, relevance })
    .from(products)
    .where(and(filters(query), matches))
    .orderBy(...SORTS['best-selling'])
    .offset(block * together)
    .limit(together + 1)
  // Sorting keeps the order of equals: of two that match alike, the better-selling one comes first.
  const ranked = candidates.slice(0, together).sort((a, b) => b.relevance - a.relevance)
  const start = ((page - 1) % pagesTogether) * limit
  return {
    ids: ranked.slice(start, start + limit).map(({ id }) => id),
    has_more: candidates.length > start + limit,
  }
}

async function readInOrder(db: Db, ids: string[]) {
  if (ids.length === 0) return []
  const rows = await db.select(summaryColumns).from(products).where(inArray(products.id, ids))
  const place = new Map(ids.map((id, n) => [id, n]))
  return rows.sort((a, b) => (place.get(a.id) ?? 0) - (place.get(b.id) ?? 0))
}
