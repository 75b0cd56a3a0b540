import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { inflateSync } from 'node:zlib'
import * as fontkit from 'fontkit'

export type Weight = 400 | 700
/** `data` is embedded; the standard fonts of PDF need none. */
export type Face = { name: string; data: Buffer | null }
type LoadedFace = Face & { data: Buffer; font: fontkit.Font }

const STANDARD: Record<Weight, Face> = {
  400: { name: 'Helvetica', data: null },
  700: { name: 'Helvetica-Bold', data: null },
}

/** Whether the standard fonts have all of a text. They cost a sixth of the time, and most texts need no more. */
const isStandard = (text: string) => /^[\x20-\x7e\xa0-\xff€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]*$/.test(text)

/** Finds a face for each grapheme of a text; one text is not mixed from standard and embedded fonts. */
export const facesFor = (text: string, weight: Weight) =>
  isStandard(text) ? () => STANDARD[weight] : (grapheme: string) => findEmbedded(grapheme, weight)

const NOTO_SANS = [
  'latin',
  'latin-ext',
  'vietnamese',
  'greek',
  'greek-ext',
  'cyrillic',
  'cyrillic-ext',
  'devanagari',
]

const SCRIPTS = [
  'hebrew',
  'arabic',
  'thai',
  'armenian',
  'georgian',
  'bengali',
  'tamil',
  'ethiopic',
  'khmer',
]

/** The first that has a letter prints it. Unifont, the last, has every script of the basic plane. */
const facesOf = (weight: Weight) => [
  ...NOTO_SANS.map(
    (subset) => `@fontsource/noto-sans/files/noto-sans-${subset}-${weight}-normal.woff`,
  ),
  ...SCRIPTS.map(
    (script) =>
      `@fontsource/noto-sans-${script}/files/noto-sans-${script}-${script}-${weight}-normal.woff`,
  ),
  `@openfonts/noto-sans-sc_chinese-simplified/files/noto-sans-sc-chinese-simplified-${weight}.woff`,
  `@openfonts/noto-sans-kr_korean/files/noto-sans-kr-korean-${weight}.woff`,
  '@fontsource/unifont/files/unifont-latin-400-normal.woff',
]

const FACES = { 400: facesOf(400), 700: facesOf(700) }
const loaded = new Map<string, LoadedFace>()
const require = createRequire(import.meta.url)

/** A face that has all code points of a grapheme. Files are read when a letter needs them, then cached. */
function findEmbedded(grapheme: string, weight: Weight): Face | undefined {
  const codePoints = Array.from(grapheme, (letter) => letter.codePointAt(0) ?? 0)
  for (const file of FACES[weight]) {
    const face = loadFace(file)
    if (codePoints.every((codePoint) => face.font.hasGlyphForCodePoint(codePoint))) return face
  }
  return undefined
}

function loadFace(file: string): LoadedFace {
  const known = loaded.get(file)
  if (known) return known
  const data = unpackWoff(readFileSync(require.resolve(file)))
  const font = fontkit.create(data) as fontkit.Font
  const face = { name: file, data, font }
  loaded.set(file, face)
  return face
}

const WOFF_HEADER = 44
const WOFF_ENTRY = 20
const SFNT_HEADER = 12
const SFNT_ENTRY = 16

/** TrueType or OpenType from WOFF: fontkit would inflate a whole table again for each glyph it reads. */
function unpackWoff(woff: Buffer): Buffer {
  const count = woff.readUInt16BE(12)
  const directory = Buffer.alloc(SFNT_HEADER + count * SFNT_ENTRY)
  woff.copy(directory, 0, 4, 8)
  directory.writeUInt16BE(count, 4)
  const tables: Buffer[] = []
  let offset = directory.length
  for (let place = 0; place < count; place++) {
    const entry = WOFF_HEADER + place * WOFF_ENTRY
    const start = woff.readUInt32BE(entry + 4)
    const packed = woff.subarray(start, start + woff.readUInt32BE(entry + 8))
    const length = woff.readUInt32BE(entry + 12)
    const table = packed.length < length ? inflateSync(packed) : packed
    const to = SFNT_HEADER + place * SFNT_ENTRY
    woff.copy(directory, to, entry, entry + 4)
    woff.copy(directory, to + 4, entry + 16, entry + 20)
    directory.writeUInt32BE(offset, to + 8)
    directory.writeUInt32BE(length, to + 12)
    const padding = Buffer.alloc((4 - (length % 4)) % 4)
    tables.push(table, padding)
    offset += length + padding.length
  }
  return Buffer.concat([directory, ...tables])
}
