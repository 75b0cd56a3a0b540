import { execFile } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, readdir, realpath, rename, rm, stat, symlink } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { freeBytes } from '../../platform/machine.ts'
import type { Release } from './check-release.ts'

const run = promisify(execFile)
/** An archive becomes about three times as large; the shop itself goes on writing. */
const ROOM_PER_ARCHIVE_BYTE = 5
const UNPACKING = '.unpacking-'

export const versionsIn = (home: string) => path.join(home, 'versions')

/** Unpacks the version of an archive beside the others, where nothing finds it yet. */
export async function unpack(home: string, file: string) {
  const versions = versionsIn(home)
  const { size } = await stat(file)
  if ((await freeBytes(versions)) < size * ROOM_PER_ARCHIVE_BYTE)
    throw new Error(`The disk of ${versions} has too little room to unpack the release.`)
  await removeLeftovers(versions)
  const folder = await mkdtemp(path.join(versions, UNPACKING))
  await run('tar', ['-xzf', file, '-C', folder, '--no-same-owner', 'petal/versions']).catch(
    (error: { stderr?: string }) => {
      throw new Error(`The archive cannot be unpacked: ${error.stderr?.trim() || error}`)
    },
  )
  const [version = ''] = await readdir(path.join(folder, 'petal/versions'))
  const unpacked = path.join(folder, 'petal/versions', version)
  return {
    release: JSON.parse(readFileSync(path.join(unpacked, 'release.json'), 'utf8')) as Release,
    /**
     * Its place among the versions. One of the same number goes, left by an upgrade that did not finish. Its processes
     * may serve already, so its files are missing for a moment only.
     */
    async moveIn() {
      const place = path.join(versions, version)
      if (existsSync(place)) await rename(place, path.join(folder, 'replaced'))
      await rename(unpacked, place)
      await rm(folder, { recursive: true, force: true })
      return place
    },
    discard: () => rm(folder, { recursive: true, force: true }),
  }
}

/** Of upgrades that were killed. */
async function removeLeftovers(versions: string) {
  for (const name of await readdir(versions))
    if (name.startsWith(UNPACKING))
      await rm(path.join(versions, name), { recursive: true, force: true })
}

/** In one step: at no moment is there no version. */
export async function makeCurrent(home: string, folder: string) {
  const next = path.join(home, '.current-next')
  await rm(next, { force: true })
  await symlink(path.relative(home, folder), next)
  await rename(next, path.join(home, 'current'))
}

/** Stay: the new one, the one before, whose scripts open pages still ask for, and the one that the supervisor runs. */
export async function removeOthers(home: string, stay: string[]) {
  const versions = versionsIn(home)
  const needed = await Promise.all(stay.filter(existsSync).map((folder) => realpath(folder)))
  for (const name of await readdir(versions)) {
    const folder = await realpath(path.join(versions, name))
    if (!needed.includes(folder)) await rm(folder, { recursive: true, force: true })
  }
}
