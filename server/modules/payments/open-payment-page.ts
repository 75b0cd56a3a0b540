import { and, desc, eq, gt } from 'drizzle-orm'
import type { Order } from '#contract/orders.ts'
import type { Config } from '#server/platform/config.ts'
import type { Db } from '#server/platform/database.ts'
import { errors } from '#server/platform/errors.ts'
import type { RequestContext } from '#server/platform/rpc.ts'
import { singleFlight } from '#server/platform/single-flight.ts'
import { extendHold, lockOrder } from '../orders/index.ts'
import type { Clover } from './clover-client.ts'
import { paymentLines } from './payment-lines.ts'
import { payment_pages } from './payments.table.ts'
import { ProviderError } from './provider-error.ts'
import type { ProviderSession } from './read-provider-answer.ts'

const PAGE_MINUTES = 15
/** Nobody is sent to a page that ends while they look for their card. */
const SHORTEST_REST_MINUTES = 3
const MINUTE = 60_000

const underWay = singleFlight<string, string>()

export const returnUrl = (publicUrl: string, order_id: string) =>
  `${publicUrl}/payment-success?order_id=${order_id}`

/** The address of the order's payment page. An order has one page at a time, however often somebody asks. */
export async function openPaymentPage(
  call: RequestContext,
  clover: Clover,
  order: Order,
): Promise<string> {
  const open = await findOpenPage(call.db, clover, order, call.now())
  if (open) return open.href
  return underWay(order.id, () => createPage(call, clover, order))
}

async function findOpenPage(db: Db, { merchant_id }: Clover, order: Order, at: Date) {
  const until = new Date(at.getTime() + SHORTEST_REST_MINUTES * MINUTE).toISOString()
  const [page] = await db
    .select({ href: payment_pages.href })
    .from(payment_pages)
    .where(
      and(
        eq(payment_pages.order_id, order.id),
        eq(payment_pages.merchant_id, merchant_id),
        gt(payment_pages.expires_at, until),
      ),
    )
    .orderBy(desc(payment_pages.created_at))
    .limit(1)
  return page
}

async function createPage(call: RequestContext, clover: Clover, order: Order) {
  const session = await askForPage(call, clover, order)
  if (!isPaymentAddress(call.config, session.href)) {
    call.log.error({ order: order.id }, 'the provider named an unsafe payment page')
    throw providerUnavailable()
  }
  return keepPage(call, clover, order, session)
}

async function askForPage(call: RequestContext, clover: Clover, order: Order) {
  const back = returnUrl(call.config.publicUrl, order.id)
  const redirectUrls = { success: back, failure: back, cancel: `${call.config.publicUrl}/cart` }
  const customer = await customerOf(call, order)
  try {
    return await clover.openCheckout({ customer, lines: paymentLines(order), redirectUrls })
  } catch (err) {
    if (!(err instanceof ProviderError)) throw err
    call.log.error({ err, order: order.id }, 'no payment page')
    throw providerUnavailable()
  }
}

const providerUnavailable = () => errors.PROVIDER_UNAVAILABLE()

/** What the page is filled in with. */
async function customerOf(call: RequestContext, { shipping_address, user_id }: Order) {
  const profile = user_id ? (await call.session())?.profile : undefined
  const email = shipping_address?.email ?? profile?.email
  const names = (shipping_address?.fullName ?? profile?.full_name ?? '').trim().split(/\s+/)
  const lastName = names.length > 1 ? names.pop() : undefined
  return { firstName: names.join(' ') || undefined, lastName, email }
}

/** HTTPS, or the simulator on this very machine. */
function isPaymentAddress({ clover }: Config, href: string) {
  if (!URL.canParse(href)) return false
  const { protocol, origin } = new URL(href)
  const api = new URL(clover.apiUrl)
  const isSimulator = /^(localhost|127(\.\d+){3}|\[::1\])$/.test(api.hostname)
  return protocol === 'https:' || (isSimulator && origin === api.origin)
}

/** If another process was quicker, its page counts, and nobody ever sees ours. */
function keepPage(call: RequestContext, clover: Clover, order: Order, session: ProviderSession) {
  const at = call.now()
  return call.db.transaction(async (tx) => {
    const locked = await lockOrder(tx, order.id)
    if (locked?.status !== 'pending' || locked.completed_at) throw orderClosed()
    const other = await findOpenPage(tx, clover, order, at)
    if (other) return other.href
    const expires = expiryOf(session, at)
    await tx.insert(payment_pages).values({
      checkout_session_id: session.checkout_session_id,
      order_id: order.id,
      merchant_id: clover.merchant_id,
      amount: order.total,
      href: session.href,
      created_at: at.toISOString(),
      expires_at: expires.toISOString(),
    })
    await extendHold(tx, locked, expires)
    return session.href
  })
}

export const orderClosed = () => errors.ORDER_CLOSED()

/** The provider's word where it is plausible, else our own clock. */
function expiryOf({ expires_at }: ProviderSession, at: Date) {
  const own = at.getTime() + PAGE_MINUTES * MINUTE
  const isPlausible = expires_at && Math.abs(expires_at.getTime() - own) < 2 * MINUTE
  return isPlausible ? expires_at : new Date(own)
}
