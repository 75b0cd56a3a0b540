import { sql } from 'drizzle-orm'
import type { Db } from '#server/platform/database.ts'
import { product_words } from './catalog.table.ts'
import { readTerms, type Term, type Wanted } from './search-terms.ts'
import { spellingDistance } from './spelling-distance.ts'

const MOST_CANDIDATES = 40
const MOST_SPELLINGS = 4

/** What each mistyped word may have meant, nearest spelling first; a word that is known stays as it is. */
export async function correctWords(db: Db, typed: readonly Term[]): Promise<Wanted> {
  const spellings = await Promise.all(
    typed.map(({ word, query }) => (query === '' ? spellingsNear(db, word) : [])),
  )
  const known = await readTerms(db, [...new Set(spellings.flat())])
  const termOf = new Map(known.map((term) => [term.word, term]))
  return typed.map((term, n) => {
    const meant = (spellings[n] ?? []).flatMap((word) => termOf.get(word) ?? [])
    return meant.length > 0 ? meant : [term]
  })
}

async function spellingsNear(db: Db, typed: string): Promise<string[]> {
  const slips = slipsAllowed(typed)
  if (slips === 0) return []
  const similar = await db
    .select()
    .from(product_words)
    .orderBy(sql`plain_text(${typed}) <<-> ${product_words.word}`)
    .limit(MOST_CANDIDATES)
  const near = similar
    .map(({ word }) => ({ word, distance: spellingDistance(typed, word) }))
    .filter(({ distance }) => distance <= slips)
    .sort((a, b) => a.distance - b.distance || a.word.length - b.word.length)
  return near
    .filter(({ distance }) => distance === near[0]?.distance)
    .slice(0, MOST_SPELLINGS)
    .map(({ word }) => word)
}

/** A short word with a slip in it could be anything. */
function slipsAllowed(word: string): number {
  if (word.length < 4 || /\d/.test(word)) return 0
  return word.length < 8 ? 1 : 2
}
