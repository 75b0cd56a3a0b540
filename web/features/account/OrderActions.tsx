import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Order } from '#contract/orders.ts'
import { errorMessage } from '../../lib/errors.ts'
import { Button, buttonStyle } from '../../ui/Button.tsx'
import { toast } from '../../ui/toast.ts'

export type OrderActionsProps = {
  order: Order
  onOrderAgain: (order: Order) => Promise<void>
  /** A way to pay, for an order that still can be paid. */
  payNow: (order: Order) => ReactNode
}

export function OrderActions({ order, onOrderAgain, payNow }: OrderActionsProps) {
  const again = useMutation({
    mutationFn: () => onOrderAgain(order),
    onError: (error) => toast.error(errorMessage(error)),
  })
  return (
    <div className="flex flex-wrap gap-3">
      {payNow(order)}
      <Button look="outline" busy={again.isPending} onClick={() => again.mutate()}>
        Order again
      </Button>
      {order.completed_at && (
        <a
          href={`/api/orders/${order.id}/invoice`}
          download
          className={buttonStyle({ look: 'outline' })}
        >
          Download invoice
        </a>
      )}
    </div>
  )
}
