import { useSession } from '../../lib/session.ts'
import { OpenOrderNotice } from './OpenOrderNotice.tsx'
import { useOpenOrder } from './open-order.ts'

/** In the cart: an order of this tab that waits for its payment, if there is one. */
export function OpenOrder() {
  const { profile } = useSession()
  const { order } = useOpenOrder()
  return order && <OpenOrderNotice order={order} profile={profile} />
}
