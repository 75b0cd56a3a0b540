import sharp, { type Sharp } from 'sharp'
import type { EncodePicture, EncodingTask } from '#server/platform/picture-encoder.ts'

// One thread a picture and no cache: requests need the cores and the memory, and no picture is drawn twice.
sharp.concurrency(1)
sharp.cache(false)

/** A higher effort of AVIF takes two to ten times as long for less than a tenth of the size. */
const VARIANT_ENCODING = {
  // As JPEG and WebP do; a third less memory and half the time.
  avif: { quality: 50, effort: 1, chromaSubsampling: '4:2:0' },
  webp: { quality: 75, effort: 2 },
  jpeg: { quality: 80, optimiseCoding: false },
} as const

export const encodePicture: EncodePicture = async (task) => {
  try {
    const encoded = task.purpose === 'upload' ? encodeUpload(task) : encodeVariant(task)
    const { width, height, pageHeight } = await encoded.toFile(task.to)
    return { width, height: pageHeight ?? height }
  } catch (error) {
    return { refused: /pixel limit/i.test(String(error)) ? 'too many pixels' : 'unreadable' }
  }
}

type Upload = Extract<EncodingTask, { purpose: 'upload' }>
type Variant = Extract<EncodingTask, { purpose: 'variant' }>

/** Encoded again, so that neither metadata nor anything else hidden in the file survives. */
function encodeUpload({ from, type, mostPixels }: Upload) {
  const animated = type !== 'image/png'
  return inType(sharp(from, { limitInputPixels: mostPixels, animated }).autoOrient(), type)
}

/** Higher efforts take two to ten times as long for a few per cent of the size. */
function inType(source: Sharp, type: string) {
  switch (type) {
    case 'image/jpeg':
      // Optimised tables are some per cent smaller, but need the whole picture in memory: 80 MB for 12 megapixels.
      return source.jpeg({ quality: 88, optimiseCoding: false })
    case 'image/webp':
      return source.webp({ quality: 88, effort: 2 })
    case 'image/avif':
      return source.avif({ quality: 65, effort: 1 })
    case 'image/gif':
      return source.gif({ effort: 3 })
    default:
      return source.png()
  }
}

function encodeVariant({ from, width, format }: Variant) {
  const picture = sharp(from).resize({ width, withoutEnlargement: true })
  if (format === 'avif') return picture.avif(VARIANT_ENCODING.avif)
  if (format === 'webp') return picture.webp(VARIANT_ENCODING.webp)
  // JPEG knows no transparency: without this it turns black.
  return picture.flatten({ background: '#ffffff' }).jpeg(VARIANT_ENCODING.jpeg)
}
