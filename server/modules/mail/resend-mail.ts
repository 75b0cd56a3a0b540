import { and, eq, inArray } from 'drizzle-orm'
import type { Db } from '#server/platform/database.ts'
import { errors } from '#server/platform/errors.ts'
import { SEND_MAIL } from '#server/platform/outgoing-mail.ts'
import type { AppContext } from '#server/platform/rpc.ts'
import type { StoredMail } from './compose-message.ts'
import { mailColumns } from './list-mails.ts'
import { mails } from './mail.table.ts'
import { hasPersonalLink } from './personal-links.ts'

/** A mail that never left waits once more; one that did leave goes out again as a mail of its own. */
export async function resendMail({ db, jobs, config, now }: AppContext, id: string) {
  const [mail] = await db.select().from(mails).where(eq(mails.id, id))
  if (!mail) throw errors.MAIL_NOT_FOUND()
  if (!config.smtp) throw errors.NO_MAIL_SERVER()
  const hasLeft = mail.status === 'sent'
  if (hasLeft && hasPersonalLink(mail.template)) {
    throw errors.NOT_KEPT()
  }

  return db.transaction(async (tx) => {
    const waiting = await (hasLeft ? copy(tx, mail, now()) : waitAgain(tx, mail, now()))
    if (!waiting) throw errors.ALREADY_WAITING()
    await jobs.enqueue(tx, SEND_MAIL, { mail_id: waiting.id })
    return waiting
  })
}

async function waitAgain(tx: Db, mail: StoredMail, now: Date) {
  const [waiting] = await tx
    .update(mails)
    .set({ status: 'waiting', attempts: 0, error: null, held_until: now.toISOString() })
    .where(and(eq(mails.id, mail.id), inArray(mails.status, ['failed', 'kept'])))
    .returning(mailColumns)
  return waiting
}

/** Its cause holds the minute, so that two clicks in a row are one mail. */
async function copy(tx: Db, mail: StoredMail, now: Date) {
  const { template, to_address, subject, html, text, attachments } = mail
  const created_at = now.toISOString()
  const cause = `resend:${mail.id}:${created_at.slice(0, 16)}`
  const [waiting] = await tx
    .insert(mails)
    .values({ template, to_address, subject, html, text, attachments, cause, created_at })
    .onConflictDoNothing()
    .returning(mailColumns)
  return waiting
}
