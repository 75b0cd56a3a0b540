import { inArray } from 'drizzle-orm'
import type * as z from 'zod'
import { ProductEdit } from '#contract/edit-products.ts'
import { Id } from '#contract/fields.ts'
import type { ImportResult } from '#contract/moving-in.ts'
import { findFiles } from '#server/modules/media/index.ts'
import type { Db } from '#server/platform/database.ts'
import type { CsvRow, Problem } from '#server/platform/read-csv.ts'
import { adminColumns } from './admin-products.ts'
import { listAttributes } from './attributes.ts'
import { categories, products } from './catalog.table.ts'
import { CsvProduct, membershipOf, optionName, optionsOf, textsOf, urlsOf } from './csv-columns.ts'
import { lockProducts } from './group-members.ts'
import {
  type Membership,
  NO_MEMBERSHIP,
  planGroups,
  readGroups,
  readMembership,
} from './import-groups.ts'

/** What a file does to the catalogue, and what is wrong with it. Nothing is written yet. */
export function planImport(rows: readonly CsvRow[], shop: Shop, options: PlanOptions = {}) {
  const checked = rows.map((row) => check(row, shop, options))
  const planned = checked.flatMap(({ plan }) => plan ?? [])
  const groups = planGroups(shop.groups, planned.map(groupRow))
  const found = [...duplicates(rows), ...checked.flatMap((one) => one.problems)]
  return { planned, groups: groups.planned, problems: [...found, ...groups.problems] }
}

/** `comesWithoutPictures`: they are fetched later. */
type PlanOptions = { comesWithoutPictures?: boolean }

type Stored =
  Awaited<ReturnType<typeof readShop>>['stored'] extends Map<string, infer Row> ? Row : never
type Shop = Awaited<ReturnType<typeof readShop>>
type Values = ProductEdit & Membership & { archived: boolean }
export type Plan = {
  line: number
  values: Values
  before: Stored | undefined
  stock_change: number
  fields: ImportResult['changes'][number]['fields']
}

/** What the rows refer to. The products are locked in id order, so no sale comes between check and write. */
export async function readShop(tx: Db, rows: readonly CsvRow[]) {
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

function check(
  row: CsvRow,
  shop: Shop,
  { comesWithoutPictures }: PlanOptions,
): { plan?: Plan; problems: Problem[] } {
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
    ...(comesWithoutPictures ? [] : imageProblems(values.images, before)),
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

const issueText = ({ message }: z.core.$ZodIssue) => message
