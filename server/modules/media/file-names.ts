import { randomBytes } from 'node:crypto'
import { basename } from 'node:path'
import type { MediaType } from '#contract/media.ts'
import { offeredWidths } from '#contract/pictures.ts'

const STORED =
  /^[a-z0-9]{16}-\d{13}(?:-(?<width>\d{1,5})x\d{1,5}|-video)?\.(?:jpg|png|webp|gif|avif|mp4|webm)$/
/** Never under /files/: a private file is served by the procedure that knows who may see it. */
const PRIVATE = /^private-[a-z0-9]{16}-\d{13}-\d{1,5}x\d{1,5}\.(?:jpg|png|webp|gif|avif)$/
const RENDITION =
  /^(?<original>[a-z0-9]{16}-\d{13}-(?<full>\d{1,5})x\d{1,5})\.(?<width>\d{3,4})\.(?<format>avif|webp)$/
const MAIL_PICTURE = /^(?<original>[a-z0-9]{16}-\d{13}(?:-\d{1,5}x\d{1,5})?)\.mail\.jpg$/
/** Twice the widest picture of a mail. */
const MAIL_PICTURE_WIDTH = 560

const ALPHABET = '0123456789abcdefghijklmnopqrstuvwxyz'

export const EXTENSIONS: Record<MediaType, string> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'image/gif': 'gif',
  'image/avif': 'avif',
  'video/mp4': 'mp4',
  'video/webm': 'webm',
}

const TYPES = new Map(Object.entries(EXTENSIONS).map(([type, extension]) => [extension, type]))

/** The type of a stored file or rendition; its name was given by us. */
export const typeOf = (name: string) =>
  TYPES.get(name.slice(name.lastIndexOf('.') + 1)) ?? 'application/octet-stream'

export type RenditionFormat = 'avif' | 'webp' | 'jpeg'

/**
 * Random token + time + pixel size + type: cannot be guessed, never overwritten, and pages know its shape.
 * Without a size it is a video.
 */
export function newFileName(
  at: Date,
  type: MediaType,
  size?: { width: number; height: number },
  token = randomToken(),
) {
  const shape = size ? `${size.width}x${size.height}` : 'video'
  return `${token}-${at.getTime()}-${shape}.${EXTENSIONS[type]}`
}

export const privateName = (name: string) => `private-${name}`

function randomToken(): string {
  const token = Array.from(randomBytes(16), (byte) => ALPHABET[byte % ALPHABET.length]).join('')
  // Only names of videos contain the word.
  return token.includes('video') ? randomToken() : token
}

export const isStoredName = (name: string) => STORED.test(name) || PRIVATE.test(name)

/** What anybody may have who knows the name. */
export const isPublicName = (name: string) => STORED.test(name)

/**
 * `…-1000x1250.480.avif` is the picture `…-1000x1250.*`, 480 pixels wide; `….mail.jpg` the one in mails, since Outlook
 * shows neither AVIF nor WebP.
 */
export function readRenditionName(name: string) {
  const mailed = MAIL_PICTURE.exec(name)?.groups?.original
  if (mailed) return { original: mailed, width: MAIL_PICTURE_WIDTH, format: 'jpeg' as const }
  const groups = RENDITION.exec(name)?.groups
  if (!groups?.original) return undefined
  const width = Number(groups.width)
  const isOffered = offeredWidths(Number(groups.full)).some((offered) => offered === width)
  if (!isOffered) return undefined
  return { original: groups.original, width, format: groups.format as 'avif' | 'webp' }
}

/** The names of all renditions of a stored picture in this format, narrowest first. */
export function renditionNames(picture: string, format: RenditionFormat): string[] {
  const width = Number(STORED.exec(picture)?.groups?.width ?? 0)
  const stem = picture.slice(0, picture.lastIndexOf('.'))
  return offeredWidths(width).map((offered) => `${stem}.${offered}.${format}`)
}

/** The name of the rendition in mails, which `emails/make-safe.ts` links to; drawn when it is first asked for. */
export const mailPictureName = (picture: string) =>
  `${picture.slice(0, picture.lastIndexOf('.'))}.mail.jpg`

export const fileUrl = (name: string) => `/files/${name}`

/** Undefined for an address that is not one of a stored file. */
export function fileNameOf(url: string) {
  const name = basename(url)
  return url === fileUrl(name) && isStoredName(name) ? name : undefined
}
