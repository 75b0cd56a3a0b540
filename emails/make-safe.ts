import { clip } from './format.ts'

// All data passes here before a template sees it, so that no template has to sanitise.

const LONGEST_TEXT = 12_000

// Control characters end headers, bidirectional overrides disguise links, lone surrogates break encoders.
const unprintable = /[\p{Cs}\u202A-\u202E\u2066-\u2069]|(?!\n)[\p{Cc}\u2028\u2029]/gu

export const siteUrl = (url: string) => new URL(url).href.replace(/\/+$/, '')

/** An absolute http(s) URL, or undefined. Paths and anchors are resolved against the shop. */
export function safeLink(link: unknown, base: string): string | undefined {
  if (typeof link !== 'string') return undefined
  const given = link.trim()
  if (/[\p{Cc}\s\\]/u.test(given) || given.startsWith('//')) return undefined
  if (given.startsWith('/')) return `${base}${given}`
  if (given.startsWith('#')) return `${base}/${given}`
  if (!/^https?:\/\//i.test(given) || !URL.canParse(given)) return undefined
  const url = new URL(given)
  return url.username || url.password ? undefined : url.href
}

/** Spammers sign up strangers' addresses with an advertisement as the name; such a name is dropped. */
export function safeName(name: string): string | undefined {
  const oneLine = name.replace(/\s+/g, ' ').replace(unprintable, '').trim()
  const isAdvertisement = /[/@<>]|\p{L}{2,}\.\p{L}{2,}|www\./iu.test(oneLine)
  return isAdvertisement ? undefined : clip(oneLine, 60) || undefined
}

/** Zero-width spaces stop mail programs from turning quoted text into links. */
const withoutLiveLinks = (text: string) =>
  text.replace(/:\/\//g, ':/\u200B/').replace(/(?<=[\p{L}\p{N}])\.(?=\p{L})/gu, '.\u200B')

/** A picture that the shop stores, as JPEG: Outlook shows neither WebP nor AVIF. Others are linked as they are. */
export function pictureLink(link: unknown, base: string): string | undefined {
  const url = safeLink(link, base)
  if (!url?.startsWith(`${base}/files/`)) return url
  return url.replace(
    /(\/files\/[a-z0-9]{16}-\d{13}(?:-\d+x\d+)?)\.(?:jpg|png|webp|avif|gif)$/,
    '$1.mail.jpg',
  )
}

/** A PNG stays one, since a logo is often transparent. */
export const logoLink = (link: string | undefined, base: string) =>
  link?.endsWith('.png') ? safeLink(link, base) : pictureLink(link, base)

const isPictureField = (key: string) => key === 'image' || key === 'productImage'

function safeField(key: string, value: unknown, base: string): unknown {
  if (isPictureField(key)) return pictureLink(value, base)
  if (/link$/i.test(key)) return safeLink(value, base)
  if (typeof value === 'string') {
    const text = clip(value.replace(/\r\n?/g, '\n').replace(unprintable, ''), LONGEST_TEXT)
    if (key === 'customerName') return safeName(text)
    // Written by strangers.
    if (key === 'issueDescription' || key === 'text') return withoutLiveLinks(clip(text, 1_000))
    return text
  }
  if (Array.isArray(value)) return value.map((entry) => safeField('', entry, base))
  return value !== null && typeof value === 'object' ? makeSafe(value, base) : value
}

export function makeSafe<Data extends object>(data: Data, base: string): Data {
  const fields = Object.entries(data).map(([key, value]) => [key, safeField(key, value, base)])
  return Object.fromEntries(fields) as Data
}
