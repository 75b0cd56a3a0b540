import { parse } from 'csv-parse/sync'
import { fromCell } from '#server/platform/csv.ts'

export type CsvRow = { line: number; cells: Record<string, string> }
export type Problem = { line: number; reason: string }
/** What the parser gives with `info`; its types do not say so. */
type Parsed = { record: string[]; info: { lines: number } }
type ReadCsv = { rows: CsvRow[]; problems: Problem[] }

/** The rows of a file with their lines. Spreadsheets separate by comma, semicolon or tab, as the first line shows. */
export function readCsv(text: string, columns: readonly string[]): ReadCsv {
  let records: Parsed[]
  try {
    records = parse(text, {
      bom: true,
      delimiter: delimiterOf(text),
      info: true,
      relax_column_count: true,
    }) as unknown as Parsed[]
  } catch (error) {
    const { lines, message } = error as { lines?: number; message: string }
    return { rows: [], problems: [{ line: lines ?? 1, reason: message }] }
  }
  const [head, ...body] = records
  const names = (head?.record ?? []).map((name) => name.trim().toLowerCase())
  const problems = headProblems(names, columns)
  const rows: CsvRow[] = []
  let before = head?.info.lines ?? 1
  for (const { record, info } of body) {
    // A text with line breaks spans several lines; the row is where it begins.
    const line = before + 1
    before = info.lines
    if (record.every((cell) => cell.trim() === '')) continue
    if (record.length === names.length) rows.push({ line, cells: cellsOf(names, record) })
    else {
      const reason = `${record.length} columns, where the first line has ${names.length}`
      problems.push({ line, reason })
    }
  }
  return { rows, problems }
}

function headProblems(names: readonly string[], columns: readonly string[]): Problem[] {
  if (names.every((name) => name === '')) return [{ line: 1, reason: 'The file is empty' }]
  const reasons = names.flatMap((name, n) => {
    if (!columns.includes(name)) return `There is no column "${name}"`
    return names.indexOf(name) === n ? [] : `The column "${name}" is there twice`
  })
  return reasons.map((reason) => ({ line: 1, reason }))
}

const cellsOf = (names: readonly string[], record: readonly string[]) =>
  Object.fromEntries(names.map((name, n) => [name, fromCell(record[n] ?? '').trim()]))

function delimiterOf(text: string): string {
  const head = text.slice(0, 10_000).split('\n', 1)[0] ?? ''
  const count = (delimiter: string) => head.split(delimiter).length
  return [',', ';', '\t'].reduce((best, next) => (count(next) > count(best) ? next : best))
}
