import type { SQL } from 'drizzle-orm'
import { sql } from 'drizzle-orm'
import type * as z from 'zod'
import type { Area } from '#contract/rights.ts'
import type { Db } from './database.ts'

/** A list of the back office as a file: the query of the list, and the rows in the same order. */
export type CsvExport<Schema extends z.ZodType = z.ZodType> = {
  /** Whose it is, as for a procedure. */
  area: Area
  query: Schema
  columns: readonly string[]
  rows: (query: z.infer<Schema>) => SQL
}

/** So that each export's `rows` is typed by its own query. */
export const csvExport = <Schema extends z.ZodType>(one: CsvExport<Schema>): CsvExport =>
  one as unknown as CsvExport

const ROWS_AT_ONCE = 500

/** Reads through a cursor, so that memory stays flat however long the list is. */
export function readInParts(
  db: Db,
  rows: SQL,
  onPart: (rows: Record<string, unknown>[]) => Promise<void>,
) {
  return db.transaction(
    async (tx) => {
      await tx.execute(sql`declare export_rows no scroll cursor for ${rows}`)
      for (;;) {
        const part = await tx.execute(sql`fetch ${sql.raw(String(ROWS_AT_ONCE))} from export_rows`)
        if (part.rows.length > 0) await onPart(part.rows)
        if (part.rows.length < ROWS_AT_ONCE) return
      }
    },
    { accessMode: 'read only', isolationLevel: 'repeatable read' },
  )
}

/**
 * How our files are written. Every cell is in quotes: a spreadsheet that expects semicolons would split an unquoted
 * `x;=1+1` and run the second half.
 */
export const CSV_FORMAT = { bom: true, quoted: true } as const

/** Where a cell begins, also for a spreadsheet that ignores quotes in the middle of a line. */
const RUNS_AT_START = "(?=[=+\\-@\\t\\r'])"
/** A dash with a space behind it is an item of a list. */
const RUNS_WITHIN = "(?=[=+@']|-(?! ))"
const FORMULA = new RegExp(`^${RUNS_AT_START}|(?<=[;\\t\\r\\n])${RUNS_WITHIN}`, 'g')
const DEFUSED = new RegExp(`^'${RUNS_AT_START}|(?<=[;\\t\\r\\n])'${RUNS_WITHIN}`, 'g')

/**
 * A text that starts like a formula is run by spreadsheets, so it gets an apostrophe in front, which they do
 * not show. `fromCell` takes it away again.
 */
export function toCell(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  if (value instanceof Date) return value.toISOString()
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return text.replace(FORMULA, "'")
}

/** What `toCell` had made of it. */
export const fromCell = (cell: string) => cell.replace(DEFUSED, '')
