import { and, eq, inArray, isNull } from 'drizzle-orm'
import { waitingCount } from '#contract/insights.ts'
import { PUSH_KINDS, type PushKind, pushKindsFor } from '#contract/notifications.ts'
import { mayUse, type Role } from '#contract/rights.ts'
import type { Db } from '#server/platform/database.ts'
import type { AppContext, Session } from '#server/platform/rpc.ts'
import { countWaiting } from '../insights/reads.ts'
import { NOTIFICATIONS } from './describe.ts'
import { notifications, push_devices } from './notifications.table.ts'
import { deliver, type PushMessage } from './push-service.ts'
import { isQuiet, peopleWithNews, type Recipient, shopTime } from './recipients.ts'

type Context = Pick<AppContext, 'config' | 'db' | 'log' | 'now'>

/** What no device has taken by then is not tried again. */
const GIVE_UP_AFTER_MS = 3_600_000

/**
 * Shows the news of each person on all their devices, one message for each kind. A process that is killed after sending
 * sends it again: the same tag shows it once.
 */
export async function sendPush(context: Context) {
  const { db } = context
  const people = await peopleWithNews(db, 'push')
  if (people.length === 0) return
  const { time } = await shopTime(context)
  for (const person of people) {
    if (isQuiet(person, time)) continue
    const waiting = await waitingFor(db, person.role)
    for (const kind of PUSH_KINDS) await sendKind(context, person, kind, waiting)
  }
}

const waitingFor = async (db: Db, role: Role | null) =>
  waitingCount(await countWaiting(db, (area) => mayUse(role, area)))

async function sendKind(
  context: Context,
  { id, role, push_kinds }: Recipient,
  kind: PushKind,
  waiting: number,
) {
  const { db } = context
  const news = await db
    .select({ object_id: notifications.object_id, created_at: notifications.created_at })
    .from(notifications)
    .where(
      and(
        eq(notifications.profile_id, id),
        eq(notifications.channel, 'push'),
        eq(notifications.kind, kind),
        isNull(notifications.sent_at),
      ),
    )
    .orderBy(notifications.created_at)
  const newest = news.at(-1)
  if (!newest) return
  const ids = news.map(({ object_id }) => object_id)
  // The role may be another one since the choice, and since the event.
  const isWanted = push_kinds.includes(kind) && pushKindsFor(role).includes(kind)
  const message = isWanted ? await messageOf(context, kind, ids, waiting) : null
  const isTaken = message === null || (await sendToDevices(context, id, message))
  const isOld = Date.parse(newest.created_at) < context.now().getTime() - GIVE_UP_AFTER_MS
  if (!isTaken && !isOld) return
  await db
    .update(notifications)
    .set({ sent_at: context.now().toISOString() })
    .where(
      and(
        eq(notifications.profile_id, id),
        eq(notifications.channel, 'push'),
        eq(notifications.kind, kind),
        inArray(notifications.object_id, ids),
        isNull(notifications.sent_at),
      ),
    )
}

const MOST_DESCRIBED = 20

/** One object as it is, several as their number; nothing when all of them are gone. */
async function messageOf(
  context: Context,
  kind: PushKind,
  ids: string[],
  waiting: number,
): Promise<PushMessage | null> {
  const { many, path, describe } = NOTIFICATIONS[kind]
  const lines = await describe(context, ids.slice(-MOST_DESCRIBED))
  const [only] = lines
  if (!only) return null
  if (lines.length === 1) {
    return {
      title: only.title,
      body: only.text,
      path: only.link,
      tag: `${kind}:${ids[0]}`,
      waiting,
    }
  }
  const count = Math.max(lines.length, ids.length > MOST_DESCRIBED ? ids.length : 0)
  const body = lines
    .slice(0, 3)
    .map(({ title }) => title)
    .join('\n')
  return { title: `${count} ${many}`, body, path, tag: kind, waiting }
}

/** Whether it need not be sent again: a device took it, or none is left. */
async function sendToDevices(context: Context, profile_id: string, message: PushMessage) {
  const { reached, failed } = await deliverToAll(context, profile_id, message)
  if (failed > 0) context.log.warn({ failed }, 'a push service did not take a notification')
  return failed === 0 || reached > 0
}

/** How many of a person's devices took the message. Those that are gone are forgotten. */
async function deliverToAll(context: Context, profile_id: string, message: PushMessage) {
  const devices = await context.db
    .select()
    .from(push_devices)
    .where(eq(push_devices.profile_id, profile_id))
  const results = await Promise.all(
    devices.map(async (device) => ({
      id: device.id,
      result: await deliver(context, device, message),
    })),
  )
  const ids = (wanted: string) =>
    results.filter(({ result }) => result === wanted).map(({ id }) => id)
  const gone = ids('gone')
  if (gone.length > 0) await context.db.delete(push_devices).where(inArray(push_devices.id, gone))
  return { reached: ids('delivered').length, failed: ids('failed').length }
}

export async function testDevices(context: Context, { profile, role }: Session) {
  const { reached } = await deliverToAll(context, profile.id, {
    title: 'It works',
    body: 'New orders and chats appear like this.',
    path: '/admin/notifications',
    tag: 'test',
    waiting: await waitingFor(context.db, role),
  })
  return reached
}
