import { inArray } from 'drizzle-orm'
import type { Db } from '#server/platform/database.ts'
import { orders } from './orders.table.ts'

/** What payments need to know of orders: nothing personal but a guest's address, for the admin. */
export const readOrderStates = (db: Db, ids: string[]) =>
  db
    .select({
      id: orders.id,
      status: orders.status,
      total: orders.total,
      guest_email: orders.guest_email,
      created_at: orders.created_at,
      completed_at: orders.completed_at,
      hold_until: orders.hold_until,
    })
    .from(orders)
    .where(inArray(orders.id, ids))
