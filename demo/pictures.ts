import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { filesFolder, storePicture } from '#server/modules/media/store-picture.ts'
import { catalogue, content } from './fixtures.ts'

/** Pictures by their name in demo/pictures, without extension. */
export type Pictures = ReadonlyMap<string, StoredPicture>
type StoredPicture = { url: string; bytes: number }

const AT_ONCE = 2
const LINE_EVERY = 28
// One moment for all of them: a second load finds its files again instead of writing new ones.
const STORED_AT = new Date('2025-01-01T00:00:00Z')

export const HERO = 'hero'
export const productPictures = (slug: string) => [1, 2, 3].map((n) => `${slug}-${n}`)
export const beforeAfterPicture = (index: number) => `before-after-${index + 1}`

export async function storePictures(
  dataDir: string,
  log: (line: string) => void,
): Promise<Pictures> {
  const names = [
    HERO,
    ...content.before_after.map((_, index) => beforeAfterPicture(index)),
    ...catalogue.products.flatMap(({ slug }) => productPictures(slug)),
  ]
  const stored = new Map<string, StoredPicture>()
  const waiting = [...names]
  const work = async () => {
    for (let name = waiting.shift(); name; name = waiting.shift()) {
      stored.set(name, await store(dataDir, name))
      const isMilestone = stored.size % LINE_EVERY === 0 || stored.size === names.length
      if (isMilestone) log(`Demo pictures: ${stored.size} of ${names.length}`)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return stored
}

async function store(dataDir: string, name: string): Promise<StoredPicture> {
  const source = await readFile(join(picturesFolder(), `${name}.webp`))
  const url = await storePicture(dataDir, source, { at: STORED_AT, token: tokenOf(source) })
  const { size } = await stat(join(filesFolder(dataDir), basename(url)))
  return { url, bytes: size }
}

/** The stored name has the size in pixels: `…-1000x1250.webp`. */
export function mediaRows(pictures: Pictures) {
  return [...pictures.values()].map(({ url, bytes }) => {
    const [, width, height] = /-(\d+)x(\d+)\.webp$/.exec(url) ?? []
    const created_at = STORED_AT.toISOString()
    return {
      name: basename(url),
      type: 'image/webp',
      bytes,
      width: Number(width),
      height: Number(height),
      created_at,
    }
  })
}

function tokenOf(bytes: Buffer) {
  const hash = createHash('sha256').update(bytes).digest('hex')
  return BigInt(`0x${hash}`).toString(36).padStart(16, '0').slice(0, 16)
}

export function pictureUrl(pictures: Pictures, name: string) {
  const picture = pictures.get(name)
  if (!picture) throw new Error(`There is no demo picture "${name}"`)
  return picture.url
}

/** Beside this file in the sources; the bundle lies in dist/server/. */
function picturesFolder() {
  const candidates = ['./pictures', '../../demo/pictures'].map((path) =>
    fileURLToPath(new URL(path, import.meta.url)),
  )
  const found = candidates.find((path) => existsSync(path))
  if (!found) throw new Error(`No demo pictures found in ${candidates.join(' or ')}`)
  return found
}
