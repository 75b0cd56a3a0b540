import { ORPCError } from '@orpc/server'
import { and, eq, inArray } from 'drizzle-orm'
import type { Db } from '#server/platform/database.ts'
import { SEND_MAIL } from '#server/platform/outgoing-mail.ts'
import { Refusal } from '#server/platform/refusal.ts'
import type { Platform } from '#server/platform/rpc.ts'
import type { StoredMail } from './compose-message.ts'
import { mailColumns } from './list-mails.ts'
import { mails } from './mail.table.ts'
import { hasPersonalLink } from './personal-links.ts'

/** A mail that never left waits once more; one that did leave goes out again as a mail of its own. */
export async function resendMail({ db, jobs, config, now }: Platform, id: string) {
  const [mail] = await db.select().from(mails).where(eq(mails.id, id))
  if (!mail) throw new ORPCError('NOT_FOUND', { message: 'Mail not found' })
  if (!config.smtp) throw new Refusal('NO_MAIL_SERVER', 'No mail server is set up yet.')
  const hasLeft = mail.status === 'sent'
  if (hasLeft && hasPersonalLink(mail.template)) {
    throw new Refusal('NOT_KEPT', 'This mail carried a personal link and was not kept.')
  }

  return db.transaction(async (tx) => {
    const waiting = await (hasLeft ? copy(tx, mail, now()) : waitAgain(tx, mail, now()))
    if (!waiting) throw new Refusal('ALREADY_WAITING', 'This mail is already on its way.')
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
