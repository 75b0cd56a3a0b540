import { and, asc, eq, sql } from 'drizzle-orm'
import { type Device, PUSH_KINDS, type PushSubscription } from '#contract/notifications.ts'
import type { Db } from '#server/platform/database.ts'
import { errors } from '#server/platform/errors.ts'
import type { RequestContext, Session } from '#server/platform/rpc.ts'
import { deviceName } from '../accounts/reads.ts'
import { notification_settings, push_devices } from './notifications.table.ts'
import { isPushService } from './push-service.ts'

export const devicesOf = (db: Db, profile_id: string): Promise<Device[]> =>
  db
    .select({
      id: push_devices.id,
      endpoint: push_devices.endpoint,
      name: push_devices.name,
      created_at: push_devices.created_at,
    })
    .from(push_devices)
    .where(eq(push_devices.profile_id, profile_id))
    .orderBy(asc(push_devices.created_at))

/** A browser has one subscription: who signs in there later takes it over. With the first device all kinds are on. */
export async function addDevice(
  context: RequestContext,
  { profile, session_id }: Session,
  subscription: PushSubscription,
) {
  if (!isPushService(context, subscription.endpoint)) throw errors.UNKNOWN_PUSH_SERVICE()
  const name = deviceName(context.headers().get('user-agent') ?? '')
  const owner = { profile_id: profile.id, session_id, name }
  const { endpoint, ...keys } = subscription
  const { db } = context
  if ((await devicesOf(db, profile.id)).length === 0) await chooseAllKinds(db, profile.id)
  await db
    .insert(push_devices)
    .values({ endpoint, ...keys, ...owner })
    .onConflictDoUpdate({ target: push_devices.endpoint, set: { ...keys, ...owner } })
  return devicesOf(db, profile.id)
}

async function chooseAllKinds(db: Db, profile_id: string) {
  const push_kinds = [...PUSH_KINDS]
  await db
    .insert(notification_settings)
    .values({ profile_id, push_kinds })
    .onConflictDoUpdate({
      target: notification_settings.profile_id,
      set: { push_kinds },
      setWhere: sql`cardinality(${notification_settings.push_kinds}) = 0`,
    })
}

export async function removeDevice(db: Db, profile_id: string, id: string) {
  await db
    .delete(push_devices)
    .where(and(eq(push_devices.id, id), eq(push_devices.profile_id, profile_id)))
  return devicesOf(db, profile_id)
}
