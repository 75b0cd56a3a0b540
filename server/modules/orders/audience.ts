import { type SQL, sql } from 'drizzle-orm'
import { QueryBuilder } from 'drizzle-orm/pg-core'
import type { Audience } from '#contract/audience.ts'
import type { Db } from '#server/platform/database.ts'
import { newsletterReaders } from '../consent/index.ts'
import { contacts } from './contacts.table.ts'
import { customers } from './customers.table.ts'
import { order_items, orders } from './orders.table.ts'

export type People = ReturnType<typeof asPeople>

/** A subquery with typed columns; each address once. */
const asPeople = (rows: SQL) =>
  new QueryBuilder()
    .select({
      email: sql<string>`email`.as('email'),
      name: sql<string>`name`.as('name'),
      type: sql<'user' | 'guest'>`type`.as('type'),
    })
    .from(sql`(${rows}) as rows`)
    .as('people')

/**
 * Accounts, guests with a completed order, guests who signed up for the newsletter and imported contacts. With a day or
 * a product: those with a completed order that matches.
 */
export function peopleMatching({ type, ...filter }: Audience): People {
  const isFiltered = Object.values(filter).some((value) => value !== undefined)
  const completed = completedOrders(filter)
  const users = sql`
    select email, full_name as name, 'user' as type from ${customers}
    where user_id is not null ${
      isFiltered ? sql`and user_id in (select o.user_id ${completed})` : sql``
    }`
  const guests = sql`
    select email, full_name as name, 'guest' as type from ${customers}
    where user_id is null and email in (
      select lower(o.guest_email) ${completed} and o.user_id is null and o.guest_email is not null
    )`
  const readers = sql`
    select email, '' as name, 'guest' as type from (${newsletterReaders}) as readers
    where not exists (
      select from ${customers} known where known.email = readers.email and known.user_id is not null
    )`
  const imported = sql`
    select email, full_name as name, 'guest' as type from ${contacts}
    where not exists (
      select from ${customers} known where known.email = ${contacts}.email and known.user_id is not null
    )`
  const all = [users, guests, ...(isFiltered ? [] : [readers, imported])]
  if (type === 'user') return asPeople(users)
  // Somebody who ordered as a guest and signed up later is one person.
  return asPeople(sql`
    select distinct on (email) email, name, type
    from (${sql.join(type === 'guest' ? all.slice(1) : all, sql` union all `)}) as people
    order by email, type desc, name desc`)
}

function completedOrders({ product_id, from, to }: Omit<Audience, 'type'>): SQL {
  const conditions = [
    sql`o.completed_at is not null and o.status <> 'cancelled'`,
    from && sql`o.completed_at >= ${from}::date::timestamp at time zone shop_time_zone()`,
    to && sql`o.completed_at < (${to}::date + 1)::timestamp at time zone shop_time_zone()`,
    product_id &&
      sql`o.id in (select order_id from ${order_items} where product_id = ${product_id})`,
  ].filter((condition) => condition !== undefined && condition !== '')
  return sql`from ${orders} o where ${sql.join(conditions, sql` and `)}`
}

/** The same for single addresses, also unknown ones. */
export const peopleAt = (addresses: string[]): People =>
  asPeople(sql`
  select distinct on (given.email) given.email, coalesce(known.full_name, '') as name,
    case when known.user_id is null then 'guest' else 'user' end as type
  from unnest(${sql.param(addresses)}::text[]) as given (email)
  left join ${customers} known on known.email = given.email
  order by given.email, known.user_id nulls last`)

type CampaignWindow = {
  campaign_id: string
  coupon_code: string | null
  from: string
  to: string
}

/** Paid orders of the time that came through the campaign's link or used its coupon. */
export async function salesOfCampaign(
  db: Db,
  { campaign_id, coupon_code, from, to }: CampaignWindow,
) {
  // Two index scans instead of an `or` over all orders of the time.
  const paid = sql`completed_at is not null and status <> 'cancelled'
    and created_at >= ${from} and created_at <= ${to}`
  const { rows } = await db.execute<{ orders: number; revenue: number }>(sql`
    select count(*)::int as orders, coalesce(sum(total), 0)::float8 as revenue from (
      select id, total from ${orders} where campaign_id = ${campaign_id} and ${paid}
      union
      select id, total from ${orders} where coupon_code = ${coupon_code} and ${paid}
    ) as caused`)
  return rows[0] ?? { orders: 0, revenue: 0 }
}
