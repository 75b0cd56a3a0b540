// @ts-check
import { createHash } from 'node:crypto'
import { rmSync } from 'node:fs'
import { rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

const BEAT_MS = 1000
const STALE_MS = 5000

/**
 * Lets only one process at a time install and build. The holder touches the lock file every second;
 * a file that was not touched for a while belongs to a process that died.
 * @template T
 * @param {string} directory
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function holdLock(directory, work) {
  const name = createHash('sha256').update(directory).digest('hex').slice(0, 16)
  const lock = path.join(tmpdir(), `petal-prepare-${name}.lock`)
  await acquire(lock)
  const release = () => rmSync(lock, { force: true })
  const interrupt = () => process.exit(130)
  process.once('exit', release).once('SIGINT', interrupt).once('SIGTERM', interrupt)
  const beat = setInterval(() => touch(lock), BEAT_MS)
  try {
    return await work()
  } finally {
    clearInterval(beat)
    release()
    process.off('exit', release).off('SIGINT', interrupt).off('SIGTERM', interrupt)
  }
}

/** @param {string} lock */
async function acquire(lock) {
  let announced = false
  for (;;) {
    try {
      return await writeFile(lock, String(process.pid), { flag: 'wx' })
    } catch (error) {
      if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EEXIST') throw error
    }
    if (!announced) console.log('Waiting for another process that prepares Petal …')
    announced = true
    await removeStale(lock)
    await wait(200)
  }
}

/** @param {string} lock */
async function removeStale(lock) {
  const found = await stat(lock).catch(() => undefined)
  if (!found || Date.now() - found.mtimeMs < STALE_MS) return
  // Several processes may find it stale; only one can rename it.
  const taken = `${lock}.${process.pid}`
  await rename(lock, taken).then(
    () => rm(taken, { force: true }),
    () => {},
  )
}

/** @param {string} lock */
async function touch(lock) {
  const now = new Date()
  await utimes(lock, now, now).catch(() => {})
}
