import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useEffect, useState } from 'react'
import type { Profile } from '#contract/accounts.ts'
import { api } from '../../lib/api.ts'
import { formatMoney } from '../../lib/format.ts'
import { Checkbox, Form } from '../../ui/Field.tsx'
import { AddressFields } from './AddressFields.tsx'
import { trimAddress } from './address-rules.ts'
import type { CheckoutCart } from './CheckoutPage.tsx'
import { CheckoutSummary } from './CheckoutSummary.tsx'
import { CheckoutProblem } from './checkout-problem.ts'
import { readDraft, writeDraft } from './draft.ts'
import { GuestBanner } from './GuestBanner.tsx'
import { OpenOrderNotice } from './OpenOrderNotice.tsx'
import { useOpenOrder } from './open-order.ts'
import type { Told } from './ProblemNotice.tsx'
import { placeAndLink } from './place-and-link.ts'
import { SecureNotice } from './SecureNotice.tsx'
import { useAddressForm } from './use-address-form.ts'
import { useCoupon } from './use-coupon.ts'
import { toastProblem, useAssertConfigured, useRefreshAfter, useWayToPay } from './way-to-pay.ts'

const FORM_ID = 'checkout'

type CheckoutProps = { cart: CheckoutCart; profile: Profile | null }

export function Checkout({ cart, profile }: CheckoutProps) {
  const user_id = profile?.id ?? null
  const { form } = useAddressForm(profile)
  const [consent, setConsent] = useState(false)
  const [keptCode] = useState(() => readDraft(user_id).coupon_code)
  const coupon = useCoupon(cart.items, {
    code: keptCode,
    onCode: (coupon_code) => writeDraft(user_id, { coupon_code }),
  })
  const { applied } = coupon
  const total = applied?.total ?? cart.total
  const open = useOpenOrder()
  const { told, tell } = useTellProblem(cart, open.order !== null)
  useFreshPrices(cart.total, applied?.subtotal ?? cart.total)
  const { isBusy, go } = useWayToPay({ onProblem: tell })
  const assertConfigured = useAssertConfigured()

  const placeOrder = form.handleSubmit((address) => {
    if (coupon.isChecking) return
    tell(null)
    return go(async () => {
      if (total > 0) await assertConfigured()
      return placeAndLink({
        user_id,
        items: cart.items,
        coupon_code: applied?.code ?? null,
        address: trimAddress(address),
        total,
        marketing_consent: consent && !profile,
      })
    })
  })
  const onSubmit = (event: FormEvent) => void placeOrder(event)

  return (
    <div className="mt-8 grid items-start gap-x-16 gap-y-12 lg:grid-cols-[minmax(0,1fr)_25rem]">
      <div className="grid gap-8">
        <TotalOnPhone cart={cart} total={total} />
        {open.order && <OpenOrderNotice order={open.order} profile={profile} />}
        {!profile && <GuestBanner />}
        <Form id={FORM_ID} onSubmit={onSubmit} className="grid gap-10">
          <section aria-labelledby="shipping" className="grid gap-5">
            <h2 id="shipping" className="text-2xl">
              Shipping details
            </h2>
            <AddressFields form={form} />
            {!profile && (
              <Checkbox
                checked={consent}
                onChange={(event) => setConsent(event.target.checked)}
                label="Send me skincare tips and offers by email. I can unsubscribe at any time."
              />
            )}
          </section>
          <SecureNotice />
        </Form>
      </div>
      <CheckoutSummary
        cart={cart}
        coupon={coupon}
        typedCode={keptCode}
        told={told}
        changes={cart.changes}
        formId={FORM_ID}
        isBusy={isBusy}
      />
    </div>
  )
}

/** The server counts with its own prices; when the cart has others, it must be told. */
function useFreshPrices(shown: number, counted: number) {
  const queryClient = useQueryClient()
  useEffect(() => {
    if (shown === counted) return
    void queryClient.invalidateQueries({ queryKey: api.cart.prices.key() })
  }, [shown, counted, queryClient])
}

/** The summary comes last on a phone; what it comes to is told first. */
function TotalOnPhone({ cart, total }: { cart: CheckoutCart; total: number }) {
  return (
    <a
      href="#order-summary"
      className="-mb-2 flex items-baseline justify-between gap-4 border-line border-y py-3.5 lg:hidden"
    >
      <span className="text-quiet">
        Your order ({cart.itemCount} {cart.itemCount === 1 ? 'item' : 'items'})
      </span>
      <span className="font-display text-xl tabular-nums">{formatMoney(total)}</span>
    </a>
  )
}

/** Says what went wrong, and brings the page up to date with what the server knows. */
function useTellProblem({ items }: CheckoutCart, hasOpenOrder: boolean) {
  const [told, setTold] = useState<Told | null>(null)
  const refreshAfter = useRefreshAfter()
  const tell = (error: unknown) => {
    if (error === null) return setTold(null)
    const ids = error instanceof CheckoutProblem ? error.product_ids : []
    const names = items.filter(({ id }) => ids.includes(id)).map(({ name }) => name)
    setTold({ error, names, hasOpenOrder })
    toastProblem(error)
    void refreshAfter(error)
  }
  return { told, tell }
}
