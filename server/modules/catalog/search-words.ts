import { type SQL, sql } from 'drizzle-orm'
import { products } from './catalog.table.ts'

const MOST_WORDS = 8

/** The letters and digits somebody typed; everything else could only be syntax of the search language. */
export const searchWords = (text: string) =>
  (text.normalize('NFC').match(/[\p{L}\p{N}]+/gu) ?? []).slice(0, MOST_WORDS)

/** Every word, or its beginning, in name or category, or its English stem in the description. */
export function matchesWords(words: string[]): { matches: SQL; rank: SQL<number> } {
  const typed = sql`plain_text(${words.map((word) => `${word}:*`).join(' & ')})`
  const meant = sql`plain_text(${words.join(' & ')})`
  const query = sql`(to_tsquery('simple', ${typed}) || to_tsquery('english', ${meant}))`
  return {
    matches: sql`${products.search_words} @@ ${query}`,
    rank: sql<number>`ts_rank(${products.search_words}, ${query})`,
  }
}

/** A name with a word like it, for those who mistype. */
export function matchesLoosely(words: string[]): { matches: SQL; rank: SQL<number> } {
  const typed = sql`plain_text(${words.join(' ')})`
  return {
    matches: sql`${typed} <% ${products.search_text}`,
    rank: sql<number>`word_similarity(${typed}, ${products.search_text})`,
  }
}
