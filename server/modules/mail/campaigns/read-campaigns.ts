import { and, asc, count, eq, ilike, inArray, or, sql } from 'drizzle-orm'
import type * as z from 'zod'
import type { LeftOutReason } from '#contract/audience.ts'
import {
  type Campaign,
  type CampaignCounts,
  type CampaignDetails,
  type CampaignQuery,
  RESULT_DAYS,
  type RecipientQuery,
} from '#contract/campaigns.ts'
import { DAY_MS } from '#contract/time.ts'
import type { Db } from '#server/platform/database.ts'
import { errors } from '#server/platform/errors.ts'
import { containing, orderBy, paged } from '#server/platform/paged.ts'
import type { AppContext } from '#server/platform/rpc.ts'
import { salesOfCampaign } from '../../orders/index.ts'
import { campaign_recipients, campaigns } from './campaigns.table.ts'

const columns = {
  id: campaigns.id,
  template: campaigns.template,
  subject: campaigns.subject,
  status: campaigns.status,
  note: campaigns.note,
  send_at: campaigns.send_at,
  started_at: campaigns.started_at,
  finished_at: campaigns.finished_at,
  created_at: campaigns.created_at,
}

export function listCampaigns(db: Db, query: CampaignQuery) {
  const where = and(
    query.status && eq(campaigns.status, query.status),
    query.q ? ilike(campaigns.subject, containing(query.q)) : undefined,
  )
  const sorts = { created_at: campaigns.created_at }
  return paged(query, {
    count: () => db.$count(campaigns, where),
    rows: async ({ offset, limit }): Promise<Campaign[]> => {
      const rows = await db
        .select(columns)
        .from(campaigns)
        .where(where)
        .orderBy(...orderBy(query.sort ?? '-created_at', sorts, campaigns.id))
        .offset(offset)
        .limit(limit)
      const counts = await countsOf(
        db,
        rows.map(({ id }) => id),
      )
      return rows.map((row) => ({ ...row, counts: counts.get(row.id) ?? NOBODY }))
    },
  })
}

const NOBODY: CampaignCounts = { total: 0, waiting: 0, queued: 0, sent: 0, failed: 0, left_out: 0 }

async function countsOf(db: Db, ids: string[]): Promise<Map<string, CampaignCounts>> {
  const { campaign_id, status } = campaign_recipients
  const rows = await db
    .select({ campaign_id, status, people: count() })
    .from(campaign_recipients)
    .where(inArray(campaign_id, ids))
    .groupBy(campaign_id, status)
  const counts = new Map<string, CampaignCounts>()
  for (const row of rows) {
    const sums = counts.get(row.campaign_id) ?? { ...NOBODY }
    sums[row.status] = row.people
    sums.total += row.people
    counts.set(row.campaign_id, sums)
  }
  return counts
}

export async function readCampaign(db: Db, id: string): Promise<Campaign> {
  const [row] = await db.select(columns).from(campaigns).where(eq(campaigns.id, id))
  if (!row) throw errors.CAMPAIGN_NOT_FOUND()
  return { ...row, counts: (await countsOf(db, [id])).get(id) ?? NOBODY }
}

export async function readCampaignDetails(
  { db, now }: Pick<AppContext, 'db' | 'now'>,
  id: string,
): Promise<CampaignDetails> {
  const campaign = await readCampaign(db, id)
  const [row] = await db.select().from(campaigns).where(eq(campaigns.id, id))
  if (!row) throw errors.CAMPAIGN_NOT_FOUND()
  const { body, button, link, coupon_code, product_id, audience, started_at } = row
  const lastMail = row.finished_at ?? now().toISOString()
  const to = new Date(Date.parse(lastMail) + RESULT_DAYS * DAY_MS).toISOString()
  const [left_out, unsubscribed, sales] = await Promise.all([
    countLeftOut(db, id),
    db.$count(
      campaign_recipients,
      and(
        eq(campaign_recipients.campaign_id, id),
        sql`${campaign_recipients.unsubscribed_at} is not null`,
      ),
    ),
    started_at
      ? salesOfCampaign(db, { campaign_id: id, coupon_code, from: started_at, to })
      : { orders: 0, revenue: 0 },
  ])
  return {
    ...campaign,
    body,
    button,
    link,
    coupon_code,
    product_id,
    audience,
    left_out,
    unsubscribed,
    ...sales,
  }
}

const countLeftOut = (db: Db, id: string) =>
  db
    .select({
      reason: sql<LeftOutReason>`${campaign_recipients.reason}`,
      people: count(),
    })
    .from(campaign_recipients)
    .where(and(eq(campaign_recipients.campaign_id, id), eq(campaign_recipients.status, 'left_out')))
    .groupBy(campaign_recipients.reason)

export function listRecipients(db: Db, query: z.infer<typeof RecipientQuery> & { id: string }) {
  const where = and(
    eq(campaign_recipients.campaign_id, query.id),
    query.status && eq(campaign_recipients.status, query.status),
    query.q
      ? or(
          ilike(campaign_recipients.email, containing(query.q)),
          ilike(campaign_recipients.name, containing(query.q)),
        )
      : undefined,
  )
  const { id, email, name, type, status, reason, changed_at, unsubscribed_at } = campaign_recipients
  // By address through one index, by status through the other.
  const order = query.status ? [asc(id)] : orderBy(query.sort ?? 'email', { email }, email)
  return paged(query, {
    count: () => db.$count(campaign_recipients, where),
    rows: ({ offset, limit }) =>
      db
        .select({ id, email, name, type, status, reason, changed_at, unsubscribed_at })
        .from(campaign_recipients)
        .where(where)
        .orderBy(...order)
        .offset(offset)
        .limit(limit),
  })
}

/** Late ones, and those that paused by themselves: they wait for the owner. */
export const countCampaignsToDecide = (db: Db) =>
  db.$count(
    campaigns,
    sql`${campaigns.status} = 'late' or (${campaigns.status} = 'paused' and ${campaigns.note} is not null)`,
  )
