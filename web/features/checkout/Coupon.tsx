import { useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { BadgeCheck, X } from 'lucide-react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { Quote } from '#contract/orders.ts'
import { api } from '../../lib/api.ts'
import { useMoney } from '../../lib/money.ts'
import { type Delivery, isByDestination, linesOf } from '../../lib/quote.ts'
import { Button } from '../../ui/Button.tsx'
import { Field, Form, Input } from '../../ui/Field.tsx'
import { type CheckoutItem, refusalOf } from './place-order.ts'

const NOT_CHECKED = 'We could not check this code. Please try again.'

export type Coupon = ReturnType<typeof useCoupon>

/** The coupon of a checkout: a quote with its code, asked for again whenever the cart changes. */
export function useCoupon(
  items: readonly CheckoutItem[],
  delivery: Delivery | undefined,
  saved: { code: string; onChange: (code: string) => void },
) {
  const [code, setCode] = useState(saved.code)
  const answer = useQuery({
    ...api.orders.quote.queryOptions({
      input: { ...delivery, coupon_code: code, lines: linesOf(items) },
    }),
    // Another address or method leaves the coupon applied.
    placeholderData: (before: Quote | undefined) =>
      before?.coupon_code === code && isByDestination(before) ? before : undefined,
    enabled: code !== '' && items.length > 0,
    retry: false,
  })
  const change = (next: string) => {
    setCode(next)
    saved.onChange(next)
  }
  const isChecking = answer.isFetching
  const isShown = !isChecking || answer.isPlaceholderData
  return {
    isChecking,
    applied: code !== '' && isShown && answer.data && !answer.error ? answer.data : null,
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

export function CouponBox({ coupon, typed }: { coupon: Coupon; typed: string }) {
  const [code, setCode] = useState(typed)
  const { applied } = coupon
  const focus = useFocusAfterSwitch(applied !== null)

  const apply = (event: FormEvent) => {
    event.preventDefault()
    if (coupon.isChecking) return
    focus.follow()
    coupon.apply(code)
  }
  const remove = () => {
    setCode('')
    focus.follow()
    coupon.remove()
  }
  return (
    <div ref={focus.box}>
      <AppliedCoupon applied={applied} onRemove={remove} />
      {!applied && (
        <Form label="Coupon" onSubmit={apply} className="flex items-start gap-2.5">
          <Field label="Coupon code" error={coupon.problem ?? undefined} className="min-w-0 flex-1">
            <Input
              value={code}
              onChange={(event) => setCode(event.target.value)}
              maxLength={50}
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              className="uppercase"
            />
          </Field>
          <Button
            type="submit"
            look="outline"
            size="narrow"
            busy={coupon.isChecking}
            className="mt-6.5"
          >
            Apply
          </Button>
        </Form>
      )}
    </div>
  )
}

type AppliedCouponProps = { applied: Coupon['applied']; onRemove: () => void }

/** The status element exists before it has text, or screen readers would not announce it. */
function AppliedCoupon({ applied, onRemove }: AppliedCouponProps) {
  const formatMoney = useMoney()
  return (
    <div
      className={clsx(
        applied &&
          'flex animate-appear items-center gap-3 rounded-field bg-leaf-tint py-2 pr-2 pl-3.5 text-leaf',
      )}
    >
      {applied && <BadgeCheck aria-hidden="true" className="size-5 shrink-0" />}
      <div role="status" className="min-w-0 flex-1 text-[0.9375rem] leading-snug">
        {applied && (
          <>
            <p className="break-words font-semibold">{applied.coupon_code}</p>
            <p className="text-sm">Coupon applied! You saved {formatMoney(applied.discount)}</p>
          </>
        )}
      </div>
      {applied && (
        <button
          type="button"
          aria-label={`Remove coupon ${applied.coupon_code}`}
          onClick={onRemove}
          className="grid size-11 shrink-0 place-items-center rounded-full transition-colors hover:bg-leaf/10"
        >
          <X aria-hidden="true" className="size-4" />
        </button>
      )}
    </div>
  )
}

/** The field and the applied coupon replace each other: the focus moves to the new one. */
function useFocusAfterSwitch(isApplied: boolean) {
  const box = useRef<HTMLDivElement>(null)
  const follows = useRef(false)
  const before = useRef(isApplied)
  useEffect(() => {
    if (before.current === isApplied) return
    before.current = isApplied
    const lost = document.activeElement === document.body
    if (follows.current && lost) box.current?.querySelector<HTMLElement>('input, button')?.focus()
    follows.current = false
  }, [isApplied])
  const follow = () => {
    follows.current = true
  }
  return { box, follow }
}
