import { and, asc, count, desc, eq, ilike, inArray, min, or, type SQL, sql } from 'drizzle-orm'
import type { MailQuery, MailStatus } from '#contract/mail.ts'
import { DAY_MS } from '#contract/time.ts'
import type { Db } from '#server/platform/database.ts'
import { errors } from '#server/platform/errors.ts'
import { SEND_MAIL } from '#server/platform/outgoing-mail.ts'
import { containing, orderBy, paged } from '#server/platform/paged.ts'
import type { AppContext, DataSubject } from '#server/platform/rpc.ts'
import { consentRecordsOf } from '../consent/index.ts'
import { withText } from './campaigns/campaign-mail.ts'
import { campaignsOf, eraseOldRecipients } from './campaigns/recipients.ts'
import { mails } from './mail.table.ts'
import { hasPersonalLink, type ShopSettings, type StoredMail, WITHHELD } from './mail-message.ts'
import { hasMailServer, readRetentionDays } from './mail-settings.ts'

/** A row of the list, without the texts. */
const columns = {
  id: mails.id,
  template: mails.template,
  to_address: mails.to_address,
  subject: mails.subject,
  status: mails.status,
  attempts: mails.attempts,
  error: mails.error,
  created_at: mails.created_at,
  sent_at: mails.sent_at,
}

/** More than these of a search are not counted. */
const MOST_COUNTED = 10_000

export function listMails(db: Db, query: MailQuery) {
  const { status, template, q } = query
  const where = and(
    status && eq(mails.status, status),
    template ? eq(mails.template, template) : undefined,
    q ? or(ilike(mails.to_address, containing(q)), ilike(mails.subject, containing(q))) : undefined,
  )
  const sorts = { created_at: mails.created_at, to_address: mails.to_address }
  return paged(query, {
    count: () => (q ? countSome(db, where) : db.$count(mails, where)),
    cap: q ? MOST_COUNTED : undefined,
    rows: ({ offset, limit }) =>
      db
        .select(columns)
        .from(mails)
        .where(where)
        .orderBy(...orderBy(query.sort ?? '-created_at', sorts, mails.id))
        .offset(offset)
        .limit(limit),
  })
}

/** Those of these mails that were given up. */
export const failedMails = (db: Db, ids: string[]) =>
  db
    .select(columns)
    .from(mails)
    .where(and(inArray(mails.id, ids), eq(mails.status, 'failed')))

/** Not sent yet, or to be tried again. */
export async function waitingMails(db: Db) {
  const waiting = { count: count(), oldest: min(mails.created_at) }
  const [row] = await db.select(waiting).from(mails).where(eq(mails.status, 'waiting'))
  const oldest = row?.oldest ? Date.parse(row.oldest) : Date.now()
  return { count: row?.count ?? 0, oldest_seconds: Math.max(0, (Date.now() - oldest) / 1000) }
}

async function countSome(db: Db, where: SQL | undefined) {
  const some = db
    .select({ one: sql`1` })
    .from(mails)
    .where(where)
    .limit(MOST_COUNTED + 1)
    .as('some')
  const [row] = await db.select({ found: count() }).from(some)
  return row?.found ?? 0
}

const DELETED_AT_ONCE = 5_000

/** Mails older than the owner's setting. In portions, so that no statement blocks the others for long. */
export async function deleteOldMails({ db, now }: Pick<AppContext, 'db' | 'now'>) {
  const before = new Date(now().getTime() - (await readRetentionDays(db)) * DAY_MS).toISOString()
  for (;;) {
    const { rowCount } = await db.execute(sql`
      delete from ${mails} where id in (
        select id from ${mails} where created_at < ${before} and status <> 'waiting'
        order by created_at limit ${DELETED_AT_ONCE}
      )`)
    if ((rowCount ?? 0) < DELETED_AT_ONCE) break
  }
  await eraseOldRecipients(db, before, DELETED_AT_ONCE)
}

/** What an order's customer was sent about it, oldest first. */
export const listMailsOfOrder = (db: Db, order_id: string) =>
  db.select(columns).from(mails).where(eq(mails.order_id, order_id)).orderBy(asc(mails.created_at))

/** How far the mails of some causes have come. A cause whose job has not run yet is missing. */
export async function statusesOf(db: Db, causes: string[]): Promise<Map<string, MailStatus>> {
  const rows = await db
    .select({ cause: mails.cause, status: mails.status })
    .from(mails)
    .where(inArray(mails.cause, causes))
  return new Map(rows.flatMap(({ cause, status }) => (cause ? [[cause, status]] : [])))
}

type Shop = () => Promise<ShopSettings>

export async function readMailText(
  context: Pick<AppContext, 'config' | 'db'>,
  shop: Shop,
  id: string,
  /** Those who may make owners may also see the link that sets a new password. */
  { mayReadLinks = false } = {},
) {
  const mail = await withText(context, shop, await readMail(context.db, id))
  const isReadable = mail.status === 'stored' && mayReadLinks
  const isWithheld = hasPersonalLink(mail.template) && !isReadable
  return { ...mail, ...(isWithheld && WITHHELD), attachments: mail.attachments ?? [] }
}

async function readMail(db: Db, id: string) {
  const [mail] = await db.select().from(mails).where(eq(mails.id, id))
  if (!mail) throw errors.MAIL_NOT_FOUND()
  return mail
}

/** A mail that was never sent is queued again; one that was sent goes out as a new mail. */
export async function resendMail(context: AppContext, shop: Shop, id: string) {
  const { db, jobs, config, now } = context
  const mail = await withText(context, shop, await readMail(db, id))
  if (!(await hasMailServer({ config, db }))) throw errors.NO_MAIL_SERVER()
  const wasSent = mail.status === 'sent'
  if (wasSent && hasPersonalLink(mail.template)) throw errors.TEXT_ERASED()

  return db.transaction(async (tx) => {
    const waiting = await (wasSent ? copy(tx, mail, now()) : waitAgain(tx, mail, now()))
    if (!waiting) throw errors.ALREADY_WAITING()
    await jobs.enqueue(tx, SEND_MAIL, { mail_id: waiting.id })
    return waiting
  })
}

async function waitAgain(tx: Db, mail: StoredMail, now: Date) {
  const [waiting] = await tx
    .update(mails)
    .set({ status: 'waiting', attempts: 0, error: null, held_until: now.toISOString() })
    .where(and(eq(mails.id, mail.id), inArray(mails.status, ['failed', 'stored'])))
    .returning(columns)
  return waiting
}

/** The cause holds the minute, so that a double click sends one mail. */
async function copy(tx: Db, mail: StoredMail, now: Date) {
  const { template, to_address, subject, html, text, attachments, order_id, campaign_id } = mail
  const created_at = now.toISOString()
  const cause = `resend:${mail.id}:${created_at.slice(0, 16)}`
  const [waiting] = await tx
    .insert(mails)
    .values({
      template,
      to_address,
      subject,
      html,
      text,
      attachments,
      order_id,
      campaign_id,
      cause,
      created_at,
    })
    .onConflictDoNothing()
    .returning(columns)
  return waiting
}

/** A LIKE pattern that matches only this text. */
const literally = (text: string) => text.replace(/[\\%_]/g, '\\$&')

/** The mails sent to a person's confirmed address and its marketing consent, for the export of the own data. */
export async function personalDataOf(db: Db, { email }: DataSubject) {
  if (email === null) {
    return { sent: [], campaigns: [], consents: [], suppressions: [], declined_kinds: [] }
  }
  const { template, subject, status, created_at, sent_at } = columns
  const [sent, campaigns, records] = await Promise.all([
    db
      .select({ template, subject, status, created_at, sent_at })
      .from(mails)
      // Case-insensitive equality that the trigram index of the column can answer.
      .where(ilike(mails.to_address, literally(email)))
      .orderBy(desc(mails.created_at)),
    campaignsOf(db, email),
    consentRecordsOf(db, email),
  ])
  return { sent, campaigns, ...records }
}
