import { eq, sql } from 'drizzle-orm'
import type { AppContext } from '#server/platform/rpc.ts'
import { readOnePayment } from './list-payments.ts'
import { payments } from './payments.table.ts'

/** A person has looked after it. A settled payment stays settled: its order counts on it. */
export async function resolvePayment({ db, now }: AppContext, payment_id: string) {
  await db
    .update(payments)
    .set({
      status: sql`case when ${payments.status} = 'needs-attention' then 'resolved' else ${payments.status} end`,
      resolved_at: now().toISOString(),
    })
    .where(eq(payments.payment_id, payment_id))
  return readOnePayment(db, payment_id)
}
