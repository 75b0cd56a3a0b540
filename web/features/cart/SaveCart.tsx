import { useEffect, useRef } from 'react'
import { client } from '../../lib/api.ts'
import { useSession } from '../../lib/session.ts'
import { useCart } from './cart.ts'

/** Several changes in a row are one. */
const DEBOUNCE_MS = 2000

const NOTHING = '[]'

/**
 * Sends the cart of a signed-in shopper to the server, which stores it if they agreed to reminders. An empty cart is
 * sent only when it was emptied here: another device may have a full one.
 */
export function SaveCart() {
  const { profile } = useSession()
  const { items } = useCart()
  const lines = JSON.stringify(items.map(({ id, quantity }) => ({ product_id: id, quantity })))
  const sent = useRef(NOTHING)
  const isSignedIn = profile !== null
  useEffect(() => {
    if (!isSignedIn || lines === sent.current) return
    const timer = setTimeout(() => {
      sent.current = lines
      // Only a reminder depends on it, so a failure is not shown; the next change sends all of it again.
      client.cart.save({ lines: JSON.parse(lines) }).catch(() => {})
    }, DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [isSignedIn, lines])
  return null
}
