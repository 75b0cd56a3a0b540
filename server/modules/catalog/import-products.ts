import { inArray } from 'drizzle-orm'
import type * as z from 'zod'
import { type ImportResult, MOST_IMPORT_PROBLEMS, ProductEdit } from '#contract/edit-products.ts'
import { Id } from '#contract/fields.ts'
import { findFiles } from '#server/modules/media/index.ts'
import type { ChangedBy } from '#server/platform/audit-log.ts'
import type { Db } from '#server/platform/database.ts'
import { type CsvRow, type Problem, readCsv } from '#server/platform/read-csv.ts'
import { adminColumns } from './admin-products.ts'
import { listAttributes } from './attributes.ts'
import { categories, products } from './catalog.table.ts'
import {
  CSV_COLUMNS,
  CsvProduct,
  membershipOf,
  optionName,
  optionsOf,
  textsOf,
  urlsOf,
} from './csv-columns.ts'
import { editProduct, insertProduct } from './edit-products.ts'
import { lockProducts } from './group-members.ts'
import {
  type Membership,
  NO_MEMBERSHIP,
  planGroups,
  readGroups,
  readMembership,
  writeGroups,
} from './import-groups.ts'

const MOST_ROWS = 5000
const CHANGES_SHOWN = 100

/**
 * Every row is checked before anything is written. One bad row and nothing is applied; otherwise all of them,
 * in one transaction. A row with an id changes that product, and only in the columns that the file has.
 */
export async function importProducts(
  db: Db,
  input: { csv: string; dry_run: boolean },
  by: ChangedBy,
) {
  const { rows, problems } = await readCsv(input.csv, {
    columns: CSV_COLUMNS,
    mostRows: MOST_ROWS,
    rowsAre: 'products',
  })
  return db.transaction(async (tx): Promise<ImportResult> => {
    const shop = await readShop(tx, rows)
    const checked = rows.map((row) => check(row, shop))
    const found = [...problems, ...duplicates(rows), ...checked.flatMap((one) => one.problems)]
    const planned = checked.flatMap(({ plan }) => plan ?? [])
    const changed = planned.filter(({ fields }) => fields.length > 0)
    const groups = planGroups(shop.groups, planned.map(groupRow))
    found.push(...groups.problems)
    const applied = !input.dry_run && found.length === 0
    if (applied) {
      const made = new Map<number, string>()
      for (const plan of changed) {
        const saved = await apply(tx, plan, by)
        if (saved) made.set(plan.line, saved.id)
      }
      await writeGroups(tx, groups.planned, made, by)
    }
    return {
      applied,
      created: changed.filter(({ before }) => !before).length,
      updated: changed.filter(({ before }) => before).length,
      unchanged: planned.length - changed.length,
      problems: found.sort((a, b) => a.line - b.line).slice(0, MOST_IMPORT_PROBLEMS),
      changes: changed.slice(0, CHANGES_SHOWN).map(({ line, values, before, fields }) => ({
        line,
        name: values.name,
        id: before?.id ?? null,
        fields,
      })),
    }
  })
}

type Stored =
  Awaited<ReturnType<typeof readShop>>['stored'] extends Map<string, infer Row> ? Row : never
type Shop = Awaited<ReturnType<typeof readShop>>
type Values = ProductEdit & Membership & { archived: boolean }
type Plan = {
  line: number
  values: Values
  before: Stored | undefined
  stock_change: number
  fields: ImportResult['changes'][number]['fields']
}

/** What the rows refer to. The products are locked in id order, so no sale comes between check and write. */
async function readShop(tx: Db, rows: readonly CsvRow[]) {
  const ids = rows.map(idOf).filter((id) => Id.safeParse(id).success)
  await lockProducts(tx, ids)
  const stored = await tx
    .select({ ...adminColumns, option_name: optionName })
    .from(products)
    .where(inArray(products.id, ids))
  const names = await tx.select({ name: categories.name }).from(categories)
  const known = new Set(stored.flatMap(({ images }) => images))
  const others = rows
    .flatMap(({ cells }) => urlsOf(cells.images ?? ''))
    .filter((u) => !known.has(u))
  return {
    stored: new Map(stored.map((product) => [product.id, product])),
    attributes: await listAttributes(tx),
    categories: new Set(names.map(({ name }) => name)),
    pictures: await findFiles(tx, others, 'product'),
    groups: await readGroups(
      tx,
      rows.flatMap(({ cells }) => cells.group?.trim() || []),
      stored.flatMap(({ group_id }) => group_id ?? []),
    ),
  }
}

/** Spreadsheets and other shops write ids in capitals, too. */
const idOf = ({ cells }: CsvRow) => cells.id?.toLowerCase() ?? ''

/** One product twice in a file: which row is meant? */
function duplicates(rows: readonly CsvRow[]): Problem[] {
  const seen = new Map<string, number>()
  return rows.flatMap((row) => {
    const { line } = row
    const id = idOf(row)
    const first = seen.get(id)
    if (id && first === undefined) seen.set(id, line)
    return first === undefined ? [] : { line, reason: `The same product as in line ${first}` }
  })
}

function check(row: CsvRow, shop: Shop): { plan?: Plan; problems: Problem[] } {
  const { line, cells } = row
  const refuse = (...reasons: string[]) => ({
    problems: reasons.map((reason) => ({ line, reason })),
  })
  const before = shop.stored.get(idOf(row))
  if (cells.id && !before) return refuse(`There is no product with the id ${cells.id}`)

  const parsed = CsvProduct.safeParse({ ...(before && textsOf(before)), ...cells })
  if (!parsed.success) return refuse(...new Set(parsed.error.issues.map(issueText)))
  const { version, stock_before, attributes, ...fields } = parsed.data
  const { membership, problems } = readMembership(fields, shop.groups)
  const options =
    before && cells.attributes === undefined
      ? { option_ids: before.option_ids, problems: [] }
      : optionsOf(attributes, shop.attributes)
  const values = { ...fields, ...membership, option_ids: options.option_ids }
  const wrong = [
    ...problems,
    ...options.problems,
    ...imageProblems(values.images, before),
    ...(values.category !== null && !shop.categories.has(values.category)
      ? [`There is no category "${values.category}"`]
      : []),
    ...values.images
      .filter((url) => !before?.images.includes(url) && !shop.pictures.has(url))
      .map((url) => `The image ${url} is not in this shop: upload it in the product's form`),
  ]
  const plan = planOf(line, values, before, stock_before)
  if (before && plan.fields.length > 0 && version !== null && version !== before.version) {
    wrong.push('The product was changed since this file was exported')
  }
  if (before && before.stock + plan.stock_change < 0) {
    wrong.push(`Only ${before.stock} are left in stock`)
  }
  return wrong.length > 0 ? refuse(...wrong) : { plan, problems: [] }
}

/** A product that has no picture yet may be imported as it is. */
function imageProblems(images: string[], before: Stored | undefined) {
  if (before && images.join() === before.images.join()) return []
  return ProductEdit.shape.images.safeParse(images).error?.issues.map(issueText) ?? []
}

function planOf(
  line: number,
  values: Values,
  before: Stored | undefined,
  seen: number | null,
): Plan {
  if (!before) {
    const fields = Object.entries(values).map(([field, after]) => ({ field, before: null, after }))
    return { line, values, before, stock_change: 0, fields }
  }
  // With the stock that the admin saw, a difference; without, the number that was counted.
  const stock_change = values.stock - (seen ?? before.stock)
  const next = { ...values, stock: before.stock + stock_change }
  const now: Values = {
    ...before,
    ...membershipOf(before),
    archived: before.archived_at !== null,
  }
  const fields = (Object.keys(next) as (keyof Values)[])
    .filter((field) => JSON.stringify(next[field]) !== JSON.stringify(now[field]))
    .map((field) => ({ field, before: now[field], after: next[field] }))
  return { line, values, before, stock_change, fields }
}

const groupRow = ({ line, before, values: { group, option, value, colour } }: Plan) => ({
  line,
  id: before?.id ?? null,
  before: before ? membershipOf(before) : NO_MEMBERSHIP,
  after: { group, option, value, colour },
})

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

const issueText = ({ message }: z.core.$ZodIssue) => message
