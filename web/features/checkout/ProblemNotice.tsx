import { useEffect, useRef } from 'react'
import { formatMoney } from '../../lib/format.ts'
import { CheckoutProblem } from './checkout-problem.ts'
import { Notice } from './Notice.tsx'

export type Told = {
  error: unknown
  /** The products that a refusal was about, as the cart called them. */
  names: readonly string[]
  /** An unpaid order of the same shopper may be what holds them. */
  hasOpenOrder: boolean
}

/** What went wrong on the way to the payment page, what that means, and what to do. */
export function ProblemNotice({ told }: { told: Told | null }) {
  const box = useRef<HTMLDivElement>(null)
  // On a phone it may come up outside of what is seen.
  useEffect(() => {
    if (told) box.current?.scrollIntoView({ block: 'nearest' })
  }, [told])
  return (
    <div ref={box} role="alert" className="scroll-mt-20 empty:hidden">
      {told && (
        <Notice tone={isChange(told.error) ? 'change' : 'problem'} title={titleOf(told.error)}>
          {explain(told)}
        </Notice>
      )}
    </div>
  )
}

const CHANGES = ['TOTAL_CHANGED', 'OUT_OF_STOCK', 'COUPON_NOT_VALID', 'COUPON_USED_UP']

const codeOf = (error: unknown) => (error instanceof CheckoutProblem ? error.code : null)
const isChange = (error: unknown) => CHANGES.includes(codeOf(error) ?? '')
const titleOf = (error: unknown) => (error instanceof Error ? error.message : 'Please try again')

function explain({ error, names, hasOpenOrder }: Told) {
  if (!(error instanceof CheckoutProblem)) return 'Please contact us, or try again later.'
  switch (error.code) {
    case 'OUT_OF_STOCK': {
      const which = names.length > 0 ? `${names.join(', ')}: ` : ''
      if (hasOpenOrder) {
        return `${which}your unpaid order may still hold them. Continue with its payment, or try again once it is released.`
      }
      return `${which}somebody was faster, or an unpaid order of yours holds them. Please check your order and place it again.`
    }
    case 'TOTAL_CHANGED': {
      const total = error.total === null ? '' : `Your new total is ${formatMoney(error.total)}. `
      return `${total}Nothing was charged. If you agree, place your order again.`
    }
    case 'COUPON_NOT_VALID':
    case 'COUPON_USED_UP':
      return 'It was taken off your order. If you agree with the new total, place your order again.'
  }
  if (error.stage === 'link') {
    return 'Your order is saved and nothing was charged. Try again in a moment: it stays the same order.'
  }
  return 'Nothing was charged, and everything you typed is still here.'
}
