import { sql } from 'drizzle-orm'
import type { MissingPage, MissingPageQuery } from '#contract/redirects.ts'
import { DAY_MS } from '#contract/time.ts'
import type { Db } from '#server/platform/database.ts'
import { containing, paged } from '#server/platform/paged.ts'
import type { AppContext } from '#server/platform/rpc.ts'
import { missing_pages } from './redirects.table.ts'
import { isRobotsPath, reportedPath } from './reported-path.ts'

export type MissingPages = ReturnType<typeof createMissingPages>

const FLUSH_MS = 30_000
/** Different addresses that a process counts until it writes them. */
const MOST_WAITING = 1000
/** Different addresses of a day. */
const MOST_OF_A_DAY = 500
const DAYS = 30
/** What stands for all requests of robots. No address starts without a slash. */
const ROBOTS = 'robots'

type Context = Pick<AppContext, 'db' | 'log' | 'now' | 'signals'>

const dayOf = (at: Date) => at.toISOString().slice(0, 10)

/** Counts addresses that lead nowhere, and writes them together, so that a flood of them costs one statement. */
export function createMissingPages({ db, log, now, signals }: Context) {
  let missed = new Map<string, number>()
  let answered = new Set<string>()

  async function flush() {
    const [counts, found] = [missed, answered]
    missed = new Map()
    answered = new Set()
    if (counts.size > 0) await store(db, counts, now())
    if (found.size > 0) {
      const paths = sql.param([...found])
      await db.execute(sql`delete from ${missing_pages} where path = any(${paths}::text[])`)
    }
  }

  const flushSafely = () =>
    flush().catch((err) => log.warn({ err }, 'missing pages were not counted'))
  const timer = setInterval(flushSafely, FLUSH_MS)
  timer.unref()
  signals.onClose(async () => {
    clearInterval(timer)
    await flushSafely()
  })

  return {
    missed(url: string) {
      const path = isRobotsPath(url) ? ROBOTS : reportedPath(url)
      if (path === null) return
      const count = missed.get(path)
      if (count === undefined && missed.size >= MOST_WAITING) return
      missed.set(path, (count ?? 0) + 1)
      answered.delete(path)
    },
    /** It leads somewhere now. */
    answered(url: string) {
      const path = reportedPath(url)
      if (path !== null && answered.size < MOST_WAITING) answered.add(path)
    },
    flush,
  }
}

/**
 * Adds to the counts of the day. When it has as many addresses as a day may have, those that were asked for once make
 * room: robots try each address once, visitors follow the same old link again.
 */
async function store(db: Db, counts: ReadonlyMap<string, number>, at: Date) {
  const day = dayOf(at)
  const paths = sql.param([...counts.keys()])
  const hits = sql.param([...counts.values()])
  await db.transaction(async (tx) => {
    // One process at a time, so that the bound holds.
    await tx.execute(sql`lock table ${missing_pages} in share row exclusive mode`)
    await tx.execute(sql`
      delete from ${missing_pages} where day < ${dayOf(new Date(at.getTime() - DAYS * DAY_MS))}`)
    await tx.execute(sql`
      delete from ${missing_pages} where day = ${day} and hits = 1
        and path <> all(${paths}::text[])
        and (select count(*) from ${missing_pages} where day = ${day}) >= ${MOST_OF_A_DAY}`)
    await tx.execute(sql`
      insert into ${missing_pages} (day, path, hits)
      select ${day}, path, hits from (
        select path, hits, known.path is null as is_new,
          row_number() over (partition by known.path is null order by hits desc, path) as place
        from unnest(${paths}::text[], ${hits}::int[]) as asked (path, hits)
        left join (select path from ${missing_pages} where day = ${day}) as known using (path)
      ) as counted
      where not is_new or place <= ${MOST_OF_A_DAY} - (select count(*) from ${missing_pages} where day = ${day})
      on conflict (day, path) do update set hits = ${missing_pages}.hits + excluded.hits`)
  })
}

export async function listMissingPages(db: Db, query: MissingPageQuery, at: Date) {
  const since = dayOf(new Date(at.getTime() - DAYS * DAY_MS))
  const where = sql`day >= ${since} and path <> ${ROBOTS} ${
    query.q ? sql`and path like ${containing(query.q.toLowerCase())}` : sql``
  }`
  const robots = await db.execute<{ hits: number }>(sql`
    select coalesce(sum(hits), 0)::int as hits from ${missing_pages}
    where path = ${ROBOTS} and day >= ${since}`)
  const list = await paged(query, {
    count: async () => {
      const { rows } = await db.execute<{ found: number }>(
        sql`select count(distinct path)::int as found from ${missing_pages} where ${where}`,
      )
      return rows[0]?.found ?? 0
    },
    rows: async ({ offset, limit }) => {
      const { rows } = await db.execute<MissingPage>(sql`
        select path as id, path, sum(hits)::int as hits, max(day)::text as last_day
        from ${missing_pages} where ${where} group by path
        order by ${ordering(query.sort)} offset ${offset} limit ${limit}`)
      return rows
    },
  })
  return { ...list, robots: robots.rows[0]?.hits ?? 0 }
}

const COLUMNS = { hits: sql`sum(hits)`, last_day: sql`max(day)`, path: sql`path` }

function ordering(sort: MissingPageQuery['sort'] = '-hits') {
  const direction = sort.startsWith('-') ? sql`desc` : sql`asc`
  return sql`${COLUMNS[sort.replace(/^-/, '') as keyof typeof COLUMNS]} ${direction}, path`
}
