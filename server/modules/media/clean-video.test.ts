import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  box,
  element,
  givenMp4,
  givenWebm,
  openElement,
  webmBlock,
  webmHead,
  webmTrack,
} from '#server/testing/upload-factories.ts'
import { cleanMp4 } from './clean-mp4.ts'
import { cleanWebm } from './clean-webm.ts'

const PLACE = '+52.5200+013.4050/'
const REFUSED = expect.objectContaining({ code: 'NOT_A_MEDIA_FILE' })

const numbers = (...values: number[]) => {
  const bytes = Buffer.alloc(values.length * 4)
  for (const [n, value] of values.entries()) bytes.writeUInt32BE(value, n * 4)
  return bytes
}

function cleaned(clean: (bytes: Buffer) => void, film: Buffer) {
  const bytes = Buffer.from(film)
  clean(bytes)
  return bytes
}

/** A track whose samples have these lengths, each in a chunk of its own at its offset. */
const track = (handler: string, samples: { offset: number; size: number }[], wide = false) => {
  const offsets = samples.map(({ offset }) => (wide ? numbers(0, offset) : numbers(offset)))
  return box(
    'trak',
    box('tkhd', numbers(0, 0x1234567, 0x1234567, 1)),
    box('tref', box('cdsc', numbers(1))),
    box(
      'mdia',
      box('mdhd', numbers(0, 0x1234567, 0x1234567)),
      box('hdlr', numbers(0, 0), handler, numbers(0)),
      box(
        'minf',
        box(
          'stbl',
          box('stsz', numbers(0, 0, samples.length, ...samples.map(({ size }) => size))),
          box('stsc', numbers(0, 1, 1, 1, 1)),
          box(wide ? 'co64' : 'stco', numbers(0, samples.length), ...offsets),
        ),
      ),
    ),
    box('udta', box('name', PLACE)),
  )
}

const FRAMES = 'frame one'
const MORE_FRAMES = 'frame two'

/** As a camera writes it: frames first, the index behind, the place in five parts of the file. */
function givenFilm(handler = 'vide') {
  const head = Buffer.concat([
    box('ftyp', 'isom\0\0\0\0isomavc1'),
    box('uuid', 'an id of 16 byte', `<x:xmpmeta exif:GPSLatitude="${PLACE}"/>`),
    box('free', PLACE),
  ])
  const at = head.length + 8
  const telemetry = { offset: at + FRAMES.length, size: PLACE.length }
  const second = { offset: telemetry.offset + PLACE.length, size: MORE_FRAMES.length }
  const samples = [{ offset: at, size: FRAMES.length }, second]
  const index = box(
    'moov',
    box('mvhd', numbers(0, 0x1234567, 0x1234567, 600, 1)),
    track(handler, samples),
    track('meta', [telemetry]),
    track('sbtl', [telemetry], true),
    box('udta', box('\xa9xyz', PLACE), numbers(0)),
    box('meta', 'com.apple.quicktime.location.ISO6709', PLACE),
  )
  const film = Buffer.concat([head, box('mdat', FRAMES, PLACE, MORE_FRAMES), index])
  return { film, samples }
}

test('an MP4 keeps its frames where they are, and nothing that says where and when', () => {
  const { film, samples } = givenFilm()
  const bytes = cleaned(cleanMp4, film)
  expect(bytes.length).toBe(film.length)
  for (const hidden of [PLACE, 'GPSLatitude', 'ISO6709', '\xa9xyz', 'meta', 'sbtl', 'cdsc'])
    expect(bytes.includes(hidden, 0, 'latin1'), hidden).toBe(false)
  expect(bytes.includes(numbers(0x1234567))).toBe(false)
  expect(bytes.includes(numbers(600, 1))).toBe(true)
  const table = bytes.indexOf('stco', 0, 'latin1')
  const frames = samples.map(({ size }, n) => {
    const offset = bytes.readUInt32BE(table + 12 + n * 4)
    return bytes.toString('latin1', offset, offset + size)
  })
  expect(frames).toEqual([FRAMES, MORE_FRAMES])
  expect(cleaned(cleanMp4, bytes).equals(bytes)).toBe(true)
})

test('a film without anything to hide stays as it is', () => {
  for (const [clean, film] of [
    [cleanMp4, givenMp4()],
    [cleanWebm, givenWebm()],
  ] as const)
    expect(cleaned(clean, film).equals(film)).toBe(true)
})

const VIDEO = 1
const AUDIO = 2
const SUBTITLES = 17

const givenWebmFilm = (wrap: typeof element, type = VIDEO) =>
  Buffer.concat([
    webmHead(),
    wrap(
      0x18538067,
      element(
        0x114d9b74,
        element(0x4dbb, element(0x53ab, numbers(0x1254c367)), element(0x53ac, numbers(9))),
        element(0x4dbb, element(0x53ab, numbers(0x1549a966)), element(0x53ac, numbers(9))),
      ),
      element(0x1549a966, element(0x7ba9, PLACE), element(0x2ad7b1, numbers(1_000_000))),
      element(
        0x1654ae6b,
        webmTrack(1, type, element(0x536e, PLACE)),
        webmTrack(2, AUDIO),
        webmTrack(3, SUBTITLES),
      ),
      wrap(
        0x1f43b675,
        element(0xe7, '\0'),
        webmBlock(1, FRAMES),
        webmBlock(3, PLACE),
        element(0xa0, element(0xa1, Buffer.from([0x83, 0, 0, 0]), PLACE)),
        webmBlock(2, 'sound'),
      ),
      wrap(0x1f43b675, element(0xe7, '\0'), webmBlock(1, MORE_FRAMES)),
      element(0x1254c367, element(0x7373, PLACE)),
      element(0x1043a770, PLACE),
      element(0xec, PLACE),
    ),
  ])

test.each([
  ['of known length', element],
  ['written live', openElement],
])('a WebM %s keeps picture and sound where they are, and nothing else', (_, wrap) => {
  const film = givenWebmFilm(wrap)
  const bytes = cleaned(cleanWebm, film)
  expect(bytes.length).toBe(film.length)
  for (const hidden of [PLACE, numbers(0x1254c367)]) expect(bytes.includes(hidden)).toBe(false)
  for (const retained of [FRAMES, MORE_FRAMES, 'sound', numbers(1_000_000)])
    expect(bytes.indexOf(retained)).toBe(film.indexOf(retained))
  expect(bytes.indexOf(FRAMES)).toBeGreaterThan(0)
  expect(cleaned(cleanWebm, bytes).equals(bytes)).toBe(true)
})

test.each([
  ['an MP4 of sound', cleanMp4, givenFilm('soun').film],
  [
    'an MP4 with "vide" as a word alone',
    cleanMp4,
    Buffer.concat([box('ftyp', 'isom'), box('moov', box('udta', 'vide')), box('mdat', 'frames')]),
  ],
  ['a WebM of sound', cleanWebm, givenWebmFilm(element, AUDIO)],
  ['a WebM with more behind it', cleanWebm, Buffer.concat([givenWebmFilm(element), webmHead()])],
  ['a WebM that is cut off', cleanWebm, givenWebmFilm(element).subarray(0, -30)],
  [
    'fragments of telemetry',
    cleanMp4,
    Buffer.concat([givenFilm().film, box('moof', box('traf', box('tfhd', numbers(0, 2))))]),
  ],
])('%s is refused', (_, clean, film) => {
  expect(() => cleaned(clean, film)).toThrow(REFUSED)
})

test.each([
  ['MP4', cleanMp4, givenFilm().film],
  ['WebM', cleanWebm, givenWebmFilm(element)],
  ['live WebM', cleanWebm, givenWebmFilm(openElement)],
])('a damaged %s is refused or cleaned, never a failure', (_, clean, film) => {
  const place = fc.nat({ max: film.length - 1 })
  const damage = fc.array(fc.tuple(place, fc.nat({ max: 255 })), { minLength: 1, maxLength: 5 })
  fc.assert(
    fc.property(damage, place, (changes, cut) => {
      const bytes = Buffer.from(film.subarray(0, film.length - (cut % 7)))
      for (const [at, value] of changes) bytes[at] = value
      try {
        clean(bytes)
      } catch (error) {
        expect(error).toEqual(REFUSED)
      }
    }),
    { numRuns: 2000 },
  )
})
