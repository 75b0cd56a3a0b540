import type { CsvRow } from '#server/platform/read-csv.ts'
import { htmlToText } from './html-to-text.ts'
import {
  amountOf,
  type Collect,
  cellOf,
  type Format,
  groupNames,
  higherThan,
  isNo,
  isYes,
  membershipOf,
  picturesOf,
  stockOf,
} from './moved-rows.ts'

// A product is several rows with the same handle: its first one, one more for each further size, and one for each
// further picture. Names in the order of the older export and the newer template.
const COLUMNS = {
  handle: ['handle', 'url handle'],
  title: ['title'],
  body: ['body (html)', 'description'],
  type: ['type'],
  category: ['product category', 'standard product type', 'custom product type'],
  published: ['published', 'published on online store'],
  status: ['status'],
  gift_card: ['gift card'],
  price: ['variant price', 'price'],
  earlier_price: ['variant compare at price', 'compare-at price'],
  cost: ['cost per item'],
  stock: ['variant inventory qty', 'inventory quantity'],
  grams: ['variant grams', 'weight value (grams)'],
  taxable: ['variant taxable', 'charge tax'],
  picture: ['image src', 'product image url'],
  picture_position: ['image position'],
  own_picture: ['variant image', 'variant image url'],
} as const
type Column = keyof typeof COLUMNS

const OPTIONS = [1, 2, 3] as const

const cell = (row: CsvRow, column: Column) => cellOf(row, ...COLUMNS[column])

export const shopify: Format = {
  source: 'shopify',
  category_path: (slug) => `/collections/${slug}`,
  recognises: (names) =>
    COLUMNS.handle.some((name) => names.has(name)) &&
    names.has('title') &&
    COLUMNS.price.some((name) => names.has(name)),
  columns: [...Object.values(COLUMNS).flat(), /^option[123] (name|value)$/],
  read(rows, collect) {
    const groupName = groupNames()
    for (const [handle, own] of byHandle(rows, collect)) {
      const [first = own[0]] = own.filter((row) => cell(row, 'title') !== '')
      if (!first) continue
      if (isYes(cell(first, 'gift_card'))) collect.note('giftCards')
      else readProduct({ handle, rows: own, first, groupName }, collect)
    }
  },
}

function byHandle(rows: readonly CsvRow[], collect: Collect) {
  const units = new Map<string, CsvRow[]>()
  for (const row of rows) {
    const handle = cell(row, 'handle').toLowerCase()
    if (handle === '') {
      collect.problem(row.line, 'The handle is missing')
      continue
    }
    collect.unit(row.line, handle)
    units.set(handle, [...(units.get(handle) ?? []), row])
  }
  return units
}

type Product = {
  handle: string
  rows: CsvRow[]
  /** The row that has the texts. */
  first: CsvRow
  groupName: ReturnType<typeof groupNames>
}

function readProduct({ handle, rows, first, groupName }: Product, collect: Collect) {
  const name = cell(first, 'title')
  const sizes = rows.filter((row) => row === first || isSize(row))
  const options = optionsOf(rows)
  const texts = textsOf(first, name, collect)
  const shared = rows
    .map((row, n) => ({ url: cell(row, 'picture'), position: positionOf(row, n) }))
    .sort((a, b) => a.position - b.position)
    .map(({ url }) => url)
  for (const row of sizes) {
    const value = sizeOf(row, options)
    const isOneOfSeveral = sizes.length > 1
    const option = options.map((one) => one.name).join(', ')
    const price = amountOf(cell(row, 'price'))
    collect.row({
      line: row.line,
      key: isOneOfSeveral ? `${handle}: ${value}` : handle,
      unit: handle,
      old_path: `/products/${handle}`,
      pictures: picturesOf([cell(row, 'own_picture'), ...shared], collect),
      cells: {
        ...texts,
        name: isOneOfSeveral || value === '' ? name : `${name}, ${value}`,
        price,
        original_price: higherThan(price, amountOf(cell(row, 'earlier_price'))),
        cost_price: amountOf(cell(row, 'cost')),
        stock: stockOf(cell(row, 'stock'), collect),
        weight_grams: gramsOf(cell(row, 'grams')),
        tax_exempt: String(isNo(cell(row, 'taxable'))),
        ...(isOneOfSeveral && membershipOf(groupName(name, handle), option, value)),
      },
    })
  }
}

const isSize = (row: CsvRow) => cell(row, 'price') !== '' || cellOf(row, 'option1 value') !== ''

const positionOf = (row: CsvRow, n: number) => Number(cell(row, 'picture_position')) || n + 1

type Option = { number: number; name: string }

/** "Title" with the value "Default Title" is Shopify's way to say that there are none. */
function optionsOf(rows: readonly CsvRow[]): Option[] {
  return OPTIONS.flatMap((number) => {
    const named = rows.map((row) => cellOf(row, `option${number} name`)).find(Boolean)
    const values = rows.map((row) => cellOf(row, `option${number} value`)).filter(Boolean)
    const isDefault = values.every((value) => value === 'Default Title')
    return isDefault ? [] : [{ number, name: named ?? 'Size' }]
  })
}

const sizeOf = (row: CsvRow, options: readonly Option[]) =>
  options
    .map(({ number }) => cellOf(row, `option${number} value`))
    .filter(Boolean)
    .join(', ')

function textsOf(first: CsvRow, name: string, collect: Collect) {
  const description = htmlToText(cell(first, 'body'))
  if (description === '') collect.note('noDescription')
  const isHidden =
    isNo(cell(first, 'published')) || /^(draft|archived)$/i.test(cell(first, 'status'))
  if (isHidden) collect.note('hidden')
  const category = cell(first, 'type') || cell(first, 'category').split('>').at(-1) || ''
  return {
    description: description || name,
    category: category.trim().slice(0, 100),
    archived: String(isHidden),
  }
}

/** Nothing weighs 0: it was not weighed. */
const gramsOf = (text: string) => {
  const grams = Number(amountOf(text))
  return Number.isFinite(grams) && grams > 0 ? String(Math.round(grams)) : ''
}
