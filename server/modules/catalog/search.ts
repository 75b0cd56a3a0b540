import { groupsOf } from '#contract/attributes.ts'
import type { SearchMatch } from '#contract/catalog.ts'
import type { Db } from '#server/platform/database.ts'
import { readCardsInOrder } from './product-cards.ts'
import type { Slice } from './product-query.ts'
import { findMatches } from './search/matches.ts'
import { correctWords } from './search/spelling.ts'
import { synonymsOf } from './search/synonyms.ts'
import { everyWord, type Match, readTerms, someWord, type Wanted } from './search/terms.ts'
import type { UnderstoodQuery } from './understand-query.ts'

type Attempt = SearchMatch & { match: Match | null }

/** Tries the words as typed, then corrected, then any one of them; returns the first attempt that finds something. */
export async function searchProducts(db: Db, query: UnderstoodQuery, { offset, limit }: Slice) {
  for await (const { match, ...understood } of attempts(db, query.words)) {
    const found = match && (await findMatches(db, query, match, { offset, limit: limit + 1 }))
    if (!found || found === 'none') continue
    return {
      items: await readCardsInOrder(db, found.slice(0, limit)),
      has_more: found.length > limit,
      match: understood,
    }
  }
  return { items: [], has_more: false, match: null }
}

/** How the words are understood: the first attempt that finds something. */
export async function findMatch(db: Db, query: UnderstoodQuery): Promise<Match | null> {
  for await (const { match } of attempts(db, query.words)) {
    const found = match && (await findMatches(db, query, match, { offset: 0, limit: 1 }))
    if (found && found !== 'none') return match
  }
  return null
}

async function* attempts(db: Db, words: readonly string[]): AsyncGenerator<Attempt> {
  const typed = await readTerms(db, words)
  const groups = groupsOf(typed.synonyms)
  const meant = words.map((word) => [word, ...synonymsOf(word, groups)])
  const others = [...new Set(meant.flat())].filter((word) => !words.includes(word))
  const known = [...typed.terms, ...(await readTerms(db, others)).terms]
  const terms = new Map(known.map((term) => [term.word, term]))
  const asTyped: Wanted = meant.map((alternatives) =>
    alternatives.flatMap((word) => terms.get(word) ?? []),
  )
  yield { kind: 'as-typed', words: words.join(' '), match: everyWord(asTyped, typed.apart) }
  const corrected = await correctWords(db, asTyped)
  const isCorrected = corrected.some(([best], n) => best?.word !== words[n])
  if (isCorrected) yield { kind: 'corrected', words: spelt(corrected), match: everyWord(corrected) }
  if (words.length > 1)
    yield { kind: 'some-words', words: spelt(corrected), match: someWord(corrected) }
}

const spelt = (wanted: Wanted) => wanted.map(([best]) => best?.word).join(' ')
