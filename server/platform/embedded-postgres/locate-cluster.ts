import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chown, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { PETAL_SYSTEM_DIR, type RunAs } from './run-as.ts'

const run = promisify(execFile)
const POINTER = 'postgres-location'

/**
 * The cluster is inside the data directory, unless PostgreSQL's user cannot reach it there: then it
 * is under /var/lib/petal, and a pointer file in the data directory names it, so that moving the
 * data directory does not lose it.
 */
export async function locateCluster(dataDir: string): Promise<string> {
  const dir = await readIfExists(path.join(dataDir, POINTER))
  if (!dir) return path.join(dataDir, 'postgres')
  await refuseCopies(dataDir, dir)
  return dir
}

/** A copied data directory would point to the original's database, and two shops would share it. */
async function refuseCopies(dataDir: string, dir: string) {
  const ownerFile = path.join(path.dirname(dir), 'data-dir')
  const owner = await readIfExists(ownerFile)
  if (!owner) throw new Error(`The database of ${dataDir} is missing: there is no ${dir}.`)
  if (owner === dataDir) return
  if ((await readIfExists(path.join(owner, POINTER))) === dir) {
    throw new Error(
      `${dataDir} is a copy of ${owner}, whose database it would share. ` +
        `Copy with pg_dump instead, or delete ${path.join(dataDir, POINTER)} for an empty database.`,
    )
  }
  await writeFile(ownerFile, dataDir)
}

export async function moveWithinReach(dataDir: string, from: string, runAs: RunAs) {
  const home = path.join(PETAL_SYSTEM_DIR, randomBytes(6).toString('hex'))
  const dir = path.join(home, 'postgres')
  await mkdir(PETAL_SYSTEM_DIR, { recursive: true, mode: 0o755 })
  await mkdir(home, { mode: 0o700 })
  if (runAs) await chown(home, runAs.uid, runAs.gid)
  await writeFile(path.join(home, 'data-dir'), dataDir)
  await move(from, dir)
  await writeFile(path.join(dataDir, POINTER), dir)
  return dir
}

async function move(from: string, to: string) {
  try {
    await rename(from, to)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return
    if (code !== 'EXDEV') throw error
    await run('cp', ['-a', from, to])
    await rm(from, { recursive: true })
  }
}

async function readIfExists(file: string): Promise<string | undefined> {
  return readFile(file, 'utf8').then(
    (text) => text.trim(),
    () => undefined,
  )
}
