import { sql } from 'drizzle-orm'
import type { Db } from '#server/platform/database.ts'
import { isUnknown, readTerms, type Wanted } from './terms.ts'

const MOST_CANDIDATES = 40
const MOST_SPELLINGS = 4

/**
 * For each word that nothing has, nor any of its synonyms, the known words nearest in spelling, nearest first. A known
 * word stays as it is.
 */
export async function correctWords(db: Db, typed: Wanted): Promise<Wanted> {
  const spellings = await Promise.all(
    typed.map((terms) => (isUnknown(terms) ? spellingsNear(db, terms[0]?.word ?? '') : [])),
  )
  const { terms: known } = await readTerms(db, [...new Set(spellings.flat())])
  const termOf = new Map(known.map((term) => [term.word, term]))
  return typed.map((terms, n) => {
    const meant = (spellings[n] ?? []).flatMap((word) => termOf.get(word) ?? [])
    return meant.length > 0 ? meant : terms
  })
}

async function spellingsNear(db: Db, typed: string): Promise<string[]> {
  const most = mistakesAllowed(typed)
  if (most === 0) return []
  const { rows: similar } = await db.execute<{ word: string }>(
    sql`select word from words_near(plain_text(${typed}), ${MOST_CANDIDATES}) as word`,
  )
  const near = similar
    .map(({ word }) => ({ word, distance: spellingDistance(typed, word) }))
    .filter(({ word, distance }) => distance <= most && sharesEnough(typed, word))
    .sort((a, b) => a.distance - b.distance || a.word.length - b.word.length)
  return near
    .filter(({ distance }) => distance === near[0]?.distance)
    .slice(0, MOST_SPELLINGS)
    .map(({ word }) => word)
}

/** Short words and numbers are never corrected: too many words are one edit away from them. */
function mistakesAllowed(word: string): number {
  if (word.length < 4 || /\d/.test(word)) return 0
  return word.length < 8 ? 1 : 2
}

const LONG = 7

/**
 * A short word with another letter is another word: "gift" is not "lift", "bath" not "both". So its first letter stays,
 * and of four letters none is replaced; one may be missing, too many, or swapped.
 */
export function sharesEnough(typed: string, word: string): boolean {
  if (typed.length >= LONG) return true
  if (typed[0] !== word[0] && typed[0] !== word[1]) return false
  if (typed.length > 4) return true
  const sorted = (text: string) => [...text].sort().join('')
  return (
    withOneLess(word.slice(0, typed.length + 1)).includes(typed) ||
    withOneLess(typed).includes(word) ||
    sorted(word.slice(0, typed.length)) === sorted(typed)
  )
}

const withOneLess = (text: string) =>
  Array.from(text, (_, n) => text.slice(0, n) + text.slice(n + 1))

/**
 * Damerau-Levenshtein distance between the typed text and the nearest prefix of a word: the text may be
 * an unfinished word.
 */
export function spellingDistance(typed: string, word: string): number {
  const width = Math.min(word.length, typed.length + 2)
  let before: number[] = []
  let last = Array.from({ length: width + 1 }, (_, n) => n)
  for (let i = 1; i <= typed.length; i++) {
    const row = [i]
    for (let j = 1; j <= width; j++) {
      const same = typed[i - 1] === word[j - 1]
      const swapped = i > 1 && j > 1 && typed[i - 1] === word[j - 2] && typed[i - 2] === word[j - 1]
      row[j] = Math.min(
        at(last, j - 1) + (same ? 0 : 1),
        at(last, j) + 1,
        at(row, j - 1) + 1,
        swapped ? at(before, j - 2) + 1 : Number.POSITIVE_INFINITY,
      )
    }
    before = last
    last = row
  }
  return Math.min(...last)
}

const at = (row: number[], index: number) => row[index] ?? Number.POSITIVE_INFINITY
