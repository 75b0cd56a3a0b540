import { and, asc, desc, eq, sql } from 'drizzle-orm'
import { MOST_RATES, type TaxRateEdit, TaxRateQuery, taxPlace } from '#contract/tax.ts'
import { type ChangedBy, recordAudit } from '#server/platform/audit-log.ts'
import { announceChange } from '#server/platform/change-feed.ts'
import { csvExport } from '#server/platform/csv.ts'
import { type Db, isDuplicate } from '#server/platform/database.ts'
import { createRow, deleteRow, updateRow } from '#server/platform/edit-rows.ts'
import { errors } from '#server/platform/errors.ts'
import { mentions, paged } from '#server/platform/paged.ts'
import { tax_rates } from './tax.table.ts'

const matching = ({ q, country, state }: TaxRateQuery) =>
  and(
    q ? mentions(tax_rates.words, q) : undefined,
    country ? eq(tax_rates.country, country) : undefined,
    state ? eq(tax_rates.state, state) : undefined,
  )

/** By place, then by name: the sequence of the unique index. */
const ordering = ({ sort }: TaxRateQuery) => {
  const direction = sort === '-place' ? desc : asc
  const { country, state, zip, name } = tax_rates
  return [country, state, zip, name].map((column) => direction(column))
}

export const listRates = (db: Db, query: TaxRateQuery) =>
  paged(query, {
    count: () => db.$count(tax_rates, matching(query)),
    rows: ({ offset, limit }) =>
      db
        .select()
        .from(tax_rates)
        .where(matching(query))
        .orderBy(...ordering(query))
        .offset(offset)
        .limit(limit),
  })

export const CSV_COLUMNS = ['country', 'state', 'zip', 'name', 'rate', 'shipping_taxed'] as const

export const taxRatesExport = csvExport({
  area: 'settings',
  query: TaxRateQuery,
  columns: CSV_COLUMNS,
  rows: (query) => sql`
    select country, state, zip, name, rate::float8 as rate, shipping_taxed
    from ${tax_rates} where ${matching(query) ?? sql`true`}
    order by ${sql.join(ordering(query), sql`, `)}`,
})

const options = (by: ChangedBy) => ({
  by,
  name: (rate: typeof tax_rates.$inferSelect) => `${rate.name} (${taxPlace(rate)})`,
  computed: ['words'] as const,
})

export const createRate = (db: Db, edit: TaxRateEdit, by: ChangedBy) =>
  refusingTwice(
    db.transaction(async (tx) => {
      if ((await tx.$count(tax_rates)) >= MOST_RATES) throw errors.TOO_MANY_RATES()
      const created = await createRow(tx, tax_rates, edit, options(by))
      await announceChange(tx, 'tax')
      return created
    }),
  )

export const updateRate = (
  db: Db,
  { id, version, ...edit }: TaxRateEdit & { id: string; version: number },
  by: ChangedBy,
) =>
  refusingTwice(
    db.transaction(async (tx) => {
      const saved = await updateRow(tx, tax_rates, { id, version }, edit, options(by))
      await announceChange(tx, 'tax')
      return saved
    }),
  )

export const removeRate = (db: Db, id: string, by: ChangedBy) =>
  db.transaction(async (tx) => {
    await deleteRow(tx, tax_rates, id, options(by))
    await announceChange(tx, 'tax')
    return { id }
  })

/** All of a country, or of one of its states: an imported table has thousands. */
export const removePlace = (
  db: Db,
  { country, state }: { country: string; state: string | null },
  by: ChangedBy,
) =>
  db.transaction(async (tx) => {
    const ofPlace = and(
      eq(tax_rates.country, country),
      state === null ? undefined : eq(tax_rates.state, state),
    )
    const { rowCount } = await tx.delete(tax_rates).where(ofPlace)
    const removed = rowCount ?? 0
    const place = taxPlace({ country, state: state ?? '', zip: '' })
    const object = { type: 'tax_rates', id: `all ${place}`, name: `All rates of ${place}` }
    if (removed > 0) await recordAudit(tx, { by, object, before: { rates: removed }, after: null })
    await announceChange(tx, 'tax')
    return { removed }
  })

const refusingTwice = <Result>(saved: Promise<Result>) =>
  saved.catch((error) => {
    throw isDuplicate(error, 'tax_rates_once') ? errors.TAX_RATE_EXISTS() : error
  })
