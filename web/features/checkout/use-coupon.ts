import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../lib/api.ts'
import { refusalOf } from './checkout-problem.ts'
import { type CheckoutItem, linesOf } from './place-and-link.ts'

const NOT_CHECKED = 'We could not check this code. Please try again.'

export type Coupon = ReturnType<typeof useCoupon>

/** The coupon of a checkout. What it saves is asked anew whenever the cart changes. */
export function useCoupon(
  items: readonly CheckoutItem[],
  kept: { code: string; onCode: (code: string) => void },
) {
  const [code, setCode] = useState(kept.code)
  const answer = useQuery({
    ...api.coupons.validate.queryOptions({ input: { code, lines: linesOf(items) } }),
    enabled: code !== '' && items.length > 0,
    retry: false,
  })
  const change = (next: string) => {
    setCode(next)
    kept.onCode(next)
  }
  const isChecking = answer.isFetching
  return {
    isChecking,
    applied: code !== '' && !isChecking && answer.data && !answer.error ? answer.data : null,
    problem: isChecking || !answer.error ? null : (refusalOf(answer.error)?.message ?? NOT_CHECKED),
    /** A blank code is ignored. */
    apply(typed: string) {
      const next = typed.trim().toUpperCase()
      if (next === '') return
      if (next === code) void answer.refetch()
      else change(next)
    },
    remove: () => change(''),
  }
}
