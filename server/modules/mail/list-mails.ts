import { and, desc, eq, ilike } from 'drizzle-orm'
import { MAILS_PER_PAGE, type MailQuery } from '#contract/mail.ts'
import type { Db } from '#server/platform/database.ts'
import { mails } from './mail.table.ts'

/** A line of the list; the texts themselves are read one at a time. */
export const mailColumns = {
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

export async function listMails(db: Db, { status, q, page = 1 }: MailQuery) {
  const found = await db
    .select(mailColumns)
    .from(mails)
    .where(
      and(
        status && eq(mails.status, status),
        q ? ilike(mails.to_address, `%${literal(q.trim())}%`) : undefined,
      ),
    )
    .orderBy(desc(mails.created_at), desc(mails.id))
    .limit(MAILS_PER_PAGE + 1)
    .offset((page - 1) * MAILS_PER_PAGE)
  return { items: found.slice(0, MAILS_PER_PAGE), page, has_more: found.length > MAILS_PER_PAGE }
}

/** `_` is common in addresses and means itself. */
const literal = (text: string) => text.replace(/[\\%_]/g, '\\$&')
