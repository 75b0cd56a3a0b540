import { Landmark, LockKeyhole, type LucideIcon, Store } from 'lucide-react'
import type { Quote } from '#contract/orders.ts'
import { isByHand, PAYMENT_METHOD_NAMES, type PaymentMethod } from '#contract/payment-methods.ts'

type Offered = Quote['payment_methods'][number]

const ICONS: Record<PaymentMethod, LucideIcon> = {
  card: LockKeyhole,
  pick_up: Store,
  bank_transfer: Landmark,
}

const SECURE_TEXT =
  'Next you pay by card on the encrypted page of our payment provider, Clover. We never see or store your card number.'

const within = (days: number | null) => (days === 1 ? 'until tomorrow' : `within ${days} days`)

function textOf({ id, days }: Offered) {
  if (id === 'pick_up') return `You pay when you come for your order, ${within(days)}.`
  if (id === 'bank_transfer')
    return `You transfer the amount ${within(days)}. Next you see our bank details, and you get them by mail.`
  return SECURE_TEXT
}

type PaymentMethodsProps = {
  quote: Quote | undefined
  /** Chosen by the shopper; what is no longer offered gives way to the first. */
  chosen: PaymentMethod
  onChoose: (method: PaymentMethod) => void
}

/** The method that an order is placed with now. */
export function currentMethod(quote: Quote | undefined, chosen: PaymentMethod): PaymentMethod {
  const offered = quote?.payment_methods.map(({ id }) => id) ?? []
  return offered.includes(chosen) ? chosen : (offered[0] ?? 'card')
}

/** A choice in shops that take more than cards; else what happens next. */
export function PaymentMethods({ quote, chosen, onChoose }: PaymentMethodsProps) {
  const offered = quote?.payment_methods ?? []
  if (!offered.some(({ id }) => isByHand(id))) return <SecureNotice />
  const current = currentMethod(quote, chosen)
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-4 font-display text-2xl">Payment</legend>
      {offered.map((method) => {
        const Icon = ICONS[method.id]
        return (
          <label
            key={method.id}
            className="flex min-h-14 cursor-pointer items-start gap-3.5 rounded-card border border-line bg-paper px-5 py-4 has-checked:border-rose has-checked:ring-1 has-checked:ring-rose"
          >
            <input
              type="radio"
              name="payment-method"
              value={method.id}
              checked={method.id === current}
              onChange={() => onChoose(method.id)}
              className="mt-1 size-4 shrink-0 accent-rose"
            />
            <span className="grid min-w-0 flex-1 gap-0.5">
              <span className="font-medium">{PAYMENT_METHOD_NAMES[method.id]}</span>
              <span className="text-quiet text-sm leading-relaxed">{textOf(method)}</span>
            </span>
            <Icon
              aria-hidden="true"
              className="mt-0.5 size-5 shrink-0 text-leaf"
              strokeWidth={1.7}
            />
          </label>
        )
      })}
    </fieldset>
  )
}

function SecureNotice() {
  return (
    <section aria-labelledby="secure-payment" className="grid gap-4">
      <h2 id="secure-payment" className="text-2xl">
        Payment
      </h2>
      <div className="flex gap-4 rounded-card border border-line bg-paper p-5">
        <span className="grid size-11 shrink-0 place-items-center rounded-full bg-sage text-leaf">
          <LockKeyhole aria-hidden="true" className="size-5" strokeWidth={1.8} />
        </span>
        <div className="grid gap-1">
          <p className="font-medium">Secure payment</p>
          <p className="text-[0.9375rem] text-quiet leading-relaxed">{SECURE_TEXT}</p>
        </div>
      </div>
    </section>
  )
}
