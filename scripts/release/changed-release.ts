import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'

/** What is done to the folder of a version before it is packed; `undo`, so that the next version does not have it. */
type Undo = () => Promise<unknown>
export type Change = (folder: string) => Promise<Undo>

const stays: Undo = async () => {}

export const withAll =
  (...changes: Change[]): Change =>
  async (folder) => {
    const undone: Undo[] = []
    for (const change of changes) undone.unshift(await change(folder))
    return async () => {
      for (const undo of undone) await undo()
    }
  }

/** Tables that this version widens, as a next version may: the one before reads and writes them meanwhile. */
export const withMigration =
  (n: number): Change =>
  async (folder) => {
    const migrations = path.join(folder, 'dist/server/migrations')
    const file = path.join(migrations, 'meta/_journal.json')
    const journal = JSON.parse(await readFile(file, 'utf8'))
    const tag = `9${String(n).padStart(3, '0')}_next`
    const statements = [
      `alter table orders add column next_note_${n} text, add column next_flag_${n} boolean not null default false`,
      `alter table chat_messages add column next_note_${n} text`,
      `alter table products add column next_flag_${n} boolean not null default false`,
      `create table next_things_${n} (id uuid primary key, order_id uuid references orders (id), name text not null)`,
      `create index next_orders_${n} on orders (next_flag_${n}, created_at)`,
    ]
    await writeFile(
      path.join(migrations, `${tag}.sql`),
      statements.join(';\n--> statement-breakpoint\n'),
    )
    const last = journal.entries.at(-1)
    const entry = { ...last, idx: last.idx + 1, when: last.when + 1000, tag }
    await writeFile(file, JSON.stringify({ ...journal, entries: [...journal.entries, entry] }))
    // Later versions have it, too.
    return stays
  }

export const scriptOf = (version: string) => `/assets/script-of-${version}.js`

/** A script that no other version has. */
export const withScript =
  (version: string): Change =>
  async (folder) => {
    const file = path.join(folder, 'dist/web/client', scriptOf(version))
    await writeFile(file, `export default ${JSON.stringify(version)}`)
    return () => rm(file)
  }

/** Its first web process takes over, its second one does not start. */
export const brokenAfterFirst: Change = async (folder) => {
  const [program, whole, started] = ['web.js', 'web-whole.js', 'started'].map((name) =>
    path.join(folder, 'dist/server', name),
  ) as [string, string, string]
  await rename(program, whole)
  await writeFile(
    program,
    `import { existsSync, writeFileSync } from 'node:fs'
     const file = new URL('started', import.meta.url)
     if (existsSync(file)) throw new Error('broken on purpose')
     writeFileSync(file, '')
     await import('./web-whole.js')`,
  )
  return async () => {
    await rename(whole, program)
    await rm(started, { force: true })
  }
}

/** No web process of it starts. */
export const broken: Change = async (folder) => {
  const program = path.join(folder, 'dist/server/web.js')
  const code = await readFile(program, 'utf8')
  await writeFile(program, 'throw new Error("broken on purpose")')
  return () => writeFile(program, code)
}
