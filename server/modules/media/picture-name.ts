import { randomBytes } from 'node:crypto'

/** Widths that pictures are also offered in; the web app builds its `srcset` from the same ladder. */
const WIDTHS = [160, 320, 480, 640, 960, 1280, 1920] as const
const STORED =
  /^[a-z0-9]{16}-\d{13}(?:-(?<width>\d{1,5})x\d{1,5})?\.(?:jpg|png|webp|gif|avif|mp4|webm)$/
const VARIANT =
  /^(?<original>[a-z0-9]{16}-\d{13}-(?<full>\d{1,5})x\d{1,5})\.(?<width>\d{3,4})\.(?<format>avif|webp)$/

const ALPHABET = '0123456789abcdefghijklmnopqrstuvwxyz'

/** Random + time + pixel size + type: nobody guesses it, nothing overwrites it, and a page knows its shape. */
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
  const offered = WIDTHS.some((offer) => offer === width) && width < Number(groups.full)
  if (!offered) return undefined
  return {
    original: groups.original,
    width,
    format: groups.format === 'avif' ? ('avif' as const) : ('webp' as const),
  }
}
