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

const box = (type: string, content: Buffer) => {
  const header = Buffer.alloc(8)
  header.writeUInt32BE(content.length + 8)
  header.write(type, 4, 'latin1')
  return Buffer.concat([header, content])
}

/** The boxes of an MP4 with one video track, and no frame worth seeing. */
export function givenMp4(bytes = 2000) {
  const handler = box('hdlr', Buffer.from('\0\0\0\0\0\0\0\0vide\0\0\0\0', 'latin1'))
  const index = box('moov', box('trak', box('mdia', handler)))
  const type = box('ftyp', Buffer.from('isom\0\0\0\0isomavc1', 'latin1'))
  const rest = bytes - type.length - index.length - 8
  return Buffer.concat([type, index, box('mdat', Buffer.alloc(Math.max(rest, 0), 7))])
}

/** The header of a WebM and the beginning of its segment. */
export function givenWebm() {
  const docType = Buffer.concat([Buffer.from([0x42, 0x82, 0x84]), Buffer.from('webm')])
  const header = Buffer.concat([
    Buffer.from([0x1a, 0x45, 0xdf, 0xa3, 0x80 | docType.length]),
    docType,
  ])
  return Buffer.concat([header, Buffer.from([0x18, 0x53, 0x80, 0x67, 0x80]), Buffer.alloc(200)])
}

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
  options: { purpose?: UploadPurpose; name?: string; type?: string; signal?: AbortSignal } = {},
): Promise<Answer> {
  const form = new FormData()
  const type = options.type ?? 'image/png'
  form.append('file', new Blob([new Uint8Array(bytes)], { type }), options.name ?? 'a.png')
  const response = await fetch(`${shop.url}/api/media?purpose=${options.purpose ?? 'review'}`, {
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
