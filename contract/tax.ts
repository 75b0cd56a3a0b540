import * as z from 'zod'
import { conflicts, OneRow, RequiredText, SeenRow, Version } from './editing.ts'
import { refusals } from './errors.ts'
import { Id, QueryNumber } from './fields.ts'
import { MOST_IMPORT_PROBLEMS } from './moving-in.ts'
import { listQuery, paged } from './paging.ts'
import { zipCodeOf } from './place-codes.ts'
import { COUNTRY_CODES, STATES } from './places.ts'
import { adminProcedure } from './policy.ts'

export const MOST_RATES = 200_000
export const MOST_TAX_ROWS = 100_000
export const LONGEST_TAX_CSV = 16_000_000

export const TaxSettingsEdit = z.strictObject({
  enabled: z.boolean(),
  /** Prices and shipping contain the tax (VAT); otherwise it is added to them. */
  prices_include_tax: z.boolean(),
})
export type TaxSettingsEdit = z.infer<typeof TaxSettingsEdit>

export const TaxSettings = z.object({ ...TaxSettingsEdit.shape, id: Id, version: Version })
export type TaxSettings = z.infer<typeof TaxSettings>

/** One tenth of a thousandth of a percent: 8.8750 and no finer. */
const hasFourDecimals = (rate: number) => Math.abs(rate * 10_000 - Math.round(rate * 10_000)) < 1e-6

/** A ZIP code, or its beginning with a star behind it. Empty: all of the state or country. */
const Zip = z
  .string()
  .trim()
  .toUpperCase()
  .transform((zip) => zip.replaceAll(/[\s-]/g, ''))
  .refine((zip) => /^([A-Z0-9]{1,12}\*?)?$/.test(zip), 'Use letters, digits and a * at the end')

/** A tax of a place. All rates that match an address add up: of the country, state, county and city. */
export const TaxRateEdit = z
  .strictObject({
    country: z
      .string()
      .refine((code) => COUNTRY_CODES.includes(code), { error: 'Choose a country' }),
    /** Empty: the whole country. */
    state: z.string().max(2),
    zip: Zip,
    name: RequiredText('Name', 60),
    /** In percent. */
    rate: z
      .number({ error: 'Rate is required' })
      .gt(0, 'More than 0 %')
      .max(100, 'At most 100 %')
      .refine(hasFourDecimals, 'At most four decimals'),
    shipping_taxed: z.boolean(),
  })
  .refine(({ country, state }) => state === '' || Object.hasOwn(STATES[country] ?? {}, state), {
    path: ['state'],
    message: 'This state is not known',
  })
  .refine(({ country, zip }) => zip === '' || zip.endsWith('*') || isWhole(country, zip), {
    path: ['zip'],
    message: 'Five digits, or a beginning such as 100*',
  })
export type TaxRateEdit = z.infer<typeof TaxRateEdit>

const isWhole = (country: string, zip: string) =>
  country !== 'US' || (/^\d{5}$/.test(zip) && zipCodeOf(country, zip) === zip)

export const TaxRate = z.object({
  id: Id,
  country: z.string(),
  state: z.string(),
  zip: z.string(),
  name: z.string(),
  rate: z.number(),
  shipping_taxed: z.boolean(),
  version: Version,
})
export type TaxRate = z.infer<typeof TaxRate>

/** `US`, `US-NY`, `US-NY 10001` or `US-NY 100*`: where a tax is collected. */
export const taxPlace = ({ country, state, zip }: Pick<TaxRate, 'country' | 'state' | 'zip'>) =>
  `${country}${state && `-${state}`}${zip && ` ${zip}`}`

export const TaxRateQuery = listQuery(['place'], {
  country: z.string().max(2).optional(),
  state: z.string().max(2).optional(),
})
export type TaxRateQuery = z.infer<typeof TaxRateQuery>

/** What a file does to one place, or would do. */
const ImportedPlace = z.object({
  line: z.int(),
  place: z.string(),
  /** As in "State 4%, City 4.5%"; empty: none so far. */
  before: z.string(),
  after: z.string(),
})

export const TaxImportResult = z.object({
  /** False after a dry run, and whenever there are problems. */
  applied: z.boolean(),
  /** `us-table`: the layout of public rate tables by ZIP code. */
  layout: z.enum(['own', 'us-table']),
  /** Places, not rates: new, with other rates than before, and as they were. */
  created: z.int(),
  updated: z.int(),
  unchanged: z.int(),
  /** Rates of all places in the file. */
  rates: z.int(),
  problems: z.array(z.object({ line: z.int(), reason: z.string() })).max(MOST_IMPORT_PROBLEMS),
  /** The first of them, as a preview. */
  changes: z.array(ImportedPlace),
  /** Stored rates of wider places that hold there too, such as "State Tax 4% (US-NY)": they add up. */
  also: z.array(z.string()),
})
export type TaxImportResult = z.infer<typeof TaxImportResult>

export const TaxReportQuery = listQuery(['month'], {
  year: QueryNumber.pipe(z.int().min(2000).max(9999)).optional(),
})
export type TaxReportQuery = z.infer<typeof TaxReportQuery>

/** May be negative: a refund can be of another month than its order. */
const Sum = z.number()

export const TaxReportRow = z.object({
  id: z.string(),
  /** `2026-11`, in the shop's time zone. */
  month: z.string(),
  place: z.string(),
  name: z.string(),
  rate: z.number(),
  collected: Sum,
  refunded: Sum,
  net: Sum,
})
export type TaxReportRow = z.infer<typeof TaxReportRow>

const rateErrors = refusals('TAX_RATE_EXISTS')

export const tax = {
  settings: adminProcedure('settings')
    .route({ method: 'GET', path: '/tax/settings', summary: 'Whether and how orders are taxed' })
    .output(TaxSettings),
  save_settings: adminProcedure('settings')
    .route({ method: 'PUT', path: '/tax/settings', summary: 'Switch tax on or off' })
    .input(TaxSettingsEdit.extend({ version: Version }))
    .errors(conflicts)
    .output(TaxSettings),
  rates: adminProcedure('settings')
    .route({ method: 'GET', path: '/tax/rates', summary: 'Tax rates by place' })
    .input(TaxRateQuery)
    .output(paged(TaxRate)),
  create: adminProcedure('settings')
    .route({ method: 'POST', path: '/tax/rates', successStatus: 201, summary: 'Add a tax rate' })
    .input(TaxRateEdit)
    .errors({ ...rateErrors, ...refusals('TOO_MANY_RATES') })
    .output(TaxRate),
  update: adminProcedure('settings')
    .route({ method: 'PUT', path: '/tax/rates/{id}', summary: 'Change a tax rate' })
    .input(TaxRateEdit.safeExtend(SeenRow.shape))
    .errors({ ...conflicts, ...rateErrors })
    .output(TaxRate),
  remove: adminProcedure('settings')
    .route({ method: 'DELETE', path: '/tax/rates/{id}', summary: 'Delete a tax rate' })
    .input(OneRow)
    .errors(refusals('ROW_NOT_FOUND'))
    .output(OneRow),
  remove_place: adminProcedure('settings')
    .route({
      method: 'POST',
      path: '/tax/rates/remove',
      summary: 'Delete all rates of a country, or of one of its states',
    })
    .input(z.strictObject({ country: z.string().length(2), state: z.string().max(2).nullable() }))
    .output(z.object({ removed: z.int() })),
  import: adminProcedure('settings')
    // As JSON, where a quote or a line break is two characters.
    .meta({ largest_body: 2 * LONGEST_TAX_CSV })
    .route({
      method: 'POST',
      path: '/tax/import',
      summary: 'Rates from CSV: the rates of each place in the file become those of the file',
    })
    .input(
      z.strictObject({
        csv: z.string().max(LONGEST_TAX_CSV),
        dry_run: z.boolean(),
        /** For public tables, which do not say it. */
        shipping_taxed: z.boolean().optional(),
      }),
    )
    .output(TaxImportResult),
  report: adminProcedure('figures')
    .route({ method: 'GET', path: '/tax/report', summary: 'Tax collected by month and place' })
    .input(TaxReportQuery)
    .output(
      paged(TaxReportRow).extend({
        totals: z.object({ collected: Sum, refunded: Sum, net: Sum }),
      }),
    ),
}
