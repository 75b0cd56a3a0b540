import { and, asc, eq, type SQL, sql } from 'drizzle-orm'
import {
  ContactQuery,
  type ContactStatus,
  type ContactThread,
  ticketNumber,
} from '#contract/contact-messages.ts'
import { DAY_MS } from '#contract/time.ts'
import type { ChangedBy } from '#server/platform/audit-log.ts'
import { csvExport } from '#server/platform/csv.ts'
import type { Db } from '#server/platform/database.ts'
import { updateRow } from '#server/platform/edit-rows.ts'
import { errors } from '#server/platform/errors.ts'
import { queueMail } from '#server/platform/outgoing-mail.ts'
import { countSome, MOST_COUNTED, mentions, orderBy, paged } from '#server/platform/paged.ts'
import type { AppContext } from '#server/platform/rpc.ts'
import { statusesOf } from '../mail/reads.ts'
import { messageColumns } from './contact-messages.ts'
import { contact_messages, contact_replies } from './content.table.ts'

const matching = ({ q, status }: ContactQuery) =>
  and(
    q ? mentions(contact_messages.search_text, q) : undefined,
    status ? eq(contact_messages.status, status) : undefined,
  )

const { created_at, id } = contact_messages
const ordering = ({ sort }: ContactQuery): SQL[] =>
  orderBy(sort ?? '-created_at', { created_at }, id)

export function listContactMessages(db: Db, query: ContactQuery) {
  const where = matching(query)
  return paged(query, {
    count: () =>
      query.q
        ? countSome(db, contact_messages, where, [created_at, id])
        : db.$count(contact_messages, where),
    cap: query.q ? MOST_COUNTED : undefined,
    rows: ({ offset, limit }) =>
      db
        .select(messageColumns)
        .from(contact_messages)
        .where(where)
        .orderBy(...ordering(query))
        .offset(offset)
        .limit(limit),
  })
}

export const contactMessagesExport = csvExport({
  area: 'contact',
  query: ContactQuery,
  columns: ['ticket', 'created_at', 'status', 'name', 'email', 'phone', 'message', 'reply_count'],
  rows: (query) => sql`
    select 'T-' || upper(left(${id}::text, 8)) as ticket, created_at, status, name, email, phone, message, reply_count
    from ${contact_messages} where ${matching(query) ?? sql`true`}
    order by ${sql.join(ordering(query), sql`, `)}`,
})

export async function readContactThread(
  { db, now }: Pick<AppContext, 'db' | 'now'>,
  message_id: string,
): Promise<ContactThread> {
  const [message] = await db.select(messageColumns).from(contact_messages).where(eq(id, message_id))
  if (!message) throw errors.ROW_NOT_FOUND()
  const replies = await db
    .select()
    .from(contact_replies)
    .where(eq(contact_replies.message_id, message_id))
    .orderBy(asc(contact_replies.created_at))
  const statuses = await statusesOf(
    db,
    replies.map((reply) => causeOf(reply.id)),
  )
  // No job waits longer than that.
  const yesterday = new Date(now().getTime() - DAY_MS).toISOString()
  return {
    ...message,
    replies: replies.map((reply) => ({
      ...reply,
      mail_status:
        statuses.get(causeOf(reply.id)) ?? (reply.created_at > yesterday ? 'waiting' : null),
    })),
  }
}

type Seen = { id: string; version: number }

/** The audit log has the ticket number alone, so that a deleted sender's name is nowhere in it. */
const options = (by: ChangedBy) => ({ by, name: (row: { id: string }) => ticketNumber(row.id) })

export const setContactStatus = (db: Db, seen: Seen, status: ContactStatus, by: ChangedBy) =>
  db.transaction((tx) => updateRow(tx, contact_messages, seen, { status }, options(by)))

/** Stores the reply and queues its mail. Refused when somebody else has changed or answered the message meanwhile. */
export const replyToContactMessage = (
  { db, jobs }: Pick<AppContext, 'db' | 'jobs'>,
  { text, ...seen }: Seen & { text: string },
  by: ChangedBy,
) =>
  db.transaction(async (tx) => {
    const earlier = await tx.$count(contact_replies, eq(contact_replies.message_id, seen.id))
    const changes = { status: 'replied', reply_count: earlier + 1 } as const
    const message = await updateRow(tx, contact_messages, seen, changes, options(by))
    const [reply] = await tx
      .insert(contact_replies)
      .values({
        message_id: message.id,
        author_name: by.name,
        text,
        created_at: by.at.toISOString(),
      })
      .returning({ id: contact_replies.id })
    if (!reply) throw new Error('The reply was not stored')
    await queueMail(jobs, tx, {
      template: 'support-ticket',
      to: message.email,
      data: {
        customerName: message.name,
        ticketNumber: ticketNumber(message.id),
        issueDescription: message.message,
        reply: text,
        repliedBy: by.name,
      },
      cause: causeOf(reply.id),
    })
  })

const causeOf = (reply_id: string) => `contact-reply:${reply_id}`
