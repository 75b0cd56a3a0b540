import { join } from 'node:path'
import sharp, { type Sharp } from 'sharp'
import { errors } from '#server/platform/errors.ts'
import type { AppContext } from '#server/platform/rpc.ts'
import { media_files } from './media.table.ts'
import { filesFolder, newFileName, pictureUrl, writeWhole } from './picture-files.ts'
import { queueVariants } from './variants.ts'

const LARGEST_PICTURE_BYTES = 5 * 1024 * 1024
const MOST_PIXELS = 24_000_000

const TYPES: Record<string, { extension: string; type: string }> = {
  jpeg: { extension: 'jpg', type: 'image/jpeg' },
  png: { extension: 'png', type: 'image/png' },
  webp: { extension: 'webp', type: 'image/webp' },
  gif: { extension: 'gif', type: 'image/gif' },
  heif: { extension: 'avif', type: 'image/avif' },
}

/**
 * Stores a picture under a new name, queues its variants and returns its URL. Its type is recognised by content,
 * not by name; it is re-encoded, so that neither metadata nor anything else hidden in the file survives.
 */
export async function storePicture(context: AppContext, bytes: Buffer): Promise<string> {
  if (bytes.length > LARGEST_PICTURE_BYTES) throw errors.FILE_TOO_LARGE()
  const { extension, type, width, height, encode } = await readPicture(bytes)
  const at = context.now()
  const name = newFileName(at, extension, { width, height })
  const encoded = await encode()
  await writeWhole(join(filesFolder(context.config.dataDir), name), encoded)
  await context.db.transaction(async (tx) => {
    const created_at = at.toISOString()
    await tx
      .insert(media_files)
      .values({ name, type, bytes: encoded.length, width, height, created_at })
    await queueVariants(context, tx, name)
  })
  return pictureUrl(name)
}

async function readPicture(bytes: Buffer) {
  const source = sharp(bytes, { limitInputPixels: MOST_PIXELS, animated: true }).autoOrient()
  const metadata = await source.metadata().catch(() => undefined)
  const known = TYPES[metadata?.format ?? '']
  const isAvif = metadata?.format !== 'heif' || metadata.compression === 'av1'
  if (!metadata || !known || !isAvif) throw errors.NOT_A_PICTURE()
  const { width, height } = metadata.autoOrient
  return {
    ...known,
    width,
    height: metadata.pageHeight ?? height,
    encode: () => encode(source, known.extension).toBuffer(),
  }
}

/** WebP's default effort takes twice as long for a few per cent of the size. */
const encode = (source: Sharp, extension: string) =>
  extension === 'webp' ? source.webp({ quality: 88, effort: 2 }) : source
