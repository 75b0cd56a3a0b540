import { useQuery } from '@tanstack/react-query'
import type { Money } from '#contract/money.ts'
import type { ShippingRates as Rates } from '#contract/shipping.ts'
import { api } from '../../lib/api.ts'
import { useMoney } from '../../lib/money.ts'

const SHOWN_PLACES = 12

/** What shipping costs, from the settings. Nothing in a shop that sends for free. */
export function ShippingRates() {
  const formatMoney = useMoney()
  const { data: zones } = useQuery(api.shipping.rates.queryOptions())
  if (!zones?.length) return null
  return (
    <section aria-labelledby="rates" className="page pb-24">
      <div className="mx-auto grid max-w-[44rem] gap-8">
        <h2 id="rates" className="text-section">
          What shipping costs
        </h2>
        {zones.map((zone) => (
          <div key={zone.name} className="grid gap-3">
            <h3 className="text-xl">{placesText(zone.places)}</h3>
            <ul className="divide-y divide-line border-line border-y">
              {zone.methods.map((method) => (
                <li key={method.name} className="flex justify-between gap-6 py-3">
                  <span className="grid">
                    <span className="font-medium">{method.name}</span>
                    <span className="text-quiet text-sm">{detailsOf(method, formatMoney)}</span>
                  </span>
                  <span className="text-right tabular-nums">{priceOf(method, formatMoney)}</span>
                </li>
              ))}
            </ul>
          </div>
        ))}
      </div>
    </section>
  )
}

type Method = Rates['methods'][number]

function placesText(places: readonly string[]) {
  const more = places.length - SHOWN_PLACES
  const shown = places.slice(0, SHOWN_PLACES).join(', ')
  return more > 0 ? `${shown} and ${more} more` : shown
}

function detailsOf(method: Method, formatMoney: Money) {
  const { delivery_time, kind, pickup_address, pickup_hours, free_from } = method
  const pickup = kind === 'pickup' ? [pickup_address, pickup_hours] : []
  const free = kind !== 'pickup' && free_from !== null && `free from ${formatMoney(free_from)}`
  return [delivery_time, ...pickup, free].filter(Boolean).join(' · ')
}

function priceOf({ kind, price, steps }: Method, formatMoney: Money) {
  if (kind === 'pickup' || (kind === 'flat' && price === 0)) return 'Free'
  if (kind === 'flat') return formatMoney(price)
  return steps.map((step) => (
    <span key={step.up_to_grams} className="block">
      up to {weightText(step.up_to_grams)}: {formatMoney(step.price)}
    </span>
  ))
}

const weightText = (grams: number) => (grams >= 1000 ? `${grams / 1000} kg` : `${grams} g`)
