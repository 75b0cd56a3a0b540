import { type SQL, sql } from 'drizzle-orm'
import { type Db, prepareStatement } from '#server/platform/database.ts'
import { listings, search_synonyms } from '../listings.table.ts'

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

type TermRow = { word: string; start: string; lexemes: string[]; synonyms: string | null }

/** One statement for words and synonyms, planned once: every search begins with it. */
const selectTerms = prepareStatement<TermRow>(sql`
  select word, start, (select lines from ${search_synonyms}) as synonyms,
    case when start = '' then '{}' else array(
      (select lexeme from product_lexemes
        where lexeme >= start collate "C" and lexeme < (start || ${LAST_CHARACTER}) collate "C"
        order by lexeme limit ${MOST_LEXEMES + 1})
      union
      select lexeme from product_lexemes
        where lexeme = any(tsvector_to_array(to_tsvector('english', start)))
    ) end as lexemes
  from unnest(${sql.placeholder('words')}::text[]) as typed (word), plain_text(word) as start`)

/**
 * A word matches the lexemes that start with it, and its English stem. With the terms comes the owner's list of
 * synonyms, one group a line.
 */
export async function readTerms(db: Db, words: readonly string[]) {
  const rows = words.length === 0 ? [] : await selectTerms(db, { words })
  const terms = rows.map(({ word, start, lexemes }): Term => {
    const isTooMany = lexemes.length > MOST_LEXEMES
    return { word, query: isTooMany ? `${quoted(start)}:*` : lexemes.map(quoted).join(' | ') }
  })
  return { terms, synonyms: rows[0]?.synonyms ?? '' }
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
    matches: sql`${listings.search_words} @@ ${query}::tsquery`,
    relevance: sql<number>`ts_rank(${WEIGHTS}, ${listings.search_words}, ${query}::tsquery)`,
  }
}
