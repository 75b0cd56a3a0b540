import type { MediaType } from '#contract/media.ts'

/** Enough bytes to recognise every type that we accept. */
export const HEAD_BYTES = 64

const MP4_BRANDS = /^(isom|iso[2-9]|mp4[12]|avc1|M4V |dash|MSNV|mmp4|f4v )$/
const EBML = 0x1a45dfa3

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
