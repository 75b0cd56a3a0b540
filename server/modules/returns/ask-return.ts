import { and, eq, sql } from 'drizzle-orm'
import type { Order, OrderStatus } from '#contract/orders.ts'
import type { OwnReturn, ReturnRequest, ReturnsOfOrder } from '#contract/returns.ts'
import { announceChange } from '#server/platform/change-feed.ts'
import type { Db } from '#server/platform/database.ts'
import { errors } from '#server/platform/errors.ts'
import type { AppContext, RequestContext } from '#server/platform/rpc.ts'
import { claimFiles } from '../media/index.ts'
import { findOwnOrder, lockOrder, readDelivery } from '../orders/index.ts'
import { countReturned, describeOwn, returnsOf } from './read-returns.ts'
import { queueReturnMail } from './return-mails.ts'
import { lockReturn, withdrawLocked } from './return-states.ts'
import { return_items, returns } from './returns.table.ts'
import { readReturnSettings } from './settings.ts'

type Context = Pick<AppContext, 'config' | 'db' | 'jobs' | 'now'>

/** What is being packed can be cancelled instead. */
const RETURNABLE: readonly OrderStatus[] = ['shipped', 'completed']

/** More are no returns of a customer but a way to fill the desk. */
const MOST_RETURNS = 10

/** The end of the last day on which the order can be returned; null when it cannot. Counted from when it arrived, if the shop knows that. */
async function returnUntil(db: Db, now: Date, order: Order): Promise<string | null> {
  const { days } = await readReturnSettings(db)
  if (days === null || !order.completed_at || !RETURNABLE.includes(order.status)) return null
  const { delivered_at, shipped_at } = await readDelivery(db, order.id)
  const start = delivered_at ?? shipped_at ?? order.completed_at
  const { rows } = await db.execute<{ until: string | Date }>(sql`
    select ((${start}::timestamptz at time zone shop_time_zone())::date + ${days}::int + 1)::timestamp
      at time zone shop_time_zone() as until`)
  const until = new Date(rows[0]?.until ?? 0)
  return until > now ? until.toISOString() : null
}

async function returnableLines(db: Db, order: Order) {
  const returned = await countReturned(db, order.id)
  return order.items.map((item) => ({
    ...item,
    left: item.quantity - (returned.get(item.product_id) ?? 0),
  }))
}

export async function returnsOfOwnOrder(context: Context, order: Order): Promise<ReturnsOfOrder> {
  const { db } = context
  return {
    days: (await readReturnSettings(db)).days,
    until: await returnUntil(db, context.now(), order),
    lines: await returnableLines(db, order),
    returns: await describeOwn(db, order, await returnsOf(db, order.id)),
  }
}

/** Before a picture is received: only for an order that the sender can open, and as long as it can be returned. */
export async function assertReturnPicture(
  context: RequestContext,
  given: { id: string; key?: string },
) {
  const order = await findOwnOrder(context, given)
  if (!(await returnUntil(context.db, context.now(), order))) throw errors.RETURN_NOT_POSSIBLE()
}

/** The order is locked, so that two requests for the same unit come one after the other. */
export async function askReturn(
  context: Context,
  order: Order,
  { idempotency_key, reason, pictures, ...input }: ReturnRequest,
): Promise<OwnReturn> {
  const at = context.now()
  const asked = await context.db.transaction(async (tx) => {
    await lockOrder(tx, order.id)
    const earlier = await returnsOf(tx, order.id)
    const same = earlier.find((one) => one.idempotency_key === idempotency_key)
    if (same) return same
    if (!(await returnUntil(tx, at, order))) throw errors.RETURN_NOT_POSSIBLE()
    if (earlier.length >= MOST_RETURNS) throw errors.TOO_MANY_RETURNS()
    const lines = summedUp(input.lines)
    refuseTooMuch(lines, await returnableLines(tx, order))
    const [stored] = await tx
      .insert(returns)
      .values({
        order_id: order.id,
        ...{ idempotency_key, reason, pictures },
        created_at: at.toISOString(),
      })
      .returning()
    if (!stored) throw new Error('The return was not stored')
    await tx.insert(return_items).values(lines.map((line) => ({ ...line, return_id: stored.id })))
    await claimFiles(tx, pictures, { purpose: 'return', order_id: order.id, at })
    await queueReturnMail(context, tx, stored)
    await announceChange(tx, 'returns')
    return stored
  })
  const [described] = await describeOwn(context.db, order, [asked])
  if (!described) throw errors.ROW_NOT_FOUND()
  return described
}

type Line = { product_id: string; quantity: number }

function summedUp(lines: readonly Line[]): Line[] {
  const sums = new Map<string, number>()
  for (const { product_id, quantity } of lines)
    sums.set(product_id, (sums.get(product_id) ?? 0) + quantity)
  return [...sums].map(([product_id, quantity]) => ({ product_id, quantity }))
}

function refuseTooMuch(lines: Line[], returnable: { product_id: string; left: number }[]) {
  const leftOf = (id: string) => returnable.find(({ product_id }) => product_id === id)?.left ?? 0
  const short = lines.filter(({ product_id, quantity }) => quantity > leftOf(product_id))
  if (short.length === 0) return
  throw errors.RETURN_TOO_MUCH({ data: { product_ids: short.map(({ product_id }) => product_id) } })
}

/** The customer changed their mind before anybody answered. */
export async function withdrawReturn(context: Context, order: Order, id: string) {
  await context.db.transaction(async (tx) => {
    const [own] = await tx
      .select({ id: returns.id })
      .from(returns)
      .where(and(eq(returns.id, id), eq(returns.order_id, order.id)))
    if (!own) throw errors.ROW_NOT_FOUND()
    await withdrawLocked(tx, await lockReturn(tx, id), context.now())
  })
  const rows = (await returnsOf(context.db, order.id)).filter((row) => row.id === id)
  const [described] = await describeOwn(context.db, order, rows)
  if (!described) throw errors.ROW_NOT_FOUND()
  return described
}
