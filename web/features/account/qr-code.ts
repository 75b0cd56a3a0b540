import { correctionBytes } from './reed-solomon.ts'

// A QR code for a short text: bytes, correction level M, up to version 15 (412 bytes).
// Names follow ISO/IEC 18004.

const CORRECTION_BYTES = [10, 16, 26, 18, 24, 16, 18, 22, 22, 26, 30, 22, 22, 24, 24]
const BLOCKS = [1, 1, 1, 2, 2, 4, 4, 4, 5, 5, 5, 8, 9, 9, 10]
const LARGEST_VERSION = 15
/** Level M, and a mask that suits most texts: dark where (row × column) mod 2 + (row × column) mod 3 is 0. */
const LEVEL_AND_MASK = 0b00101
const isMasked = (x: number, y: number) => ((x * y) % 2) + ((x * y) % 3) === 0

type Grid = { size: number; dark: boolean[][]; fixed: boolean[][] }

/** The squares of the code, row by row: true is dark. */
export function qrCode(text: string): boolean[][] {
  const bytes = [...new TextEncoder().encode(text)]
  const version = versionFor(bytes.length)
  const grid = emptyGrid(version)
  drawPatterns(grid, version)
  drawData(grid, withCorrection(dataBytes(bytes, version), version))
  return grid.dark
}

function versionFor(length: number): number {
  for (let version = 1; version <= LARGEST_VERSION; version++) {
    const head = version < 10 ? 12 : 20
    if (head + length * 8 <= dataCapacity(version) * 8) return version
  }
  throw new RangeError('This text is too long for a QR code')
}

/** All squares that are not part of a pattern, in bytes. */
function capacity(version: number): number {
  let squares = (16 * version + 128) * version + 64
  if (version >= 2) {
    const marks = Math.floor(version / 7) + 2
    squares -= (25 * marks - 10) * marks - 55
    if (version >= 7) squares -= 36
  }
  return Math.floor(squares / 8)
}

const blocksOf = (version: number) => BLOCKS[version - 1] ?? 1
const correctionOf = (version: number) => CORRECTION_BYTES[version - 1] ?? 10
const dataCapacity = (version: number) =>
  capacity(version) - blocksOf(version) * correctionOf(version)

/** Kind, length, text, end, and padding to the brim. */
function dataBytes(bytes: readonly number[], version: number): number[] {
  const bits: number[] = []
  const put = (value: number, width: number) => {
    for (let bit = width - 1; bit >= 0; bit--) bits.push((value >> bit) & 1)
  }
  put(0b0100, 4)
  put(bytes.length, version < 10 ? 8 : 16)
  for (const byte of bytes) put(byte, 8)
  const room = dataCapacity(version) * 8
  put(0, Math.min(4, room - bits.length))
  put(0, (8 - (bits.length % 8)) % 8)
  for (let pad = 0xec; bits.length < room; pad ^= 0xec ^ 0x11) put(pad, 8)
  return Array.from({ length: room / 8 }, (_, n) =>
    bits.slice(n * 8, n * 8 + 8).reduce((byte, bit) => byte * 2 + bit, 0),
  )
}

/** Cut into blocks, each with its correction, and dealt out like cards. */
function withCorrection(data: readonly number[], version: number): number[] {
  const count = blocksOf(version)
  const short = Math.floor(data.length / count)
  const longer = data.length % count
  const blocks = Array.from({ length: count }, (_, n) => {
    const start = n * short + Math.max(0, n - (count - longer))
    return data.slice(start, start + short + (n >= count - longer ? 1 : 0))
  })
  const corrections = blocks.map((block) => correctionBytes(block, correctionOf(version)))
  return [...dealt(blocks, short + 1), ...dealt(corrections, correctionOf(version))]
}

const dealt = (piles: readonly number[][], height: number) =>
  Array.from({ length: height }, (_, n) => piles.flatMap((pile) => pile[n] ?? [])).flat()

function emptyGrid(version: number): Grid {
  const size = version * 4 + 17
  const rows = () => Array.from({ length: size }, () => Array<boolean>(size).fill(false))
  return { size, dark: rows(), fixed: rows() }
}

function set({ dark, fixed }: Grid, x: number, y: number, isDark: boolean) {
  const [row, mark] = [dark[y], fixed[y]]
  if (!row || !mark || x < 0 || x >= row.length) return
  row[x] = isDark
  mark[x] = true
}

function drawPatterns(grid: Grid, version: number) {
  const { size } = grid
  for (let n = 0; n < size; n++) {
    set(grid, 6, n, n % 2 === 0)
    set(grid, n, 6, n % 2 === 0)
  }
  drawSquare(grid, 3, 3, 4)
  drawSquare(grid, size - 4, 3, 4)
  drawSquare(grid, 3, size - 4, 4)
  const places = alignmentPlaces(version)
  const last = places.length - 1
  places.forEach((x, i) => {
    places.forEach((y, j) => {
      const isCorner = (i === 0 && (j === 0 || j === last)) || (i === last && j === 0)
      if (!isCorner) drawSquare(grid, x, y, 2)
    })
  })
  drawFormat(grid)
  if (version >= 7) drawVersion(grid, version)
}

/** Rings around a centre: a finder with its margin (4), or an alignment mark (2). */
function drawSquare(grid: Grid, x: number, y: number, reach: number) {
  for (let dy = -reach; dy <= reach; dy++) {
    for (let dx = -reach; dx <= reach; dx++) {
      const ring = Math.max(Math.abs(dx), Math.abs(dy))
      set(grid, x + dx, y + dy, reach === 4 ? ring !== 2 && ring !== 4 : ring !== 1)
    }
  }
}

function alignmentPlaces(version: number): number[] {
  if (version === 1) return []
  const count = Math.floor(version / 7) + 2
  const step = Math.floor((version * 8 + count * 3 + 5) / (count * 4 - 4)) * 2
  const rest = Array.from({ length: count - 1 }, (_, n) => version * 4 + 10 - n * step)
  return [6, ...rest.reverse()]
}

function drawFormat(grid: Grid) {
  const bits = ((LEVEL_AND_MASK << 10) | remainder(LEVEL_AND_MASK, 10, 0x537)) ^ 0x5412
  const bit = (n: number) => ((bits >> n) & 1) === 1
  const { size } = grid
  for (let n = 0; n < 15; n++) {
    const besideFinder = n < 6 ? n : n < 8 ? n + 1 : size - 15 + n
    set(grid, 8, besideFinder, bit(n))
    const belowFinder = n < 8 ? size - 1 - n : n === 8 ? 7 : 14 - n
    set(grid, belowFinder, 8, bit(n))
  }
  set(grid, 8, size - 8, true)
}

function drawVersion(grid: Grid, version: number) {
  const bits = (version << 12) | remainder(version, 12, 0x1f25)
  for (let n = 0; n < 18; n++) {
    const [a, b] = [grid.size - 11 + (n % 3), Math.floor(n / 3)]
    set(grid, a, b, ((bits >> n) & 1) === 1)
    set(grid, b, a, ((bits >> n) & 1) === 1)
  }
}

/** Of a BCH code. */
function remainder(value: number, width: number, divisor: number): number {
  let rest = value
  for (let n = 0; n < width; n++) rest = (rest << 1) ^ ((rest >> (width - 1)) * divisor)
  return rest
}

/** In double columns from the right, up and down by turns. */
function drawData({ size, dark, fixed }: Grid, bytes: readonly number[]) {
  let n = 0
  for (let right = size - 1; right >= 1; right -= 2) {
    if (right === 6) right = 5
    const upward = ((right + 1) & 2) === 0
    for (let step = 0; step < size; step++) {
      const y = upward ? size - 1 - step : step
      for (const x of [right, right - 1]) {
        if (fixed[y]?.[x]) continue
        const bit = ((bytes[n >> 3] ?? 0) >> (7 - (n & 7))) & 1
        const row = dark[y]
        if (row) row[x] = (bit === 1) !== isMasked(x, y)
        n++
      }
    }
  }
}
