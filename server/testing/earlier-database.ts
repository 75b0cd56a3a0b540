import { randomUUID } from 'node:crypto'
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import pg from 'pg'
import { inject } from 'vitest'
import { connectDatabase } from '#server/platform/database.ts'
import { onFileEnd } from './cleanup.ts'

const MIGRATIONS = fileURLToPath(new URL('../migrations', import.meta.url))

/** A database as it was before the named migration (such as `0013_stored_mails`). */
export async function givenDatabaseBefore(migration: string) {
  const name = `earlier_${randomUUID().slice(0, 8)}`
  const admin = new pg.Client({ connectionString: urlOf('petal') })
  await admin.connect()
  await admin.query(`create database ${name} template template0`)
  const database = connectDatabase(urlOf(name), { max: 1 })
  const migrationsFolder = await mkdtemp(join(tmpdir(), 'petal-migrations-'))
  onFileEnd(async () => {
    await database.close()
    await admin.query(`drop database ${name} with (force)`)
    await admin.end()
    await rm(migrationsFolder, { recursive: true })
  })

  await cp(MIGRATIONS, migrationsFolder, { recursive: true })
  const journalFile = join(migrationsFolder, 'meta/_journal.json')
  const journal = JSON.parse(await readFile(journalFile, 'utf8'))
  const entries = journal.entries.filter(({ tag }: { tag: string }) => tag < migration)
  if (entries.length === journal.entries.length) throw new Error(`No migration ${migration}`)
  await writeFile(journalFile, JSON.stringify({ ...journal, entries }))
  await migrate(database.db, { migrationsFolder })
  return database
}

const urlOf = (database: string) =>
  Object.assign(new URL(inject('templateUrl')), { pathname: `/${database}` }).href
