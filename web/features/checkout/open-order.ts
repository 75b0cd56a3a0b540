import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Order } from '#contract/orders.ts'
import { api } from '../../lib/api.ts'
import { checkoutAttempts, expressAttempts } from './attempt.ts'

/** An order that this tab placed earlier and that still waits for its payment. */
export function useOpenOrder() {
  const [id] = useState(() => checkoutAttempts.orderId() ?? expressAttempts.orderId())
  const { data, isLoading } = useQuery({
    ...api.orders.get.queryOptions({ input: { id: id ?? '' } }),
    enabled: id !== undefined,
    retry: false,
    staleTime: 0,
  })
  return { isLoading, order: data && isPayable(data) ? data : null }
}

export const isPayable = ({ status, completed_at, hold_until }: Order) =>
  status === 'pending' &&
  completed_at === null &&
  hold_until !== null &&
  new Date(hold_until) > new Date()
