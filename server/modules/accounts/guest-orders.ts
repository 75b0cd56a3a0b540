import { errors } from '#server/platform/errors.ts'
import { type RequestContext, requireSession } from '#server/platform/rpc.ts'
import { claimGuestOrders, countGuestOrders } from '../orders/index.ts'
import { profileOf } from './profiles.ts'

/** Whether an address has guest orders is told only to whoever proved that it is theirs. */
export async function guestOrdersOf(call: RequestContext) {
  const { profile } = await requireSession(call)
  const { email, email_verified } = await profileOf(call.db, profile.id)
  return { email_verified, count: email_verified ? await countGuestOrders(call.db, email) : 0 }
}

export async function claimOwnGuestOrders(call: RequestContext) {
  const { profile } = await requireSession(call)
  return call.db.transaction(async (tx) => {
    const { id, email, email_verified } = await profileOf(tx, profile.id)
    if (!email_verified) throw errors.NOT_CONFIRMED()
    return { count: await claimGuestOrders(tx, { user_id: id, email }) }
  })
}
