import { errors } from '#server/platform/errors.ts'

const EBML = 0x1a45dfa3
const DOC_TYPE = 0x4282
const SEGMENT = 0x18538067
const SEEK_HEAD = 0x114d9b74
const INFO = 0x1549a966
const TRACKS = 0x1654ae6b
const CUES = 0x1c53bb6b
const CLUSTER = 0x1f43b675
const SEEK = 0x4dbb
const SEEK_ID = 0x53ab
const TRACK = 0xae
const TRACK_NUMBER = 0xd7
const TRACK_TYPE = 0x83
const BLOCK_GROUP = 0xa0
const BLOCK = 0xa1
const SIMPLE_BLOCK = 0xa3
const VOID = 0xec
const VIDEO = 1
const AUDIO = 2

/** What a player needs of the film. Tags, chapters, attachments and unknown elements go. */
const OF_SEGMENT = [SEEK_HEAD, INFO, TRACKS, CUES, CLUSTER]
/** Time scale, duration and the names of the programs, which must be there. Not the title, the date, a file's name. */
const OF_INFO = [0x2ad7b1, 0x4489, 0x4d80, 0x5741]
/** Number, id, type, flags, durations, language, codec, picture and sound. Not the name. */
const OF_TRACK = [
  ...[TRACK_NUMBER, 0x73c5, TRACK_TYPE, 0xb9, 0x88, 0x55aa, 0x9c, 0x6de7, 0x23e383, 0x55ee],
  ...[0x22b59c, 0x22b59d, 0x86, 0x63a2, 0x56aa, 0x56bb, 0xe0, 0xe1, 0x6d80, 0x41e4],
]
/** Time, position and frames. */
const OF_CLUSTER = [0xe7, 0xa7, 0xab, SIMPLE_BLOCK, BLOCK_GROUP]
/** No film of this size has so many. */
const MOST_ELEMENTS = 500_000

type Element = { id: number; start: number; content: number; end: number; isOpen: boolean }

/**
 * Makes everything unreadable that no player needs, in place: an element becomes `Void` of the same size, so that the
 * positions of the others stay right. Refuses what is no whole WebM with a video track.
 */
export function cleanWebm(bytes: Buffer) {
  let elements = 0

  function childrenOf({ id, content, end, isOpen }: Omit<Element, 'start'>): Element[] {
    const found: Element[] = []
    for (let start = content; start < end; start = found.at(-1)?.end ?? end) {
      if (++elements > MOST_ELEMENTS) throw errors.NOT_A_MEDIA_FILE()
      const element = readElement(bytes, start, end)
      // A cluster that is written live has no length: it ends where the next part of the film begins.
      if (id === CLUSTER && isOpen && OF_SEGMENT.includes(element.id)) break
      if (element.id === CLUSTER && element.isOpen) {
        element.end = childrenOf(element).at(-1)?.end ?? element.content
      }
      found.push(element)
    }
    return found
  }

  function keepOnly(ids: readonly number[], children: Element[]) {
    for (const one of children) if (!ids.includes(one.id)) blank(bytes, one)
    return children.filter(({ id }) => ids.includes(id))
  }

  const find = (parent: Element, id: number) => childrenOf(parent).find((one) => one.id === id)
  const numberIn = (one?: Element) =>
    one && one.end - one.content <= 4 && one.end > one.content
      ? bytes.readUIntBE(one.content, one.end - one.content)
      : 0
  const typeOf = (track: Element) => numberIn(find(track, TRACK_TYPE))

  const [head, film] = childrenOf({ id: 0, content: 0, end: bytes.length, isOpen: false })
  const isWebm = head?.id === EBML && textIn(bytes, find(head, DOC_TYPE)) === 'webm'
  if (!isWebm || film?.id !== SEGMENT || film.end !== bytes.length) throw errors.NOT_A_MEDIA_FILE()
  const parts = keepOnly(OF_SEGMENT, childrenOf(film))
  const tracks = parts.filter(({ id }) => id === TRACKS).flatMap(childrenOf)
  if (!tracks.some((track) => track.id === TRACK && typeOf(track) === VIDEO)) {
    throw errors.NOT_A_MEDIA_FILE()
  }
  /** Subtitles and data may hold the position second by second. */
  const isKept = (track: Element) => track.id === TRACK && [VIDEO, AUDIO].includes(typeOf(track))
  const numbers = tracks.filter(isKept).map((track) => numberIn(find(track, TRACK_NUMBER)))
  const trackOf = (block?: Element) => (block ? readSize(bytes, block.content, block.end).value : 0)

  for (const part of parts) {
    if (part.id === INFO) keepOnly(OF_INFO, childrenOf(part))
    if (part.id === SEEK_HEAD) {
      for (const one of childrenOf(part)) {
        const seek = one.id === SEEK ? find(one, SEEK_ID) : undefined
        if (!OF_SEGMENT.includes(numberIn(seek))) blank(bytes, one)
      }
    }
    if (part.id !== CLUSTER) continue
    for (const one of keepOnly(OF_CLUSTER, childrenOf(part))) {
      const block = one.id === BLOCK_GROUP ? find(one, BLOCK) : one
      const isFrame = one.id === BLOCK_GROUP || one.id === SIMPLE_BLOCK
      if (isFrame && !numbers.includes(trackOf(block))) blank(bytes, one)
    }
  }
  for (const track of tracks) {
    if (isKept(track)) keepOnly(OF_TRACK, childrenOf(track))
    else blank(bytes, track)
  }
}

/** An id of 1 to 4 bytes and a length of 1 to 8, each as long as its leading zero bits say. */
function readElement(bytes: Buffer, start: number, limit: number): Element {
  const idBytes = Math.clz32(bytes[start] ?? 0) - 23
  if (idBytes > 4 || start + idBytes >= limit) throw errors.NOT_A_MEDIA_FILE()
  const id = bytes.readUIntBE(start, idBytes)
  const { value, width, isUnknown } = readSize(bytes, start + idBytes, limit)
  const content = start + idBytes + width
  const isOpen = isUnknown && (id === SEGMENT || id === CLUSTER)
  const end = isOpen ? limit : content + value
  if (end > limit || (isUnknown && !isOpen)) throw errors.NOT_A_MEDIA_FILE()
  return { id, start, content, end, isOpen }
}

function readSize(bytes: Buffer, start: number, limit: number) {
  const width = Math.clz32(bytes[start] ?? 0) - 23
  if (width > 8 || start + width > limit) throw errors.NOT_A_MEDIA_FILE()
  let value = (bytes[start] ?? 0) - 2 ** (8 - width)
  for (let n = 1; n < width; n++) value = value * 256 + (bytes[start + n] ?? 0)
  return { value, width, isUnknown: value === 2 ** (7 * width) - 1 }
}

function blank(bytes: Buffer, { start, end }: Element) {
  const length = end - start
  bytes.fill(0, start, end)
  bytes[start] = VOID
  if (length < 9) bytes[start + 1] = 0x80 | (length - 2)
  else {
    bytes[start + 1] = 0x01
    bytes.writeUIntBE(length - 9, start + 3, 6)
  }
}

const textIn = (bytes: Buffer, one?: Element) =>
  one && bytes.toString('latin1', one.content, one.end).replace(/\0+$/, '')
