import { type SQL, sql } from 'drizzle-orm'
import { type Db, prepareStatement } from '#server/platform/database.ts'
import { listings, search_synonyms } from '../listings.table.ts'

/**
 * A typed word and two tsqueries for the catalogue's lexemes that it matches, both empty when there are none. The index
 * finds lexemes that are named faster than a prefix (`:*`); reading rows one by one, a prefix is compared faster.
 */
export type Term = { word: string; named: string; prefix: string }

/** For each word of a search, the alternative terms that satisfy it. */
export type Wanted = readonly (readonly Term[])[]

/** `matches` and `inIndex` are true for the same products: the first for rows read one by one, the second for the index. */
export type Match = { matches: SQL; inIndex: SQL; relevance: SQL<number> }

/** A prefix of more lexemes than this stays a prefix in the index too. */
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
  return { terms: rows.map(termOf), synonyms: rows[0]?.synonyms ?? '' }
}

function termOf({ word, start, lexemes }: TermRow): Term {
  const stems = lexemes.filter((lexeme) => !lexeme.startsWith(start)).map(quoted)
  const isBeginning = stems.length < lexemes.length
  const prefix = [...(isBeginning ? [`${quoted(start)}:*`] : []), ...stems].join(' | ')
  const isTooMany = lexemes.length > MOST_LEXEMES
  return { word, prefix, named: isTooMany ? prefix : lexemes.map(quoted).join(' | ') }
}

const quoted = (lexeme: string) => `'${lexeme.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`

/** Products that have every word; null if no product can. */
export function everyWord(wanted: Wanted): Match | null {
  return wanted.some(isUnknown) ? null : matching(wanted, ' & ')
}

/** Products that have at least one of the words; null if no product can. */
export function someWord(wanted: Wanted): Match | null {
  const known = wanted.filter((terms) => !isUnknown(terms))
  return known.length === 0 ? null : matching(known, ' | ')
}

/** No product has the word, nor one of its alternatives. */
export const isUnknown = (terms: readonly Term[]) => terms.every(({ prefix }) => prefix === '')

function matching(wanted: Wanted, operator: ' & ' | ' | '): Match {
  const queryOf = (form: 'named' | 'prefix') => wanted.map(anyTerm(form)).join(operator)
  const rows = queryOf('prefix')
  return {
    matches: sql`${listings.search_words} @@ ${rows}::tsquery`,
    inIndex: sql`${listings.search_words} @@ ${queryOf('named')}::tsquery`,
    relevance: sql<number>`ts_rank(${WEIGHTS}, ${listings.search_words}, ${rows}::tsquery)`,
  }
}

const anyTerm = (form: 'named' | 'prefix') => (terms: readonly Term[]) => {
  const queries = terms.map((term) => term[form]).filter((query) => query !== '')
  return `(${queries.join(' | ')})`
}
