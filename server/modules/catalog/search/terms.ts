import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '#server/platform/database.ts'
import { products } from '../catalog.table.ts'

/** A typed word and the catalogue's lexemes that it matches, as a tsquery; empty when there are none. */
export type Term = { word: string; query: string }

/** For each word of a search, the alternative terms that satisfy it. */
export type Wanted = readonly (readonly Term[])[]

export type Match = { matches: SQL; relevance: SQL<number> }

/** A prefix of more lexemes than this is searched as a prefix (`:*`), which is slower than naming them. */
const MOST_LEXEMES = 40
const LAST_CHARACTER = sql`chr(1114111)`
/** Weights of D (unused), C (description), B (category) and A (name). */
const WEIGHTS = sql`'{0, 0.05, 0.3, 1}'::real[]`

/** A word matches the lexemes that start with it, and its English stem. */
export async function readTerms(db: Db, words: readonly string[]): Promise<Term[]> {
  if (words.length === 0) return []
  const { rows } = await db.execute<{ word: string; start: string; lexemes: string[] }>(sql`
    select word, start, array(
      (select lexeme from product_lexemes
        where lexeme >= start collate "C" and lexeme < (start || ${LAST_CHARACTER}) collate "C"
        order by lexeme limit ${MOST_LEXEMES + 1})
      union
      select lexeme from product_lexemes
        where lexeme = any(tsvector_to_array(to_tsvector('english', start)))
    ) as lexemes
    from unnest(${sql.param(words)}::text[]) as typed (word), plain_text(word) as start
    where start <> ''`)
  const queries = new Map(
    rows.map(({ word, start, lexemes }) => [
      word,
      lexemes.length > MOST_LEXEMES ? `${quoted(start)}:*` : lexemes.map(quoted).join(' | '),
    ]),
  )
  return words.map((word) => ({ word, query: queries.get(word) ?? '' }))
}

const quoted = (lexeme: string) => `'${lexeme.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`

/** Products that have every word; null if no product can. */
export function everyWord(wanted: Wanted): Match | null {
  const queries = wanted.map(anyTerm)
  return queries.includes('') ? null : matching(queries.join(' & '))
}

/** Products that have at least one of the words; null if no product can. */
export function someWord(wanted: Wanted): Match | null {
  const queries = wanted.map(anyTerm).filter((query) => query !== '')
  return queries.length === 0 ? null : matching(queries.join(' | '))
}

function anyTerm(terms: readonly Term[]): string {
  const queries = terms.map(({ query }) => query).filter((query) => query !== '')
  return queries.length === 0 ? '' : `(${queries.join(' | ')})`
}

function matching(query: string): Match {
  return {
    matches: sql`${products.search_words} @@ ${query}::tsquery`,
    relevance: sql<number>`ts_rank(${WEIGHTS}, ${products.search_words}, ${query}::tsquery)`,
  }
}
