import { and, eq, gt, inArray, isNull, or, sql } from 'drizzle-orm'
import type { Db } from '#server/platform/database.ts'
import { orders } from './orders.table.ts'

const DELIVERY_DAYS = 14
const DAY_MS = 86_400_000

/** Is something of this customer unpaid, being packed or on the road? Its address is still needed. */
export async function hasOrderUnderWay(db: Db, user_id: string, now: Date) {
  const lately = new Date(now.getTime() - DELIVERY_DAYS * DAY_MS).toISOString()
  const justPaid = and(
    eq(orders.status, 'completed'),
    isNull(orders.shipped_at),
    gt(orders.completed_at, lately),
  )
  const open = inArray(orders.status, ['pending', 'processing', 'shipped'])
  return (await db.$count(orders, and(eq(orders.user_id, user_id), or(open, justPaid)))) > 0
}

/** The shop keeps what it sold, and forgets to whom. */
export async function forgetCustomer(db: Db, user_id: string) {
  await db
    .update(orders)
    .set({
      user_id: null,
      guest_email: null,
      visitor: null,
      tracking_number: null,
      tracking_link: null,
      // Country and state stay, for the tax office.
      shipping_address: sql`${orders.shipping_address} || ${JSON.stringify(NOBODY)}::jsonb`,
    })
    .where(eq(orders.user_id, user_id))
}

const NOBODY = {
  fullName: 'Former customer',
  email: 'former-customer@example.invalid',
  address: 'removed',
  city: 'removed',
  zipCode: 'removed',
}
