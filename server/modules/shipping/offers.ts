import { toCents } from '#contract/money.ts'
import { countryCodeOf, stateCodeOf } from '#contract/place-codes.ts'
import { COUNTRY_CODES, countryName, STATES } from '#contract/places.ts'
import { type Country, EVERYWHERE_ELSE, type ShippingZone } from '#contract/shipping.ts'

// Pure: which zone an address is in, and what its methods cost. zones.ts reads the zones.

type Zone = Pick<ShippingZone, 'name' | 'places' | 'methods'>
type Method = ShippingZone['methods'][number]

/** As typed or chosen in an address. */
export type Destination = { country: string; state: string }

/** What is in the parcel: its price after discounts, and its weight. */
export type Parcel = { cents: number; grams: number }

export type Offer = Pick<Method, 'id' | 'name' | 'delivery_time'> & {
  cents: number
  pickup: { address: string; hours: string } | null
}

export type Offers =
  | { missing: 'destination' | 'not-served'; offers: [] }
  /** The cheapest first; pick-up last, because few can come for a parcel. */
  | { missing: null; offers: Offer[] }

/** Null when the shop charges no shipping. */
export function offersFor(
  zones: readonly Zone[],
  destination: Destination | null | undefined,
  parcel: Parcel,
): Offers | null {
  if (zones.length === 0) return null
  const zone = destination ? zoneOf(zones, destination) : 'destination'
  if (typeof zone === 'string') return { missing: zone, offers: [] }
  const offers = zone.methods
    .flatMap((method) => offerOf(method, parcel) ?? [])
    .sort(
      (one, other) =>
        Number(one.pickup !== null) - Number(other.pickup !== null) || one.cents - other.cents,
    )
  return offers.length > 0 ? { missing: null, offers } : { missing: 'not-served', offers: [] }
}

function zoneOf(zones: readonly Zone[], { country, state }: Destination) {
  if (country.trim() === '') return 'destination'
  const code = countryCodeOf(country)
  if (!code) return 'not-served'
  const stateCode = stateCodeOf(code, state)
  const isByState = zones.some(({ places }) => places.some((place) => place.startsWith(`${code}-`)))
  if (isByState && state.trim() === '') return 'destination'
  const find = (place: string) => zones.find(({ places }) => places.includes(place))
  return (
    (stateCode && find(`${code}-${stateCode}`)) ||
    find(code) ||
    find(EVERYWHERE_ELSE) ||
    'not-served'
  )
}

function offerOf(method: Method, parcel: Parcel): Offer | null {
  const cents = priceOf(method, parcel)
  if (!method.active || cents === null) return null
  const { id, name, delivery_time, kind, pickup_address: address, pickup_hours: hours } = method
  return { id, name, delivery_time, cents, pickup: kind === 'pickup' ? { address, hours } : null }
}

/** Null: too heavy. */
function priceOf({ kind, price, free_from, steps }: Method, { cents, grams }: Parcel) {
  if (kind === 'pickup') return 0
  const step = steps.find(({ up_to_grams }) => grams <= up_to_grams)
  if (kind === 'weight' && !step) return null
  if (free_from !== null && cents >= toCents(free_from)) return 0
  return toCents(kind === 'weight' && step ? step.price : price)
}

/** What is missing for free delivery: to the destination, or to the first zone as long as it is not known. */
export function missingForFree(
  zones: readonly Zone[],
  destination: Destination | null | undefined,
  parcel: Parcel,
) {
  const [first] = zones
  const known = destination ? zoneOf(zones, destination) : first
  const zone = typeof known === 'string' ? first : known
  const limits = zone?.methods.flatMap(({ active, kind, free_from }) =>
    active && kind !== 'pickup' && free_from !== null ? toCents(free_from) : [],
  )
  if (!zone || !limits || limits.length === 0) return null
  const cents = Math.min(...limits) - parcel.cents
  return cents > 0 ? { cents, zone: zones.length > 1 ? zone.name : null } : null
}

/** Where the zones deliver to; null when any address is taken. */
export function countriesServed(zones: readonly Zone[]): Country[] | null {
  if (zones.length === 0) return null
  const places = new Set(zones.flatMap((zone) => zone.places))
  const isEverywhere = places.has(EVERYWHERE_ELSE)
  return COUNTRY_CODES.flatMap((code) => {
    const isWhole = isEverywhere || places.has(code)
    const states = Object.entries(STATES[code] ?? {})
      .filter(([state]) => isWhole || places.has(`${code}-${state}`))
      .map(([state, name]) => ({ code: state, name }))
    if (!isWhole && states.length === 0) return []
    return [{ name: countryName(code), states: states.length > 0 ? states : null }]
  }).sort((one, other) => one.name.localeCompare(other.name, 'en'))
}
