import { and, eq, gte, sql } from 'drizzle-orm'
import type { Db } from '#server/platform/database.ts'
import type { AppContext } from '#server/platform/rpc.ts'
import { checkAgain } from './check-again.ts'
import { finishRefunds } from './finish-refunds.ts'
import { handleOpenNotices } from './handle-notice.ts'
import { lookForPayments } from './look-for-payments.ts'
import { payment_pages, payment_watch, payments } from './payments.table.ts'

/** A lost notice is found within a day, even after the shop was down. */
const LONGEST_LOOK_BACK_MS = 86_400_000
/** Payments may appear in the provider's list a little after they were made. */
const OVERLAP_MS = 10 * 60_000

/** Finds what no notice told us. Every minute: what is open, what is new at the provider, what was left unchecked. */
export async function reconcilePayments(context: AppContext) {
  await handleOpenNotices(context)
  await lookSinceLastTime(context)
  await checkAgain(context)
  await finishRefunds(context)
}

async function lookSinceLastTime(context: AppContext) {
  const at = context.now()
  const oldest = new Date(at.getTime() - LONGEST_LOOK_BACK_MS)
  if (!(await hasOpenPages(context.db, oldest))) return
  const last = await lookedUntil(context.db)
  const since = last ? new Date(last.getTime() - OVERLAP_MS) : oldest
  const answered = await lookForPayments(context, since > oldest ? since : oldest)
  if (answered) await rememberLook(context.db, at)
}

/** Pages that nobody has paid yet: of pending orders, and of cancelled ones that may be paid too late. */
async function hasOpenPages(db: Db, since: Date) {
  const settled = db
    .select({ one: sql`1` })
    .from(payments)
    .where(and(eq(payments.order_id, payment_pages.order_id), eq(payments.status, 'settled')))
  const [open] = await db
    .select({ order_id: payment_pages.order_id })
    .from(payment_pages)
    .where(and(gte(payment_pages.created_at, since.toISOString()), sql`not exists ${settled}`))
    .limit(1)
  return Boolean(open)
}

async function lookedUntil(db: Db) {
  const [watch] = await db.select().from(payment_watch)
  return watch ? new Date(watch.looked_until) : null
}

const rememberLook = (db: Db, at: Date) =>
  db
    .insert(payment_watch)
    .values({ looked_until: at.toISOString() })
    .onConflictDoUpdate({
      target: payment_watch.singleton,
      set: { looked_until: sql`greatest(${payment_watch.looked_until}, excluded.looked_until)` },
    })
