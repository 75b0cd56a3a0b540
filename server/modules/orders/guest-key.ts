import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Config } from '#server/platform/config.ts'
import type { RequestContext } from '#server/platform/rpc.ts'

const MOST_KEPT = 10
const KEPT_SECONDS = 90 * 86_400

/** A guest's key to one order. It is made from the order's id, so that every mail can carry it and nothing is stored. */
export const guestKey = (config: Config, order_id: string) =>
  createHmac('sha256', config.secrets.session).update(`order:${order_id}`).digest('base64url')

export function isGuestKey(config: Config, order_id: string, given: string | undefined) {
  if (!given) return false
  const right = Buffer.from(guestKey(config, order_id))
  const candidate = Buffer.from(given)
  return right.length === candidate.length && timingSafeEqual(right, candidate)
}

const cookieName = (config: Config) =>
  config.publicUrl.startsWith('https:') ? '__Host-petal_orders' : 'petal_orders'

/** The keys this browser was given, newest first: `<id>.<key>:<id>.<key>`. */
export function keptKeys(call: Pick<RequestContext, 'config' | 'headers'>) {
  const wanted = `${cookieName(call.config)}=`
  const cookie = (call.headers.get('cookie') ?? '')
    .split(/;\s*/)
    .find((part) => part.startsWith(wanted))
  const entries = (cookie?.slice(wanted.length) ?? '').split(':').map((entry) => entry.split('.'))
  return entries.flatMap(([id, key]) => (id && key ? [{ id, key }] : [])).slice(0, MOST_KEPT)
}

/** Lets this browser see the order from now on. */
export function keepGuestKey(call: RequestContext, order_id: string) {
  const others = keptKeys(call).filter(({ id }) => id !== order_id)
  const kept = [{ id: order_id, key: guestKey(call.config, order_id) }, ...others]
  const value = kept
    .slice(0, MOST_KEPT)
    .map(({ id, key }) => `${id}.${key}`)
    .join(':')
  const secure = call.config.publicUrl.startsWith('https:') ? '; Secure' : ''
  call.resHeaders?.append(
    'set-cookie',
    `${cookieName(call.config)}=${value}; Path=/; Max-Age=${KEPT_SECONDS}; HttpOnly; SameSite=Lax${secure}`,
  )
}

/** A guest's way to the order from a mail. */
export const guestLink = (config: Config, order_id: string) =>
  `${config.publicUrl}/order/${order_id}?key=${guestKey(config, order_id)}`
