import type * as z from 'zod'
import { countryCodeOf, stateCodeOf } from '#contract/place-codes.ts'
import { STATES } from '#contract/places.ts'
import { type TaxImportResult, TaxRateEdit } from '#contract/tax.ts'
import type { CsvRow } from '#server/platform/read-csv.ts'
import { CSV_COLUMNS } from './rates.ts'

// Pure: what the rows of a file say. import-rates.ts compares it with what is stored.

export type Layout = TaxImportResult['layout']
export type Rate = TaxRateEdit
export type ReadRow = { line: number; rates: Rate[]; problems: string[] }

/** The layout of the public tables by ZIP code, one row for each code. */
const US_COLUMNS = [
  'state',
  'zipcode',
  'taxregionname',
  'estimatedcombinedrate',
  'staterate',
  'estimatedcountyrate',
  'estimatedcityrate',
  'estimatedspecialrate',
  'risklevel',
] as const

export const layoutOf = (names: readonly string[]): Layout =>
  names.includes('zipcode') ? 'us-table' : 'own'

export const columnsOf = (names: readonly string[]): readonly string[] =>
  layoutOf(names) === 'us-table' ? US_COLUMNS : CSV_COLUMNS

export const readRow = (row: CsvRow, layout: Layout, shipping_taxed: boolean): ReadRow =>
  layout === 'us-table' ? readUsRow(row, shipping_taxed) : readOwnRow(row)

const YES = ['true', 'yes', '1']
const NO = ['', 'false', 'no', '0']

/** A row is one rate. Countries and states may be written as codes or names. */
function readOwnRow({ line, cells }: CsvRow): ReadRow {
  const country = countryCodeOf(cells.country ?? '') ?? ''
  const state = cells.state ?? ''
  const shipping = (cells.shipping_taxed ?? '').toLowerCase()
  const problems = [...YES, ...NO].includes(shipping)
    ? []
    : ['Shipping taxed must be true or false']
  return checked(line, problems, [
    {
      country,
      state: state && (stateCodeOf(country, state) ?? state),
      zip: cells.zip ?? '',
      name: cells.name ?? '',
      rate: cells.rate ? Number(cells.rate.replace(/\s*%$/, '')) : undefined,
      shipping_taxed: YES.includes(shipping),
    },
  ])
}

const PARTS = [
  ['staterate', 'State Tax'],
  ['estimatedcountyrate', 'County Tax'],
  ['estimatedcityrate', 'City Tax'],
  ['estimatedspecialrate', 'Special Tax'],
] as const

const LONGEST_NAME = 60

/**
 * A row is one ZIP code: its rates, as fractions, become one tax each. Where they do not add up to the combined rate,
 * which some tables round, the combined rate is one tax.
 */
function readUsRow({ line, cells }: CsvRow, shipping_taxed: boolean): ReadRow {
  const state = stateCodeOf('US', cells.state ?? '') ?? cells.state ?? ''
  // Spreadsheets take the zeros at the beginning for nothing.
  const zip = /^\d{3,4}$/.test(cells.zipcode ?? '')
    ? cells.zipcode?.padStart(5, '0')
    : cells.zipcode
  const place = { country: 'US', state, zip: zip ?? '', shipping_taxed }
  const combined = percentOf(cells.estimatedcombinedrate)
  const parts = PARTS.map(([column, kind]) => ({ kind, rate: percentOf(cells[column]) }))
  const wrong = [combined, ...parts.map(({ rate }) => rate)].some((rate) => Number.isNaN(rate))
  if (wrong) return { line, rates: [], problems: ['Rates must be numbers such as 0.0625'] }
  if (place.zip === '') return { line, rates: [], problems: ['ZipCode is required'] }
  const sum = round(parts.reduce((total, { rate }) => total + rate, 0))
  const taxes =
    cells.estimatedcombinedrate && sum !== combined
      ? [{ kind: 'Sales Tax', rate: combined }]
      : parts
  return checked(
    line,
    [],
    taxes
      .filter(({ rate }) => rate !== 0)
      .map(({ kind, rate }) => ({ ...place, name: nameOf(kind, state, cells), rate })),
  )
}

const round = (percent: number) => Math.round(percent * 10_000) / 10_000

/** Nothing where there is no number at all. */
const percentOf = (fraction: string | undefined) => (fraction ? round(Number(fraction) * 100) : 0)

function nameOf(kind: string, state: string, { taxregionname = '' }: CsvRow['cells']) {
  const region = kind === 'State Tax' ? (STATES.US?.[state] ?? state) : taxregionname
  return `${region.slice(0, LONGEST_NAME - kind.length - 1)} ${kind}`.trim()
}

function checked(line: number, problems: string[], found: readonly unknown[]): ReadRow {
  const parsed = found.map((rate) => TaxRateEdit.safeParse(rate))
  const issues = parsed.flatMap(({ error }) => error?.issues.map(issueText) ?? [])
  return {
    line,
    rates: parsed.flatMap(({ data }) => data ?? []),
    problems: [...new Set([...problems, ...issues])],
  }
}

const issueText = ({ message }: z.core.$ZodIssue) => message
