import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'
import { listBackups } from '#server/modules/backups/index.ts'
import { onFileEnd } from '#server/testing/cleanup.ts'
import { givenDatabase } from '#server/testing/database.ts'
import { givenDatabaseBefore } from '#server/testing/earlier-database.ts'
import { freePort } from '#server/testing/free-port.ts'

/** The version before this one. It is built from the history, so this needs a clone that has it. */
const VERSION_BEFORE = '45aca51'
/** The first migration that the first version did not have. */
const AFTER_FIRST_VERSION = '0006_product_search'
const root = path.resolve(import.meta.dirname, '../..')
/** Only to end a test that would wait for ever. */
const PATIENCE = { timeout: 300_000, interval: 200 }

function givenFolder(name: string) {
  const folder = mkdtempSync(path.join(tmpdir(), `petal-${name}-`))
  onFileEnd(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** A built checkout of an earlier version. */
function givenVersion(commit: string) {
  const folder = givenFolder('version')
  execFileSync('sh', ['-c', `git archive ${commit} | tar x -C '${folder}'`], { cwd: root })
  const lock = (at: string) => readFileSync(path.join(at, 'package-lock.json'), 'utf8')
  // Vitest's own variables would change what is built.
  const { NODE_ENV, VITEST, ...env } = process.env
  const options = { cwd: folder, env, stdio: 'ignore' } as const
  if (lock(folder) === lock(root))
    symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'))
  else execFileSync('npm', ['ci', '--no-audit', '--no-fund'], options)
  execFileSync('npm', ['run', 'build'], options)
  return folder
}

function launch(folder: string, program: string, env: Record<string, string>, args: string[] = []) {
  const child = spawn(process.execPath, [`dist/server/${program}.js`, ...args], {
    cwd: folder,
    env: { ...process.env, WEB_CONCURRENCY: '1', LOG_LEVEL: 'fatal', ...env },
  })
  onFileEnd(() => child.kill('SIGKILL'))
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      output += chunk
    })
  return { child, ended: once(child, 'close'), output: () => output }
}

async function run(...of: Parameters<typeof launch>) {
  const { ended, output } = launch(...of)
  const [code] = await ended
  return { code, output: output() }
}

/** `npm start` until it is open; `work` looks at it, then it stops. */
async function whileOpen(
  folder: string,
  env: Record<string, string>,
  work: (url: string) => Promise<void>,
) {
  const ports = { PORT: String(await freePort()), CLOVER_SIMULATOR_PORT: String(await freePort()) }
  const { child, ended, output } = launch(folder, 'supervisor', { ...env, ...ports })
  await vi.waitFor(() => expect(output()).toContain('Petal is open'), PATIENCE)
  await work(`http://localhost:${ports.PORT}`)
  child.kill('SIGTERM')
  await ended
}

const upgradeBackup = async (dataDir: string) => {
  const folder = path.join(dataDir, 'backups')
  const found = (await listBackups(folder)).find(({ kind }) => kind === 'upgrade')
  return path.join(folder, found?.name ?? 'none')
}

const namesOf = async (url: string) => {
  const answer = await fetch(`${url}/api/products?limit=24`)
  const { items } = (await answer.json()) as { items: { name: string }[] }
  return items.map(({ name }) => name).sort()
}

test('the version before this one is upgraded with the demo’s data, and is back from the backup', async () => {
  const before = givenVersion(VERSION_BEFORE)
  const DATA_DIR = givenFolder('upgraded')
  let names: string[] = []
  await whileOpen(before, { DATA_DIR }, async (url) => {
    names = await namesOf(url)
  })
  expect(names.length).toBeGreaterThan(0)
  await whileOpen(root, { DATA_DIR }, async (url) => expect(await namesOf(url)).toEqual(names))
  expect(await run(root, 'doctor', { DATA_DIR })).toMatchObject({ code: 0 })

  const back = { DATA_DIR: givenFolder('back') }
  const restored = await run(before, 'restore', back, [await upgradeBackup(DATA_DIR)])
  expect(restored.code, restored.output).toBe(0)
  await whileOpen(before, back, async (url) => expect(await namesOf(url)).toEqual(names))
})

test('the tables of the first version are upgraded, put back as they were, and refused when newer', async () => {
  const first = await givenDatabaseBefore(AFTER_FIRST_VERSION)
  await first.db.execute(sql`insert into categories (name) values ('Serums')`)
  await first.db.execute(sql`
    insert into products (id, name, description, price, category, stock)
    values ('00000000-0000-4000-9000-000000000003', 'First Serum', 'From the first version.', 20, 'Serums', 8)`)
  await first.db.execute(sql`
    insert into stock_movements (product_id, change, reason)
    values ('00000000-0000-4000-9000-000000000003', 8, 'set')`)
  const DATA_DIR = givenFolder('first')
  const env = { DATA_DIR, DATABASE_URL: first.url }
  expect(await run(root, 'doctor', env)).toMatchObject({
    code: 1,
    output: expect.stringContaining('This database is of an earlier version of Petal.'),
  })
  await whileOpen(root, env, async (url) => expect(await namesOf(url)).toEqual(['First Serum']))
  expect(await run(root, 'doctor', env)).toMatchObject({ code: 0 })

  const back = await givenDatabase()
  const file = await upgradeBackup(DATA_DIR)
  const into = { DATA_DIR: givenFolder('first-back'), DATABASE_URL: back.url }
  const restored = await run(root, 'restore', into, [file, '--as-it-was'])
  expect(restored.code, restored.output).toBe(0)
  const { rows } = await back.db.execute(
    sql`select name, (select count(*)::int from drizzle.__drizzle_migrations) as migrations from products`,
  )
  expect(rows).toEqual([{ name: 'First Serum', migrations: 6 }])

  await first.db.execute(
    sql`insert into drizzle.__drizzle_migrations (hash, created_at) values ('next', 32503680000000)`,
  )
  const refused = await run(root, 'supervisor', { ...env, PORT: String(await freePort()) })
  expect(refused.code).toBe(1)
  expect(refused.output.trim().endsWith(`npm run restore -- ${file}`), refused.output).toBe(true)
})
