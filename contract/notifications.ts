import * as z from 'zod'
import { refusals } from './errors.ts'
import { Id, Time } from './fields.ts'
import { adminProcedure } from './policy.ts'
import { type Area, mayUse, type Role } from './rights.ts'

/** What can be mailed to the team. The database function `notify_team` names them, too. */
export const MAIL_KINDS = [
  'orders',
  'placed',
  'returns',
  'payments',
  'stock',
  'contact',
  'mail',
  'backups',
  'webhooks',
] as const
/** What can appear on a device at once. A new chat is mailed to the support address anyway. */
export const PUSH_KINDS = ['orders', 'chats'] as const
export const NOTIFICATION_KINDS = [...MAIL_KINDS, 'chats'] as const
export type NotificationKind = (typeof NOTIFICATION_KINDS)[number]
export type MailKind = (typeof MAIL_KINDS)[number]
export type PushKind = (typeof PUSH_KINDS)[number]

/** How often the sales and what waits are mailed. */
export const SUMMARIES = ['none', 'day', 'week'] as const
export type Summary = (typeof SUMMARIES)[number]
/** In the morning, in the shop's time zone. */
export const SUMMARY_TIME = '07:00'

const AREAS: Record<NotificationKind, Area> = {
  orders: 'orders',
  placed: 'orders',
  returns: 'orders',
  payments: 'refunds',
  stock: 'stock',
  contact: 'contact',
  mail: 'mail',
  backups: 'backups',
  webhooks: 'connections',
  chats: 'chat',
}

/** The kinds that a role may switch on: of the areas that it has. */
export const kindsFor = (role: Role | null) => allowed(NOTIFICATION_KINDS, role)
export const mailKindsFor = (role: Role | null) => allowed(MAIL_KINDS, role)
export const pushKindsFor = (role: Role | null) => allowed(PUSH_KINDS, role)

const allowed = <Kind extends NotificationKind>(kinds: readonly Kind[], role: Role | null) =>
  kinds.filter((kind) => mayUse(role, AREAS[kind]))

/** A summary is about sales. */
export const maySummarise = (role: Role | null) => mayUse(role, 'figures')

const TimeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Choose a time of day')

export const NotificationSettingsEdit = z
  .strictObject({
    kinds: z.array(z.enum(MAIL_KINDS)).max(MAIL_KINDS.length),
    push_kinds: z.array(z.enum(PUSH_KINDS)).max(PUSH_KINDS.length),
    summary: z.enum(SUMMARIES),
    /** In the shop's time zone; both or none. It may end on the next morning. */
    quiet_from: TimeOfDay.nullable(),
    quiet_until: TimeOfDay.nullable(),
  })
  .refine(({ quiet_from, quiet_until }) => (quiet_from === null) === (quiet_until === null), {
    path: ['quiet_until'],
    message: 'Choose both times, or none',
  })
  .refine(({ quiet_from, quiet_until }) => quiet_from === null || quiet_from !== quiet_until, {
    path: ['quiet_until'],
    message: 'Choose another time than the first',
  })
export type NotificationSettingsEdit = z.infer<typeof NotificationSettingsEdit>

/** A browser's subscription, as its push service gives it out. */
export const PushSubscription = z.strictObject({
  endpoint: z.url().max(1000),
  /** Base64url: a point of the curve P-256, and 16 random bytes. */
  p256dh: z.string().regex(/^[\w-]{87}=?$/),
  auth: z.string().regex(/^[\w-]{22}(==)?$/),
})
export type PushSubscription = z.infer<typeof PushSubscription>

const Device = z.object({
  id: Id,
  endpoint: z.string(),
  /** As in "Chrome on Android". */
  name: z.string(),
  created_at: Time,
})
export type Device = z.infer<typeof Device>

export const NotificationSettings = NotificationSettingsEdit.safeExtend({
  /** Where the mails go: the own address. */
  email: z.string(),
  /** The kinds that the own role may switch on: nothing about a part of the shop that is not in use. */
  offered: z.array(z.enum(NOTIFICATION_KINDS)),
  time_zone: z.string(),
  devices: z.array(Device),
  /** What browsers check the sender of a push message by (VAPID). */
  push_key: z.string(),
})
export type NotificationSettings = z.infer<typeof NotificationSettings>

export const notifications = {
  settings: adminProcedure('team')
    .route({
      method: 'GET',
      path: '/notifications/settings',
      summary: 'What the signed-in administrator is notified of',
    })
    .output(NotificationSettings),
  save_settings: adminProcedure('team')
    .route({
      method: 'PUT',
      path: '/notifications/settings',
      summary: 'Choose what to be notified of, and when not',
    })
    .input(NotificationSettingsEdit)
    .output(NotificationSettings),
  add_device: adminProcedure('team')
    .route({
      method: 'POST',
      path: '/notifications/devices',
      summary: 'Notify the signed-in administrator on this device, until the session ends',
    })
    .errors(refusals('UNKNOWN_PUSH_SERVICE'))
    .input(PushSubscription)
    .output(z.array(Device)),
  remove_device: adminProcedure('team')
    .route({
      method: 'DELETE',
      path: '/notifications/devices/{id}',
      summary: 'Stop notifications on one of the own devices',
    })
    .input(z.object({ id: Id }))
    .output(z.array(Device)),
  test_devices: adminProcedure('team')
    .route({
      method: 'POST',
      path: '/notifications/devices/test',
      summary: 'Send a test notification to all of the own devices',
    })
    .output(z.object({ reached: z.int() })),
}
