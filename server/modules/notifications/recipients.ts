import { and, asc, eq, exists, isNull, sql } from 'drizzle-orm'
import type { Db } from '#server/platform/database.ts'
import type { AppContext } from '#server/platform/rpc.ts'
import { addressesOfTeam } from '../accounts/reads.ts'
import { type Channel, notification_settings, notifications } from './notifications.table.ts'

export type Recipient = Awaited<ReturnType<typeof peopleWithNews>>[number]

/** For whom something waits to be sent. */
export const peopleWithNews = (db: Db, channel: Channel) =>
  recipientsWhere(
    db,
    exists(
      db
        .select({ one: sql`1` })
        .from(notifications)
        .where(
          and(
            eq(notifications.profile_id, notification_settings.profile_id),
            eq(notifications.channel, channel),
            isNull(notifications.sent_at),
          ),
        ),
    ),
  )

/** People who switched something on and are still of the team. */
export async function recipientsWhere(db: Db, condition: ReturnType<typeof exists>) {
  const people = await db
    .select()
    .from(notification_settings)
    .where(condition)
    .orderBy(asc(notification_settings.profile_id))
  if (people.length === 0) return []
  const team = await addressesOfTeam(
    db,
    people.map(({ profile_id }) => profile_id),
  )
  return people.flatMap(({ profile_id, ...person }) => {
    const member = team.find(({ id }) => id === profile_id)
    return member ? [{ ...person, ...member }] : []
  })
}

type Quiet = { quiet_from: string | null; quiet_until: string | null }

/** Times as `22:00`. Quiet hours that begin in the evening end on the next morning. */
export function isQuiet({ quiet_from: from, quiet_until: until }: Quiet, time: string) {
  if (!from || !until) return false
  return from < until ? from <= time && time < until : from <= time || time < until
}

/** The day and time of day in the shop's time zone. */
export async function shopTime({ db, now }: Pick<AppContext, 'db' | 'now'>) {
  const { rows } = await db.execute<{ day: string; time: string }>(
    sql`select to_char(at, 'YYYY-MM-DD') as day, to_char(at, 'HH24:MI') as time
      from timezone(shop_time_zone(), ${now().toISOString()}::timestamptz) as at`,
  )
  return rows[0] ?? { day: '1970-01-01', time: '00:00' }
}

/** Whether this transaction, or an earlier one, has noted something that waits for devices of the team. */
export async function hasNewsForDevices(db: Db) {
  const waiting = await db
    .select({ one: sql`1` })
    .from(notifications)
    .where(and(eq(notifications.channel, 'push'), isNull(notifications.sent_at)))
    .limit(1)
  return waiting.length > 0
}

/** Whether somebody has switched a notification on: until then the mail of it is not among those that the owner can change. */
export const isTeamNotified = async (db: Db) =>
  (await db.$count(
    notification_settings,
    sql`cardinality(${notification_settings.kinds}) > 0 or ${notification_settings.summary} <> 'none'`,
  )) > 0
