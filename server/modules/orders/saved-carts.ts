import { and, eq, gt, isNull, lte, notExists, sql } from 'drizzle-orm'
import { subtotalOf } from '#contract/money.ts'
import type { OrderLine } from '#contract/orders.ts'
import { DAY_MS } from '#contract/time.ts'
import { priceCart } from '#server/modules/catalog/index.ts'
import type { Db } from '#server/platform/database.ts'
import type { Job } from '#server/platform/jobs.ts'
import { queueCappedMail } from '#server/platform/outgoing-mail.ts'
import type { AppContext, DataSubject, RequestContext } from '#server/platform/rpc.ts'
import { profileOf } from '../accounts/reads.ts'
import { standingOf } from '../consent/index.ts'
import { orders, saved_carts } from './orders.table.ts'

/** Stores the cart that a browser shows, so that its owner can be reminded of it. Without consent nothing is stored. */
export async function saveCart(
  context: RequestContext,
  lines: OrderLine[],
): Promise<{ is_stored: boolean }> {
  const session = await context.session()
  if (!session) return { is_stored: false }
  const { id: user_id, email } = session.profile
  const is_stored = lines.length > 0 && (await mayRemind(context.db, email))
  if (is_stored) await storeCart(context, user_id, lines)
  else await forgetCart(context.db, user_id)
  return { is_stored }
}

const mayRemind = async (db: Db, email: string) =>
  (await standingOf(db, email)).reminders.refusal === null

/** The same cart again, from another page, is no change. */
const storeCart = ({ db, now }: AppContext, user_id: string, lines: OrderLine[]) =>
  db
    .insert(saved_carts)
    .values({ user_id, lines, changed_at: now().toISOString() })
    .onConflictDoUpdate({
      target: saved_carts.user_id,
      set: { lines, changed_at: now().toISOString() },
      setWhere: sql`${saved_carts.lines} <> excluded.lines`,
    })

/** It was emptied or ordered. */
export const forgetCart = (db: Db, user_id: string) =>
  db.delete(saved_carts).where(eq(saved_carts.user_id, user_id))

export const savedCartOf = (db: Db, { user_id }: DataSubject) =>
  db.select().from(saved_carts).where(eq(saved_carts.user_id, user_id))

/** Reminders that are older than this, after a long outage, would only surprise. */
const LATEST_DAYS = 7
const AT_ONCE = 100

type Profile = { full_name: string; email: string }

export const abandonedCartsJob = (context: AppContext): Job => ({
  name: 'abandoned-carts',
  every: { minute: 17 },
  run: async () => {
    while ((await remindOfCarts(context)) === AT_ONCE);
  },
})

/** One mail for each cart that nobody touched for a day. */
export const remindOfCarts = (context: AppContext) =>
  context.db.transaction(async (tx) => {
    const now = context.now()
    const due = await dueCarts(tx, now)
    for (const cart of due) {
      await remind(context, tx, cart, await profileOf(tx, cart.user_id))
      await tx
        .update(saved_carts)
        .set({ reminded_at: now.toISOString() })
        .where(eq(saved_carts.user_id, cart.user_id))
    }
    return due.length
  })

type SavedCart = typeof saved_carts.$inferSelect

function dueCarts(tx: Db, now: Date) {
  const daysAgo = (days: number) => new Date(now.getTime() - days * DAY_MS).toISOString()
  return tx
    .select()
    .from(saved_carts)
    .where(
      and(
        isNull(saved_carts.reminded_at),
        lte(saved_carts.changed_at, daysAgo(1)),
        gt(saved_carts.changed_at, daysAgo(LATEST_DAYS)),
        notExists(ordersAround(tx)),
      ),
    )
    .limit(AT_ONCE)
    .for('update', { skipLocked: true })
}

/** An order of the same day or later has mails of its own, also while it is not paid. */
const ordersAround = (tx: Db) =>
  tx
    .select({ one: sql`1` })
    .from(orders)
    .where(
      and(
        eq(orders.user_id, saved_carts.user_id),
        gt(orders.created_at, sql`${saved_carts.changed_at} - interval '1 day'`),
      ),
    )

async function remind(context: AppContext, tx: Db, cart: SavedCart, profile: Profile | null) {
  const orderItems = await availableItems(tx, cart.lines)
  if (!profile || orderItems.length === 0) return
  await queueCappedMail(context, tx, 'abandoned-cart', {
    template: 'abandoned-cart',
    to: profile.email,
    cause: `abandoned-cart:${cart.user_id}:${cart.changed_at}`,
    data: { customerName: profile.full_name, orderItems, cartTotal: subtotalOf(orderItems) },
  })
}

/** What can still be bought, at today's price. */
async function availableItems(tx: Db, lines: SavedCart['lines']) {
  const prices = await priceCart(
    tx,
    lines.map(({ product_id }) => product_id),
  )
  return lines.flatMap(({ product_id, quantity }) => {
    const product = prices.find(({ id }) => id === product_id)
    if (!product || product.stock <= 0) return []
    const { name, price, image_url, stock } = product
    return [{ name, price, image: image_url, quantity: Math.min(quantity, stock) }]
  })
}
