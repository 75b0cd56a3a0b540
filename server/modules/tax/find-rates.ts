import { and, eq, sql } from 'drizzle-orm'
import { countryCodeOf, stateCodeOf, zipCodeOf } from '#contract/place-codes.ts'
import { STATES } from '#contract/places.ts'
import { taxPlace } from '#contract/tax.ts'
import type { Db } from '#server/platform/database.ts'
import { tax_rates, tax_settings } from './tax.table.ts'

/** As typed or chosen in an address. */
type Destination = { country: string; state: string; zipCode?: string | undefined }

/**
 * Null when the shop takes no tax. One statement, also when it is off. The rates of a country come before those of a
 * state, and those before the ones of a ZIP code.
 */
export async function findTax(db: Db, destination: Destination | null | undefined) {
  const place = destination ? placeOf(destination) : null
  const { country, states, zips } = place ?? NOWHERE
  const rows = await db
    .select({ included: tax_settings.prices_include_tax, rate: RATE })
    .from(tax_settings)
    .leftJoin(
      tax_rates,
      and(
        eq(tax_rates.country, country),
        sql`${tax_rates.state} = any(${sql.param(states)})`,
        sql`${tax_rates.zip} = any(${sql.param(zips)})`,
      ),
    )
    .where(eq(tax_settings.enabled, true))
    .prepare('find_tax')
    .execute()
  const [first] = rows
  if (!first) return null
  const rates = rows.flatMap(({ rate }) => rate ?? []).toSorted(byWidth)
  return { included: first.included, rates: rates.map(rateOf), is_known: place !== null }
}

const RATE = {
  country: tax_rates.country,
  state: tax_rates.state,
  zip: tax_rates.zip,
  name: tax_rates.name,
  rate: tax_rates.rate,
  shipping_taxed: tax_rates.shipping_taxed,
}
const NOWHERE = { country: '', states: [], zips: [] }

type Row = Pick<typeof tax_rates.$inferSelect, keyof typeof RATE>

/** The wider place first; not by the collation of the database, which differs from one to another. */
const byWidth = (one: Row, other: Row) =>
  one.state.length - other.state.length ||
  digitsOf(one) - digitsOf(other) ||
  (one.name < other.name ? -1 : 1)

const LONGER_THAN_ANY = 20
const digitsOf = ({ zip }: Row) => (/[^*]$/.test(zip) ? LONGER_THAN_ANY : zip.length)

const rateOf = (row: Row) => ({
  name: row.name,
  rate: row.rate,
  place: taxPlace(row),
  shipping_taxed: row.shipping_taxed,
})

/** Which rates an address has; null as long as it does not say enough: where there are states, also the state. */
function placeOf({ country, state, zipCode = '' }: Destination) {
  const code = countryCodeOf(country)
  if (!code) return null
  const stateCode = stateCodeOf(code, state)
  const zip = zipCodeOf(code, zipCode)
  if ((STATES[code] && !stateCode) || zip === '') return null
  return { country: code, states: ['', ...(stateCode ? [stateCode] : [])], zips: zipsOf(zip) }
}

/** The code itself and each of its beginnings, so that an index finds them. */
const zipsOf = (zip: string) => ['', zip, ...Array.from(zip, (_, n) => `${zip.slice(0, n + 1)}*`)]

/**
 * What is added to prices in the United States: by state, that of the whole country included. Nothing where prices
 * contain the tax. Taxes of ZIP codes are left out.
 */
export async function stateTaxes(db: Db) {
  const rows = await db
    .select(RATE)
    .from(tax_rates)
    .innerJoin(tax_settings, eq(tax_settings.enabled, true))
    .where(
      and(
        eq(tax_rates.country, 'US'),
        eq(tax_rates.zip, ''),
        eq(tax_settings.prices_include_tax, false),
      ),
    )
  const states = [...new Set(rows.map(({ state }) => state))].toSorted()
  return states.map((region) => {
    const rates = rows.filter(({ state }) => state === '' || state === region)
    // In ten-thousandths of a percent, as they are stored.
    const sum = rates.reduce((total, { rate }) => total + Math.round(rate * 10_000), 0)
    const tax_ship = rates.some(({ shipping_taxed }) => shipping_taxed)
    return { region, rate: sum / 10_000, tax_ship }
  })
}
