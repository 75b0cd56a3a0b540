import { orderNumber } from '#contract/ids.ts'
import {
  WEBHOOK_DATA,
  type WebhookData,
  type WebhookEvent,
  webhookBody,
} from '#contract/webhook-events.ts'
import type { AppContext } from '#server/platform/rpc.ts'
import { profilesNamed } from '../accounts/reads.ts'
import { findProducts } from '../catalog/reads.ts'
import { readCurrency } from '../content/reads.ts'
import { readOrders } from '../orders/reads.ts'
import { refundsNamed } from '../payments/reads.ts'

type Context = Pick<AppContext, 'config' | 'db'>
type Read<Data> = (context: Context, id: string) => Promise<Data | undefined>

const readOrder: Read<WebhookData<'order.paid'>> = async (context, id) => {
  const [order] = await readOrders(context.db, [id])
  if (!order) return undefined
  const extra = { number: orderNumber(id), currency: await readCurrency(context) }
  // Parsing takes the picked fields alone.
  return WEBHOOK_DATA['order.paid'].parse({ ...order, ...extra })
}

/** What each event carries: the thing as it is now. Undefined: it is gone. */
const READ: { [Event in WebhookEvent]: Read<WebhookData<Event>> } = {
  'order.paid': readOrder,
  'order.shipped': readOrder,
  'order.cancelled': readOrder,
  'order.refunded': async (context, id) => {
    const [refund] = await refundsNamed(context.db, [id])
    return refund && { ...refund, currency: await readCurrency(context) }
  },
  'stock.low': async ({ db }, id) => {
    const [product] = await findProducts(db, [id])
    return product && { id, name: product.name, stock: product.stock }
  },
  'customer.created': async ({ db }, id) => (await profilesNamed(db, [id]))[0],
}

type Delivery = { event: WebhookEvent | 'test'; object_id: string; created_at: string }

/** The body of a call; null when what it is about was deleted. */
export async function composeBody(
  context: Context,
  { event, object_id, created_at }: Delivery,
): Promise<string | null> {
  if (event === 'test') return JSON.stringify({ type: event, timestamp: created_at, data: {} })
  const data = await READ[event](context, object_id)
  if (!data) return null
  return JSON.stringify(webhookBody(event).parse({ type: event, timestamp: created_at, data }))
}
