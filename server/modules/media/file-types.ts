import { open } from 'node:fs/promises'
import type { MediaType } from '#contract/media.ts'

/** Enough bytes to recognise every type that we accept. */
export const HEAD_BYTES = 64

const MP4_BRANDS = /^(isom|iso[2-9]|mp4[12]|avc1|M4V |dash|MSNV|mmp4|f4v )$/
const EBML = 0x1a45dfa3
const SEGMENT = 0x18538067

/** The type by the first bytes of the file, whatever its name says. Undefined for all that we refuse. */
export function recogniseType(head: Buffer): MediaType | undefined {
  const text = (start: number, end: number) => head.toString('latin1', start, end)
  if (head.length < 12) return undefined
  if (head.readUIntBE(0, 3) === 0xffd8ff) return 'image/jpeg'
  if (text(0, 8) === '\x89PNG\r\n\x1a\n') return 'image/png'
  if (/^GIF8[79]a$/.test(text(0, 6))) return 'image/gif'
  if (text(0, 4) === 'RIFF' && text(8, 12) === 'WEBP') return 'image/webp'
  if (head.readUInt32BE(0) === EBML) return 'video/webm'
  if (text(4, 8) !== 'ftyp') return undefined
  if (/^avi[fs]$/.test(text(8, 12))) return 'image/avif'
  return MP4_BRANDS.test(text(8, 12)) ? 'video/mp4' : undefined
}

/** Whether the container is complete and holds what a player needs: bytes after a good beginning may be anything. */
export async function isWholeVideo(file: string, type: MediaType): Promise<boolean> {
  const handle = await open(file)
  try {
    const { size } = await handle.stat()
    const read = async (position: number, length: number) => {
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, position)
      return buffer.subarray(0, bytesRead)
    }
    return type === 'video/mp4' ? await isWholeMp4(read, size) : isWebm(await read(0, 4096))
  } finally {
    await handle.close()
  }
}

type Read = (position: number, length: number) => Promise<Buffer>

const MOST_BOXES = 10_000
const LARGEST_INDEX = 8 * 1024 * 1024

/** Its boxes fill the file exactly; among them an index with a video track, and frames. */
async function isWholeMp4(read: Read, size: number) {
  const seen = new Set<string>()
  let hasVideo = false
  let position = 0
  for (let boxes = 0; position < size && boxes < MOST_BOXES; boxes++) {
    const header = await read(position, 16)
    if (header.length < 8) return false
    const kind = header.toString('latin1', 4, 8)
    const length = boxLength(header, size - position)
    if (length < 8 || position + length > size) return false
    if (kind === 'moov') {
      if (length > LARGEST_INDEX) return false
      hasVideo = (await read(position, length)).includes('vide', 0, 'latin1')
    }
    seen.add(kind)
    position += length
  }
  return position === size && hasVideo && seen.has('mdat')
}

/** 0 means: up to the end of the file; 1: the length follows, in eight bytes. */
function boxLength(header: Buffer, rest: number) {
  const length = header.readUInt32BE(0)
  if (length === 0) return rest
  if (length > 1) return length
  return header.length === 16 ? Number(header.readBigUInt64BE(8)) : 0
}

/** Matroska has the same container with another DocType. */
function isWebm(head: Buffer) {
  const docType = head.indexOf(Buffer.from([0x42, 0x82, 0x84]))
  if (docType < 0 || head.toString('latin1', docType + 3, docType + 7) !== 'webm') return false
  const headerLength = head.length > 5 ? ebmlHeaderLength(head) : 0
  return head.length >= headerLength + 4 && head.readUInt32BE(headerLength) === SEGMENT
}

/** The id (4 bytes), the size (1 to 8 bytes, as many as its leading zero bits say) and the content. */
function ebmlHeaderLength(head: Buffer) {
  const first = head[4] ?? 0
  const sizeBytes = Math.clz32(first) - 24 + 1
  if (sizeBytes > 6 || head.length < 4 + sizeBytes) return head.length
  const marker = 2 ** (7 * sizeBytes)
  return 4 + sizeBytes + (head.readUIntBE(4, sizeBytes) - marker)
}
