import { createHmac, timingSafeEqual } from 'node:crypto'
import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Order } from '#contract/orders.ts'
import type { Config } from '#server/platform/config.ts'
import type { Db } from '#server/platform/database.ts'
import { errors } from '#server/platform/errors.ts'
import type { RequestContext } from '#server/platform/rpc.ts'
import { orders } from './orders.table.ts'
import { readOrder } from './read-orders.ts'

const MOST_KEYS = 10
const COOKIE_SECONDS = 90 * 86_400

/** A guest's key to one order: an HMAC of the order id, so every mail can carry it and nothing is stored. */
export const guestKey = (config: Config, order_id: string) =>
  createHmac('sha256', config.secrets.session).update(`order:${order_id}`).digest('base64url')

function isGuestKey(config: Config, order_id: string, given: string | undefined) {
  if (!given) return false
  const expected = Buffer.from(guestKey(config, order_id))
  const candidate = Buffer.from(given)
  return expected.length === candidate.length && timingSafeEqual(expected, candidate)
}

/** The link to a guest's order in a mail. */
export const guestLink = (config: Config, order_id: string) =>
  `${config.publicUrl}/order/${order_id}?key=${guestKey(config, order_id)}`

const isSecure = (config: Config) => config.publicUrl.startsWith('https:')
const cookieName = (config: Config) => (isSecure(config) ? '__Host-petal_orders' : 'petal_orders')

type CookieContext = Pick<RequestContext, 'config' | 'headers'>

/** `<id>.<key>:<id>.<key>`, newest first; not verified. */
function readCookie({ config, headers }: CookieContext) {
  const prefix = `${cookieName(config)}=`
  const cookie = (headers.get('cookie') ?? '').split(/;\s*/).find((part) => part.startsWith(prefix))
  const entries = (cookie?.slice(prefix.length) ?? '').split(':').map((entry) => entry.split('.'))
  return entries.flatMap(([id, key]) => (id && key ? [{ id, key }] : [])).slice(0, MOST_KEYS)
}

/** The guest orders that this browser has a valid key for. */
export const guestOrderIds = (context: CookieContext) =>
  readCookie(context)
    .filter(({ id, key }) => isGuestKey(context.config, id, key))
    .map(({ id }) => id)

/** Lets this browser open the order from now on. */
export function setGuestCookie(context: RequestContext, order_id: string) {
  const others = readCookie(context).filter(({ id }) => id !== order_id)
  const keys = [{ id: order_id, key: guestKey(context.config, order_id) }, ...others]
  const value = keys
    .slice(0, MOST_KEYS)
    .map(({ id, key }) => `${id}.${key}`)
    .join(':')
  const secure = isSecure(context.config) ? '; Secure' : ''
  context.resHeaders?.append(
    'set-cookie',
    `${cookieName(context.config)}=${value}; Path=/; Max-Age=${COOKIE_SECONDS}; HttpOnly; SameSite=Lax${secure}`,
  )
}

/** The order, if the caller owns it; otherwise it does not exist, whether or not it does. */
export async function findOwnOrder(context: RequestContext, given: { id: string; key?: string }) {
  const order = await readOrder(context.db, given.id)
  if (!order || !(await isOwner(context, order, given.key))) throw errors.ORDER_NOT_FOUND()
  return order
}

/** An account's order opens with its session alone; a guest's with the key of the cookie or of the link. */
async function isOwner(context: RequestContext, order: Order, key: string | undefined) {
  if (order.user_id) return (await context.session())?.profile.id === order.user_id
  return guestOrderIds(context).includes(order.id) || isGuestKey(context.config, order.id, key)
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
