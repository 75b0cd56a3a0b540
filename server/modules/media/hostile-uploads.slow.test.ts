import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { Readable } from 'node:stream'
import { deflateSync, gzipSync } from 'node:zlib'
import sharp from 'sharp'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { filesFolder } from '#server/platform/file-storage/disk.ts'
import { givenSignedIn, givenVisitor, type Visitor } from '#server/testing/account-factories.ts'
import { givenProfile } from '#server/testing/factories.ts'
import { givenServer } from '#server/testing/server.ts'
import {
  coordinatesIn,
  givenMp4,
  givenWebm,
  jpegOf,
  pngChunk,
  pngOf,
  upload,
} from '#server/testing/upload-factories.ts'
import { renditionNames } from './file-names.ts'
import { media_files } from './media.table.ts'
import { incomingFolder, withReceivedFile } from './receive-file.ts'

const MB = 1024 * 1024
const SCRIPT = '<script>alert(1)</script>'
const SVG = `<svg xmlns="http://www.w3.org/2000/svg">${SCRIPT}</svg>`

let shop: Awaited<ReturnType<typeof givenServer>>
let peakBefore: number
beforeAll(async () => {
  shop = await givenServer()
  // The sender is this process, too: what it needs to send the largest file is not the server's.
  await upload(shop, givenVisitor(shop), givenMp4(25 * MB + 1))
  peakBefore = process.resourceUsage().maxRSS
})

/** Somebody new for each test, since the number of uploads is limited. */
const someone = async (): Promise<Visitor> => givenSignedIn(shop, await givenProfile(shop.db))
const stored = () =>
  readdirSync(filesFolder(shop.config.dataDir)).filter((name) => !/\.\d+\./.test(name))

const rowsOf = (width: number, height: number) =>
  deflateSync(Buffer.alloc((Math.ceil(width / 8) + 1) * height))

/** The first frame fills the canvas, the others change one pixel: each is decoded to the whole canvas. */
async function gifOf(size: number, frames: number) {
  const first = await sharp({
    create: { width: size, height: size, channels: 3, background: '#fff' },
  })
    .gif()
    .toBuffer()
  const frame = Buffer.from('!\xf9\x04\0\0\0\0\0,\0\0\0\0\x01\0\x01\0\0\x02\x02D\x01\0', 'latin1')
  const others = Array.from({ length: frames - 1 }, () => frame)
  return Buffer.concat([first.subarray(0, -1), ...others, first.subarray(-1)])
}

const picture = (format: 'jpeg' | 'png' | 'webp' | 'gif' | 'avif') =>
  sharp({ create: { width: 200, height: 150, channels: 3, background: '#d8a7b1' } })
    .toFormat(format)
    .toBuffer()

const REFUSED: [name: string, bytes: Buffer, code: string][] = [
  ['an SVG', Buffer.from(SVG), 'NOT_A_MEDIA_FILE'],
  ['an SVG after an XML declaration', Buffer.from(`<?xml?>${SVG}`), 'NOT_A_MEDIA_FILE'],
  ['an SVG in UTF-16', Buffer.from(`\ufeff${SVG}`, 'utf16le'), 'NOT_A_MEDIA_FILE'],
  ['a compressed SVG', gzipSync(SVG), 'NOT_A_MEDIA_FILE'],
  ['HTML named .png', Buffer.from(`<!doctype html>${SCRIPT}`), 'NOT_A_MEDIA_FILE'],
  [
    'HTML after the first bytes of a PNG',
    Buffer.from(`\x89PNG\r\n\x1a\n${SCRIPT}`, 'latin1'),
    'NOT_AN_IMAGE',
  ],
  ['HTML after the first bytes of a GIF', Buffer.from(`GIF89a/*${SCRIPT}`), 'NOT_AN_IMAGE'],
  [
    'HTML after the first bytes of an MP4',
    Buffer.from(`\0\0\0\x10ftypisom\0\0\0\0${SCRIPT}`, 'latin1'),
    'NOT_A_MEDIA_FILE',
  ],
  ['HTML after a whole MP4', Buffer.concat([givenMp4(), Buffer.from(SCRIPT)]), 'NOT_A_MEDIA_FILE'],
  ['a PDF', Buffer.from('%PDF-1.7 and some more bytes'), 'NOT_A_MEDIA_FILE'],
  ['a program', Buffer.from('\x7fELF and some more bytes', 'latin1'), 'NOT_A_MEDIA_FILE'],
  ['a TIFF', Buffer.from('II*\0 and some more bytes'), 'NOT_A_MEDIA_FILE'],
  ['nothing', Buffer.alloc(0), 'NOT_A_MEDIA_FILE'],
  ['an image of 5 MB + 1', jpegOf(5 * MB + 1), 'FILE_TOO_LARGE'],
  ['a video of 25 MB + 1', givenMp4(25 * MB + 1), 'FILE_TOO_LARGE'],
  ['50,000 × 50,000 pixels', pngOf(50_000, 50_000), 'TOO_MANY_PIXELS'],
  [
    'a bomb of 900 megapixels in 110 kB',
    pngOf(30_000, 30_000, [], rowsOf(30_000, 30_000)),
    'TOO_MANY_PIXELS',
  ],
  [
    'a film of Apple',
    Buffer.from('\0\0\0\x14ftypqt  \0\0\0\0qt  and more', 'latin1'),
    'NOT_A_MEDIA_FILE',
  ],
  ['an MP4 that is cut off', givenMp4(9000).subarray(0, 8000), 'NOT_A_MEDIA_FILE'],
  [
    'Matroska',
    Buffer.from(givenWebm().toString('latin1').replace('webm', 'mkvm'), 'latin1'),
    'NOT_A_MEDIA_FILE',
  ],
  [
    '23,900,000 × 1 pixels in 3 kB',
    pngOf(23_900_000, 1, [], rowsOf(23_900_000, 1)),
    'SIDE_TOO_LONG',
  ],
  ['1 × 16,001 pixels', pngOf(1, 16_001, [], rowsOf(1, 16_001)), 'SIDE_TOO_LONG'],
]

async function expectRefused(bytes: Buffer, code: string) {
  const before = [stored(), await shop.db.$count(media_files)]
  const { status, body } = await upload(shop, await someone(), bytes)
  expect(body).toMatchObject({ code, defined: true })
  expect([413, 415]).toContain(status)
  expect([stored(), await shop.db.$count(media_files)]).toEqual(before)
  expect(readdirSync(incomingFolder(shop.config.dataDir))).toEqual([])
}

test.each(REFUSED)('%s is refused, and nothing is stored', (_, bytes, code) =>
  expectRefused(bytes, code),
)

test('a file that is refused with its first bytes is never left behind', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'petal-refused-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true }))
  const receive = () => {
    const page = Readable.from([Buffer.from(`<!doctype html>${'.'.repeat(5000)}`)])
    return withReceivedFile(page, { dataDir, video: true }, async () => {})
  }
  for (let round = 0; round < 50; round++) {
    const outcomes = await Promise.allSettled(Array.from({ length: 60 }, receive))
    expect(outcomes.every(({ status }) => status === 'rejected')).toBe(true)
  }
  expect(readdirSync(incomingFolder(dataDir))).toEqual([])
})

test.each(['jpeg', 'png', 'webp', 'gif', 'avif'] as const)(
  'a %s that is cut off is refused, and nothing is stored',
  async (format) => {
    const whole = await picture(format)
    await expectRefused(whole.subarray(0, Math.floor(whole.length / 2)), 'NOT_AN_IMAGE')
  },
)

test.each([
  [16_000, 1],
  [1, 16_000],
])('a picture of %d × %d pixels is stored and shown', async (width, height) => {
  const bytes = pngOf(width, height, [], rowsOf(width, height))
  const { status, body } = await upload(shop, await someone(), bytes)
  expect([status, body.width, body.height]).toEqual([200, width, height])
  const shown = [
    body.url,
    ...renditionNames(basename(body.url), 'webp').map((name) => `/files/${name}`),
  ]
  for (const url of shown) expect((await fetch(shop.url + url)).status, url).toBe(200)
})

test('an animation has all its frames together as its pixels', async () => {
  await expectRefused(await gifOf(1000, 100), 'TOO_MANY_PIXELS')
  const { status } = await upload(shop, await someone(), await gifOf(100, 100))
  expect(status).toBe(200)
})

const XMP = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
  <rdf:Description xmlns:exif="http://ns.adobe.com/exif/1.0/" exif:GPSLatitude="52,31.2N">${SCRIPT.replaceAll('<', '&lt;')}</rdf:Description></rdf:RDF></x:xmpmeta>`

const POLYGLOTS: [name: string, bytes: () => Promise<Buffer>][] = [
  ['a JPEG with HTML behind it', async () => append(await picture('jpeg'))],
  ['a PNG with HTML behind it', async () => append(await picture('png'))],
  ['a GIF with HTML behind it', async () => append(await picture('gif'))],
  ['a WebP with HTML behind it', async () => append(await picture('webp'))],
  [
    'a PNG with a script as its text',
    async () => {
      const text = pngChunk('tEXt', Buffer.from(`Comment\0${SCRIPT}`, 'latin1'))
      return pngOf(64, 64, [text], rowsOf(64, 64))
    },
  ],
  [
    'a PNG with a bomb of 500 MB as its text',
    async () => {
      const text = [Buffer.from(`Comment\0\0`, 'latin1'), deflateSync(Buffer.alloc(500 * MB))]
      return pngOf(64, 64, [pngChunk('zTXt', Buffer.concat(text))], rowsOf(64, 64))
    },
  ],
  [
    'a JPEG with a script and a place in its metadata',
    async () =>
      sharp(await picture('jpeg'))
        .withExif({ IFD0: { ImageDescription: SCRIPT, Artist: SCRIPT } })
        .withXmp(XMP)
        .toBuffer(),
  ],
]

const append = (bytes: Buffer) => Buffer.concat([bytes, Buffer.from(SVG), Buffer.from(SCRIPT)])

test.each(POLYGLOTS)('%s is stored as the picture alone', async (_, given) => {
  const bytes = await given()
  const { status, body } = await upload(shop, await someone(), bytes, { type: 'text/html' })
  expect(status).toBe(200)
  const answer = await fetch(shop.url + body.url)
  expect(answer.headers.get('content-type')).toBe(body.type)
  const served = Buffer.from(await answer.arrayBuffer())
  for (const hidden of ['<script', 'alert(1)', '<svg', 'GPSLatitude', 'xmpmeta'])
    expect(served.includes(hidden), hidden).toBe(false)
  expect(await coordinatesIn(served)).toEqual([])
})

const NAMES = [
  '../../../etc/passwd.png',
  '..\\..\\boot.ini',
  'a/../../x.html',
  'x.php\0.png',
  'x.png\r\ncontent-type: text/html',
  'photo\u202egnp.html',
  '"><img src=x onerror=alert(1)>.svg',
  `${'long'.repeat(1000)}.png`,
  '',
]

test.each(NAMES.map((name) => [JSON.stringify(name).slice(0, 40), name]))(
  'the name %s names nothing',
  async (_, name) => {
    const bytes = await picture('jpeg')
    const { status, body } = await upload(shop, await someone(), bytes, { name, type: 'text/html' })
    if (status === 200) expect(body.url).toMatch(/^\/files\/[a-z0-9]{16}-\d{13}-200x150\.jpg$/)
    else expect([400, 413]).toContain(status)
    expect(readdirSync(shop.config.dataDir).toSorted()).toEqual(['files', 'incoming'])
  },
)

test('of all that was stored, nothing is served as an active type', async () => {
  const types = new Set<string | null>()
  for (const name of stored()) {
    const { status, headers } = await fetch(`${shop.url}/files/${name}`)
    expect([status, headers.get('x-content-type-options')]).toEqual([200, 'nosniff'])
    expect(headers.get('content-security-policy')).toMatch(/default-src 'none'.*sandbox/)
    types.add(headers.get('content-type'))
  }
  expect([...types].toSorted()).toEqual(['image/gif', 'image/jpeg', 'image/png', 'image/webp'])
})

test('none of it took more than 200 MB of memory', () => {
  const grown = (process.resourceUsage().maxRSS - peakBefore) / 1024
  expect(grown).toBeLessThan(200)
})
