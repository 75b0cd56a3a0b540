import { checkoutAttempts, expressAttempts } from './attempt.ts'
import { forThisBrowser, kept } from './kept.ts'

const MOST_KEPT = 50
const store = kept('paid-orders', forThisBrowser)

/**
 * The order is paid, so the next one is a new attempt. True the first time that this browser hears of it: only
 * then does anything leave the cart, or a reload would take what was put there since.
 */
export function finishCheckout(order_id: string): boolean {
  for (const attempts of [checkoutAttempts, expressAttempts]) {
    if (attempts.orderId() === order_id) attempts.forget()
  }
  const stored = store.read()
  const known: unknown[] = Array.isArray(stored) ? stored : []
  if (known.includes(order_id)) return false
  store.write([order_id, ...known].slice(0, MOST_KEPT))
  return true
}
