import sharp from 'sharp'
import type { UploadedFile, UploadPurpose } from '#contract/media.ts'
import type { Visitor } from './account-factories.ts'

const GPS = {
  GPSLatitudeRef: 'N',
  GPSLatitude: '52/1 31/1 12/1',
  GPSLongitudeRef: 'E',
  GPSLongitude: '13/1 24/1 18/1',
}

/** A photograph as a phone takes it: with a place, an owner and an orientation. */
export const givenPhoto = (width = 700, height = 900) =>
  sharp({ create: { width, height, channels: 3, background: '#d8a7b1' } })
    .jpeg()
    .withExif({ IFD0: { Copyright: 'secret' }, IFD3: GPS })
    .withMetadata({ orientation: 6 })
    .toBuffer()

/** The latitude that the EXIF data of a picture holds; nothing without. */
export async function coordinatesIn(picture: Buffer): Promise<string[]> {
  const { exif } = await sharp(picture).metadata()
  if (!exif) return []
  const data = exif.subarray(exif.indexOf('Exif\0\0', 0, 'latin1') === 0 ? 6 : 0)
  const isLittle = data.toString('latin1', 0, 2) === 'II'
  const u16 = (at: number) => (isLittle ? data.readUInt16LE(at) : data.readUInt16BE(at))
  const u32 = (at: number) => (isLittle ? data.readUInt32LE(at) : data.readUInt32BE(at))
  const entryOf = (directory: number, tag: number) => {
    for (let n = 0; n < u16(directory); n++) {
      const entry = directory + 2 + n * 12
      if (u16(entry) === tag) return u32(entry + 8)
    }
    return undefined
  }
  const GPS_DIRECTORY = 0x8825
  const LATITUDE = 2
  const gps = entryOf(u32(4), GPS_DIRECTORY)
  const latitude = gps === undefined ? undefined : entryOf(gps, LATITUDE)
  if (latitude === undefined) return []
  return [0, 8, 16].map((at) => `${u32(latitude + at)}/${u32(latitude + at + 4)}`)
}

/** The first bytes of a JPEG, and nothing more of one. */
export const jpegOf = (bytes: number) =>
  Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.alloc(bytes - 4)])

export const pngChunk = (type: string, data: Buffer) => {
  const head = Buffer.alloc(8)
  head.writeUInt32BE(data.length)
  head.write(type, 4, 'latin1')
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(Buffer.concat([head.subarray(4), data])))
  return Buffer.concat([head, data, sum])
}

function crc32(bytes: Buffer) {
  let crc = 0xffffffff
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1
  }
  return (crc ^ 0xffffffff) >>> 0
}

/** One bit, or four bytes, a pixel. */
export function pngOf(
  width: number,
  height: number,
  more: Buffer[] = [],
  pixels = Buffer.alloc(0),
  depth: 'bits' | 'bytes' = 'bits',
) {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width)
  header.writeUInt32BE(height, 4)
  header.set(depth === 'bits' ? [1, 0, 0, 0, 0] : [8, 6, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    pngChunk('IHDR', header),
    ...more,
    pngChunk('IDAT', pixels),
    pngChunk('IEND', Buffer.alloc(0)),
  ])
}

/** A box of an MP4. */
export function box(type: string, ...content: (Buffer | string)[]) {
  const body = Buffer.concat(content.map(bytesOf))
  const header = Buffer.alloc(8)
  header.writeUInt32BE(body.length + 8)
  header.write(type, 4, 'latin1')
  return Buffer.concat([header, body])
}

const bytesOf = (part: Buffer | string) =>
  typeof part === 'string' ? Buffer.from(part, 'latin1') : part

/** The boxes of an MP4 with one video track, and no frame worth seeing. With the place where it was filmed, if given. */
export function givenMp4(bytes = 2000, place?: string) {
  const handler = box('hdlr', '\0\0\0\0\0\0\0\0vide\0\0\0\0')
  const position = place ? [box('udta', box('\xa9xyz', place))] : []
  const index = box('moov', box('trak', box('mdia', handler)), ...position)
  const type = box('ftyp', 'isom\0\0\0\0isomavc1')
  const rest = bytes - type.length - index.length - 8
  return Buffer.concat([type, index, box('mdat', Buffer.alloc(Math.max(rest, 0), 7))])
}

/** An element of a WebM, with a length of two bytes or without a known one. */
export function element(id: number, ...content: (Buffer | string)[]) {
  const body = Buffer.concat(content.map(bytesOf))
  return Buffer.concat([
    idBytes(id),
    Buffer.from([0x40 | (body.length >> 8), body.length & 255]),
    body,
  ])
}

/** As it is written live: it ends where the next one begins. */
export const openElement = (id: number, ...content: (Buffer | string)[]) =>
  Buffer.concat([idBytes(id), Buffer.from([0xff]), ...content.map(bytesOf)])

const idBytes = (id: number) => {
  const hex = id.toString(16)
  return Buffer.from(hex.padStart(hex.length + (hex.length % 2), '0'), 'hex')
}

export const webmHead = (docType = 'webm') => element(0x1a45dfa3, element(0x4282, docType))
export const webmTrack = (number: number, type: number, ...more: Buffer[]) =>
  element(0xae, element(0xd7, Buffer.from([number])), element(0x83, Buffer.from([type])), ...more)
export const webmBlock = (track: number, frame: string) =>
  element(0xa3, Buffer.from([0x80 | track, 0, 0, 0]), frame)

/** A WebM with one video track, and no frame worth seeing. With the place where it was filmed, if given. */
export const givenWebm = (place?: string) =>
  Buffer.concat([
    webmHead(),
    openElement(
      0x18538067,
      element(0x1654ae6b, webmTrack(1, 1)),
      element(0x1f43b675, element(0xe7, '\0'), webmBlock(1, 'frame')),
      ...(place ? [element(0x1254c367, place)] : []),
    ),
  ])

type Shop = { url: string }
type Answer = {
  status: number
  retryAfter: string | null
  body: UploadedFile & { code?: string; message?: string }
}

/** Sends a file as the browser does. */
export async function upload(
  shop: Shop,
  visitor: Pick<Visitor, 'cookies'>,
  bytes: Buffer,
  options: {
    purpose?: UploadPurpose
    order?: string
    name?: string
    type?: string
    signal?: AbortSignal
  } = {},
): Promise<Answer> {
  const form = new FormData()
  const type = options.type ?? 'image/png'
  form.append('file', new Blob([new Uint8Array(bytes)], { type }), options.name ?? 'a.png')
  const order = options.order ? `&order=${options.order}` : ''
  const query = `?purpose=${options.purpose ?? 'review'}${order}`
  const response = await fetch(`${shop.url}/api/media${query}`, {
    method: 'POST',
    headers: {
      origin: shop.url,
      cookie: [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
    },
    body: form,
    signal: options.signal,
  })
  return {
    status: response.status,
    retryAfter: response.headers.get('retry-after'),
    body: await response.json(),
  }
}
