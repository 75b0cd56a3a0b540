import { useQueryClient } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { useSession } from '../../lib/session.ts'
import type { ButtonLook } from '../../ui/Button.tsx'
import { Button } from '../../ui/Button.tsx'
import { inStage } from './checkout-problem.ts'
import { linkToPayAgain } from './place-and-link.ts'
import { toastProblem, useWayToPay } from './way-to-pay.ts'

type PayAgainButtonProps = ButtonLook & {
  order_id: string
  /** The secret of a guest's link. */
  orderKey?: string
  label: string
}

/** Back to the payment page with the same order; nothing is ordered twice. */
export function PayAgainButton({ order_id, orderKey, label, ...look }: PayAgainButtonProps) {
  const { profile } = useSession()
  const queryClient = useQueryClient()
  const { isBusy, go } = useWayToPay({ onProblem: toastProblem })

  const pay = () =>
    go(async () => {
      const reading = queryClient.fetchQuery({
        ...api.orders.get.queryOptions({ input: { id: order_id, key: orderKey } }),
        staleTime: 0,
        retry: false,
      })
      return linkToPayAgain(await inStage('link', reading), { profile, key: orderKey })
    })
  return (
    <Button {...look} busy={isBusy} onClick={pay}>
      {isBusy ? 'Redirecting to secure payment...' : label}
    </Button>
  )
}
