import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../lib/api.ts'

const PAUSES_MS = [1000, 1500, 2000, 3000, 4000, 5000]
const PATIENCE_MS = 30_000

export type PaymentCheck = 'checking' | 'paid' | 'unconfirmed' | 'closed' | 'failed'

/**
 * Asks whether an order is paid, with growing pauses: the provider's notice may arrive after the shopper does.
 * After half a minute it stops asking and says so.
 */
export function usePaymentCheck(order_id: string) {
  const [round, setRound] = useState(() => ({ number: 1, since: Date.now() }))
  const isOver = () => Date.now() - round.since > PATIENCE_MS
  const answer = useQuery({
    ...api.functions.complete_payment.queryOptions({ input: { orderId: order_id } }),
    queryKey: [
      ...api.functions.complete_payment.key({ input: { orderId: order_id } }),
      round.number,
    ],
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchInterval: ({ state }) => {
      if (state.data?.state !== 'pending' || isOver()) return false
      return PAUSES_MS[Math.min(state.dataUpdateCount, PAUSES_MS.length) - 1] ?? 1000
    },
    // Shoppers look at their bank's app meanwhile.
    refetchIntervalInBackground: true,
  })
  return {
    check: resultOf(answer, isOver()),
    waited_ms: answer.data ? answer.dataUpdatedAt - round.since : 0,
    reason: answer.data?.error ?? null,
    checkAgain: () => setRound({ number: round.number + 1, since: Date.now() }),
  }
}

type Answer = { isError: boolean; isFetching: boolean; data?: { state: string } | undefined }

function resultOf({ isError, isFetching, data }: Answer, isOver: boolean): PaymentCheck {
  if (data?.state === 'paid') return 'paid'
  if (data?.state === 'closed') return 'closed'
  if (isError) return 'failed'
  return data && isOver && !isFetching ? 'unconfirmed' : 'checking'
}
