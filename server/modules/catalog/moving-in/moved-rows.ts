import { MOST_PICTURES } from '#contract/edit-products.ts'
import type { ImportSource } from '#contract/moving-in.ts'
import type { CsvRow, Problem } from '#server/platform/read-csv.ts'

/** A product of another shop, in the columns of our own file. */
export type MovedRow = CsvRow & {
  /** What it was there; stored, so that the same file twice doubles nothing. */
  key: string
  /** Sizes of one thing: if one of them cannot be imported, none is. */
  unit: string
  /** Where its pictures are now, the first one first. */
  pictures: string[]
  /** The old path of its page, as far as the file says it. */
  old_path: string | null
}

/** What an export of another shop holds. */
export type Moved = {
  rows: MovedRow[]
  problems: Problem[]
  /** The unit of each line, also of those that only name a picture. */
  units: Map<number, string>
  notes: string[]
  /** Columns with content that have no place here. */
  left_out: string[]
}

/** How one shop system writes its file. */
export type Format = {
  source: ImportSource
  recognises: (names: ReadonlySet<string>) => boolean
  /** The columns that are read. All others are named as left out, if something is in them. */
  columns: readonly (string | RegExp)[]
  read: (rows: readonly CsvRow[], collect: Collect, now: Date) => void
  /** Where a category of this name probably was. */
  category_path: (slug: string) => string
}

/** Takes what a format finds in a file. */
export type Collect = {
  row: (row: MovedRow) => void
  problem: (line: number, reason: string) => void
  unit: (line: number, unit: string) => void
  /** Something that was adapted or left out, for one product. */
  note: (note: Note) => void
}

/** In this order, each with the number of products. */
const NOTES = {
  giftCards: 'Gift cards, not imported',
  otherTypes: 'Bundles and links to other shops, not imported',
  noStock: 'No stock in the file, starts with 0',
  negativeStock: 'Stock below 0, starts with 0',
  sharedStock: 'One stock for several sizes, starts with 0',
  noDescription: 'No description, the name takes its place',
  hidden: 'Drafts and hidden, imported as archived',
  manyPictures: `More than ${MOST_PICTURES} pictures, the first ones are imported`,
  manyCategories: 'Several categories, the first one is imported',
} as const
type Note = keyof typeof NOTES

const isRead = ({ columns }: Format, name: string) =>
  columns.some((column) => (typeof column === 'string' ? column === name : column.test(name)))

export function readMoved(format: Format, rows: readonly CsvRow[], now: Date): Moved {
  const moved: Moved = { rows: [], problems: [], units: new Map(), notes: [], left_out: [] }
  const counts = new Map<Note, number>()
  format.read(
    rows,
    {
      row: (row) => void moved.rows.push(row),
      problem: (line, reason) => void moved.problems.push({ line, reason }),
      unit: (line, unit) => void moved.units.set(line, unit),
      note: (note) => void counts.set(note, (counts.get(note) ?? 0) + 1),
    },
    now,
  )
  moved.notes = (Object.keys(NOTES) as Note[]).flatMap((note) => {
    const count = counts.get(note)
    return count ? `${NOTES[note]}: ${count === 1 ? '1 product' : `${count} products`}` : []
  })
  const names = Object.keys(rows[0]?.cells ?? {})
  moved.left_out = names.filter(
    (name) => name && !isRead(format, name) && rows.some(({ cells }) => cells[name]),
  )
  return moved
}

/** The first of these columns that has something in it. */
export const cellOf = ({ cells }: CsvRow, ...names: string[]) =>
  names.map((name) => cells[name]).find((cell) => cell) ?? ''

/** "24.00", "24,00" and "1,234.50". Anything else stays, so that the check of the row names it. */
export function amountOf(cell: string) {
  const plain = cell.replace(/[\s$€£]/g, '')
  if (/^\d+,\d{1,2}$/.test(plain)) return plain.replace(',', '.')
  if (/^\d{1,3}(,\d{3})+(\.\d+)?$/.test(plain)) return plain.replaceAll(',', '')
  return plain
}

/** The earlier, higher price; empty unless it is one. */
export const higherThan = (price: string, earlier: string) =>
  Number(earlier) > Number(price) ? earlier : ''

export function stockOf(cell: string, collect: Pick<Collect, 'note'>) {
  if (cell === '') collect.note('noStock')
  else if (Number(cell) < 0) collect.note('negativeStock')
  else return cell
  return '0'
}

/** Each address once, spaces escaped: our own columns separate them by spaces. */
export function picturesOf(cells: readonly string[], collect: Pick<Collect, 'note'>) {
  const urls = [...new Set(cells.map((cell) => cell.trim()).filter(Boolean))].map((cell) =>
    URL.canParse(cell) ? new URL(cell).href : cell,
  )
  if (urls.length > MOST_PICTURES) collect.note('manyPictures')
  return urls.slice(0, MOST_PICTURES)
}

/** Sizes of one thing are a group, which has a name of its own. */
export function membershipOf(name: string, option: string, value: string) {
  return { group: name, option: option.slice(0, 40).trim(), value }
}

/** Groups need different names. A second one of the same name gets what distinguishes it from the first. */
export function groupNames() {
  const taken = new Map<string, string>()
  return (name: string, unit: string) => {
    const owner = taken.get(name.toLowerCase())
    if (owner === undefined) taken.set(name.toLowerCase(), unit)
    return owner === undefined || owner === unit ? name : `${name} (${unit})`.slice(0, 200)
  }
}

/** As shop systems make an address of a name. */
export const slugOf = (name: string) =>
  name
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(/[’'"]/g, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')

export const isYes = (cell: string) => /^(1|true|yes)$/i.test(cell)
export const isNo = (cell: string) => /^(0|-1|false|no)$/i.test(cell)
