import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pLimit from 'p-limit'
import sharp from 'sharp'
import type { UploadPurpose } from '#contract/media.ts'
import { encodePicture } from '#server/modules/media/encode-picture.ts'
import {
  fileUrl,
  newFileName,
  readRenditionName,
  renditionNames,
} from '#server/modules/media/file-names.ts'
import { drawAll } from '#server/modules/media/renditions.ts'
import type { FileStorage } from '#server/platform/file-storage.ts'
import { catalogue, content, type DemoProduct } from './fixtures.ts'

/** Pictures by their name in demo/pictures, without extension. */
export type Pictures = ReadonlyMap<string, StoredPicture>
type StoredPicture = { name: string; bytes: number; width: number; height: number }

const AT_ONCE = 2
const LINE_EVERY = 30
// A fixed time: a second load finds its files again instead of writing new ones.
const STORED_AT = new Date('2025-01-01T00:00:00Z')
/** What product cards show, on screens of any density. */
const CARD_WIDTHS = [320, 480, 640]

export const HERO = 'hero'
export const productPictures = ({ slug, pictures }: DemoProduct) =>
  pictures ?? [1, 2, 3].map((n) => `${slug}-${n}`)
export const beforeAfterPicture = (index: number) => `before-after-${index + 1}`

/** Copies the pictures of the demo, and draws the renditions with which the home page opens; others are drawn later. */
export async function storePictures(
  files: FileStorage,
  log: (line: string) => void,
): Promise<Pictures> {
  const names = [
    HERO,
    ...content.before_after.map((_, index) => beforeAfterPicture(index)),
    ...content.reviews.flatMap(({ photo }) => photo ?? []),
    ...catalogue.products.flatMap(productPictures),
  ]
  // Sizes share the picture of what is in them.
  const copied = [...new Set(names)].map(
    async (name) => [name, await copyPicture(files, name)] as const,
  )
  const pictures = new Map(await Promise.all(copied))
  await drawFirstRenditions(files, pictures, log)
  return pictures
}

/** Our own pictures have no metadata to strip, so they need not be encoded again. */
async function copyPicture(files: FileStorage, picture: string): Promise<StoredPicture> {
  const file = join(picturesFolder(), `${picture}.webp`)
  const bytes = await readFile(file)
  const { width, height } = await sharp(bytes).metadata()
  const name = newFileName(STORED_AT, 'image/webp', { width, height }, tokenOf(bytes))
  await files.put(name, file, 'image/webp')
  return { name, bytes: bytes.length, width, height }
}

async function drawFirstRenditions(
  files: FileStorage,
  pictures: Pictures,
  log: (line: string) => void,
) {
  const stored = (picture: string) => pictures.get(picture)?.name ?? ''
  // Of a product with sizes, the first one is on the card.
  const isOnHomePage = ({ featured, place }: DemoProduct) =>
    featured && (!place || place.group_position === 0)
  const isCardWidth = (name: string) => CARD_WIDTHS.includes(readRenditionName(name)?.width ?? 0)
  const renditions = [
    ...renditionNames(stored(HERO), 'avif').map((name) => ({ picture: stored(HERO), name })),
    ...catalogue.products.filter(isOnHomePage).flatMap((product) => {
      const picture = stored(productPictures(product)[0] ?? '')
      return renditionNames(picture, 'avif')
        .filter(isCardWidth)
        .map((name) => ({ picture, name }))
    }),
  ]
  const limit = pLimit(AT_ONCE)
  let done = 0
  await Promise.all(
    renditions.map(({ picture, name }) =>
      limit(async () => {
        await drawAll({ files, encodePicture }, picture, [name])
        done++
        if (done % LINE_EVERY === 0 || done === renditions.length)
          log(`Demo pictures: ${done} of ${renditions.length}`)
      }),
    ),
  )
}

export const mediaRows = (pictures: Pictures) =>
  [...pictures].map(([picture, stored]) => ({
    ...stored,
    type: 'image/webp',
    purpose: purposeOf(picture),
    state: 'stored' as const,
    used_at: STORED_AT.toISOString(),
    created_at: STORED_AT.toISOString(),
  }))

function purposeOf(picture: string): UploadPurpose {
  if (picture === HERO) return 'banner'
  if (picture.startsWith('review-')) return 'review'
  return picture.startsWith('before-after') ? 'before-after' : 'product'
}

function tokenOf(bytes: Buffer) {
  const hash = createHash('sha256').update(bytes).digest('hex')
  return BigInt(`0x${hash}`).toString(36).padStart(16, '0').slice(0, 16)
}

export function pictureUrl(pictures: Pictures, name: string) {
  const picture = pictures.get(name)
  if (!picture) throw new Error(`There is no demo picture "${name}"`)
  return fileUrl(picture.name)
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
