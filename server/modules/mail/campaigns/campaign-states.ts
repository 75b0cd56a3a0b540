import { and, eq, inArray, notExists, sql } from 'drizzle-orm'
import type { CampaignStatus } from '#contract/campaigns.ts'
import { type ChangedBy, recordAudit } from '#server/platform/audit-log.ts'
import { announceChange } from '#server/platform/change-feed.ts'
import type { Db } from '#server/platform/database.ts'
import { errors } from '#server/platform/errors.ts'
import type { AppContext } from '#server/platform/rpc.ts'
import { hasMailServer } from '../mail-settings.ts'
import { campaign_recipients, campaigns } from './campaigns.table.ts'
import { leaveOutWaiting } from './recipients.ts'

// The only code that writes a campaign's status.

export const FEED = 'feed-campaigns'

type Context = Pick<AppContext, 'config' | 'db' | 'jobs' | 'now'>
type Row = typeof campaigns.$inferSelect

/** A campaign that is due is sent, but not hours late because the shop did not run: then the owner decides. */
export const LATEST_START_MS = 3_600_000

const TRANSITIONS = {
  pause: { from: ['sending'], to: 'paused' },
  resume: { from: ['paused', 'late', 'scheduled'], to: 'sending' },
  schedule: { from: ['scheduled', 'late'], to: 'scheduled' },
  stop: { from: ['scheduled', 'late', 'sending', 'paused'], to: 'stopped' },
} as const satisfies Record<string, { from: CampaignStatus[]; to: CampaignStatus }>

async function change(
  tx: Db,
  action: keyof typeof TRANSITIONS,
  id: string,
  by: ChangedBy,
  fieldsOf: (before: Row) => Partial<Row> = () => ({}),
) {
  const { from, to } = TRANSITIONS[action]
  const [before] = await tx.select().from(campaigns).where(eq(campaigns.id, id)).for('update')
  if (!before) throw errors.CAMPAIGN_NOT_FOUND()
  if (!from.some((status) => status === before.status)) {
    throw errors.CAMPAIGN_STATE({ data: { status: before.status } })
  }
  const fields = fieldsOf(before)
  const after = { status: to, note: null, ...fields }
  await tx.update(campaigns).set(after).where(eq(campaigns.id, id))
  await recordAudit(tx, {
    by,
    object: { type: 'campaigns', id, name: before.subject },
    before: { status: before.status, send_at: before.send_at },
    after: { status: to, send_at: fields.send_at ?? before.send_at },
  })
  await announceChange(tx, 'campaigns')
}

/** What is already with the mail queue goes back to waiting, unless it is being sent at this moment. */
export const pauseCampaign = (db: Db, id: string, by: ChangedBy) =>
  db.transaction((tx) => change(tx, 'pause', id, by))

/** Goes on after a pause; or starts now, which is also the owner's word for a late one. */
export async function resumeCampaign(context: Context, id: string, by: ChangedBy) {
  if (!(await hasMailServer(context))) throw errors.NO_MAIL_SERVER()
  const at = by.at.toISOString()
  await context.db.transaction(async (tx) => {
    await change(tx, 'resume', id, by, ({ started_at }) => ({ started_at: started_at ?? at }))
    await context.jobs.enqueue(tx, FEED, {})
  })
}

export async function rescheduleCampaign(
  { db }: Context,
  { id, send_at }: { id: string; send_at: string },
  by: ChangedBy,
) {
  if (Date.parse(send_at) <= by.at.getTime()) throw errors.TIME_IS_PAST()
  await db.transaction((tx) => change(tx, 'schedule', id, by, () => ({ send_at })))
}

export const stopCampaign = (db: Db, id: string, by: ChangedBy) =>
  db.transaction(async (tx) => {
    const at = by.at.toISOString()
    await change(tx, 'stop', id, by, () => ({ finished_at: at }))
    await leaveOutWaiting(tx, id, at)
  })

/** Those whose time has come. */
export async function startDueCampaigns({ db, now }: Pick<Context, 'db' | 'now'>) {
  const at = now()
  const latest = new Date(at.getTime() - LATEST_START_MS).toISOString()
  const { rowCount } = await db.execute(sql`
    update ${campaigns} set
      status = case when send_at < ${latest} then 'late' else 'sending' end,
      started_at = case when send_at < ${latest} then null else ${at.toISOString()}::timestamptz end
    where status = 'scheduled' and send_at <= ${at.toISOString()}`)
  if ((rowCount ?? 0) > 0) await announceChange(db, 'campaigns')
}

/** Finished means that every recipient is final. */
export async function finishCampaigns(tx: Db, at: string) {
  const unfinished = tx
    .select({ one: sql`1` })
    .from(campaign_recipients)
    .where(
      and(
        eq(campaign_recipients.campaign_id, campaigns.id),
        inArray(campaign_recipients.status, ['waiting', 'queued']),
      ),
    )
  await tx
    .update(campaigns)
    .set({ status: 'finished', finished_at: at })
    .where(and(eq(campaigns.status, 'sending'), notExists(unfinished)))
}

/** The mail server was removed while campaigns were sending. */
export async function pauseWithoutServer(db: Db) {
  const paused = await db
    .update(campaigns)
    .set({ status: 'paused', note: 'No mail server is set up any more.' })
    .where(eq(campaigns.status, 'sending'))
    .returning({ id: campaigns.id })
  if (paused.length > 0) await announceChange(db, 'campaigns')
}
