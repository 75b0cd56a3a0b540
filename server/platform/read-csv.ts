import { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { parse } from 'csv-parse'
import { fromCell } from './csv.ts'

export type CsvRow = { line: number; cells: Record<string, string> }
export type Problem = { line: number; reason: string }
/** What the parser gives with `info`; its types do not say so. */
type Parsed = { record: string[]; info: { lines: number } }
type ReadCsv = { rows: CsvRow[]; problems: Problem[] }
type Options = {
  /** Those that the file may have; they can depend on the names that it has. */
  columns: readonly string[] | ((names: readonly string[]) => readonly string[])
  mostRows: number | ((names: readonly string[]) => number)
  mostColumns?: number
  /** What a row is, for messages: "products". */
  rowsAre: string
}

/** The parser is not interrupted within a piece: one of 64 kB with 65,000 empty lines takes seconds. */
const PIECE_BYTES = 4 * 1024
/** Twice the longest product: a name, a description and twenty addresses of pictures. */
const LONGEST_ROW = 200_000
const MOST_COLUMNS = 100
/** Spreadsheets end a file with thousands of them, not with millions. */
const MOST_BLANK_ROWS = 10_000
/** Instead of bytes that are not UTF-8. */
const UNREADABLE = '\ufffd'

/**
 * The rows of a file with their lines. Spreadsheets separate by comma, semicolon or tab, as the first line shows. Reads
 * piece by piece and stops at the first row too many, so that no file takes more memory or time than the largest good one.
 */
export async function readCsv(text: string, options: Options): Promise<ReadCsv> {
  const { columns, mostRows, mostColumns = MOST_COLUMNS, rowsAre } = options
  let most = 0
  const rows: CsvRow[] = []
  const problems: Problem[] = []
  let names: string[] | undefined
  let blankRows = 0
  let seenRows = 0
  let before = 0
  const end = (line: number, reason: string) => ({
    rows: [],
    problems: [...problems, { line, reason }],
  })
  const pieces = Readable.from(inPieces(text))
  try {
    for await (const { record, info } of pieces.pipe(
      parserOf(text, mostColumns),
    ) as AsyncIterable<Parsed>) {
      // A text with line breaks spans several lines; the row is where it begins.
      const line = before + 1
      before = info.lines
      if (!names) {
        names = record.map((name) => name.trim().toLowerCase())
        const reason = unreadableText(record)
        const known = typeof columns === 'function' ? columns(names) : columns
        problems.push(...(reason ? [{ line, reason }] : headProblems(names, known)))
        most = typeof mostRows === 'function' ? mostRows(names) : mostRows
      } else if (record.every((cell) => cell.trim() === '')) {
        if (++blankRows > MOST_BLANK_ROWS) return end(line, 'Too many empty rows')
      } else if (++seenRows > most) {
        return end(1, `At most ${most} ${rowsAre} at once`)
      } else {
        const reason = wrongLength(record, names) ?? unreadableText(record)
        if (reason) problems.push({ line, reason })
        else rows.push({ line, cells: cellsOf(names, record) })
      }
    }
  } catch (error) {
    const { code, message } = error as { code?: string; message: string }
    return end(before + 1, code === 'CSV_MAX_RECORD_SIZE' ? 'The row is too long' : message)
  } finally {
    pieces.destroy()
  }
  return names ? { rows, problems } : end(1, 'The file is empty')
}

/** As bytes: a cut between two halves of a character would destroy it. Requests are answered between two pieces. */
async function* inPieces(text: string) {
  const bytes = Buffer.from(text)
  for (let start = 0; start < bytes.length; start += PIECE_BYTES) {
    yield bytes.subarray(start, start + PIECE_BYTES)
    await setImmediate()
  }
}

const parserOf = (text: string, mostColumns: number) =>
  parse({
    bom: true,
    delimiter: delimiterOf(text),
    info: true,
    max_record_size: LONGEST_ROW,
    relax_column_count: true,
    // The only hook before a row is complete: a row of empty cells has no length.
    cast(cell, { index }) {
      if (index >= mostColumns) throw new Error(`More than ${mostColumns} columns`)
      return cell
    },
  })

function headProblems(names: readonly string[], columns: readonly string[]): Problem[] {
  if (names.every((name) => name === '')) return [{ line: 1, reason: 'The file is empty' }]
  const reasons = names.flatMap((name, n) => {
    if (!columns.includes(name)) return `There is no column "${name}"`
    return names.indexOf(name) === n ? [] : `The column "${name}" is there twice`
  })
  return reasons.map((reason) => ({ line: 1, reason }))
}

const wrongLength = ({ length }: readonly string[], names: readonly string[]) =>
  length === names.length
    ? undefined
    : `${length} columns, where the first line has ${names.length}`

/** A file in the encoding of an older spreadsheet: which one, nobody can know. */
function unreadableText(record: readonly string[]) {
  const cell = record.find((text) => text.includes(UNREADABLE))
  if (cell === undefined) return undefined
  const start = Math.max(0, cell.indexOf(UNREADABLE) - 20)
  const words = cell.slice(start, start + 40).trim()
  return `Some letters of "${words}" cannot be read. Correct them, or save the file as "CSV UTF-8"`
}

const cellsOf = (names: readonly string[], record: readonly string[]) =>
  Object.fromEntries(names.map((name, n) => [name, fromCell(record[n] ?? '').trim()]))

function delimiterOf(text: string): string {
  const head = text.slice(0, 10_000).split('\n', 1)[0] ?? ''
  const count = (delimiter: string) => head.split(delimiter).length
  return [',', ';', '\t'].reduce((best, next) => (count(next) > count(best) ? next : best))
}
