import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { UserRound } from 'lucide-react'
import { type FormEvent, useEffect, useState } from 'react'
import type { Profile } from '#contract/accounts.ts'
import { subtotalOf } from '#contract/money.ts'
import { isByHand, type PaymentMethod } from '#contract/payment-methods.ts'
import { api } from '../../lib/api.ts'
import { useHydrated } from '../../lib/hydration.ts'
import { useMoney } from '../../lib/money.ts'
import { useQuote } from '../../lib/quote.ts'
import { useSession } from '../../lib/session.ts'
import { publish } from '../../lib/shop-events.ts'
import { Skeleton } from '../../ui/Feedback.tsx'
import { Checkbox, Form } from '../../ui/Field.tsx'
import { AddressFields, useAddressForm, useServedPlaces } from './AddressForm.tsx'
import { trimAddress } from './address-rules.ts'
import { type CheckoutCart, CheckoutSummary, type ShownError } from './CheckoutSummary.tsx'
import { useCoupon } from './Coupon.tsx'
import { readDraft, writeDraft } from './checkout-storage.ts'
import {
  showCheckoutError,
  UnpaidOrderBanner,
  usePaymentRedirect,
  useRefreshAfterRefusal,
  useUnpaidOrder,
} from './PaymentButtons.tsx'
import { currentMethod, PaymentMethods } from './PaymentMethods.tsx'
import { CheckoutError, placeOrder } from './place-order.ts'
import { ShippingMethods } from './ShippingMethods.tsx'

const WHOLE = 'sm:col-span-2'
const WIDTHS = [WHOLE, WHOLE, WHOLE, '', '', '', '']

function CheckoutSkeleton() {
  return (
    <div
      role="status"
      className="mt-8 grid items-start gap-x-16 gap-y-12 lg:grid-cols-[minmax(0,1fr)_25rem]"
    >
      <span className="sr-only">Loading your order...</span>
      <noscript>
        <p className="py-6">The checkout needs JavaScript. Please switch it on to order.</p>
      </noscript>
      <div className="grid gap-8">
        <Skeleton className="h-20" />
        <div className="grid gap-5 sm:grid-cols-2">
          {WIDTHS.map((width, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: they never change.
            <Skeleton key={index} className={`h-17 ${width}`} />
          ))}
        </div>
      </div>
      <Skeleton className="h-130" />
    </div>
  )
}

const GUEST_LINK =
  'font-medium text-rose underline decoration-rose/35 underline-offset-4 hover:decoration-rose'

function GuestBanner() {
  return (
    <aside
      aria-label="Account"
      className="flex gap-3.5 rounded-card bg-sage px-5 py-4 text-[0.9375rem] leading-relaxed"
    >
      <UserRound aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-leaf" />
      <p>
        You are checking out as a guest.{' '}
        <a href="/auth?redirect=/checkout" className={GUEST_LINK}>
          Create an account
        </a>{' '}
        or{' '}
        <a href="/auth?mode=signin&redirect=/checkout" className={GUEST_LINK}>
          sign in
        </a>{' '}
        to follow your orders.
      </p>
    </aside>
  )
}

/** On a phone the summary comes last, so the total is shown first. */
function TotalOnPhone({ cart, total }: { cart: CheckoutCart; total: number }) {
  const formatMoney = useMoney()
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

/** Shows a failed checkout and refreshes what the server refused. */
function useCheckoutError({ items }: CheckoutCart, hasUnpaidOrder: boolean) {
  const [shown, setShown] = useState<ShownError | null>(null)
  const refreshAfterRefusal = useRefreshAfterRefusal()
  const showError = (error: unknown) => {
    const ids = error instanceof CheckoutError ? error.product_ids : []
    const names = items.filter(({ id }) => ids.includes(id)).map(({ name }) => name)
    setShown({ error, names, hasUnpaidOrder })
    showCheckoutError(error)
    void refreshAfterRefusal(error)
  }
  return { shown, showError, clearError: () => setShown(null) }
}

const TYPING_PAUSE_MS = 300

/** What was typed, once the typing pauses. */
function useDebounced(typed: string) {
  const [debounced, setDebounced] = useState(typed)
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(typed), TYPING_PAUSE_MS)
    return () => clearTimeout(timer)
  }, [typed])
  return debounced
}

/** A quote is priced by the server: if it differs, the prices of the cart are outdated. */
function useCurrentPrices(shown: number, priced: number) {
  const queryClient = useQueryClient()
  useEffect(() => {
    if (shown === priced) return
    void queryClient.invalidateQueries({ queryKey: api.cart.prices.key() })
  }, [shown, priced, queryClient])
}

const FORM_ID = 'checkout'

type CheckoutProps = { cart: CheckoutCart; profile: Profile | null }

function Checkout({ cart, profile }: CheckoutProps) {
  const user_id = profile?.id ?? null
  const { form } = useAddressForm(profile)
  // biome-ignore lint/correctness/useExhaustiveDependencies: begun once, with what the cart has then.
  useEffect(() => publish({ type: 'checkout', items: cart.items }), [])
  const { countries, isByZip } = useServedPlaces(form)
  const [methodId, setMethodId] = useState<string | null>(null)
  const [payment, setPayment] = useState<PaymentMethod>('card')
  const [country, state, typedZip] = form.watch(['country', 'state', 'zipCode'])
  const zipCode = useDebounced(typedZip)
  const delivery = countries
    ? {
        destination: { country, state, ...(isByZip && { zipCode }) },
        shipping_method_id: methodId,
      }
    : undefined
  const [consent, setConsent] = useState(false)
  const [savedCode] = useState(() => readDraft(user_id).coupon_code)
  const coupon = useCoupon(cart.items, delivery, {
    code: savedCode,
    onChange: (coupon_code) => writeDraft(user_id, { coupon_code }),
  })
  const { applied } = coupon
  const plain = useQuote(cart.items, { delivery, enabled: !applied })
  const charges = applied ?? plain.charges
  const quote = applied ?? plain.quote
  const payment_method = currentMethod(quote, payment)
  const isTypingZip = isByZip && zipCode !== typedZip
  const isChecking = coupon.isChecking || plain.isChanging || isTypingZip
  const unpaid = useUnpaidOrder()
  const { shown, showError, clearError } = useCheckoutError(cart, unpaid.order !== null)
  useCurrentPrices(subtotalOf(cart.items), charges.subtotal)
  const { isBusy, redirect } = usePaymentRedirect({ onError: showError })

  const submit = form.handleSubmit((address) => {
    if (isChecking || quote?.missing || quote?.tax_destination === 'missing') return
    clearError()
    return redirect(() =>
      placeOrder({
        user_id,
        items: cart.items,
        coupon_code: charges.coupon_code,
        address: trimAddress(address),
        total: charges.total,
        shipping_method_id: quote?.shipping_method_id ?? null,
        payment_method,
        marketing_consent: consent && !profile,
      }),
    )
  })
  const onSubmit = (event: FormEvent) => void submit(event)

  return (
    <div className="mt-8 grid items-start gap-x-16 gap-y-12 lg:grid-cols-[minmax(0,1fr)_25rem]">
      <div className="grid gap-8">
        <TotalOnPhone cart={cart} total={charges.total} />
        <UnpaidOrderBanner />
        {!profile && <GuestBanner />}
        <Form label="Checkout" id={FORM_ID} onSubmit={onSubmit} className="grid gap-10">
          <section aria-labelledby="shipping" className="grid gap-5">
            <h2 id="shipping" className="text-2xl">
              Shipping details
            </h2>
            <AddressFields form={form} countries={countries} />
            {!profile && <Consent checked={consent} onChange={setConsent} />}
          </section>
          <ShippingMethods quote={quote} chosen={methodId} onChoose={setMethodId} />
          <PaymentMethods quote={quote} chosen={payment} onChoose={setPayment} />
        </Form>
      </div>
      <CheckoutSummary
        cart={cart}
        charges={charges}
        coupon={coupon}
        savedCode={savedCode}
        error={shown}
        formId={FORM_ID}
        isChecking={isChecking}
        isBusy={isBusy}
        isByHand={isByHand(payment_method)}
      />
    </div>
  )
}

type ConsentProps = { checked: boolean; onChange: (checked: boolean) => void }

/** In the owner's words; nobody can agree before they are there. */
function Consent({ checked, onChange }: ConsentProps) {
  const { data } = useQuery(api.shop_texts.list.queryOptions({ input: { keys: ['consent'] } }))
  const sentence = data?.[0]?.text
  if (!sentence) return null
  return (
    <Checkbox
      checked={checked}
      onChange={(event) => onChange(event.target.checked)}
      label={sentence}
    />
  )
}

/** Leads to the cart, or to the unpaid order that holds the last of what was in it. */
function LeaveEmptyCheckout({ hadItems }: { hadItems: boolean }) {
  const navigate = useNavigate()
  const { order, isLoading } = useUnpaidOrder()
  useEffect(() => {
    if (hadItems && isLoading) return
    if (hadItems && order) {
      void navigate({ to: '/order/$id', params: { id: order.id }, replace: true })
    } else {
      void navigate({ to: '/cart', replace: true })
    }
  }, [hadItems, isLoading, order, navigate])
  return <CheckoutSkeleton />
}

/** A skeleton until the browser has read the cart and the session. */
export function CheckoutPage({ cart }: { cart: CheckoutCart }) {
  const { status, profile } = useSession()
  const isReady = useHydrated() && status !== 'loading'
  const [hadItems, setHadItems] = useState(false)
  if (cart.items.length > 0 && !hadItems) setHadItems(true)
  return (
    <div className="page pt-10 pb-20 lg:pt-14">
      <h1 className="text-title">Checkout</h1>
      {isReady && cart.items.length > 0 && (
        <Checkout key={profile?.id} cart={cart} profile={profile} />
      )}
      {isReady && cart.items.length === 0 && <LeaveEmptyCheckout hadItems={hadItems} />}
      {!isReady && <CheckoutSkeleton />}
    </div>
  )
}
