import { desc, inArray } from 'drizzle-orm'
import type { Db } from '#server/platform/database.ts'
import type { DataSubject } from '#server/platform/rpc.ts'
import { releaseFiles } from '../media/index.ts'
import { listOrderIds } from '../orders/reads.ts'
import { linesOf } from './read-returns.ts'
import { lockReturn, withdrawLocked } from './return-states.ts'
import { returns } from './returns.table.ts'

/** A person's returns, for the export of the own data. The note of the desk about the parcel included. */
export async function personalDataOf(db: Db, subject: DataSubject) {
  const order_ids = await listOrderIds(db, subject)
  const rows = await db
    .select()
    .from(returns)
    .where(inArray(returns.order_id, order_ids))
    .orderBy(desc(returns.created_at))
  const lines = await linesOf(
    db,
    rows.map(({ id }) => id),
  )
  return rows.map(({ idempotency_key, version, ...row }) => ({
    ...row,
    lines: lines
      .filter(({ return_id }) => return_id === row.id)
      .map(({ return_id, ...line }) => line),
  }))
}

/** Returns stay for the accounts, without texts and pictures; what nobody has answered yet is withdrawn. */
export async function forgetReturns(tx: Db, { user_id }: DataSubject) {
  const order_ids = await listOrderIds(tx, { user_id, email: null })
  const own = inArray(returns.order_id, order_ids)
  const rows = await tx.select().from(returns).where(own)
  await releaseFiles(
    tx,
    rows.flatMap(({ pictures }) => pictures),
  )
  await tx.update(returns).set({ reason: '', arrival_note: null, pictures: [] }).where(own)
  for (const { id, status } of rows) {
    if (status === 'asked') await withdrawLocked(tx, await lockReturn(tx, id), new Date())
  }
}
