import { and, eq, isNull, lt } from 'drizzle-orm'
import { type MailKind, mailKindsFor } from '#contract/notifications.ts'
import { DAY_MS } from '#contract/time.ts'
import type { TemplateData } from '#emails/catalogue.ts'
import type { Job } from '#server/platform/jobs.ts'
import { queueMail } from '#server/platform/outgoing-mail.ts'
import { SEND_PUSH } from '#server/platform/outgoing-push.ts'
import type { AppContext } from '#server/platform/rpc.ts'
import { NOTIFICATIONS } from './describe.ts'
import { notifications } from './notifications.table.ts'
import { isQuiet, peopleWithNews, type Recipient, shopTime } from './recipients.ts'
import { sendPush } from './send-push.ts'
import { sendSummaries } from './send-summaries.ts'

const REMEMBERED_MS = 30 * DAY_MS
/** Of one kind in one mail; the rest is counted. */
const MOST_LINES = 10

type Context = Pick<AppContext, 'config' | 'db' | 'jobs' | 'log' | 'now'>

export const notificationsJobs = (context: Context): Job[] => [
  // By the minute: what comes at once, such as the orders after a campaign, is one mail.
  { name: 'send-notifications', every: 'minute', run: () => sendNotifications(context) },
  { name: 'send-summaries', every: 'minute', run: () => sendSummaries(context) },
  { name: SEND_PUSH, every: 'minute', alone: true, run: () => sendPush(context) },
  {
    name: 'delete-old-notifications',
    every: { hour: 4, minute: 11 },
    run: () => deleteOld(context),
  },
]

/** One mail for each person, with everything since the last one. What comes in quiet hours waits for their end. */
export async function sendNotifications(context: Omit<Context, 'log'>) {
  const { time } = await shopTime(context)
  for (const person of await peopleWithNews(context.db, 'mail')) {
    if (isQuiet(person, time)) continue
    await context.db.transaction((tx) => sendTo({ ...context, db: tx }, person))
  }
}

/** Taken and queued in one transaction: of two processes one has the news, and a killed one has none. */
async function sendTo(
  context: Omit<Context, 'log'>,
  { id, email, full_name, role, kinds }: Recipient,
) {
  const taken = await context.db
    .update(notifications)
    .set({ sent_at: context.now().toISOString() })
    .where(
      and(
        eq(notifications.profile_id, id),
        eq(notifications.channel, 'mail'),
        isNull(notifications.sent_at),
      ),
    )
    .returning({
      kind: notifications.kind,
      object_id: notifications.object_id,
      at: notifications.created_at,
    })
  // The role may be another one since the choice, and since the event.
  const wanted = mailKindsFor(role).filter((kind) => kinds.includes(kind))
  const groups: Group[] = []
  for (const kind of wanted) {
    const ofKind = taken.filter((notification) => notification.kind === kind)
    const group = await groupOf(context, kind, ofKind)
    if (group) groups.push(group)
  }
  if (groups.length === 0) return
  const summary = groups.map(({ title }) => title).join(', ')
  const newest = taken
    .map(({ at }) => at)
    .toSorted()
    .at(-1)
  const cause = `team-notification:${id}:${newest}:${taken.length}`
  const data = { customerName: full_name, summary, groups }
  await queueMail(context.jobs, context.db, {
    template: 'team-notification',
    to: email,
    cause,
    data,
  })
}

type Taken = { object_id: string; at: string }
type Group = TemplateData['team-notification']['groups'][number]

async function groupOf(
  context: Pick<Context, 'config' | 'db'>,
  kind: MailKind,
  taken: Taken[],
): Promise<Group | null> {
  const newestFirst = taken.toSorted((one, other) => (one.at < other.at ? 1 : -1))
  const ids = newestFirst.slice(0, MOST_LINES).map(({ object_id }) => object_id)
  const { one, many, describe } = NOTIFICATIONS[kind]
  const lines = ids.length > 0 ? await describe(context, ids) : []
  if (lines.length === 0) return null
  const more = Math.max(0, taken.length - MOST_LINES)
  const count = lines.length + more
  return { title: `${count} ${count === 1 ? one : many}`, lines, more }
}

const deleteOld = async ({ db, now }: Context) => {
  const before = new Date(now().getTime() - REMEMBERED_MS).toISOString()
  await db.delete(notifications).where(lt(notifications.sent_at, before))
}
