import { sql } from 'drizzle-orm'
import { MOST_IMPORT_PROBLEMS } from '#contract/moving-in.ts'
import { MOST_RATES, MOST_TAX_ROWS, type TaxImportResult, taxPlace } from '#contract/tax.ts'
import { type ChangedBy, recordAudit } from '#server/platform/audit-log.ts'
import { announceChange } from '#server/platform/change-feed.ts'
import type { Db } from '#server/platform/database.ts'
import { type Problem, readCsv } from '#server/platform/read-csv.ts'
import { columnsOf, layoutOf, type Rate, type ReadRow, readRow } from './read-table.ts'
import { tax_rates } from './tax.table.ts'

const CHANGES_SHOWN = 100

type Input = { csv: string; dry_run: boolean; shipping_taxed?: boolean | undefined }
type Place = { line: number; rates: Rate[] }

/**
 * Every row is checked before anything is written. One bad row and nothing is applied; otherwise the rates of each
 * place in the file become those of the file, in one transaction. Other places stay as they are.
 */
export async function importRates(db: Db, input: Input, by: ChangedBy): Promise<TaxImportResult> {
  const { rows, problems } = await readCsv(input.csv, {
    columns: columnsOf,
    mostRows: MOST_TAX_ROWS,
    rowsAre: 'rows',
  })
  const layout = layoutOf(Object.keys(rows[0]?.cells ?? {}))
  const read = rows.map((row) => readRow(row, layout, input.shipping_taxed ?? false))
  const found = [...problems, ...problemsOf(read)]
  return db.transaction(async (tx) => {
    // Nobody adds a rate between the check and the write.
    await tx.execute(sql`lock table ${tax_rates} in share row exclusive mode`)
    const places = found.length > 0 ? new Map<string, Place>() : placesOf(read)
    const stored = await storedIn(tx, places)
    const plan = [...places].map(([place, { line, rates }]) => ({
      place,
      line,
      rates,
      before: textOf(stored.get(place) ?? []),
      after: textOf(rates),
    }))
    const changed = plan.filter(({ before, after }) => before !== after)
    const replaced = changed.flatMap(({ place }) => stored.get(place) ?? []).length
    const many = (await tx.$count(tax_rates)) - replaced + count(changed)
    if (many > MOST_RATES) found.push({ line: 1, reason: `At most ${MOST_RATES} rates in all` })
    const applied = !input.dry_run && found.length === 0
    if (applied && changed.length > 0) await replace(tx, changed, by)
    return {
      applied,
      layout,
      created: changed.filter(({ before }) => before === '').length,
      updated: changed.filter(({ before }) => before !== '').length,
      unchanged: plan.length - changed.length,
      rates: count(plan),
      problems: found.sort((a, b) => a.line - b.line).slice(0, MOST_IMPORT_PROBLEMS),
      changes: changed
        .slice(0, CHANGES_SHOWN)
        .map(({ line, place, before, after }) => ({ line, place, before, after })),
      also: await widerRates(tx, places),
    }
  })
}

const count = (plan: readonly { rates: readonly unknown[] }[]) =>
  plan.reduce((sum, { rates }) => sum + rates.length, 0)

/** What is wrong with single rows, and with two that say the same. */
function problemsOf(read: readonly ReadRow[]): Problem[] {
  const seen = new Map<string, number>()
  return read.flatMap(({ line, rates, problems }) => {
    const twice = rates.flatMap((rate) => {
      const key = `${taxPlace(rate)} ${rate.name}`
      const first = seen.get(key)
      if (first === undefined) seen.set(key, line)
      return first === undefined ? [] : [`The same place and name as in line ${first}`]
    })
    return [...new Set([...problems, ...twice])].map((reason) => ({ line, reason }))
  })
}

/** In the sequence of the file. */
function placesOf(read: readonly ReadRow[]) {
  const places = new Map<string, Place>()
  for (const { line, rates } of read) {
    for (const rate of rates) {
      const known = places.get(taxPlace(rate))
      if (known) known.rates.push(rate)
      else places.set(taxPlace(rate), { line, rates: [rate] })
    }
  }
  return places
}

/** What the places of the file have now. */
async function storedIn(tx: Db, places: ReadonlyMap<string, Place>) {
  const { rows } = await tx.execute<Rate & { rate: string }>(sql`
    select country, state, zip, name, rate, shipping_taxed from ${tax_rates}
    where (country, state, zip) in (select * from ${unnested([...places.values()])})`)
  const stored = new Map<string, Rate[]>()
  for (const row of rows) {
    const rate = { ...row, rate: Number(row.rate) }
    stored.set(taxPlace(rate), [...(stored.get(taxPlace(rate)) ?? []), rate])
  }
  return stored
}

/** The places as rows of three columns. */
function unnested(places: readonly { rates: readonly Rate[] }[]) {
  const firsts = places.flatMap(({ rates }) => rates[0] ?? [])
  const column = (name: 'country' | 'state' | 'zip') => sql.param(firsts.map((one) => one[name]))
  return sql`unnest(${column('country')}::text[], ${column('state')}::text[], ${column('zip')}::text[])`
}

const ALSO_SHOWN = 20

/** Rates of whole countries and states around the ZIP codes of the file: an owner may not mean both. */
async function widerRates(tx: Db, places: ReadonlyMap<string, Place>) {
  const inside = [...places.values()]
    .flatMap(({ rates }) => rates[0] ?? [])
    .filter(({ zip }) => zip)
  const around = inside.flatMap(({ country, state }) => [
    country,
    taxPlace({ country, state, zip: '' }),
  ])
  const wider = [...new Set(around)].filter((place) => !places.has(place))
  const { rows } = await tx.execute<
    Pick<Rate, 'name' | 'country' | 'state'> & { rate: string }
  >(sql`
    select country, state, name, rate from ${tax_rates}
    where zip = '' and (country, state) in (
      select split_part(place, '-', 1), split_part(place, '-', 2)
      from unnest(${sql.param(wider)}::text[]) as place
    ) order by country, state, name limit ${ALSO_SHOWN}`)
  return rows.map(
    ({ name, rate, country, state }) =>
      `${name} ${Number(rate)}% (${taxPlace({ country, state, zip: '' })})`,
  )
}

/** Equal for equal rates; also what the preview shows. */
const textOf = (rates: readonly Rate[]) =>
  rates
    .map(
      ({ name, rate, shipping_taxed }) =>
        `${name} ${rate}%${shipping_taxed ? ', also on shipping' : ''}`,
    )
    .sort()
    .join('; ')

/** Deleted and written anew, so that a form with one of the old rates does not overwrite the new ones. */
async function replace(tx: Db, places: readonly { rates: readonly Rate[] }[], by: ChangedBy) {
  await tx.execute(sql`
    delete from ${tax_rates}
    where (country, state, zip) in (select * from ${unnested(places)})`)
  const rates = places.flatMap((place) => place.rates)
  const column = (name: keyof Rate) => sql.param(rates.map((rate) => rate[name]))
  await tx.execute(sql`
    insert into ${tax_rates} (country, state, zip, name, rate, shipping_taxed)
    select * from unnest(
      ${column('country')}::text[], ${column('state')}::text[], ${column('zip')}::text[],
      ${column('name')}::text[], ${column('rate')}::numeric[], ${column('shipping_taxed')}::boolean[]
    )`)
  const object = { type: 'tax_rates', id: 'import', name: 'Import of rates' }
  const after = { places: places.length, rates: rates.length }
  await recordAudit(tx, { by, object, before: null, after })
  await announceChange(tx, 'tax')
}
