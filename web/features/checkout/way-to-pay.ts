import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { api } from '../../lib/api.ts'
import { toast } from '../../ui/toast.ts'
import { CheckoutProblem, inStage } from './checkout-problem.ts'

/** Goes to the payment page. It stays busy until the browser is there, and takes no second press meanwhile. */
export function useWayToPay({ onProblem }: { onProblem: (error: unknown) => void }) {
  const [isBusy, setBusy] = useState(false)
  const running = useRef(false)
  const stop = () => {
    running.current = false
    setBusy(false)
  }
  useBackFromPayment(stop)

  async function go(findWay: () => Promise<string>) {
    if (running.current) return
    running.current = true
    setBusy(true)
    try {
      location.assign(await findWay())
    } catch (error) {
      stop()
      onProblem(error)
    }
  }
  return { isBusy, go }
}

/** Whoever comes back from the payment page may find this one as it was left: busy. */
function useBackFromPayment(stop: () => void) {
  const latest = useRef(stop)
  latest.current = stop
  useEffect(() => {
    const onShow = (event: PageTransitionEvent) => {
      if (event.persisted) latest.current()
    }
    window.addEventListener('pageshow', onShow)
    return () => window.removeEventListener('pageshow', onShow)
  }, [])
}

/** Asked before an order is placed that nobody could pay. */
export function useAssertConfigured() {
  const queryClient = useQueryClient()
  return async () => {
    const status = queryClient.fetchQuery({
      ...api.clover_settings.status.queryOptions(),
      staleTime: 0,
      retry: false,
    })
    const { configured } = await inStage('order', status)
    if (!configured) throw new NotConfigured()
  }
}

export class NotConfigured extends Error {
  override readonly message = 'Clover payment is not configured'
}

const isNotConfigured = (error: unknown) =>
  error instanceof NotConfigured ||
  (error instanceof CheckoutProblem && error.code === 'NOT_CONFIGURED')

/** A notice that goes; what stays on the page is up to the screen. */
export function toastProblem(error: unknown): void {
  if (isNotConfigured(error)) {
    toast.error('Checkout unavailable', 'Clover payment is not configured')
  } else if (error instanceof CheckoutProblem) {
    toast.error(error.message)
  } else {
    toast.error('Checkout failed', 'Please try again')
  }
}

const CHANGED = ['TOTAL_CHANGED', 'OUT_OF_STOCK']
const COUPON_GONE = ['COUPON_NOT_VALID', 'COUPON_USED_UP']

/** After a refusal the page must not go on showing what the server no longer agrees with. */
export function useRefreshAfter() {
  const queryClient = useQueryClient()
  return async (error: unknown) => {
    const code = error instanceof CheckoutProblem ? error.code : null
    if (!code || ![...CHANGED, ...COUPON_GONE].includes(code)) return
    await Promise.all([
      queryClient.invalidateQueries({ queryKey: api.cart.prices.key() }),
      queryClient.invalidateQueries({ queryKey: api.coupons.validate.key() }),
    ])
  }
}
