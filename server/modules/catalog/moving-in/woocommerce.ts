import type { CsvRow } from '#server/platform/read-csv.ts'
import { htmlToText } from './html-to-text.ts'
import {
  amountOf,
  type Collect,
  cellOf,
  type Format,
  groupNames,
  higherThan,
  isYes,
  membershipOf,
  picturesOf,
  slugOf,
  stockOf,
} from './moved-rows.ts'

// A product with sizes is a row of the type "variable" and one of the type "variation" for each size, which names its
// parent by SKU or as "id:42". Only attributes that differ between the sizes are read.

const ATTRIBUTE = /^attribute \d+ (name|value\(s\))$/
const WEIGHT = /^weight \((kg|g|lbs|oz)\)$/
const GRAMS: Record<string, number> = { kg: 1000, g: 1, lbs: 453.592, oz: 28.3495 }

export const woocommerce: Format = {
  source: 'woocommerce',
  category_path: (slug) => `/product-category/${slug}`,
  recognises: (names) => ['type', 'sku', 'name', 'regular price'].every((name) => names.has(name)),
  columns: [
    ...['id', 'type', 'sku', 'name', 'published', 'is featured?', 'visibility in catalog'],
    ...['short description', 'description', 'date sale price starts', 'date sale price ends'],
    ...['tax status', 'stock', 'sale price', 'regular price', 'categories', 'images', 'parent'],
    ...['cost of goods', ATTRIBUTE, WEIGHT],
  ],
  read(rows, collect, now) {
    const parents = new Map<string, CsvRow>()
    for (const row of rows) for (const name of namesOf(row)) parents.set(name, row)
    const sizes = new Map<CsvRow, CsvRow[]>()
    const groupName = groupNames()
    const read = { collect, now, groupName }
    for (const row of rows) {
      const type = typesOf(row)
      if (type.includes('variation')) {
        const parent = parents.get(cellOf(row, 'parent').toLowerCase())
        if (parent) sizes.set(parent, [...(sizes.get(parent) ?? []), row])
        else collect.problem(row.line, 'The product that this size belongs to is not in the file')
      }
    }
    for (const row of rows) {
      const type = typesOf(row)
      if (type.includes('variation')) continue
      for (const { line } of [row, ...(sizes.get(row) ?? [])]) collect.unit(line, unitOf(row))
      if (type.includes('grouped') || type.includes('external')) collect.note('otherTypes')
      else if (type.includes('variable')) readSizes(row, sizes.get(row) ?? [], read)
      else readOne(row, read)
    }
  },
}

const typesOf = (row: CsvRow) =>
  cellOf(row, 'type')
    .toLowerCase()
    .split(/\s*,\s*/)

const namesOf = (row: CsvRow) =>
  [cellOf(row, 'sku').toLowerCase(), cellOf(row, 'id') && `id:${cellOf(row, 'id')}`].filter(Boolean)

/** The same in a later export of the same shop. */
const unitOf = (row: CsvRow) =>
  cellOf(row, 'id') || cellOf(row, 'sku') || cellOf(row, 'name') || `line ${row.line}`

type Reading = { collect: Collect; now: Date; groupName: ReturnType<typeof groupNames> }

function readOne(row: CsvRow, { collect, now }: Reading) {
  collect.row({
    line: row.line,
    key: unitOf(row),
    unit: unitOf(row),
    old_path: oldPath(row),
    pictures: picturesOf(listOf(cellOf(row, 'images')), collect),
    cells: {
      ...textsOf(row, collect),
      ...pricesOf(row, now),
      stock: ownStock(row, collect),
      weight_grams: gramsOf(row),
      tax_exempt: taxExempt(cellOf(row, 'tax status')),
      archived: archivedOf([row], collect),
    },
  })
}

function readSizes(parent: CsvRow, sizes: CsvRow[], { collect, now, groupName }: Reading) {
  if (sizes.length === 0) {
    collect.problem(parent.line, 'The sizes of this product are not in the file')
    return
  }
  const name = cellOf(parent, 'name')
  const texts = textsOf(parent, collect)
  const shared = listOf(cellOf(parent, 'images'))
  for (const row of sizes) {
    const { option, value } = attributesOf(row)
    const isOneOfSeveral = sizes.length > 1
    const own = descriptionOf(row)
    collect.row({
      line: row.line,
      key: unitOf(row),
      unit: unitOf(parent),
      old_path: oldPath(parent),
      pictures: picturesOf([...listOf(cellOf(row, 'images')), ...shared], collect),
      cells: {
        ...texts,
        name: isOneOfSeveral || value === '' ? name : `${name}, ${value}`,
        description: own ? `${texts.description}\n\n${own}` : texts.description,
        ...pricesOf(row, now),
        stock: ownStock(row, collect),
        weight_grams: gramsOf(row) || gramsOf(parent),
        tax_exempt: taxExempt(cellOf(row, 'tax status') || cellOf(parent, 'tax status')),
        archived: archivedOf([parent, row], collect),
        ...(isOneOfSeveral &&
          membershipOf(groupName(name, unitOf(parent)), option || 'Size', value)),
      },
    })
  }
}

/** The export writes a line break as \n and a comma within an item as \, */
const unescaped = (text: string) => text.replaceAll('\\n', '\n').replaceAll('\\,', ',')

const listOf = (cell: string) =>
  cell
    .split(/(?<!\\),/)
    .map((item) => unescaped(item).trim())
    .filter(Boolean)

const descriptionOf = (row: CsvRow) => htmlToText(unescaped(cellOf(row, 'description')))

function textsOf(row: CsvRow, collect: Collect) {
  const name = cellOf(row, 'name')
  const short = htmlToText(unescaped(cellOf(row, 'short description')))
  const long = descriptionOf(row)
  const description = long.includes(short) ? long : [short, long].filter(Boolean).join('\n\n')
  if (description === '') collect.note('noDescription')
  const categories = listOf(cellOf(row, 'categories'))
  if (categories.length > 1) collect.note('manyCategories')
  const [category = ''] = categories
  return {
    name,
    description: description || name,
    category: (category.split('>').at(-1) ?? '').trim().slice(0, 100),
    featured: String(isYes(cellOf(row, 'is featured?'))),
  }
}

/** A sale that is over or to come leaves the regular price. */
function pricesOf(row: CsvRow, now: Date) {
  const regular = amountOf(cellOf(row, 'regular price'))
  const sale = amountOf(cellOf(row, 'sale price'))
  const from = Date.parse(cellOf(row, 'date sale price starts'))
  const to = Date.parse(cellOf(row, 'date sale price ends'))
  // The last day counts.
  const isOn = !(from > now.getTime()) && !(to + 86_400_000 <= now.getTime())
  const price = sale !== '' && isOn ? sale : regular
  const cost_price = amountOf(cellOf(row, 'cost of goods'))
  return { price, original_price: higherThan(price, regular), cost_price }
}

function ownStock(row: CsvRow, collect: Collect) {
  const stock = cellOf(row, 'stock')
  if (stock.toLowerCase() !== 'parent') return stockOf(stock, collect)
  collect.note('sharedStock')
  return '0'
}

function gramsOf({ cells }: CsvRow) {
  const [unit, weight] =
    Object.entries(cells).find(([name, cell]) => WEIGHT.test(name) && cell) ?? []
  const grams = Number(amountOf(weight ?? '')) * (GRAMS[WEIGHT.exec(unit ?? '')?.[1] ?? ''] ?? 0)
  return grams > 0 ? String(Math.round(grams)) : ''
}

const taxExempt = (status: string) => String(status.toLowerCase() === 'none')

/** 1 is published, 0 private, -1 a draft. */
function archivedOf(rows: readonly CsvRow[], collect: Collect) {
  const isHidden = rows.some(
    (row) =>
      !['', '1'].includes(cellOf(row, 'published')) ||
      cellOf(row, 'visibility in catalog').toLowerCase() === 'hidden',
  )
  if (isHidden) collect.note('hidden')
  return String(isHidden)
}

function attributesOf({ cells }: CsvRow) {
  const numbers = Object.keys(cells).flatMap(
    (name) => /^attribute (\d+) name$/.exec(name)?.[1] ?? [],
  )
  const given = numbers
    .map((n) => ({ name: cells[`attribute ${n} name`], value: cells[`attribute ${n} value(s)`] }))
    .filter(({ value }) => value)
  return {
    option: given.map(({ name }) => name).join(', '),
    value: given.map(({ value }) => unescaped(value ?? '')).join(', '),
  }
}

/** The export does not say the address of a page: WordPress makes it from the name, unless somebody changed it. */
function oldPath(row: CsvRow) {
  const slug = slugOf(cellOf(row, 'name'))
  return slug ? `/product/${slug}` : null
}
