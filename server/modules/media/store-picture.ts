import { access, mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp, { type Sharp } from 'sharp'
import { errors } from '#server/platform/errors.ts'
import { newFileName } from './picture-name.ts'

export const LARGEST_PICTURE_BYTES = 5 * 1024 * 1024
const MOST_PIXELS = 24_000_000

const EXTENSIONS: Record<string, string> = {
  jpeg: 'jpg',
  png: 'png',
  webp: 'webp',
  gif: 'gif',
  heif: 'avif',
}

export const filesFolder = (dataDir: string) => join(dataDir, 'files')

/**
 * Keeps a picture under a new name and answers its address. What it is, its content says, not its name;
 * it is drawn anew, so that neither metadata nor anything hidden in it survives.
 */
export async function storePicture(
  dataDir: string,
  bytes: Buffer,
  options: { at: Date; token?: string },
) {
  if (bytes.length > LARGEST_PICTURE_BYTES) throw errors.FILE_TOO_LARGE()
  const picture = await readPicture(bytes)
  const name = newFileName(options.at, picture.extension, picture, options.token)
  const file = join(filesFolder(dataDir), name)
  if (options.token === undefined || !(await exists(file))) {
    await writeWhole(file, await picture.draw())
  }
  return `/files/${name}`
}

async function readPicture(bytes: Buffer) {
  const source = sharp(bytes, { limitInputPixels: MOST_PIXELS, animated: true }).autoOrient()
  const metadata = await source.metadata().catch(() => undefined)
  const extension = EXTENSIONS[metadata?.format ?? '']
  const isAvif = metadata?.format !== 'heif' || metadata.compression === 'av1'
  if (!metadata || !extension || !isAvif) throw errors.NOT_A_PICTURE()
  const { width, height } = metadata.autoOrient
  const frame = metadata.pageHeight ?? height
  return { width, height: frame, extension, draw: () => redraw(source, extension).toBuffer() }
}

/** WebP's default effort costs twice the time for a few per cent of size. */
const redraw = (source: Sharp, extension: string) =>
  extension === 'webp' ? source.webp({ quality: 88, effort: 2 }) : source

/** A reader sees the whole file or none. */
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
