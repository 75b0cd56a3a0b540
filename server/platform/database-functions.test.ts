import { randomUUID } from 'node:crypto'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { expect, test } from 'vitest'
import { onFileEnd } from '#server/testing/cleanup.ts'
import { givenDatabase } from '#server/testing/database.ts'
import { givenDatabaseBefore } from '#server/testing/earlier-database.ts'
import { applyFunctions, functionsFolder } from './database-functions.ts'
import { migrate } from './migrate.ts'

async function connectTo({ url }: { url: string }) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  onFileEnd(() => client.end())
  return client
}

/** A copy of the folder, in which a test can change texts. */
function givenFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'petal-functions-'))
  onFileEnd(async () => rmSync(folder, { recursive: true }))
  cpSync(functionsFolder(), folder, { recursive: true })
  const change = (name: string, from: string, to: string) => {
    const file = join(folder, `${name}.sql`)
    const text = readFileSync(file, 'utf8')
    expect(text).toContain(from)
    writeFileSync(file, text.replace(from, to))
  }
  return { folder, change }
}

/** Those of Petal, not of extensions. */
const FUNCTIONS = `
  select p.oid::regprocedure::text as name, pg_get_functiondef(p.oid) as definition, p.xmin::text as version
  from pg_proc p
  where p.pronamespace = 'public'::regnamespace
    and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
  order by 1`
const TRIGGERS = `
  select t.tgname as name, t.tgrelid::regclass::text as "table", pg_get_triggerdef(t.oid) as definition
  from pg_trigger t join pg_class c on c.oid = t.tgrelid
  where not t.tgisinternal and c.relnamespace = 'public'::regnamespace
  order by 1, 2`

async function read(client: pg.Client) {
  const functions = (await client.query(FUNCTIONS)).rows
  const triggers = (await client.query(TRIGGERS)).rows
  const definitions = [...functions, ...triggers].map(({ definition }) => definition as string)
  return { functions, triggers, definitions }
}

test('every function and trigger of the database is that of its file', async () => {
  const client = await connectTo(await givenDatabase())
  const before = await read(client)
  expect(before.functions.length).toBeGreaterThan(20)
  // Whatever the files do not restore differs afterwards.
  for (const { name } of before.functions) await client.query(`alter function ${name} cost 999`)
  for (const { name, table } of before.triggers) {
    await client.query(`drop trigger ${name} on ${table}`)
  }
  await client.query('truncate drizzle.applied_functions')
  await applyFunctions(client)
  expect((await read(client)).definitions).toEqual(before.definitions)
})

test('a database from before ends as a new one does', async () => {
  const earlier = await givenDatabaseBefore('0035_time_zone')
  await migrate(earlier.url)
  const [old, fresh] = [await connectTo(earlier), await connectTo(await givenDatabase())]
  expect((await read(old)).definitions).toEqual((await read(fresh)).definitions)
})

test('a changed text is applied at the next start, and only that one', async () => {
  const client = await connectTo(await givenDatabase())
  const { folder, change } = givenFolder()
  const before = await read(client)
  const zone = `Mars/${randomUUID()}`
  change('shop_time_zone', "'UTC'", `'${zone}'`)
  await applyFunctions(client, folder)
  expect((await client.query('select shop_time_zone() as zone')).rows).toEqual([{ zone }])

  const { functions } = await read(client)
  const changed = functions.filter(({ version }, place) => {
    return version !== before.functions[place]?.version
  })
  expect(changed.map(({ name }) => name)).toEqual(['shop_time_zone()'])
})

test('a text that fails is named, and nothing of the others is applied', async () => {
  const client = await connectTo(await givenDatabase())
  const { folder, change } = givenFolder()
  const before = await read(client)
  change('add_sales', '% 8', '% 4')
  change('shop_time_zone', 'SELECT coalesce', 'SELECTED coalesce')
  await expect(applyFunctions(client, folder)).rejects.toThrow(
    /^The database function shop_time_zone failed: syntax error/,
  )
  expect((await read(client)).definitions).toEqual(before.definitions)
})

test('migrations since the functions have files define none', () => {
  const folder = fileURLToPath(new URL('../migrations', import.meta.url))
  const later = readdirSync(folder).filter((file) => file > '0045' && file.endsWith('.sql'))
  const defining = later.filter((file) =>
    /create (or replace )?(function|trigger|constraint trigger)/i.test(
      readFileSync(join(folder, file), 'utf8'),
    ),
  )
  expect(defining).toEqual([])
})
