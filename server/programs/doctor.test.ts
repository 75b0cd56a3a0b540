import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { products } from '../modules/catalog/catalog.table.ts'
import type { Database } from '../platform/database.ts'
import { onFileEnd } from '../testing/cleanup.ts'
import { givenDatabase } from '../testing/database.ts'
import { givenProduct } from '../testing/factories.ts'

const root = path.resolve(import.meta.dirname, '../..')
let database: Database

beforeAll(async () => {
  database = await givenDatabase()
})

/** `npm run doctor`, as a program: its exit code and what it prints. */
async function runDoctor() {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'petal-doctor-'))
  onFileEnd(() => rmSync(dataDir, { recursive: true, force: true }))
  const child = spawn(process.execPath, ['dist/server/doctor.js'], {
    cwd: root,
    env: { ...process.env, NODE_ENV: 'test', DATA_DIR: dataDir, DATABASE_URL: database.url },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      output += chunk
    })
  }
  const [code] = await once(child, 'close')
  return { code, output }
}

test('the doctor ends with 0 when all numbers add up, and with 1 when one does not, which it names', async () => {
  const { id } = await givenProduct(database.db, { stock: 7 })
  expect(await runDoctor()).toEqual({ code: 0, output: 'Everything adds up.\n' })

  await database.db.update(products).set({ stock: 9 }).where(eq(products.id, id))
  const { code, output } = await runDoctor()
  expect(code).toBe(1)
  expect(output).toContain(`product ${id}: stock 9, movements 7`)
  expect(output).toContain('Findings: 1')
})
