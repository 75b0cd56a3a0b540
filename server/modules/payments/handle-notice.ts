import { asc, eq, isNull } from 'drizzle-orm'
import type { Db } from '#server/platform/database.ts'
import type { AppContext } from '#server/platform/rpc.ts'
import { toCents } from '../orders/index.ts'
import { confirmPayment } from './confirm-payment.ts'
import { payment_notices, payment_pages, payments } from './payments.table.ts'
import { type Notice, readNotice } from './read-notice.ts'
import { recordDecline } from './record-decline.ts'
import { type Paid, settlePayment } from './settle-payment.ts'

const AT_ONCE = 200
const LONGEST_WAIT_MS = 86_400_000

type Stored = { id: number; body: string; received_at: string }

/** Works on a stored notice. It stays open, to be tried again, while the provider's books do not show the payment yet. */
export async function handleNotice(context: AppContext, { id, body, received_at }: Stored) {
  const age = context.now().getTime() - new Date(received_at).getTime()
  const judged = await judgeNotice(context, readNotice(body), age)
  if (judged === 'waiting' && age < LONGEST_WAIT_MS) return
  const outcome = judged === 'waiting' ? 'given-up' : judged
  if (outcome === 'given-up') context.log.error({ notice: id }, 'a payment was never confirmed')
  await context.db
    .update(payment_notices)
    .set({ handled_at: context.now().toISOString(), outcome })
    .where(eq(payment_notices.id, id))
}

async function judgeNotice(context: AppContext, notice: Notice | null, age: number) {
  if (!notice) return 'not-understood'
  const page = await findPage(context.db, notice.checkout_session_id)
  // Several sites can share one merchant account, and all of them get every notice.
  if (!page) return 'unknown-session'
  if (notice.status === 'DECLINED') {
    await recordDecline(context, page.order_id)
    return 'declined'
  }
  if (await isKnown(context.db, notice.payment_id)) return 'known'
  return judgeApproval(context, notice, page, age)
}

type Page = typeof payment_pages.$inferSelect

async function judgeApproval(context: AppContext, notice: Notice, page: Page, age: number) {
  const paid: Paid = {
    payment_id: notice.payment_id,
    merchant_id: notice.merchant_id,
    amount_cents: notice.amount_cents ?? toCents(page.amount),
    order_id: page.order_id,
    checkout_session_id: page.checkout_session_id,
    unchecked: true,
  }
  if (notice.merchant_id !== page.merchant_id) return settlePayment(context, paid)
  const confirmation = await confirmPayment(context, notice, age)
  if (confirmation === 'waiting' || confirmation === 'not-paid') return confirmation
  if (confirmation === 'unreadable') return settlePayment(context, paid)
  return settlePayment(context, { ...paid, ...confirmation, unchecked: false })
}

async function findPage(db: Db, checkout_session_id: string) {
  const [page] = await db
    .select()
    .from(payment_pages)
    .where(eq(payment_pages.checkout_session_id, checkout_session_id))
  return page
}

const isKnown = async (db: Db, payment_id: string) =>
  (await db.$count(payments, eq(payments.payment_id, payment_id))) > 0

/** Tries the open notices again, and tells which orders still have one. */
export async function handleOpenNotices(context: AppContext): Promise<Set<string>> {
  const open = await findOpenNotices(context.db)
  for (const notice of open) {
    await handleNotice(context, notice).catch((err) =>
      context.log.error({ err, notice: notice.id }, 'notice not handled'),
    )
  }
  return waitingOrders(context.db)
}

const findOpenNotices = (db: Db) =>
  db
    .select()
    .from(payment_notices)
    .where(isNull(payment_notices.handled_at))
    .orderBy(asc(payment_notices.id))
    .limit(AT_ONCE)

async function waitingOrders(db: Db) {
  const waiting = new Set<string>()
  for (const { body } of await findOpenNotices(db)) {
    const notice = readNotice(body)
    const page = notice?.status === 'APPROVED' && (await findPage(db, notice.checkout_session_id))
    if (page) waiting.add(page.order_id)
  }
  return waiting
}
