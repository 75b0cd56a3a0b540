import { randomBytes } from 'node:crypto'
import { access, mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { offeredWidths } from '#contract/pictures.ts'

const STORED =
  /^[a-z0-9]{16}-\d{13}(?:-(?<width>\d{1,5})x\d{1,5})?\.(?:jpg|png|webp|gif|avif|mp4|webm)$/
const VARIANT =
  /^(?<original>[a-z0-9]{16}-\d{13}-(?<full>\d{1,5})x\d{1,5})\.(?<width>\d{3,4})\.(?<format>avif|webp)$/

const ALPHABET = '0123456789abcdefghijklmnopqrstuvwxyz'

export type VariantFormat = 'avif' | 'webp'

/** Random token + time + pixel size + type: cannot be guessed, never overwritten, and pages know its shape. */
export function newFileName(
  at: Date,
  extension: string,
  size?: { width: number; height: number },
  token = randomToken(),
) {
  const shape = size ? `-${size.width}x${size.height}` : ''
  return `${token}-${at.getTime()}${shape}.${extension}`
}

const randomToken = () =>
  Array.from(randomBytes(16), (byte) => ALPHABET[byte % ALPHABET.length]).join('')

export const isStoredName = (name: string) => STORED.test(name)

/** `…-1000x1250.480.avif` is the picture `…-1000x1250.*`, 480 pixels wide. */
export function readVariantName(name: string) {
  const groups = VARIANT.exec(name)?.groups
  if (!groups?.original) return undefined
  const width = Number(groups.width)
  const isOffered = offeredWidths(Number(groups.full)).some((offered) => offered === width)
  if (!isOffered) return undefined
  return { original: groups.original, width, format: groups.format as VariantFormat }
}

/** The names of all variants of a stored picture in this format, narrowest first. */
export function variantNames(picture: string, format: VariantFormat): string[] {
  const width = Number(STORED.exec(picture)?.groups?.width ?? 0)
  const stem = picture.slice(0, picture.lastIndexOf('.'))
  return offeredWidths(width).map((offered) => `${stem}.${offered}.${format}`)
}

export const filesFolder = (dataDir: string) => join(dataDir, 'files')

export const pictureUrl = (name: string) => `/files/${name}`

/** Atomic: a reader sees the whole file or none. */
export async function writeWhole(file: string, bytes: Buffer) {
  await mkdir(join(file, '..'), { recursive: true })
  const draft = `${file}.${process.pid}.${Math.random().toString(36).slice(2)}`
  await writeFile(draft, bytes)
  await rename(draft, file)
}

export const exists = (file: string) =>
  access(file).then(
    () => true,
    () => false,
  )
