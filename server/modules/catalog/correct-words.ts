import { sql } from 'drizzle-orm'
import type { Db } from '#server/platform/database.ts'
import { product_words } from './catalog.table.ts'
import type { Wanted } from './search-words.ts'
import { spellingDistance } from './spelling-distance.ts'

const MOST_CANDIDATES = 40
const MOST_SPELLINGS = 4

/** What each mistyped word may have meant, nearest spelling first; a word that is known stays as it is. */
export const correctWords = (db: Db, words: readonly string[]): Promise<Wanted> =>
  Promise.all(words.map((word) => correctWord(db, word)))

async function correctWord(db: Db, typed: string): Promise<readonly string[]> {
  const slips = slipsAllowed(typed)
  if (slips === 0) return [typed]
  const similar = await db
    .select()
    .from(product_words)
    .orderBy(sql`plain_text(${typed}) <<-> ${product_words.word}`)
    .limit(MOST_CANDIDATES)
  const near = similar
    .map(({ word }) => ({ word, distance: spellingDistance(typed, word) }))
    .filter(({ distance }) => distance <= slips)
    .sort((a, b) => a.distance - b.distance || a.word.length - b.word.length)
  const best = near.filter(({ distance }) => distance === near[0]?.distance)
  if (best.length === 0 || best[0]?.distance === 0) return [typed]
  return best.slice(0, MOST_SPELLINGS).map(({ word }) => word)
}

/** A short word with a slip in it could be anything. */
function slipsAllowed(word: string): number {
  if (word.length < 4 || /\d/.test(word)) return 0
  return word.length < 8 ? 1 : 2
}
