import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Db } from '#server/platform/database.ts'
import { orders } from './orders.table.ts'

const placedAsGuest = (email: string) =>
  and(isNull(orders.user_id), eq(sql`lower(${orders.guest_email})`, email))

export const countGuestOrders = (db: Db, email: string) => db.$count(orders, placedAsGuest(email))

/** Gives the guest orders of an address to the account that proved to own it. */
export async function claimGuestOrders(
  db: Db,
  { user_id, email }: { user_id: string; email: string },
) {
  const claimed = await db
    .update(orders)
    .set({ user_id, guest_email: null })
    .where(placedAsGuest(email))
    .returning({ id: orders.id })
  return claimed.length
}
