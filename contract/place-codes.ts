import { COUNTRY_CODES, countryName, STATES } from './places.ts'

const plain = (text: string) => text.trim().toLowerCase().replaceAll('.', '')

/** How people also write the names of some countries. */
const ALIASES = {
  usa: 'US',
  'united states of america': 'US',
  america: 'US',
  uk: 'GB',
  england: 'GB',
}

const COUNTRIES = new Map([
  ...COUNTRY_CODES.map((code) => [plain(code), code] as const),
  ...COUNTRY_CODES.map((code) => [plain(countryName(code)), code] as const),
  ...Object.entries(ALIASES),
])

export const countryCodeOf = (country: string) => COUNTRIES.get(plain(country))

export function stateCodeOf(country: string, state: string) {
  const typed = plain(state)
  const known = Object.entries(STATES[country] ?? {})
  return known.find(([code, name]) => plain(code) === typed || plain(name) === typed)?.[0]
}

/** Of the United States the five digits; of others letters and digits alone. */
export function zipCodeOf(country: string, zip: string) {
  const typed = zip.toUpperCase().replaceAll(/[^A-Z0-9]/g, '')
  return country === 'US' ? typed.slice(0, 5) : typed
}
