import type { InferContractRouterInputs } from '@orpc/contract'
import type { Order } from '#contract/orders.ts'
import type { functions } from '#contract/payments.ts'
import { errors } from '#server/platform/errors.ts'
import type { RequestContext } from '#server/platform/rpc.ts'
import { findOwnOrder, keepGuestKey, placeOrder, readOrder, toCents } from '../orders/index.ts'
import { createClover } from './clover-client.ts'
import { activeCredentials } from './clover-credentials.ts'
import { openPaymentPage, orderClosed, returnUrl } from './open-payment-page.ts'

type Input = InferContractRouterInputs<{
  functions: typeof functions
}>['functions']['create_payment_link']
type ForOrder = Extract<Input, { orderId: string }>
type ForCart = Extract<Input, { items: unknown }>

/** Where the browser goes to pay: for an order that exists, or for a cart that becomes one. */
export async function createPaymentLink(call: RequestContext, input: Input) {
  const credentials = await activeCredentials(call)
  if (!credentials) throw errors.NOT_CONFIGURED()
  const order =
    'orderId' in input ? await existingOrder(call, input) : await expressOrder(call, input)
  const { publicUrl } = call.config
  if (order.completed_at) return { paymentUrl: returnUrl(publicUrl, order.id), orderId: order.id }
  refuseClosed(call, order)
  const clover = createClover(call.config, credentials)
  return { paymentUrl: await openPaymentPage(call, clover, order), orderId: order.id }
}

async function existingOrder(call: RequestContext, { orderId, amount, key }: ForOrder) {
  const order = await findOwnOrder(call, { id: orderId, key })
  if (toCents(amount) === toCents(order.total)) return order
  const { subtotal, discount, total } = order
  throw errors.TOTAL_CHANGED({ data: { subtotal, discount, total } })
}

/** The express way: a real pending order, priced by the server, whose address is asked for after payment. */
async function expressOrder(
  call: RequestContext,
  { items, total, idempotencyKey = crypto.randomUUID() }: ForCart,
): Promise<Order> {
  const session = await call.session()
  const buyer = { visitor: call.visitor, user_id: session?.profile.id ?? null }
  const { id } = await placeOrder(call, buyer, {
    idempotency_key: idempotencyKey,
    lines: items.map(({ product_id, quantity }) => ({ product_id, quantity })),
    shipping_address: null,
    total,
  })
  if (!session) keepGuestKey(call, id)
  const order = await readOrder(call.db, id)
  if (!order) throw new Error(`Order ${id} is gone`)
  return order
}

function refuseClosed(call: RequestContext, order: Order) {
  const isHeld = order.hold_until !== null && new Date(order.hold_until) > call.now()
  if (order.status === 'pending' && isHeld) return
  throw orderClosed()
}
