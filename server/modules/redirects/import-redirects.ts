import { ERRORS } from '#contract/errors.ts'
import { MOST_IMPORT_PROBLEMS } from '#contract/moving-in.ts'
import { MOST_REDIRECTS, type RedirectImportResult } from '#contract/redirects.ts'
import type { ChangedBy } from '#server/platform/audit-log.ts'
import { type CsvRow, type Problem, readCsv } from '#server/platform/read-csv.ts'
import type { AppContext } from '#server/platform/rpc.ts'
import { addRedirects, lockRedirects } from './edit-redirects.ts'
import { flatten, type Pair, readPair } from './flat-redirects.ts'

const ROWS_SHOWN = 100

// As Shopify and common plugins name them; a list without such a first line has the old address first.
const FROM = [
  'redirect from',
  'from',
  'from_path',
  'old',
  'old address',
  'old path',
  'source',
  'source url',
]
const TO = [
  'redirect to',
  'to',
  'to_path',
  'new',
  'new address',
  'new path',
  'target',
  'destination',
  'target url',
]

type Input = { csv: string; dry_run: boolean }

/** Every row is checked before anything is written. One bad row and nothing is applied. */
export async function importRedirects(
  { config, db }: Pick<AppContext, 'config' | 'db'>,
  { csv, dry_run }: Input,
  by: ChangedBy,
): Promise<RedirectImportResult> {
  const { rows, problems } = await readCsv(withHead(csv), {
    columns: (names) => names,
    mostRows: MOST_REDIRECTS,
    rowsAre: 'redirects',
  })
  const shift = hasHead(csv) ? 0 : 1
  const read = rows.map((row) => readRow(row, config.publicUrl))
  const found = [...problems, ...read.flatMap((one) => one.problems), ...twice(read)]
  const pairs = read.flatMap(({ line, pair }) => (pair ? [{ line, ...pair }] : []))
  return db.transaction(async (tx) => {
    const before = await lockRedirects(tx)
    const all = new Map([
      ...before,
      ...pairs.map((pair) => [pair.from_path, pair.to_path] as const),
    ])
    const { circles } = flatten(all)
    for (const { line, from_path } of pairs) {
      if (circles.has(from_path)) found.push({ line, reason: ERRORS.REDIRECT_LOOP.message })
    }
    if (all.size > MOST_REDIRECTS) {
      found.push({ line: 1 + shift, reason: ERRORS.TOO_MANY_REDIRECTS.message })
    }
    const applied = !dry_run && found.length === 0 && pairs.length > 0
    if (applied) await addRedirects(tx, pairs, by, { overwrite: true })
    const isKnown = ({ from_path }: Pair) => before.has(from_path)
    const isSame = ({ from_path, to_path }: Pair) => before.get(from_path) === to_path
    return {
      applied,
      created: pairs.filter((pair) => !isKnown(pair)).length,
      updated: pairs.filter((pair) => isKnown(pair) && !isSame(pair)).length,
      unchanged: pairs.filter(isSame).length,
      problems: found
        .map(({ line, reason }) => ({ line: line - shift, reason }))
        .sort((a, b) => a.line - b.line)
        .slice(0, MOST_IMPORT_PROBLEMS),
      rows: pairs.slice(0, ROWS_SHOWN).map((pair) => ({ ...pair, line: pair.line - shift })),
    }
  })
}

const firstLine = (csv: string) => csv.replace(/^\ufeff/, '').split(/\r?\n/, 1)[0] ?? ''

/** A pasted list begins with its first address. */
const hasHead = (csv: string) => !/^\s*"?(\/|https?:)/i.test(firstLine(csv))

function withHead(csv: string) {
  if (hasHead(csv)) return csv
  const delimiter = [';', '\t'].find((one) => firstLine(csv).includes(one)) ?? ','
  return `from${delimiter}to\n${csv.replace(/^\ufeff/, '')}`
}

type ReadRow = { line: number; pair?: Pair; problems: Problem[] }

function readRow({ line, cells }: CsvRow, publicUrl: string): ReadRow {
  const cell = (names: readonly string[]) => names.map((name) => cells[name]).find(Boolean) ?? ''
  const typed = { from_path: cell(FROM), to_path: cell(TO) }
  const refuse = (reason: string) => ({ line, problems: [{ line, reason }] })
  if (typed.from_path === '') return refuse('The old address is missing')
  if (typed.to_path === '') return refuse('The new address is missing')
  const read = readPair(typed, publicUrl)
  if ('refusal' in read) return refuse(ERRORS[read.refusal].message)
  return { line, pair: read, problems: [] }
}

function twice(read: readonly ReadRow[]): Problem[] {
  const seen = new Map<string, number>()
  return read.flatMap(({ line, pair }) => {
    if (!pair) return []
    const first = seen.get(pair.from_path)
    if (first === undefined) seen.set(pair.from_path, line)
    return first === undefined
      ? []
      : [{ line, reason: 'The same old address as in an earlier line' }]
  })
}
