import { eq } from 'drizzle-orm'
import { orderNumber } from '#contract/ids.ts'
import { NEXT_RETURN_STATUSES, type ReturnStatus } from '#contract/return-status.ts'
import type { ChangedBy } from '#server/platform/audit-log.ts'
import { announceChange } from '#server/platform/change-feed.ts'
import type { Db } from '#server/platform/database.ts'
import { refuseStale, updateRow } from '#server/platform/edit-rows.ts'
import { errors } from '#server/platform/errors.ts'
import { returns } from './returns.table.ts'

/** The only file that changes the status of a return. Every step has the next version, so none is made twice. */
type StoredReturn = typeof returns.$inferSelect
type Fields = Omit<Partial<typeof returns.$inferInsert>, 'id' | 'status' | 'version'>

export async function lockReturn(tx: Db, id: string): Promise<StoredReturn> {
  const [found] = await tx.select().from(returns).where(eq(returns.id, id)).for('no key update')
  if (!found) throw errors.ROW_NOT_FOUND()
  return found
}

function assertStep(from: ReturnStatus, to: ReturnStatus) {
  if (!NEXT_RETURN_STATUSES[from].includes(to)) throw errors.RETURN_MOVED_ON()
}

export type Seen = { id: string; version: number }

/** Refuses a step that `moveReturn` would refuse, before something begins that cannot be undone. */
export async function assertMayMove(db: Db, { id, version }: Seen, status: ReturnStatus) {
  const [current] = await db.select().from(returns).where(eq(returns.id, id))
  if (!current) throw errors.ROW_NOT_FOUND()
  await refuseStale(db, returns, current, version)
  assertStep(current.status, status)
  return current
}

/** A step of the desk. Somebody who has not seen the latest version is refused with CHANGED_MEANWHILE. */
export async function moveReturn(
  tx: Db,
  { id, version }: Seen,
  status: ReturnStatus,
  { by, ...fields }: Fields & { by: ChangedBy },
): Promise<StoredReturn> {
  const current = await lockReturn(tx, id)
  await refuseStale(tx, returns, current, version)
  assertStep(current.status, status)
  const name = `Return of order ${orderNumber(current.order_id)}`
  return updateRow(tx, returns, { id, version }, { ...fields, status }, { by, name: () => name })
}

/** The customer's own step. */
export async function withdrawLocked(tx: Db, current: StoredReturn, at: Date) {
  assertStep(current.status, 'withdrawn')
  await tx
    .update(returns)
    .set({ status: 'withdrawn', closed_at: at.toISOString(), version: current.version + 1 })
    .where(eq(returns.id, current.id))
  await announceChange(tx, 'returns')
}
