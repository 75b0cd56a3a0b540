import { Refusal } from '#server/platform/refusal.ts'
import { type Call, caller } from '#server/platform/rpc.ts'
import { claimGuestOrders, countGuestOrders } from '../orders/index.ts'
import { profileOf } from './profiles.ts'

/** Whether an address has guest orders is told only to whoever proved that it is theirs. */
export async function guestOrdersOf(call: Call) {
  const { profile } = await caller(call)
  const { email, email_verified } = await profileOf(call.db, profile.id)
  return { email_verified, count: email_verified ? await countGuestOrders(call.db, email) : 0 }
}

export async function claimOwnGuestOrders(call: Call) {
  const { profile } = await caller(call)
  return call.db.transaction(async (tx) => {
    const { id, email, email_verified } = await profileOf(tx, profile.id)
    if (!email_verified) throw new Refusal('NOT_CONFIRMED', 'Please confirm your address first.')
    return { count: await claimGuestOrders(tx, { user_id: id, email }) }
  })
}
