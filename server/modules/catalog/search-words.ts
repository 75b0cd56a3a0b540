import { type SQL, sql } from 'drizzle-orm'
import { products } from './catalog.table.ts'

const MOST_WORDS = 8

/** They say nothing about a product. */
const FILLERS = new Set(
  'a an and any are as at be by for from has have i in is it me my no of on or that the this to with you your'.split(
    ' ',
  ),
)

/** The letters and digits somebody typed, without accents; everything else could only be syntax. */
export function searchWords(text: string): string[] {
  const plain = text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()
  const words = [...new Set(plain.match(/[\p{L}\p{N}]+/gu) ?? [])].slice(0, MOST_WORDS)
  const telling = words.filter((word) => !FILLERS.has(word))
  return telling.length > 0 ? telling : words
}

/** For nothing (D), the description (C), the category (B) and the name (A), which says most. */
const WEIGHTS = sql`'{0, 0.05, 0.3, 1}'::real[]`

/** For each wanted word the spellings that will do. */
export type Wanted = readonly (readonly string[])[]

/** Products that have every wanted word. */
export const everyWord = (wanted: Wanted) => matching(wanted.map(anySpelling), ' && ')

/** Products that have at least one. */
export const someWord = (wanted: Wanted) => matching(wanted.map(anySpelling), ' || ')

export type Match = { matches: SQL; relevance: SQL<number> }

function matching(words: SQL[], between: string): Match {
  const query = sql`(${sql.join(words, sql.raw(between))})`
  return {
    matches: sql`${products.search_words} @@ ${query}`,
    relevance: sql<number>`ts_rank(${WEIGHTS}, ${products.search_words}, ${query})`,
  }
}

const anySpelling = (spellings: readonly string[]) =>
  sql`(${sql.join(spellings.map(startOrStem), sql` || `)})`

/** The beginning of a word of the name or category, or the English stem of one of the description. */
const startOrStem = (word: string) =>
  sql`to_tsquery('simple', quote_literal(plain_text(${word})) || ':*') || plainto_tsquery('english', plain_text(${word}))`
