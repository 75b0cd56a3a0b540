import { buffer } from 'node:stream/consumers'
import type { AppContext } from '#server/platform/rpc.ts'
import { fileNameOf } from './file-names.ts'

/** Four times the room on the page: sharp on paper, and small in the file. */
const LARGEST = { width: 800, height: 200 }

/** A stored picture as a small PNG on white, for a PDF; null when it cannot be read, so that the document is still made. */
export async function readPrintPicture(
  { files, log }: Pick<AppContext, 'files' | 'log'>,
  url: string,
) {
  try {
    const { default: sharp } = await import('sharp')
    const file = await files.open(fileNameOf(url) ?? '')
    if (!file) throw new Error('not in the storage')
    return await sharp(await buffer(file.stream))
      .resize({ ...LARGEST, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#ffffff' })
      .png()
      .toBuffer()
  } catch (err) {
    log.error({ err, file: url }, 'a picture for a document could not be read')
    return null
  }
}
