import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Order } from '#contract/orders.ts'
import { DAY_SECONDS } from '#contract/time.ts'
import type { Config } from '#server/platform/config.ts'
import { isSigned, readCookie, setCookie, sign } from '#server/platform/cookies.ts'
import type { Db } from '#server/platform/database.ts'
import { errors } from '#server/platform/errors.ts'
import type { RequestContext } from '#server/platform/rpc.ts'
import { orders } from './orders.table.ts'
import { readOrder } from './read-orders.ts'

const COOKIE = 'petal_orders'
const COOKIE_SECONDS = 90 * DAY_SECONDS
const MOST_KEYS = 10

/** A guest's key to one order: derived from the order id, so every mail can carry it and nothing is stored. */
export const guestKey = (config: Config, order_id: string) => sign(config, 'order', order_id)

const isGuestKey = (config: Config, order_id: string, given: string | undefined) =>
  isSigned(config, 'order', order_id, given)

/** The link to a guest's order in a mail. */
export const guestLink = (config: Config, order_id: string) =>
  `${config.publicUrl}/order/${order_id}?key=${guestKey(config, order_id)}`

/** `<id>.<key>:<id>.<key>`, newest first; not verified. */
function readKeys(context: RequestContext) {
  const entries = (readCookie(context, COOKIE) ?? '').split(':').map((entry) => entry.split('.'))
  return entries.flatMap(([id, key]) => (id && key ? [{ id, key }] : [])).slice(0, MOST_KEYS)
}

/** The guest orders that this browser has a valid key for. */
export const guestOrderIds = (context: RequestContext) =>
  readKeys(context)
    .filter(({ id, key }) => isGuestKey(context.config, id, key))
    .map(({ id }) => id)

/** Lets this browser open the order from now on. */
export function setGuestCookie(context: RequestContext, order_id: string) {
  const others = readKeys(context).filter(({ id }) => id !== order_id)
  const keys = [{ id: order_id, key: guestKey(context.config, order_id) }, ...others]
  const value = keys
    .slice(0, MOST_KEYS)
    .map(({ id, key }) => `${id}.${key}`)
    .join(':')
  setCookie(context, COOKIE, value, COOKIE_SECONDS)
}

/** The order, if the caller owns it; otherwise it does not exist, whether or not it does. */
export async function findOwnOrder(context: RequestContext, given: { id: string; key?: string }) {
  const order = await readOrder(context.db, given.id)
  if (!order || !(await isOwner(context, order, given.key))) throw errors.ORDER_NOT_FOUND()
  return order
}

export async function isOwnOrder(context: RequestContext, id: string) {
  const order = await readOrder(context.db, id)
  return Boolean(order && (await isOwner(context, order, undefined)))
}

/** An account's order opens with its session alone; a guest's with the key of the cookie or of the link. */
async function isOwner(context: RequestContext, order: Order, key: string | undefined) {
  if (order.user_id) return (await context.session())?.profile.id === order.user_id
  return guestOrderIds(context).includes(order.id) || isGuestKey(context.config, order.id, key)
}

/** Moves one guest order to an account that can open it; from then on only that account can. */
export async function claimOrder(
  context: RequestContext,
  user_id: string,
  given: { id: string; key?: string },
) {
  await findOwnOrder(context, given)
  await context.db
    .update(orders)
    .set({ user_id, guest_email: null })
    .where(and(eq(orders.id, given.id), isNull(orders.user_id)))
  return findOwnOrder(context, given)
}

const placedAsGuest = (email: string) =>
  and(isNull(orders.user_id), eq(sql`lower(${orders.guest_email})`, email))

export const countGuestOrders = (db: Db, email: string) => db.$count(orders, placedAsGuest(email))

/** Moves the guest orders of an e-mail address to the account that proved to own it. */
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
