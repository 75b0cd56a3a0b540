import { useSession } from '../../lib/session.ts'
import { Button } from '../../ui/Button.tsx'
import { toast } from '../../ui/toast.ts'
import { CheckoutProblem } from './checkout-problem.ts'
import { type CheckoutItem, linkForCart } from './place-and-link.ts'
import { toastProblem, useRefreshAfter, useWayToPay } from './way-to-pay.ts'

type ExpressCheckoutButtonProps = { items: readonly CheckoutItem[]; total: number }

/** The express way: from the cart straight to the payment page. */
export function ExpressCheckoutButton({ items, total }: ExpressCheckoutButtonProps) {
  const { profile, status } = useSession()
  const refreshAfter = useRefreshAfter()
  const { isBusy, go } = useWayToPay({
    onProblem: (error) => {
      tell(error)
      void refreshAfter(error)
    },
  })
  const start = () => go(() => linkForCart({ user_id: profile?.id ?? null, items, total }))
  return (
    <Button size="large" busy={isBusy} disabled={status === 'loading'} onClick={start}>
      {isBusy ? 'Processing...' : 'Go to Checkout'}
    </Button>
  )
}

function tell(error: unknown) {
  const isOurs = error instanceof CheckoutProblem
  if (isOurs && error.code !== 'NOT_CONFIGURED') toast.error('Checkout failed', error.message)
  else toastProblem(error)
}
