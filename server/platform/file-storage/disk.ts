import { constants, createReadStream } from 'node:fs'
import { access, copyFile, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { FileStorage } from './storage.ts'

const DRAFT = '.draft'

export const filesFolder = (dataDir: string) => join(dataDir, 'files')

export function createDiskStorage(dataDir: string): FileStorage {
  const folder = filesFolder(dataDir)
  const pathOf = (name: string) => join(folder, name)

  async function size(name: string) {
    const found = await stat(pathOf(name)).catch(undefinedIfMissing)
    return found?.size
  }

  return {
    size,

    async put(name, file) {
      if ((await size(name)) !== undefined) return false
      await mkdir(folder, { recursive: true })
      const draft = `${pathOf(name)}.${process.pid}.${Math.random().toString(36).slice(2)}${DRAFT}`
      try {
        await copyFile(file, draft)
        await flush(draft)
        await rename(draft, pathOf(name))
      } catch (error) {
        await rm(draft, { force: true })
        throw error
      }
      return true
    },

    async open(name, range) {
      const handle = await open(pathOf(name)).catch(undefinedIfMissing)
      if (!handle) return undefined
      const bytes = range ? range.end - range.start + 1 : (await handle.stat()).size
      return { bytes, stream: createReadStream('', { fd: handle, ...range }) }
    },

    async remove(names) {
      for (const name of names) await rm(pathOf(name), { force: true })
    },

    async removeDrafts(before) {
      const names = await readdir(folder).catch(undefinedIfMissing)
      for (const name of names?.filter((one) => one.endsWith(DRAFT)) ?? []) {
        const found = await stat(pathOf(name)).catch(undefinedIfMissing)
        if (found && found.mtime < before) await rm(pathOf(name), { force: true })
      }
    },

    async check() {
      await mkdir(folder, { recursive: true })
      await access(folder, constants.W_OK)
    },
  }
}

/** A name that the database knows must not lead to an empty file after a power failure. */
async function flush(file: string) {
  const handle = await open(file, 'r+')
  await handle.sync().finally(() => handle.close())
}

function undefinedIfMissing(error: NodeJS.ErrnoException) {
  if (error.code === 'ENOENT') return undefined
  throw error
}
