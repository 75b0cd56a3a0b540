import { hash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type pg from 'pg'
import { Refusal } from './describe-failure.ts'

type DatabaseFunction = { name: string; text: string; checksum: string }

/**
 * Brings the functions and triggers of the database to the texts of server/database/functions: those whose text is
 * another one than was applied last, in one transaction. Call it with the lock of the migrations.
 */
export async function applyFunctions(client: pg.Client, folder = functionsFolder()) {
  await client.query('begin')
  try {
    await client.query(
      'create table if not exists drizzle.applied_functions (name text primary key, checksum text not null)',
    )
    const applied = await readApplied(client)
    const changed = readFunctions(folder).filter(
      ({ name, checksum }) => applied.get(name) !== checksum,
    )
    // A function may name another one whose file comes later, so bodies are checked once all are there.
    await client.query('set local check_function_bodies = off')
    for (const { name, text } of changed) await apply(client, name, text)
    await client.query('set local check_function_bodies = on')
    for (const { name, text, checksum } of changed) {
      await apply(client, name, text)
      await client.query(
        `insert into drizzle.applied_functions values ($1, $2)
         on conflict (name) do update set checksum = excluded.checksum`,
        [name, checksum],
      )
    }
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}

const apply = (client: pg.Client, name: string, text: string) =>
  client.query(text).catch((error) => {
    throw new Refusal(`The database function ${name} failed: ${error.message}`, { cause: error })
  })

async function readApplied(client: pg.Client) {
  const { rows } = await client.query<{ name: string; checksum: string }>(
    'select name, checksum from drizzle.applied_functions',
  )
  return new Map(rows.map(({ name, checksum }) => [name, checksum]))
}

function readFunctions(folder: string): DatabaseFunction[] {
  const files = readdirSync(folder).filter((file) => file.endsWith('.sql'))
  return files.sort().map((file) => {
    const text = readFileSync(join(folder, file), 'utf8')
    return { name: file.replace('.sql', ''), text, checksum: hash('sha256', text, 'hex') }
  })
}

/** Beside the bundle in production, in server/database in the sources. */
export function functionsFolder() {
  const candidates = ['./functions', '../database/functions'].map((path) =>
    fileURLToPath(new URL(path, import.meta.url)),
  )
  const found = candidates.find((path) => existsSync(path))
  if (!found) throw new Error(`No functions found in ${candidates.join(' or ')}`)
  return found
}
