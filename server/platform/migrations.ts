import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

type Journal = { entries: { tag: string; when: number }[] }

const journalFile = (folder: string) => join(folder, 'meta/_journal.json')
const readJournal = (folder: string): Journal =>
  JSON.parse(readFileSync(journalFile(folder), 'utf8'))

export const countMigrations = () => readJournal(migrationsFolder()).entries.length

/** When the newest of the first `count` was made: by this time Drizzle decides which ones a database lacks. */
export function newestMigration(count = Number.POSITIVE_INFINITY): number {
  const { entries } = readJournal(migrationsFolder())
  return Math.max(...entries.slice(0, count).map(({ when }) => when))
}

/** The folder that Drizzle reads, with the first `count` migrations. */
export async function withMigrations(count: number, apply: (folder: string) => Promise<void>) {
  const all = migrationsFolder()
  const journal = readJournal(all)
  if (count >= journal.entries.length) return apply(all)
  const folder = mkdtempSync(join(tmpdir(), 'petal-migrations-'))
  try {
    cpSync(all, folder, { recursive: true })
    const entries = journal.entries.slice(0, count)
    writeFileSync(journalFile(folder), JSON.stringify({ ...journal, entries }))
    await apply(folder)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Drizzle does not say which migration a failed statement belongs to. */
export function migrationWith(statement: string): string | undefined {
  const folder = migrationsFolder()
  const files = readdirSync(folder).filter((file) => file.endsWith('.sql'))
  const found = files.find((file) =>
    readFileSync(join(folder, file), 'utf8').includes(statement.trim()),
  )
  return found?.replace('.sql', '')
}

/** The statements of a migration, such as the first texts of a shop. */
export const readMigration = (name: string): string[] =>
  readFileSync(join(migrationsFolder(), `${name}.sql`), 'utf8').split('--> statement-breakpoint')

/** Beside the bundle in production, beside this folder in the sources. */
function migrationsFolder() {
  const candidates = ['./migrations', '../migrations'].map((path) =>
    fileURLToPath(new URL(path, import.meta.url)),
  )
  const found = candidates.find((path) => existsSync(path))
  if (!found) throw new Error(`No migrations found in ${candidates.join(' or ')}`)
  return found
}
