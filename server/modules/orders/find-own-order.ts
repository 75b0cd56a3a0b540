import type { Order } from '#contract/orders.ts'
import { errors } from '#server/platform/errors.ts'
import type { RequestContext } from '#server/platform/rpc.ts'
import { isGuestKey, keptKeys } from './guest-key.ts'
import { readOrder } from './read-orders.ts'

/** The order, if the caller owns it; for everybody else it does not exist. */
export async function findOwnOrder(call: RequestContext, given: { id: string; key?: string }) {
  const order = await readOrder(call.db, given.id)
  if (!order || !(await isOwner(call, order, given.key))) {
    throw errors.ORDER_NOT_FOUND()
  }
  return order
}

/** An order of an account opens with its session alone; a guest's with the key of the cookie or the link. */
async function isOwner(call: RequestContext, order: Order, key: string | undefined) {
  if (order.user_id) return (await call.session())?.profile.id === order.user_id
  const kept = keptKeys(call).find(({ id }) => id === order.id)
  return isGuestKey(call.config, order.id, kept?.key) || isGuestKey(call.config, order.id, key)
}
