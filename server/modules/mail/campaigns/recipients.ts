import { and, eq, inArray, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { LeftOutReason } from '#contract/audience.ts'
import { DAY_MS } from '#contract/time.ts'
import type { Db } from '#server/platform/database.ts'
import type { mails } from '../mail.table.ts'
import { campaign_recipients, campaigns } from './campaigns.table.ts'

type StoredMail = typeof mails.$inferSelect

// The states of a recipient: waiting → queued → sent, failed or left out. Back from queued to waiting only when the
// campaign does not send any more and nothing has left.

const CAUSE = 'campaign:'

/** One recipient gets one mail: the cause of a mail is unique. */
export const causeOf = (recipient_id: string) => `${CAUSE}${recipient_id}`

export const isCampaignMail = ({ cause }: Pick<StoredMail, 'cause'>) =>
  cause?.startsWith(CAUSE) ?? false

export async function readRecipient(db: Db, id: string) {
  const [row] = await db
    .select({ recipient: campaign_recipients, campaign: campaigns })
    .from(campaign_recipients)
    .innerJoin(campaigns, eq(campaigns.id, campaign_recipients.campaign_id))
    .where(eq(campaign_recipients.id, id))
  return row
}

/** For a mail of the delivery log. */
export const recipientOf = async (db: Db, { cause }: Pick<StoredMail, 'cause'>) =>
  cause?.startsWith(CAUSE) ? readRecipient(db, cause.slice(CAUSE.length)) : undefined

/** The next recipients of a campaign go to the mail queue. */
export async function takeWaiting(tx: Db, campaign_id: string, most: number, at: string) {
  const { rows } = await tx.execute<{ id: string }>(sql`
    update ${campaign_recipients} set status = 'queued', reason = null, changed_at = ${at}
    where id in (
      select id from ${campaign_recipients}
      where campaign_id = ${campaign_id} and status = 'waiting'
      order by id limit ${most} for update skip locked
    ) returning id`)
  return rows.map(({ id }) => id)
}

type Change = { status: 'waiting' | 'left_out' | 'failed'; reason?: string; at: string }

/** Only of one that is queued: what is final stays so. */
export const moveQueued = (db: Db, id: string, { status, reason, at }: Change) =>
  db
    .update(campaign_recipients)
    .set({ status, reason: reason ?? null, changed_at: at })
    .where(and(eq(campaign_recipients.id, id), eq(campaign_recipients.status, 'queued')))

/** What the delivery of a mail came to, in the transaction that records it. */
export async function recordOutcome(
  tx: Db,
  { cause }: Pick<StoredMail, 'cause'>,
  { status, error }: Partial<StoredMail>,
  at: string,
) {
  if (!cause?.startsWith(CAUSE)) return
  const id = cause.slice(CAUSE.length)
  const outcome = {
    sent: { status: 'sent', reason: null, changed_at: at },
    failed: { status: 'failed', reason: error ?? null, changed_at: at },
    stored: { status: 'failed', reason: 'There was no mail server', changed_at: at },
    // It is tried again.
    waiting: { reason: error ?? null },
  } as const
  if (status) {
    await tx.update(campaign_recipients).set(outcome[status]).where(eq(campaign_recipients.id, id))
  }
}

/** To a hundred thousand rows on a slow disk; the limit of the pool is for what a page waits for. */
export const allowLongStatement = (tx: Db) => tx.execute(sql`set local statement_timeout = '5min'`)

/** Recipients without a mail so far get none. */
export async function leaveOutWaiting(tx: Db, campaign_id: string, at: string) {
  await allowLongStatement(tx)
  const reason: LeftOutReason = 'stopped'
  await tx
    .update(campaign_recipients)
    .set({ status: 'left_out', reason, changed_at: at })
    .where(
      and(
        eq(campaign_recipients.campaign_id, campaign_id),
        eq(campaign_recipients.status, 'waiting'),
      ),
    )
}

/** How many mails are on their way, and how many of them wait for a retry. */
export async function countQueued(tx: Db, campaign_ids: string[]) {
  const [counts] = await tx
    .select({
      fresh: sql<number>`count(*) filter (where ${campaign_recipients.reason} is null)::int`,
      retrying: sql<number>`count(*) filter (where ${campaign_recipients.reason} is not null)::int`,
    })
    .from(campaign_recipients)
    .where(
      and(
        inArray(campaign_recipients.campaign_id, campaign_ids),
        eq(campaign_recipients.status, 'queued'),
      ),
    )
  return counts ?? { fresh: 0, retrying: 0 }
}

/** A crash during the last retry leaves a queued recipient without a job; after a day it has failed. */
export async function failAbandonedRecipients(db: Db, now: Date) {
  const yesterday = new Date(now.getTime() - DAY_MS).toISOString()
  await db.execute(sql`
    update ${campaign_recipients} set status = 'failed', changed_at = ${now.toISOString()},
      reason = coalesce(reason, 'It was not sent in time')
    where status = 'queued' and changed_at < ${yesterday}
      and campaign_id in (select id from ${campaigns} where status in ('sending', 'stopped'))`)
}

/** Whether the mail of this cause is for a recipient of a paused campaign. */
export const isOfWaitingRecipient = (cause: SQLWrapper): SQL => sql`exists (
  select from ${campaign_recipients} recipient
  where recipient.status = 'waiting' and ${cause} = ${CAUSE} || recipient.id)`

/** The links of a campaign's mail name the campaign. */
export async function recordUnsubscribed(
  tx: Db,
  campaign_id: string | undefined,
  email: string,
  at: string,
) {
  if (!campaign_id) return
  await tx
    .update(campaign_recipients)
    .set({ unsubscribed_at: at })
    .where(
      and(
        eq(campaign_recipients.campaign_id, campaign_id),
        eq(campaign_recipients.email, email),
        sql`${campaign_recipients.unsubscribed_at} is null`,
      ),
    )
}

/** Their addresses and names, once the mails themselves are deleted. The counts stay. */
export async function eraseOldRecipients(db: Db, before: string, atOnce: number) {
  for (;;) {
    const { rowCount } = await db.execute(sql`
      update ${campaign_recipients} set email = null, name = '' where id in (
        select recipient.id from ${campaign_recipients} recipient
        join ${campaigns} campaign on campaign.id = recipient.campaign_id
        where campaign.finished_at < ${before} and recipient.email is not null
          and recipient.status in ('sent', 'failed', 'left_out')
        limit ${atOnce}
      )`)
    if ((rowCount ?? 0) < atOnce) return
  }
}

/** The campaigns that an address was chosen for, for the export of the own data. */
export const campaignsOf = (db: Db, email: string) =>
  db
    .select({
      subject: campaigns.subject,
      name: campaign_recipients.name,
      status: campaign_recipients.status,
      reason: campaign_recipients.reason,
      changed_at: campaign_recipients.changed_at,
      unsubscribed_at: campaign_recipients.unsubscribed_at,
    })
    .from(campaign_recipients)
    .innerJoin(campaigns, eq(campaigns.id, campaign_recipients.campaign_id))
    .where(eq(campaign_recipients.email, email))
    .orderBy(campaign_recipients.changed_at)
