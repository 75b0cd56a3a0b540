import { type ImportResult, MOST_IMPORT_PROBLEMS, type ProductImport } from '#contract/moving-in.ts'
import type { ChangedBy } from '#server/platform/audit-log.ts'
import type { Db } from '#server/platform/database.ts'
import { readCsv } from '#server/platform/read-csv.ts'
import type { AppContext } from '#server/platform/rpc.ts'
import { addRedirects } from '../redirects/index.ts'
import { CSV_COLUMNS } from './csv-columns.ts'
import { createCategory } from './edit-categories.ts'
import { editProduct, insertProduct } from './edit-products.ts'
import { NO_MEMBERSHIP, writeGroups } from './import-groups.ts'
import {
  formatOf,
  knownOrigins,
  type MovedRow,
  oldAddresses,
  queuePictures,
  readMoved,
  storeOrigins,
} from './moving-in/index.ts'
import { type Plan, planImport, readShop } from './plan-import.ts'

type Context = Pick<AppContext, 'db' | 'jobs'>

const MOST_PRODUCTS = 5000
/** In an export of another shop a picture may be a row of its own. */
const MOST_ROWS = 25_000
const MOST_COLUMNS = 500
const CHANGES_SHOWN = 100

/**
 * Every row is checked before anything is written. One bad row and nothing is applied; otherwise all of them,
 * in one transaction. A row with an id changes that product, and only in the columns that the file has.
 */
export async function importProducts(context: Context, input: ProductImport, by: ChangedBy) {
  const isForeign = (names: readonly string[]) => formatOf(names) !== undefined
  const { rows, problems } = await readCsv(input.csv, {
    columns: (names) => (isForeign(names) ? names : CSV_COLUMNS),
    mostRows: (names) => (isForeign(names) ? MOST_ROWS : MOST_PRODUCTS),
    mostColumns: MOST_COLUMNS,
    rowsAre: 'products',
  })
  const format = formatOf(Object.keys(rows[0]?.cells ?? {}))
  return context.db.transaction(async (tx) => {
    if (format) {
      const moved = readMoved(format, rows, by.at)
      return importMoved(context, tx, { ...moved, format, unread: problems, input, by })
    }
    const shop = await readShop(tx, rows)
    const plan = planImport(rows, shop)
    const found = [...problems, ...plan.problems]
    const applied = !input.dry_run && found.length === 0
    if (applied) await applyPlans(tx, plan, by)
    return { ...resultOf(plan.planned, found), ...NOTHING_MOVED, applied }
  })
}

type Moving = ReturnType<typeof readMoved> & {
  format: NonNullable<ReturnType<typeof formatOf>>
  /** Of rows that could not be read. */
  unread: { line: number; reason: string }[]
  input: ProductImport
  by: ChangedBy
}

/**
 * Products of another shop, their sizes as groups. Those of an earlier import stay as they are: the owner may have
 * changed them since. If asked to, what cannot be imported is left out with all its sizes.
 */
async function importMoved(context: Context, tx: Db, moving: Moving): Promise<ImportResult> {
  const { format, input, by, units } = moving
  const { source } = format
  const known = await knownOrigins(
    tx,
    source,
    moving.rows.map(({ key }) => key),
  )
  const fresh = moving.rows.filter(({ key }) => !known.has(key))
  const shop = await readShop(tx, fresh)
  const made = withCategories(fresh, shop.categories)
  const options = { comesWithoutPictures: true }
  const all = planImport(fresh, shop, options)
  const found = [...moving.unread, ...moving.problems, ...all.problems, ...twice(moving.rows)]
  if (fresh.length > MOST_PRODUCTS) {
    found.push({ line: 1, reason: `At most ${MOST_PRODUCTS} products at once` })
  }
  const broken = new Set(found.flatMap(({ line }) => units.get(line) ?? []))
  const good = fresh.filter(({ unit }) => !broken.has(unit))
  const usable = moving.rows.filter(({ unit }) => !broken.has(unit))
  const plan = broken.size > 0 ? planImport(good, shop, options) : all
  // The first line is about the whole file.
  const mayLeaveOut = input.leave_out_broken && found.every(({ line }) => line > 1)
  const applied = !input.dry_run && (found.length === 0 || mayLeaveOut === true)
  const new_categories = made.filter((name) => good.some(({ cells }) => cells.category === name))
  if (applied) {
    for (const name of new_categories) {
      await createCategory(tx, { name, description: null, display_order: 0, is_active: true }, by)
    }
    const ids = await applyPlans(tx, plan, by)
    const products = good.map((row) => ({ row, product_id: ids.get(row.line) ?? '' }))
    await storeOrigins(tx, source, products)
    await queuePictures(context, tx, products, by)
    if (input.redirects) {
      const idOf = ({ key, line }: MovedRow) => known.get(key) ?? ids.get(line)
      await addRedirects(tx, oldAddresses(format, usable, idOf), by)
    }
  }
  return {
    ...resultOf(plan.planned, found),
    applied,
    source,
    broken: broken.size,
    known: known.size,
    pictures: new Set(good.flatMap(({ pictures }) => pictures)).size,
    new_categories,
    redirects: oldAddresses(format, usable, ({ key }) => key).length,
    notes: moving.notes,
    left_out: moving.left_out,
  }
}

/** Capitals do not count. Says which categories are missing, and lets the rows name those of the shop. */
function withCategories(rows: readonly MovedRow[], categories: Set<string>) {
  const spelled = new Map([...categories].map((name) => [name.toLowerCase(), name]))
  const missing: string[] = []
  for (const { cells } of rows) {
    const { category } = cells
    if (!category) continue
    const name = spelled.get(category.toLowerCase())
    if (name === undefined) {
      spelled.set(category.toLowerCase(), category)
      categories.add(category)
      missing.push(category)
    } else cells.category = name
  }
  return missing
}

/** Two rows that are the same size of the same thing. */
function twice(rows: readonly MovedRow[]) {
  const seen = new Map<string, number>()
  return rows.flatMap(({ key, line }) => {
    const first = seen.get(key)
    if (first === undefined) seen.set(key, line)
    return first === undefined ? [] : [{ line, reason: `The same product as in line ${first}` }]
  })
}

const NOTHING_MOVED = {
  source: 'petal',
  broken: 0,
  known: 0,
  pictures: 0,
  redirects: 0,
  new_categories: [],
  notes: [],
  left_out: [],
} satisfies Partial<ImportResult>

const isChanged = ({ fields }: Plan) => fields.length > 0

function resultOf(planned: readonly Plan[], problems: ImportResult['problems']) {
  const changed = planned.filter(isChanged)
  return {
    created: changed.filter(({ before }) => !before).length,
    updated: changed.filter(({ before }) => before).length,
    unchanged: planned.length - changed.length,
    problems: problems.sort((a, b) => a.line - b.line).slice(0, MOST_IMPORT_PROBLEMS),
    changes: changed.slice(0, CHANGES_SHOWN).map(({ line, values, before, fields }) => ({
      line,
      name: before || !values.group ? values.name : `${values.group}, ${values.value}`,
      id: before?.id ?? null,
      fields,
    })),
  }
}

/** The ids of the products that were written, by line. */
async function applyPlans(
  tx: Db,
  { planned, groups }: ReturnType<typeof planImport>,
  by: ChangedBy,
) {
  const made = new Map<number, string>()
  for (const plan of planned.filter(isChanged)) {
    const saved = await apply(tx, plan, by)
    if (saved) made.set(plan.line, saved.id)
  }
  await writeGroups(tx, groups, made, by)
  return made
}

/** Without its group, which is written when all products are there. */
async function apply(
  tx: Db,
  { values, before, stock_change, fields: changed }: Plan,
  by: ChangedBy,
) {
  const { stock, archived, group, option, value, colour, ...fields } = values
  if (before) {
    if (changed.every(({ field }) => field in NO_MEMBERSHIP)) return
    const { id, version } = before
    return editProduct(tx, { ...fields, id, version, archived, stock_change }, by)
  }
  const archived_at = archived ? by.at.toISOString() : null
  return insertProduct(tx, { ...fields, stock, archived_at }, by)
}
