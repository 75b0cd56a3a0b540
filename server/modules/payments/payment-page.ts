import type { InferContractRouterInputs } from '@orpc/contract'
import { and, desc, eq, gt } from 'drizzle-orm'
import { toCents } from '#contract/money.ts'
import type { Order } from '#contract/orders.ts'
import type { functions } from '#contract/payments.ts'
import { OrderTotals } from '#contract/totals.ts'
import { rememberedCampaign } from '#server/platform/campaign-cookie.ts'
import type { Db } from '#server/platform/database.ts'
import { errors } from '#server/platform/errors.ts'
import type { RequestContext } from '#server/platform/rpc.ts'
import { singleFlight } from '#server/platform/single-flight.ts'
import {
  buyerOf,
  extendHold,
  findOwnOrder,
  lockOrder,
  paymentDeadline,
  placeOrder,
  readOrder,
  setGuestCookie,
} from '../orders/index.ts'
import {
  type Clover,
  createClover,
  ProviderError,
  type ProviderSession,
  usableCredentials,
} from './clover/index.ts'
import { paymentLines } from './payment-lines.ts'
import { payment_pages } from './payments.table.ts'

const PAGE_MINUTES = 15
/** A page with less time left is replaced, so that it does not expire while the card is being typed. */
const MIN_REMAINING_MINUTES = 3
const MINUTE = 60_000

type Input = InferContractRouterInputs<{
  functions: typeof functions
}>['functions']['create_payment_link']
type ForOrder = Extract<Input, { orderId: string }>
type ForCart = Extract<Input, { items: unknown }>

/** Where the browser goes to pay: for an existing order, or for a cart that becomes one. */
export async function createPaymentLink(context: RequestContext, input: Input) {
  const credentials = await usableCredentials(context)
  if (!credentials) throw errors.NOT_CONFIGURED()
  const order =
    'orderId' in input ? await existingOrder(context, input) : await expressOrder(context, input)
  const { publicUrl } = context.config
  if (order.completed_at) return { paymentUrl: returnUrl(publicUrl, order.id), orderId: order.id }
  refuseClosed(context, order)
  const clover = createClover(context.config, credentials)
  return { paymentUrl: await openPaymentPage(context, clover, order), orderId: order.id }
}

async function existingOrder(context: RequestContext, { orderId, amount, key }: ForOrder) {
  const order = await findOwnOrder(context, { id: orderId, key })
  if (toCents(amount) === toCents(order.total)) return order
  throw errors.TOTAL_CHANGED({ data: OrderTotals.parse(order) })
}

/** A real pending order, priced by the server; its address is asked for after payment. */
async function expressOrder(
  context: RequestContext,
  { items, total, idempotencyKey, visit_source }: ForCart,
): Promise<Order> {
  const buyer = await buyerOf(context)
  const { id } = await placeOrder(context, buyer, {
    idempotency_key: idempotencyKey,
    lines: items.map(({ product_id, quantity }) => ({ product_id, quantity })),
    shipping_address: null,
    total,
    campaign_id: rememberedCampaign(context),
    visit_source,
  })
  if (!buyer.user_id) setGuestCookie(context, id)
  const order = await readOrder(context.db, id)
  if (!order) throw new Error(`Order ${id} is gone`)
  return order
}

function refuseClosed(context: RequestContext, order: Order) {
  const isHeld = order.hold_until !== null && new Date(order.hold_until) > context.now()
  if (order.status !== 'pending' || !isHeld) throw errors.ORDER_CLOSED()
}

const returnUrl = (publicUrl: string, order_id: string) =>
  `${publicUrl}/payment-success?order_id=${order_id}`

const pageCreation = singleFlight<string, string>()

/** The address of the order's payment page. An order has one page at a time, however often it is requested. */
async function openPaymentPage(context: RequestContext, clover: Clover, order: Order) {
  const open = await findOpenPage(context.db, clover, order, context.now())
  if (open) return reopenPage(context, open)
  return pageCreation(order.id, () => createPage(context, clover, order))
}

/** Declines from before are history: the customer is about to try again. */
async function reopenPage({ db, now }: RequestContext, { checkout_session_id, href }: OpenPage) {
  await db
    .update(payment_pages)
    .set({ opened_at: now().toISOString() })
    .where(eq(payment_pages.checkout_session_id, checkout_session_id))
  return href
}

type OpenPage = Pick<typeof payment_pages.$inferSelect, 'checkout_session_id' | 'href'>

async function findOpenPage(db: Db, { merchant_id }: Clover, order: Order, at: Date) {
  const until = new Date(at.getTime() + MIN_REMAINING_MINUTES * MINUTE).toISOString()
  const [page] = await db
    .select()
    .from(payment_pages)
    .where(
      and(
        eq(payment_pages.order_id, order.id),
        eq(payment_pages.merchant_id, merchant_id),
        // The order may have been changed since, and cost something else.
        eq(payment_pages.amount, order.total),
        gt(payment_pages.expires_at, until),
      ),
    )
    .orderBy(desc(payment_pages.created_at))
    .limit(1)
  return page
}

async function createPage(context: RequestContext, clover: Clover, order: Order) {
  refusePageAfterHold(order, new Date(context.now().getTime() + PAGE_MINUTES * MINUTE))
  const session = await requestPage(context, clover, order)
  if (!isPaymentAddress(clover, session.href)) {
    context.log.error({ order: order.id }, 'the provider named an unsafe payment page')
    throw errors.PROVIDER_UNAVAILABLE()
  }
  return storePage(context, clover, order, session)
}

async function requestPage(context: RequestContext, clover: Clover, order: Order) {
  const { publicUrl } = context.config
  const back = returnUrl(publicUrl, order.id)
  const redirectUrls = { success: back, failure: back, cancel: `${publicUrl}/cart` }
  const customer = await customerOf(context, order)
  try {
    return await clover.openCheckout({ customer, lines: paymentLines(order), redirectUrls })
  } catch (err) {
    if (!(err instanceof ProviderError)) throw err
    context.log.error({ err, order: order.id }, 'no payment page')
    throw errors.PROVIDER_UNAVAILABLE()
  }
}

/** Prefills the provider's form. */
async function customerOf(context: RequestContext, { shipping_address, user_id }: Order) {
  const profile = user_id ? (await context.session())?.profile : undefined
  const email = shipping_address?.email ?? profile?.email
  const names = (shipping_address?.fullName ?? profile?.full_name ?? '').trim().split(/\s+/)
  const lastName = names.length > 1 ? names.pop() : undefined
  return { firstName: names.join(' ') || undefined, lastName, email }
}

/** HTTPS, or the simulator on this machine. */
function isPaymentAddress({ api_url }: Clover, href: string) {
  if (!URL.canParse(href)) return false
  const { protocol, origin } = new URL(href)
  const api = new URL(api_url)
  const isSimulator = /^(localhost|127(\.\d+){3}|\[::1\])$/.test(api.hostname)
  return protocol === 'https:' || (isSimulator && origin === api.origin)
}

/** If another process stored a page first, that one is used, and ours expires unseen. */
function storePage(
  context: RequestContext,
  clover: Clover,
  order: Order,
  session: ProviderSession,
): Promise<string> {
  const at = context.now()
  return context.db.transaction(async (tx) => {
    const locked = await lockOrder(tx, order.id)
    if (locked?.status !== 'pending' || locked.completed_at) throw errors.ORDER_CLOSED()
    // Changed in the back office while the provider was asked; the page that it gave expires unseen.
    if (toCents(locked.total) !== toCents(order.total)) {
      throw errors.TOTAL_CHANGED({ data: OrderTotals.parse(locked) })
    }
    const other = await findOpenPage(tx, clover, order, at)
    if (other) return other.href
    const expires = expiryOf(session, at)
    refusePageAfterHold(locked, expires)
    await tx.insert(payment_pages).values({
      checkout_session_id: session.checkout_session_id,
      order_id: order.id,
      merchant_id: clover.merchant_id,
      amount: order.total,
      href: session.href,
      created_at: at.toISOString(),
      opened_at: at.toISOString(),
      expires_at: expires.toISOString(),
    })
    await extendHold(tx, locked, expires)
    return session.href
  })
}

/** The provider's pages cannot be shortened, so none is opened that would outlive the order's hold. */
function refusePageAfterHold(
  order: Pick<Order, 'created_at' | 'hold_until'>,
  page_expires_at: Date,
) {
  if (page_expires_at > paymentDeadline(order)) throw errors.ORDER_CLOSED()
}

/** The provider's time where it is plausible, else our own clock. */
function expiryOf({ expires_at }: ProviderSession, at: Date) {
  const own = at.getTime() + PAGE_MINUTES * MINUTE
  const isPlausible = expires_at && Math.abs(expires_at.getTime() - own) < 2 * MINUTE
  return isPlausible ? expires_at : new Date(own)
}
