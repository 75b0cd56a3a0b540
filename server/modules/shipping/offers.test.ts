import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { STATES } from '#contract/places.ts'
import { METHOD_KINDS, type ShippingZone } from '#contract/shipping.ts'
import { countriesServed, missingForFree, offersFor } from './offers.ts'

type Method = ShippingZone['methods'][number]

const method = (given: Partial<Method> = {}): Method => ({
  id: randomUUID(),
  name: 'Standard',
  delivery_time: '3 to 5 days',
  kind: 'flat',
  price: 5.99,
  free_from: null,
  steps: [],
  pickup_address: '',
  pickup_hours: '',
  active: true,
  ...given,
})

const zone = (places: string[], methods: Method[] = [method()], name = places.join()) => ({
  name,
  places,
  methods,
})

const parcel = { cents: 2000, grams: 300 }
const boston = { country: 'United States', state: 'MA' }

test('without zones nothing is charged and any address is taken', () => {
  expect(offersFor([], boston, parcel)).toBeNull()
  expect(countriesServed([])).toBeNull()
})

test('a state counts more than its country, a country more than everywhere else', () => {
  const zones = [
    zone(['*'], [method({ name: 'World' })]),
    zone(['US'], [method({ name: 'Country' })]),
    zone(['US-MA', 'CA-ON'], [method({ name: 'State' })]),
  ]
  const nameAt = (country: string, state: string) =>
    offersFor(zones, { country, state }, parcel)?.offers[0]?.name
  expect(nameAt('United States', 'MA')).toBe('State')
  expect(nameAt('usa', 'massachusetts')).toBe('State')
  expect(nameAt('Canada', 'Ontario')).toBe('State')
  expect(nameAt('United States', 'NY')).toBe('Country')
  expect(nameAt('Germany', 'Berlin')).toBe('World')
})

test.each([
  ['no country', { country: ' ', state: '' }, 'destination'],
  ['no state where zones are states', { country: 'United States', state: '' }, 'destination'],
  ['another state', { country: 'United States', state: 'NY' }, 'not-served'],
  ['another country', { country: 'France', state: '' }, 'not-served'],
  ['no country at all', { country: 'Narnia', state: '' }, 'not-served'],
])('%s: %o is %s', (_, destination, missing) => {
  expect(offersFor([zone(['US-MA'])], destination, parcel)).toEqual({ missing, offers: [] })
})

test('the cheapest comes first and pick-up last; what is off or too light for the parcel is not offered', () => {
  const steps = [
    { up_to_grams: 250, price: 3 },
    { up_to_grams: 1000, price: 4.5 },
  ]
  const zones = [
    zone(
      ['US'],
      [
        method({ name: 'Express', price: 12 }),
        method({ name: 'Off', price: 1, active: false }),
        method({ name: 'Letter', kind: 'weight', steps: steps.slice(0, 1) }),
        method({ name: 'Parcel', kind: 'weight', steps }),
        method({ name: 'Shop', kind: 'pickup', pickup_address: '1 Row', pickup_hours: '9 to 5' }),
      ],
    ),
  ]
  const offers = offersFor(zones, boston, parcel)?.offers ?? []
  expect(offers.map(({ name, cents }) => [name, cents])).toEqual([
    ['Parcel', 450],
    ['Express', 1200],
    ['Shop', 0],
  ])
  expect(offers[2]?.pickup).toEqual({ address: '1 Row', hours: '9 to 5' })
})

test('delivery is free from the amount on, and the cart knows what is missing for it', () => {
  const zones = [zone(['US'], [method({ free_from: 50 })], 'Home'), zone(['*'])]
  const priceAt = (cents: number) => offersFor(zones, boston, { cents, grams: 0 })?.offers[0]?.cents
  expect([priceAt(4999), priceAt(5000)]).toEqual([599, 0])
  expect(missingForFree(zones, null, { cents: 3800, grams: 0 })).toEqual({
    cents: 1200,
    zone: 'Home',
  })
  expect(missingForFree(zones, boston, { cents: 5000, grams: 0 })).toBeNull()
  expect(missingForFree(zones, { country: 'Spain', state: '' }, parcel)).toBeNull()
  expect(missingForFree(zones.slice(0, 1), null, parcel)).toEqual({ cents: 3000, zone: null })
})

test('the lists of the checkout name exactly the places that are served', () => {
  const countries = countriesServed([zone(['US-MA', 'US-NY']), zone(['FR'])])
  expect(countries).toEqual([
    { name: 'France', states: null },
    {
      name: 'United States',
      states: [
        { code: 'MA', name: 'Massachusetts' },
        { code: 'NY', name: 'New York' },
      ],
    },
  ])
  const everywhere = countriesServed([zone(['*'])]) ?? []
  expect(everywhere.length).toBeGreaterThan(200)
  const canada = everywhere.find(({ name }) => name === 'Canada')
  expect(canada?.states).toHaveLength(Object.keys(STATES.CA ?? {}).length)
})

const places = ['*', 'US', 'CA', 'FR', 'US-MA', 'US-NY', 'CA-ON']
const anyZones = fc
  .uniqueArray(fc.constantFrom(...places), { minLength: 1 })
  .chain((all) => fc.tuple(fc.constant(all), fc.array(fc.nat(2), { minLength: 7, maxLength: 7 })))
  .map(([all, rooms]) =>
    [0, 1, 2]
      .map((room) => all.filter((_, n) => rooms[n] === room))
      .filter((some) => some.length > 0)
      .map((some) => zone(some)),
  )

test('of 1,000 sets of zones, whatever the lists of the checkout offer can be delivered to', () => {
  const property = fc.property(anyZones, (zones) => {
    for (const { name: country, states } of countriesServed(zones) ?? []) {
      for (const state of states?.map(({ code }) => code) ?? ['']) {
        expect(offersFor(zones, { country, state }, parcel)?.missing).toBeNull()
      }
    }
  })
  fc.assert(property, { numRuns: 1000 })
})

const dollars = fc.integer({ min: 0, max: 20_000 }).map((cents) => cents / 100)
const grams = fc.integer({ min: 1, max: 5000 })
const anyMethods = fc.array(
  fc
    .record({
      kind: fc.constantFrom(...METHOD_KINDS),
      price: dollars,
      free_from: fc.oneof(fc.constant(null), dollars),
      steps: fc
        .uniqueArray(grams, { minLength: 1, maxLength: 4 })
        .chain((weights) =>
          fc.tuple(
            ...weights
              .toSorted((one, other) => one - other)
              .map((up_to_grams) => dollars.map((price) => ({ up_to_grams, price }))),
          ),
        ),
      active: fc.boolean(),
    })
    .map(method),
  { minLength: 1, maxLength: 5 },
)
const anyParcel = fc.record({ cents: fc.integer({ min: 0, max: 50_000 }), grams })

test('of 2,000 zones and parcels, each offer is active, light enough, in whole cents, and the cheapest delivery is first', () => {
  const property = fc.property(anyMethods, anyMethods, anyParcel, (home, world, given) => {
    const zones = [zone(['US'], home), zone(['*'], world)]
    const found = offersFor(zones, boston, given)
    const possible = home.filter(
      ({ active, kind, steps }) =>
        active && (kind !== 'weight' || steps.some((step) => step.up_to_grams >= given.grams)),
    )
    expect(found?.missing).toBe(possible.length > 0 ? null : 'not-served')
    const offers = found?.offers ?? []
    expect(offers.map(({ id }) => id).sort()).toEqual(possible.map(({ id }) => id).sort())
    expect(offers.every(({ cents }) => Number.isSafeInteger(cents) && cents >= 0)).toBe(true)
    const deliveries = offers.filter(({ pickup }) => !pickup)
    expect(offers.slice(0, deliveries.length)).toEqual(deliveries)
    expect(deliveries).toEqual(deliveries.toSorted((one, other) => one.cents - other.cents))
  })
  fc.assert(property, { numRuns: 2000 })
})
