import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { beforeAll, expect, test } from 'vitest'
import {
  createSealingKey,
  DamagedBackup,
  dataKeyOf,
  readHeader,
  type SealingKey,
  sealWith,
  unseal,
  WrongPassphrase,
} from './seal.ts'

const PASSPHRASE = 'seven quiet gardens'
const FRAME = 64 * 1024
let key: SealingKey

beforeAll(async () => {
  key = await createSealingKey(PASSPHRASE)
})

const inPieces = (content: Buffer, size: number) =>
  Array.from({ length: Math.ceil(content.length / size) }, (_, n) =>
    content.subarray(n * size, (n + 1) * size),
  )

async function seal(content: Buffer) {
  const { transform, data_key } = sealWith(key)
  // Pieces as a disk gives them, which are no frames.
  const sealed = await buffer(Readable.from(inPieces(content, 50_001)).pipe(transform))
  return { sealed, data_key }
}

async function openSealed(sealed: Buffer, dataKey?: Buffer) {
  const header = readHeader(sealed)
  const opening = unseal(header, dataKey ?? (await dataKeyOf(header, PASSPHRASE)))
  const failed = new Promise<never>((_, reject) => opening.once('error', reject))
  const pieces = inPieces(sealed.subarray(header.length), 30_011)
  return Promise.race([buffer(Readable.from(pieces).pipe(opening)), failed])
}

test.each([0, 1, FRAME - 1, FRAME, FRAME + 1, 3 * FRAME, 1_000_000])(
  'what is sealed is opened again: %i bytes',
  async (length) => {
    const content = randomBytes(length)
    const { sealed, data_key } = await seal(content)
    expect((await openSealed(sealed, data_key)).equals(content)).toBe(true)
    if (length > 100) expect(sealed.includes(content.subarray(0, 50))).toBe(false)
  },
)

test('the passphrase opens it, another one is refused, and letters may be typed in another form', async () => {
  const { sealed } = await seal(Buffer.from('secret'))
  expect(String(await openSealed(sealed))).toBe('secret')
  await expect(dataKeyOf(readHeader(sealed), 'seven quiet garden')).rejects.toThrow(WrongPassphrase)
  const composed = await createSealingKey('caf\u00e9 au lait')
  const { transform } = sealWith(composed)
  const header = readHeader(await buffer(Readable.from([]).pipe(transform)))
  await dataKeyOf(header, 'cafe\u0301 au lait')
})

test('the key of one copy does not open another', async () => {
  const [one, other] = [await seal(randomBytes(100)), await seal(randomBytes(100))]
  await expect(openSealed(one.sealed, other.data_key)).rejects.toThrow(DamagedBackup)
})

test('a changed bit, a missing end, and frames that are gone or in another order are found', async () => {
  const { sealed, data_key } = await seal(randomBytes(3 * FRAME + 100))
  const { length } = readHeader(sealed)
  const frame = FRAME + 16
  const [a, b, c, rest] = [0, 1, 2, 3].map((n) =>
    sealed.subarray(length + n * frame, length + (n + 1) * frame),
  ) as [Buffer, Buffer, Buffer, Buffer]
  const start = sealed.subarray(0, length)
  const of = (...frames: Buffer[]) => Buffer.concat([start, ...frames])
  const flipped = Buffer.from(sealed)
  flipped[length + frame + 5] = (flipped[length + frame + 5] ?? 0) ^ 1
  expect((await openSealed(of(a, b, c, rest), data_key)).length).toBe(3 * FRAME + 100)
  for (const damaged of [
    flipped,
    of(a, b, c),
    of(a, b, c, rest.subarray(0, 50)),
    of(a, b, c, rest.subarray(0, 5)),
    of(a, c, b, rest),
    of(a, c, rest),
    of(a, b, b, c, rest),
    of(a, b, c, rest, rest),
    start,
  ])
    await expect(openSealed(damaged, data_key)).rejects.toThrow(DamagedBackup)
})

test('a header that was changed, cut off or is none is found before any key is tried', async () => {
  const { sealed } = await seal(Buffer.from('secret'))
  const { length } = readHeader(sealed)
  const changed = Buffer.from(sealed)
  changed[40] = (changed[40] ?? 0) ^ 1
  for (const damaged of [
    changed,
    sealed.subarray(0, length - 1),
    sealed.subarray(0, 9),
    randomBytes(500),
  ])
    expect(() => readHeader(damaged)).toThrow(DamagedBackup)
})
