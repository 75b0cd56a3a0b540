import { type SQL, sql } from 'drizzle-orm'
import { type Db, prepareStatement } from '#server/platform/database.ts'
import { listings, search_synonyms, words_apart } from '../listings.table.ts'

/**
 * A typed word, the catalogue's lexemes that it matches, or `many`, and a tsquery for the same, which is empty when there
 * are none. The index finds lexemes that are named faster than a prefix (`:*`); reading rows one by one, a prefix is
 * compared faster.
 */
export type Term = { word: string; lexemes: readonly string[] | 'many'; prefix: string }

/** For each word of a search, the alternative terms that satisfy it. */
export type Wanted = readonly (readonly Term[])[]

/** `matches` and `inIndex` are true for the same products: the first for rows read one by one, the second for the index. */
export type Match = { matches: SQL; inIndex: SQL; relevance: SQL<number> }

/** A prefix of more lexemes than this stays a prefix in the index too. */
const MOST_LEXEMES = 40
const LAST_CHARACTER = sql`chr(1114111)`
/** Weights of D (unused), C (description), B (category) and A (name). */
const WEIGHTS = sql`'{0, 0.05, 0.3, 1}'::real[]`

type Pair = readonly [string, string]

type TermRow = {
  word: string
  start: string
  lexemes: string[]
  synonyms: string | null
  knows_words_apart: boolean
}

/** One statement for words and synonyms, planned once: every search begins with it. */
const selectTerms = prepareStatement<TermRow>(sql`
  select word, start, (select lines from ${search_synonyms}) as synonyms,
    exists (select from ${words_apart}) as knows_words_apart,
    case when start = '' then '{}' else array(
      (select lexeme from product_lexemes
        where lexeme >= start collate "C" and lexeme < (start || ${LAST_CHARACTER}) collate "C"
        order by lexeme limit ${MOST_LEXEMES + 1})
      union
      select lexeme from product_lexemes
        where lexeme = any(tsvector_to_array(to_tsvector('english', start)))
    ) end as lexemes
  from unnest(${sql.placeholder('words')}::text[]) as typed (word), plain_text(word) as start`)

const selectWordsApart = prepareStatement<{ first: string; second: string }>(sql`
  select first, second from ${words_apart}
  where proven and first = any(${sql.placeholder('lexemes')}::text[]) and second = any(${sql.placeholder('lexemes')}::text[])`)

/**
 * A word matches the lexemes that start with it, and its English stem. With the terms comes the owner's list of
 * synonyms, one group a line, and which of their lexemes no product has together, as far as that is known.
 */
export async function readTerms(db: Db, words: readonly string[]) {
  const rows = words.length === 0 ? [] : await selectTerms(db, { words })
  const isWorthKnowing = rows.length > 1 && rows[0]?.knows_words_apart
  const lexemes = rows.flatMap((row) => row.lexemes)
  const apart = isWorthKnowing ? await selectWordsApart(db, { lexemes }) : []
  return {
    terms: rows.map(termOf),
    synonyms: rows[0]?.synonyms ?? '',
    apart: apart.map(({ first, second }): Pair => [first, second]),
  }
}

function termOf({ word, start, lexemes }: TermRow): Term {
  const stems = lexemes.filter((lexeme) => !lexeme.startsWith(start)).map(quotedLexeme)
  const isBeginning = stems.length < lexemes.length
  const prefix = [...(isBeginning ? [`${quotedLexeme(start)}:*`] : []), ...stems].join(' | ')
  return { word, prefix, lexemes: lexemes.length > MOST_LEXEMES ? 'many' : lexemes }
}

export const quotedLexeme = (lexeme: string): string =>
  `'${lexeme.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`

/** Products that have every word; null if no product can. */
export function everyWord(wanted: Wanted, apart: readonly Pair[] = []): Match | null {
  const met = withoutApart(wanted, apart)
  return met.some(isUnknown) || met.some(findsNothing) ? null : matching(met, ' & ')
}

/** Without the lexemes that no product has together with any of another word. */
function withoutApart(wanted: Wanted, apart: readonly Pair[]): Wanted {
  if (apart.length === 0) return wanted
  const known = new Set(apart.flatMap(([one, other]) => [`${one} ${other}`, `${other} ${one}`]))
  const mayMeet = (lexeme: string, terms: readonly Term[]) =>
    terms.some(
      ({ lexemes }) =>
        lexemes === 'many' || lexemes.some((other) => !known.has(`${lexeme} ${other}`)),
    )
  return wanted.map((terms) => {
    const others = wanted.filter((one) => one !== terms)
    return terms.map((term) => ({
      ...term,
      lexemes:
        term.lexemes === 'many'
          ? 'many'
          : term.lexemes.filter((lexeme) => others.every((other) => mayMeet(lexeme, other))),
    }))
  })
}

const findsNothing = (terms: readonly Term[]) => terms.every(({ lexemes }) => lexemes.length === 0)

/** Products that have at least one of the words; null if no product can. */
export function someWord(wanted: Wanted): Match | null {
  const known = wanted.filter((terms) => !isUnknown(terms))
  return known.length === 0 ? null : matching(known, ' | ')
}

/** No product has the word, nor one of its alternatives. */
export const isUnknown = (terms: readonly Term[]) => terms.every(({ prefix }) => prefix === '')

function matching(wanted: Wanted, operator: ' & ' | ' | '): Match {
  const queryOf = (form: (term: Term) => string) => wanted.map(anyTerm(form)).join(operator)
  const rows = queryOf(({ prefix }) => prefix)
  return {
    matches: sql`${listings.search_words} @@ ${rows}::tsquery`,
    inIndex: sql`${listings.search_words} @@ ${queryOf(named)}::tsquery`,
    relevance: sql<number>`ts_rank(${WEIGHTS}, ${listings.search_words}, ${rows}::tsquery)`,
  }
}

const named = ({ lexemes, prefix }: Term) =>
  lexemes === 'many' ? prefix : lexemes.map(quotedLexeme).join(' | ')

const anyTerm = (form: (term: Term) => string) => (terms: readonly Term[]) => {
  const queries = terms.map(form).filter((query) => query !== '')
  return `(${queries.join(' | ')})`
}
