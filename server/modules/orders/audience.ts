import { type SQL, sql } from 'drizzle-orm'
import type { Audience } from '#contract/campaigns.ts'
import type { Db } from '#server/platform/database.ts'
import { customers } from './customers.table.ts'
import { order_items, orders } from './orders.table.ts'

/**
 * Accounts, and guests with a completed order, as rows of email, name and type; each address once. With a day or a
 * product: those with a completed order that matches.
 */
export function peopleMatching({ type, ...filter }: Audience): SQL {
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
  if (type === 'user') return users
  if (type === 'guest') return guests
  // Somebody who ordered as a guest and signed up later is one person.
  return sql`
    select distinct on (email) email, name, type
    from (${users} union all ${guests}) as people order by email, type desc`
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

/** The same rows for single addresses, also unknown ones. */
export const peopleAt = (addresses: string[]): SQL => sql`
  select distinct on (given.email) given.email, coalesce(known.full_name, '') as name,
    case when known.user_id is null then 'guest' else 'user' end as type
  from unnest(${sql.param(addresses)}::text[]) as given (email)
  left join ${customers} known on known.email = given.email
  order by given.email, known.user_id nulls last`

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
