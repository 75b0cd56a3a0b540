import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { AudienceMember, AudienceQuery, LeftOutReason } from '#contract/audience.ts'
import type { Db } from '#server/platform/database.ts'
import { containing, paged } from '#server/platform/paged.ts'
import { withNewsRefusal } from '../../consent/index.ts'
import { type People, peopleMatching } from '../../orders/index.ts'
import { campaign_recipients } from './campaigns.table.ts'
import { allowLongStatement } from './recipients.ts'

/** Each person with the reason why no marketing mail may be sent to them, if there is one. */
const withRefusal = (people: People): SQL => sql`
  select email, name, type, refusal as left_out from (${withNewsRefusal(
    sql`select ${people.email}, ${people.name}, ${people.type} from ${people}`,
    sql`people.email`,
  )}) as people`

export async function readAudience(db: Db, query: AudienceQuery) {
  const { q, page, per_page, sort, show, ...audience } = query
  const people = withRefusal(peopleMatching(audience))
  const counts = await countByReason(db, people)
  const where = sql.join(
    [
      sql`true`,
      show === 'receiving' ? sql`left_out is null` : undefined,
      show === 'left_out' ? sql`left_out is not null` : undefined,
      q ? sql`(email ilike ${containing(q)} or name ilike ${containing(q)})` : undefined,
    ].filter((condition) => condition !== undefined),
    sql` and `,
  )
  const list = await paged(query, {
    count: async () => (q ? count(db, people, where) : matchingCount(counts, show)),
    rows: async ({ offset, limit }) => {
      const { rows } = await db.execute<AudienceMember>(sql`
        select * from (${people}) as people where ${where}
        order by ${ordering(sort)} offset ${offset} limit ${limit}`)
      return rows
    },
  })
  return {
    ...list,
    receiving: matchingCount(counts, 'receiving'),
    left_out: counts.flatMap(({ reason, people }) => (reason ? [{ reason, people }] : [])),
  }
}

type ReasonCount = { reason: LeftOutReason | null; people: number }

async function countByReason(db: Db, people: SQL) {
  const { rows } = await db.execute<ReasonCount>(sql`
    select left_out as reason, count(*)::int as people from (${people}) as people
    group by left_out order by people desc`)
  return rows
}

const matchingCount = (counts: ReasonCount[], show: AudienceQuery['show']) =>
  counts
    .filter(({ reason }) => !show || (show === 'left_out') === (reason !== null))
    .reduce((sum, { people }) => sum + people, 0)

async function count(db: Db, people: SQL, where: SQL) {
  const { rows } = await db.execute<{ found: number }>(
    sql`select count(*)::int as found from (${people}) as people where ${where}`,
  )
  return rows[0]?.found ?? 0
}

function ordering(sort: AudienceQuery['sort'] = 'email'): SQL {
  const columns: Record<string, SQLWrapper> = { email: sql`email`, name: sql`name` }
  const direction = sort.startsWith('-') ? sql`desc` : sql`asc`
  return sql`${columns[sort.replace(/^-/, '')]} ${direction}, email ${direction}`
}

/** One statement, however many people: nothing of them passes through this process. */
export async function storeRecipients(
  tx: Db,
  campaign: { id: string; at: string },
  people: People,
  excluded: readonly string[],
) {
  await allowLongStatement(tx)
  const { rows } = await tx.execute<{ total: number; waiting: number }>(sql`
    with stored as (
      insert into ${campaign_recipients} (campaign_id, email, name, type, status, reason, changed_at)
      select ${campaign.id}, email, name, type,
        case when left_out is null then 'waiting' else 'left_out' end, left_out, ${campaign.at}
      from (${withRefusal(people)}) as people
      where email <> all(${sql.param(excluded)}::text[])
      returning status
    )
    select count(*)::int as total, count(*) filter (where status = 'waiting')::int as waiting
    from stored`)
  return rows[0] ?? { total: 0, waiting: 0 }
}
