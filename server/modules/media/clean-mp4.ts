import { errors } from '#server/platform/errors.ts'

/**
 * What a player needs, by the box around it. All else may say where, when and by whom a film was made: `udta` with
 * `©xyz`, `meta`, XMP in `uuid`, and whatever a camera invents next.
 */
const RETAINED: Record<string, readonly string[]> = {
  file: ['ftyp', 'styp', 'moov', 'moof', 'mdat', 'sidx', 'ssix', 'mfra', 'pdin'],
  moov: ['mvhd', 'trak', 'mvex', 'iods', 'pssh'],
  trak: ['tkhd', 'edts', 'mdia', 'tapt'],
  mdia: ['mdhd', 'hdlr', 'minf', 'elng'],
  minf: ['vmhd', 'smhd', 'hdlr', 'dinf', 'stbl'],
  stbl: [
    ...['stsd', 'stts', 'ctts', 'cslg', 'stsc', 'stsz', 'stz2', 'stco', 'co64', 'stss'],
    ...['stsh', 'stps', 'stdp', 'padb', 'sdtp', 'sbgp', 'sgpd', 'subs', 'saiz', 'saio'],
  ],
  mvex: ['mehd', 'trex', 'leva'],
  moof: ['mfhd', 'traf'],
  traf: ['tfhd', 'tfdt', 'trun', 'sdtp', 'sbgp', 'sgpd', 'subs', 'saiz', 'saio', 'senc'],
}
/** Their first fields are the times of creation and change. */
const WITH_TIMES = ['mvhd', 'tkhd', 'mdhd']
/** Others, such as subtitles and telemetry, hold the position second by second. */
const RETAINED_TRACKS = ['vide', 'soun']
/** No film of this size has so many. */
const MOST_BOXES = 100_000

type Box = { kind: string; start: number; content: number; end: number }

/**
 * Makes everything unreadable that no player needs, in place: a box becomes `free` of the same size, so that the
 * offsets of the frames stay right. Refuses what is no whole film with a video track.
 */
export function cleanMp4(bytes: Buffer) {
  let boxes = 0

  function childrenOf({ content, end }: Pick<Box, 'content' | 'end'>): Box[] {
    const found: Box[] = []
    // Some writers end a box with four zeros.
    for (let start = content; start + 8 <= end; start = found.at(-1)?.end ?? end) {
      if (++boxes > MOST_BOXES) throw errors.NOT_A_MEDIA_FILE()
      found.push(readBox(bytes, start, end))
    }
    return found
  }

  function clean(parent: Box) {
    for (const box of childrenOf(parent)) {
      if (!RETAINED[parent.kind]?.includes(box.kind)) blank(bytes, box)
      else if (WITH_TIMES.includes(box.kind)) clearTimes(bytes, box)
      else if (RETAINED[box.kind] && box.kind !== 'trak') clean(box)
    }
  }

  const file = { kind: 'file', start: 0, content: 0, end: bytes.length }
  const top = childrenOf(file)
  const frames = top.filter(({ kind }) => kind === 'mdat')
  const tracks = top
    .filter(({ kind }) => kind === 'moov')
    .flatMap(childrenOf)
    .filter(({ kind }) => kind === 'trak')
  const handlers = tracks.map((track) => handlerOf(bytes, track, childrenOf))
  const isWhole = top.at(-1)?.end === bytes.length && frames.length > 0
  if (!isWhole || !handlers.includes('vide')) throw errors.NOT_A_MEDIA_FILE()

  const others = tracks.filter((_, n) => !RETAINED_TRACKS.includes(handlers[n] ?? ''))
  // In fragments the samples of a track cannot be distinguished so simply; no camera writes such files.
  const isFragmented = top.some(({ kind }) => kind === 'moof')
  if (others.length > 0 && isFragmented) throw errors.NOT_A_MEDIA_FILE()
  for (const track of others) {
    for (const sample of samplesOf(bytes, track, childrenOf)) blankWithin(bytes, frames, sample)
    blank(bytes, track)
  }
  clean(file)
  for (const track of tracks) if (!others.includes(track)) clean(track)
}

/** A length of 0 means: up to the end; 1: the length follows, in eight bytes. */
function readBox(bytes: Buffer, start: number, limit: number): Box {
  const kind = bytes.toString('latin1', start + 4, start + 8)
  const given = bytes.readUInt32BE(start)
  const isLong = given === 1 && start + 16 <= limit
  const length = isLong
    ? Number(bytes.readBigUInt64BE(start + 8))
    : given === 0
      ? limit - start
      : given
  const content = start + (isLong ? 16 : 8)
  const end = start + length
  if (end < content || end > limit) throw errors.NOT_A_MEDIA_FILE()
  return { kind, start, content, end }
}

function blank(bytes: Buffer, { start, content, end }: Box) {
  bytes.write('free', start + 4, 'latin1')
  bytes.fill(0, content, end)
}

function clearTimes(bytes: Buffer, { content, end }: Box) {
  const size = bytes[content] === 1 ? 16 : 8
  bytes.fill(0, content + 4, Math.min(content + 4 + size, end))
}

type ChildrenOf = (box: Box) => Box[]

function find(box: Box | undefined, childrenOf: ChildrenOf, ...path: string[]): Box | undefined {
  const [kind, ...rest] = path
  if (!box || kind === undefined) return box
  return find(
    childrenOf(box).find((child) => child.kind === kind),
    childrenOf,
    ...rest,
  )
}

function handlerOf(bytes: Buffer, track: Box, childrenOf: ChildrenOf) {
  const handler = find(track, childrenOf, 'mdia', 'hdlr')
  return handler && bytes.toString('latin1', handler.content + 8, handler.content + 12)
}

type Range = { start: number; end: number }

/** Never outside the frames, whatever the table says. */
function blankWithin(bytes: Buffer, frames: Box[], sample: Range) {
  for (const { content, end } of frames) {
    const start = Math.max(sample.start, content)
    if (start < Math.min(sample.end, end)) bytes.fill(0, start, Math.min(sample.end, end))
  }
}

/** Where the samples of a track are: chunks of samples of known lengths. */
function* samplesOf(bytes: Buffer, track: Box, childrenOf: ChildrenOf): Generator<Range> {
  const table = find(track, childrenOf, 'mdia', 'minf', 'stbl')
  const boxOf = (kind: string) => find(table, childrenOf, kind)
  const [sizes, runs] = [boxOf('stsz'), boxOf('stsc')]
  const offsets = boxOf('stco') ?? boxOf('co64')
  if (!sizes || !runs || !offsets) return
  /** The number `at` these bytes of the nth entry, behind a head of so many bytes. */
  const column = ({ content, end }: Box, head: number, width: number, at = 0) => {
    const count = Math.floor((end - content - head) / width)
    return (n: number) =>
      n < count ? bytes.readUInt32BE(content + head + n * width + at) : undefined
  }
  const sameSize = column(sizes, 4, 4)(0) ?? 0
  const sizeOf = column(sizes, 12, 4)
  const firstChunkOf = column(runs, 8, 12)
  const samplesIn = column(runs, 8, 12, 4)
  const offsetOf = offsets.kind === 'stco' ? column(offsets, 8, 4) : column(offsets, 8, 8, 4)
  let sample = 0
  let run = 0
  for (let chunk = 0; ; chunk++) {
    let start = offsetOf(chunk)
    if (start === undefined) return
    while ((firstChunkOf(run + 1) ?? Infinity) <= chunk + 1) run++
    const count = samplesIn(run) ?? 0
    if (sameSize > 0) yield { start, end: start + sameSize * count }
    for (let n = 0; sameSize === 0 && n < count; n++) {
      const size = sizeOf(sample++)
      if (size === undefined) return
      yield { start, end: start + size }
      start += size
    }
  }
}
