import { setTimeout as pause } from 'node:timers/promises'
import { and, eq, inArray, not, sql } from 'drizzle-orm'
import type { Db } from '#server/platform/database.ts'
import type { Job } from '#server/platform/jobs.ts'
import type { AppContext } from '#server/platform/rpc.ts'
import { listings, words_apart } from '../listings.table.ts'
import { quotedLexeme } from './terms.ts'

/** Below it the index finds everything in a millisecond. */
const LARGE = 200_000
const TOP_SELLERS = 50_000
/** To compare words that so many listings have takes the index milliseconds. */
const COMMON = 20_000
/** Updated by one statement: whoever sells one of them waits no longer. */
const AT_ONCE = 1000
/** Words that one of these has together are not looked for in all others. */
const SAMPLE = 1000

const SIZES = { large: LARGE, topSellers: TOP_SELLERS, common: COMMON }

/** At night, since it reads the whole catalogue. */
export const prepareSearchJob = ({ db }: AppContext): Job => ({
  name: 'prepare-search',
  every: { hour: 3, minute: 20 },
  retries: 0,
  alone: true,
  run: () => prepareSearch(db),
})

/** What a search in a large catalogue needs: its top sellers, and the common words that never go together. */
export async function prepareSearch(db: Db, sizes = SIZES): Promise<void> {
  const isLarge = (await db.$count(listings)) >= sizes.large
  await markTopSellers(db, isLarge ? sizes.topSellers : 0)
  if (isLarge) await proveWordsApart(db, sizes.common)
  else await db.delete(words_apart)
}

async function markTopSellers(db: Db, count: number) {
  const { rows } = await db.execute<{ id: string }>(sql`
    with top as (select id from listings order by units_sold desc, id limit ${count})
    select id from listings left join top using (id)
    where listings.top_seller <> (top.id is not null) order by id`)
  const ids = rows.map(({ id }) => id)
  for (let from = 0; from < ids.length; from += AT_ONCE) {
    await db
      .update(listings)
      .set({ top_seller: not(listings.top_seller) })
      .where(inArray(listings.id, ids.slice(from, from + AT_ONCE)))
  }
}

/**
 * Pairs are stored first and proven later: from then on the trigger takes back what a new listing has together, so only
 * transactions that were open at that moment can have written one unseen.
 */
async function proveWordsApart(db: Db, common: number) {
  await storeCandidates(db, common)
  await transactionsOfNow(db)
  const candidates = await db.select().from(words_apart).where(not(words_apart.proven))
  for (const { first, second } of candidates) {
    const both = `${quotedLexeme(first)} & ${quotedLexeme(second)}`
    const pair = and(eq(words_apart.first, first), eq(words_apart.second, second))
    const { rows } = await db.execute(
      sql`select from listings where search_words @@ ${both}::tsquery limit 1`,
    )
    if (rows.length > 0) await db.delete(words_apart).where(pair)
    else await db.update(words_apart).set({ proven: true }).where(pair)
  }
}

/** Which words are common is known from the statistics of the table. */
const storeCandidates = (db: Db, common: number) =>
  db.execute(sql`
    with common as materialized (
      select lexeme collate "C" as lexeme
      from pg_stats, unnest(most_common_elems::text::text[], most_common_elem_freqs) as known (lexeme, share)
      where schemaname = current_schema and tablename = 'listings' and attname = 'search_words'
        and share * (select count(*) from listings) >= ${common}
    ), sample as materialized (
      select array(select lexeme from unnest(search_words) join common using (lexeme)) as lexemes
      from (select search_words from listings order by units_sold desc, id limit ${SAMPLE}) as sold
    )
    insert into words_apart (first, second)
    select a.lexeme, b.lexeme from common a join common b on a.lexeme < b.lexeme
    except
    select a.lexeme, b.lexeme from sample, unnest(lexemes) as a (lexeme), unnest(lexemes) as b (lexeme)
    order by 1, 2
    on conflict do nothing`)

/** Resolves when all transactions that are open now have ended; PostgreSQL ends those that are forgotten. */
async function transactionsOfNow(db: Db) {
  const { rows } = await db.execute<{ next: string }>(
    sql`select pg_snapshot_xmax(pg_current_snapshot())::text as next`,
  )
  const next = rows[0]?.next
  for (;;) {
    const { rows: oldest } = await db.execute<{ ended: boolean }>(
      sql`select pg_snapshot_xmin(pg_current_snapshot()) >= ${next}::xid8 as ended`,
    )
    if (oldest[0]?.ended) return
    await pause(200)
  }
}
