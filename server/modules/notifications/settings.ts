import { eq, sql } from 'drizzle-orm'
import {
  kindsFor,
  mailKindsFor,
  maySummarise,
  type NotificationKind,
  type NotificationSettings,
  type NotificationSettingsEdit,
  pushKindsFor,
} from '#contract/notifications.ts'
import type { AppContext, Session } from '#server/platform/rpc.ts'
import { hasWebhooks } from '../connections/reads.ts'
import { lastWhole } from '../insights/reads.ts'
import { arePaymentsTakenByHand } from '../payments/reads.ts'
import { areReturnsTaken } from '../returns/reads.ts'
import { devicesOf } from './devices.ts'
import { notification_settings } from './notifications.table.ts'
import { pushKeys } from './push-service.ts'
import { shopTime } from './recipients.ts'

type Context = Pick<AppContext, 'config' | 'db' | 'now'>
type Person = Pick<Session, 'profile' | 'role'>

export async function readNotificationSettings(
  context: Context,
  { profile, role }: Person,
): Promise<NotificationSettings> {
  const { db } = context
  const { rows } = await db.execute<{ time_zone: string }>(
    sql`select shop_time_zone() as time_zone`,
  )
  const [own] = await db
    .select()
    .from(notification_settings)
    .where(eq(notification_settings.profile_id, profile.id))
  const inUse: Partial<Record<NotificationKind, boolean>> = {
    returns: await areReturnsTaken(db),
    placed: await arePaymentsTakenByHand(db),
    webhooks: await hasWebhooks(db),
  }
  const offered = kindsFor(role).filter((kind) => inUse[kind] ?? true)
  return {
    kinds: (own?.kinds ?? []).filter((kind) => offered.includes(kind)),
    push_kinds: (own?.push_kinds ?? []).filter((kind) => offered.includes(kind)),
    summary: maySummarise(role) ? (own?.summary ?? 'none') : 'none',
    offered,
    quiet_from: own?.quiet_from ?? null,
    quiet_until: own?.quiet_until ?? null,
    email: profile.email,
    time_zone: rows[0]?.time_zone ?? 'UTC',
    devices: await devicesOf(db, profile.id),
    push_key: pushKeys(context).publicKey,
  }
}

/** Each person chooses alone, so there is nobody to collide with. */
export async function saveNotificationSettings(
  context: Context,
  person: Person,
  edit: NotificationSettingsEdit,
) {
  const { day } = await shopTime(context)
  const values = {
    ...edit,
    kinds: mailKindsFor(person.role).filter((kind) => edit.kinds.includes(kind)),
    push_kinds: pushKindsFor(person.role).filter((kind) => edit.push_kinds.includes(kind)),
    summary: maySummarise(person.role) ? edit.summary : 'none',
  }
  // The first summary is about a day that is not over yet.
  const summarised_until = edit.summary === 'none' ? null : lastWhole(edit.summary, day).to
  const isOther = sql`${notification_settings.summary} is distinct from excluded.summary`
  await context.db
    .insert(notification_settings)
    .values({ profile_id: person.profile.id, ...values, summarised_until })
    .onConflictDoUpdate({
      target: notification_settings.profile_id,
      set: {
        ...values,
        summarised_until: sql`case when ${isOther} then excluded.summarised_until else ${notification_settings.summarised_until} end`,
      },
    })
  return readNotificationSettings(context, person)
}
