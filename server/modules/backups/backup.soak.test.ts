import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { onFileEnd } from '#server/testing/cleanup.ts'
import { givenDatabase } from '#server/testing/database.ts'
import { givenProduct } from '#server/testing/factories.ts'
import { MANY_ORDERS } from '#server/testing/many-orders.ts'

const root = resolve(import.meta.dirname, '../../..')
const MEGABYTE = 1024 * 1024
const ORDERS = 10_000
const FILES = 41
const FILE_BYTES = 25 * MEGABYTE
/** What a gigabyte may need more than nothing: the buffers of the streams. */
const MOST_MORE_MB = 64

const folder = mkdtempSync(join(tmpdir(), 'petal-large-'))
onFileEnd(() => rmSync(folder, { recursive: true, force: true }))

/** Runs a program of the built shop; returns its output and the most memory that it had. */
async function run(program: string, file: string, databaseUrl: string, dataDir: string) {
  const child = spawn(process.execPath, [`dist/server/${program}.js`, file], {
    cwd: root,
    env: {
      ...process.env,
      DATABASE_URL: databaseUrl,
      DATA_DIR: dataDir,
      ENCRYPTION_KEY: 'ab'.repeat(32),
    },
  })
  let output = ''
  let peakMb = 0
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      output += chunk
    })
  const measure = setInterval(() => {
    peakMb = Math.max(peakMb, peakOf(child.pid ?? 0))
  }, 20)
  const [code] = await once(child, 'close')
  clearInterval(measure)
  expect(code, output).toBe(0)
  return { output, peakMb }
}

/** The system remembers the highest value, so that none between two looks is missed but the last. */
function peakOf(pid: number): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    return Math.round(Number(/^VmHWM:\s+(\d+)/m.exec(status)?.[1] ?? 0) / 1024)
  } catch {
    return 0
  }
}

async function fill({ db, pool }: Awaited<ReturnType<typeof givenDatabase>>, dataDir: string) {
  const product = await givenProduct(db, { stock: 3 * ORDERS })
  await pool.query(MANY_ORDERS, [product.id, ORDERS])
  mkdirSync(join(dataDir, 'files'), { recursive: true })
  const content = randomBytes(FILE_BYTES)
  for (let n = 0; n < FILES; n++) {
    const name = `${String(n).padStart(16, '0')}-1700000000000-video.mp4`
    writeFileSync(join(dataDir, 'files', name), content)
    await db.execute(sql`
      insert into media_files (name, type, bytes, purpose, state, used_at)
      values (${name}, 'video/mp4', ${FILE_BYTES}, 'review', 'stored', now())`)
  }
}

test('10,000 orders and a gigabyte of files are backed up and restored with as much memory as an empty shop', async () => {
  const empty = await givenDatabase()
  const small = await run('backup', join(folder, 'small.tar.gz'), empty.url, join(folder, 'empty'))
  const large = await givenDatabase()
  await fill(large, join(folder, 'large'))
  const file = join(folder, 'large.tar.gz')
  const backup = await run('backup', file, large.url, join(folder, 'large'))
  const target = await givenDatabase()
  const restore = await run('restore', file, target.url, join(folder, 'restored'))

  process.stdout.write(
    `Peak memory: empty shop ${small.peakMb} MB, backup ${backup.peakMb} MB, restore ${restore.peakMb} MB\n`,
  )
  expect(backup.output).toMatch(/Files: \d+ of 41/)
  expect(restore.output).toContain('Everything adds up.')
  expect(backup.peakMb - small.peakMb).toBeLessThan(MOST_MORE_MB)
  expect(restore.peakMb - small.peakMb).toBeLessThan(2 * MOST_MORE_MB)
})
