import sharp, { type Sharp } from 'sharp'
import type { EncodePicture, EncodingTask } from '#server/platform/picture-encoder.ts'

// One thread a picture and no cache: requests need the cores and the memory, and no picture is drawn twice.
sharp.concurrency(1)
sharp.cache(false)

/** A higher effort of AVIF takes two to ten times as long for less than a tenth of the size. */
const RENDITION_ENCODING = {
  // As JPEG and WebP do; a third less memory and half the time.
  avif: { quality: 50, effort: 1, chromaSubsampling: '4:2:0' },
  webp: { quality: 75, effort: 2 },
  jpeg: { quality: 80, optimiseCoding: false },
} as const

export const encodePicture: EncodePicture = async (task) => {
  try {
    if (task.purpose === 'upload' && (await isTooLong(task))) return { refused: 'side too long' }
    const encoded = task.purpose === 'upload' ? encodeUpload(task) : encodeRendition(task)
    const { width, height, pageHeight } = await encoded.toFile(task.to)
    return { width, height: pageHeight ?? height }
  } catch (error) {
    // The fault of the limit, not of the picture.
    if (/out of memory/i.test(String(error))) throw error
    return { refused: /pixel limit/i.test(String(error)) ? 'too many pixels' : 'unreadable' }
  }
}

type Upload = Extract<EncodingTask, { purpose: 'upload' }>
type Rendition = Extract<EncodingTask, { purpose: 'rendition' }>

const open = ({ from, type, mostPixels }: Upload) =>
  sharp(from, { limitInputPixels: mostPixels, animated: type !== 'image/png' })

/** Reads the head alone: a row of millions of pixels is decoded at once, and takes gigabytes. */
async function isTooLong(task: Upload) {
  const { width, height, pageHeight = height } = await open(task).metadata()
  return Math.max(width, pageHeight) > task.longestSide
}

/** Encoded again, so that neither metadata nor anything else hidden in the file survives. */
const encodeUpload = (task: Upload) => inType(open(task).autoOrient(), task.type)

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

function encodeRendition({ from, width, format }: Rendition) {
  const picture = sharp(from).resize({ width, withoutEnlargement: true })
  if (format === 'avif') return picture.avif(RENDITION_ENCODING.avif)
  if (format === 'webp') return picture.webp(RENDITION_ENCODING.webp)
  // JPEG knows no transparency: without this it turns black.
  return picture.flatten({ background: '#ffffff' }).jpeg(RENDITION_ENCODING.jpeg)
}
