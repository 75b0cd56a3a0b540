import { COUNTRY_CODES, countryName, STATES } from '#contract/places.ts'
import { EVERYWHERE_ELSE } from '#contract/shipping.ts'

export function placeName(place: string): string {
  if (place === EVERYWHERE_ELSE) return 'Everywhere else'
  const [country = '', state] = place.split('-')
  return (state && STATES[country]?.[state]) || countryName(country)
}

const byName = (one: string, other: string) => placeName(one).localeCompare(placeName(other), 'en')

const statesOf = (country: string) =>
  Object.keys(STATES[country] ?? {}).map((state) => `${country}-${state}`)

/** What a zone can be made of. */
export const PLACE_GROUPS: readonly { label: string; places: readonly string[] }[] = [
  { label: 'The rest', places: [EVERYWHERE_ELSE] },
  { label: 'Countries', places: COUNTRY_CODES.toSorted(byName) },
  { label: 'States of the United States', places: statesOf('US') },
  { label: 'Provinces of Canada', places: statesOf('CA') },
]
