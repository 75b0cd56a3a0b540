import { and, eq } from 'drizzle-orm'
import type { RefundParts } from '#contract/refund-parts.ts'
import type { AdminReturn, ReturnArrival } from '#contract/returns.ts'
import type { ChangedBy } from '#server/platform/audit-log.ts'
import { announceChange } from '#server/platform/change-feed.ts'
import type { Db } from '#server/platform/database.ts'
import { errors } from '#server/platform/errors.ts'
import type { AppContext } from '#server/platform/rpc.ts'
import { returnToStock } from '../catalog/index.ts'
import { lockOrder, readCustomers, readOrder } from '../orders/index.ts'
import { refundPayment } from '../payments/index.ts'
import { describeOwn, linesOf, withItems } from './read-returns.ts'
import { findRefundable, findSettled } from './refundable.ts'
import { queueReturnMail } from './return-mails.ts'
import { assertMayMove, moveReturn, type Seen } from './return-states.ts'
import { return_items, returns } from './returns.table.ts'
import { readReturnSettings } from './settings.ts'

export async function readReturn(db: Db, id: string): Promise<AdminReturn> {
  const [row] = await db.select().from(returns).where(eq(returns.id, id))
  const order = row && (await readOrder(db, row.order_id))
  if (!order) throw errors.ROW_NOT_FOUND()
  const [own] = await describeOwn(db, order, [row])
  const [customer] = await readCustomers(db, [row.order_id])
  if (!own || !customer) throw errors.ROW_NOT_FOUND()
  const lines = withItems(order, await linesOf(db, [id]))
  const refundable = row.status === 'arrived' ? await findRefundable(db, order, lines) : null
  const { user_id, guest_email, customer_name, customer_email } = customer
  return {
    ...row,
    ...own,
    ...{ user_id, guest_email, customer_name, customer_email },
    lines,
    refundable,
  }
}

export const approveReturn = (context: AppContext, seen: Seen, by: ChangedBy) =>
  step(context, seen, async (tx) => {
    const { instructions } = await readReturnSettings(tx)
    return moveReturn(tx, seen, 'approved', { by, instructions, decided_at: by.at.toISOString() })
  })

type Answered = Seen & { answer: string }

export const declineReturn = (context: AppContext, { answer, ...seen }: Answered, by: ChangedBy) =>
  step(context, seen, (tx) => {
    const at = by.at.toISOString()
    return moveReturn(tx, seen, 'declined', { by, answer, decided_at: at, closed_at: at })
  })

export const closeReturn = (context: AppContext, { answer, ...seen }: Answered, by: ChangedBy) =>
  step(context, seen, (tx) =>
    moveReturn(tx, seen, 'closed', { by, answer, closed_at: by.at.toISOString() }),
  )

/** What is not named did not arrive. Units that are fit to be sold go back to stock. */
export const receiveReturn = (
  context: AppContext,
  { lines, arrival_note, ...seen }: Seen & ReturnArrival,
  by: ChangedBy,
) =>
  step(context, seen, async (tx) => {
    const { order_id } = await assertMayMove(tx, seen, 'arrived')
    // The order before the return, as when one is asked for.
    await lockOrder(tx, order_id)
    const at = by.at.toISOString()
    const moved = await moveReturn(tx, seen, 'arrived', {
      by,
      arrival_note: arrival_note || null,
      arrived_at: at,
    })
    for (const line of await linesOf(tx, [seen.id])) {
      const given = lines.find(({ product_id }) => product_id === line.product_id)
      const { arrived, restocked } = given ?? { arrived: 0, restocked: 0 }
      if (arrived > line.quantity)
        throw errors.RETURN_TOO_MUCH({ data: { product_ids: [line.product_id] } })
      await tx
        .update(return_items)
        .set({ arrived, restocked })
        .where(
          and(eq(return_items.return_id, seen.id), eq(return_items.product_id, line.product_id)),
        )
    }
    const back = (await linesOf(tx, [seen.id])).filter(({ restocked }) => restocked > 0)
    if (back.length > 0) {
      const units = back.map(({ product_id, restocked }) => ({ product_id, quantity: restocked }))
      await returnToStock(tx, order_id, units, by)
    }
    return moved
  })

type Refund = Seen & { amount: number; parts?: RefundParts | undefined }

/**
 * The return is refunded in the transaction that stores the refund, before the provider is asked: whatever happens
 * then, this return has this one refund, and what the provider did not do is tried again from the order.
 */
export async function refundReturn(
  context: AppContext,
  { amount, parts, ...seen }: Refund,
  by: ChangedBy,
) {
  const { order_id } = await assertMayMove(context.db, seen, 'refunded')
  const payment = await findSettled(context.db, order_id)
  if (!payment) throw errors.PAYMENT_NOT_FOUND()
  await refundPayment(context, {
    payment_id: payment.payment_id,
    amount,
    ...(parts && { parts }),
    reason: 'Return',
    by,
    record: async (tx, refund_id) => {
      await moveReturn(tx, seen, 'refunded', { by, refund_id, closed_at: by.at.toISOString() })
    },
  })
  return readReturn(context.db, seen.id)
}

/** One step of the desk with its mail, in one transaction. */
async function step(
  context: AppContext,
  { id }: Seen,
  move: (tx: Db) => Promise<typeof returns.$inferSelect>,
) {
  await context.db.transaction(async (tx) => {
    const moved = await move(tx)
    await queueReturnMail(context, tx, moved)
    // Colleagues who look at the order or a product see it, too.
    await announceChange(tx, 'orders', 'products')
  })
  return readReturn(context.db, id)
}
