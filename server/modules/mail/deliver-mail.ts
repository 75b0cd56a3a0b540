import { and, eq, isNull, lt, lte, or, sql } from 'drizzle-orm'
import { composeMessage, type StoredMail } from './compose-message.ts'
import { mails } from './mail.table.ts'
import { isWelcome } from './marketing-consent.ts'
import { hasPersonalLink, WITHHELD } from './personal-links.ts'
import type { PostOffice, ShopSettings } from './post-office.ts'
import { isRefusedForGood } from './smtp.ts'

/** With growing pauses these reach over half a day. */
export const RETRIES = 12

/** Longer than the slowest delivery: whoever holds a mail this long is dead. */
const LONGEST_HOLD_MS = 60_000

const DAY_MS = 86_400_000

/** Sends a waiting mail. Throws when another try is worth it. */
export async function deliverMail(office: PostOffice, shop: ShopSettings, mail: StoredMail) {
  if (mail.status !== 'waiting') return
  if (!office.smtp) return settle(office, mail, { status: 'kept', error: null })
  if (!(await isWelcome(office.db, mail.template, mail.to_address))) {
    return settle(office, mail, { status: 'failed', error: 'Unsubscribed from marketing mail' })
  }

  const held = await hold(office, mail.id)
  if (!held) throw new Error('Another process is sending this mail')
  try {
    await office.smtp.send(composeMessage(office, shop, held))
  } catch (error) {
    return recordFailure(office, held, error as Error)
  }
  await insist(() => recordSent(office, held))
}

/** Of several processes that were told to send the same mail, one gets it. */
async function hold({ db, now }: PostOffice, id: string) {
  const time = now()
  const until = new Date(time.getTime() + LONGEST_HOLD_MS).toISOString()
  const [held] = await db
    .update(mails)
    .set({ held_until: until, attempts: sql`${mails.attempts} + 1` })
    .where(
      and(
        eq(mails.id, id),
        eq(mails.status, 'waiting'),
        or(isNull(mails.held_until), lte(mails.held_until, time.toISOString())),
      ),
    )
    .returning()
  return held
}

async function recordFailure(office: PostOffice, mail: StoredMail, error: Error) {
  const isOver = isRefusedForGood(error) || mail.attempts > RETRIES
  const reason = error.message.slice(0, 500)
  await settle(office, mail, { status: isOver ? 'failed' : 'waiting', error: reason })
  if (!isOver) throw error
  office.log.warn({ err: error, mail: mail.id }, 'mail failed')
}

const recordSent = (office: PostOffice, mail: StoredMail) =>
  settle(office, mail, {
    status: 'sent',
    error: null,
    sent_at: office.now().toISOString(),
    ...(hasPersonalLink(mail.template) && WITHHELD),
  })

async function settle({ db, now }: PostOffice, { id }: StoredMail, outcome: Partial<StoredMail>) {
  await db
    .update(mails)
    .set({ ...outcome, held_until: now().toISOString() })
    .where(eq(mails.id, id))
}

/** The mail has left: a database that restarts just now must not make it leave twice. */
async function insist(record: () => Promise<void>, triesLeft = 20): Promise<void> {
  try {
    await record()
  } catch (error) {
    if (triesLeft === 0) throw error
    await new Promise((resolve) => setTimeout(resolve, 500))
    await insist(record, triesLeft - 1)
  }
}

/** A mail whose last try was cut off by a crash has no job any more; after a day it counts as failed. */
export async function giveUpOnMails({ db, now }: PostOffice) {
  const yesterday = new Date(now().getTime() - DAY_MS).toISOString()
  await db
    .update(mails)
    .set({ status: 'failed', error: sql`coalesce(${mails.error}, 'It was not sent in time')` })
    .where(
      and(
        eq(mails.status, 'waiting'),
        lt(sql`coalesce(${mails.held_until}, ${mails.created_at})`, yesterday),
      ),
    )
}
