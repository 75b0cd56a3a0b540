import { Truck } from 'lucide-react'
import type { Quote } from '#contract/orders.ts'
import { useMoney } from '../../lib/money.ts'

type ShippingMethodsProps = {
  quote: Quote | undefined
  /** Chosen by the shopper; shown at once, while its quote is on the way. */
  chosen: string | null
  onChoose: (id: string) => void
}

/** Shown in shops that charge shipping: how the parcel can travel, the first one chosen. */
export function ShippingMethods({ quote, chosen, onChoose }: ShippingMethodsProps) {
  const formatMoney = useMoney()
  if (!quote || (quote.missing === null && quote.shipping_methods.length === 0)) return null
  const isOffered = quote.shipping_methods.some(({ id }) => id === chosen)
  const current = isOffered ? chosen : quote.shipping_method_id
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-4 font-display text-2xl">Shipping method</legend>
      {quote.missing === 'destination' && (
        <p className="flex gap-3 rounded-card border border-line bg-paper p-5 text-quiet">
          <Truck aria-hidden="true" className="mt-0.5 size-5 shrink-0" strokeWidth={1.7} />
          Choose your country and state to see what shipping costs.
        </p>
      )}
      {quote.missing === 'not-served' && (
        <p role="alert" className="rounded-card bg-danger-tint px-5 py-4 text-danger">
          We do not deliver this order to your address yet.
        </p>
      )}
      {quote.shipping_methods.map((method) => (
        <label
          key={method.id}
          className="flex min-h-14 cursor-pointer items-start gap-3.5 rounded-card border border-line bg-paper px-5 py-4 has-checked:border-rose has-checked:ring-1 has-checked:ring-rose"
        >
          <input
            type="radio"
            name="shipping-method"
            value={method.id}
            checked={method.id === current}
            onChange={() => onChoose(method.id)}
            className="mt-1 size-4 shrink-0 accent-rose"
          />
          <span className="grid min-w-0 flex-1 gap-0.5">
            <span className="font-medium">{method.name}</span>
            {method.delivery_time && (
              <span className="text-quiet text-sm">{method.delivery_time}</span>
            )}
            {method.pickup && (
              <span className="text-quiet text-sm">
                {[method.pickup.address, method.pickup.hours].filter(Boolean).join(' · ')}
              </span>
            )}
          </span>
          <span className="tabular-nums">
            {method.price > 0 ? formatMoney(method.price) : 'Free'}
          </span>
        </label>
      ))}
    </fieldset>
  )
}
