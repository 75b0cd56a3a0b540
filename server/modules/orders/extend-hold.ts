import { eq } from 'drizzle-orm'
import type { Db } from '#server/platform/database.ts'
import type { LockedOrder } from './lock-order.ts'
import { orders } from './orders.table.ts'

/** A payment that is made in the last moment of its page still finds the order. */
const AFTER_PAGE_MINUTES = 5
const LONGEST_HOLD_MINUTES = 60

/** Keeps a pending order for as long as its payment page lives, however often a page is opened at most an hour. */
export async function extendHold(tx: Db, order: LockedOrder, page_expires_at: Date) {
  const latest = new Date(order.created_at).getTime() + LONGEST_HOLD_MINUTES * 60_000
  const wanted = page_expires_at.getTime() + AFTER_PAGE_MINUTES * 60_000
  const current = order.hold_until ? new Date(order.hold_until).getTime() : 0
  const hold_until = Math.max(current, Math.min(latest, wanted))
  if (hold_until === current) return
  await tx
    .update(orders)
    .set({ hold_until: new Date(hold_until).toISOString() })
    .where(eq(orders.id, order.id))
}
