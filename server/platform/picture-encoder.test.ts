import { mkdtemp, writeFile } from 'node:fs/promises'
import { constants, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { givenPhoto } from '#server/testing/upload-factories.ts'
import { createEncoderProcess } from './picture-encoder.ts'

const PROGRAM = fileURLToPath(new URL('../../dist/server/picture-encoder.js', import.meta.url))
/** Says its priority instead of encoding; crashes at the file `crash`, fills memory at `fill`, never answers for `hang`. */
const STUBBORN = `
  import { getPriority } from 'node:os'
  process.on('message', ({ id, task }) => {
    if (task.from === 'fill') Buffer.alloc(500 * 1024 * 1024, 1)
    if (task.from === 'crash') process.kill(process.pid, 'SIGKILL')
    else if (task.from !== 'hang') process.send({ id, result: { width: process.pid, height: getPriority() } })
  })
  process.once('disconnect', () => process.exit(0))
`

let folder: string
let stubborn: ReturnType<typeof createEncoderProcess>
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'petal-encoder-'))
  await writeFile(join(folder, 'stubborn.mjs'), STUBBORN)
  stubborn = createEncoderProcess(join(folder, 'stubborn.mjs'))
})
afterAll(() => stubborn.close())

const renditionOf = (from: string) =>
  ({ purpose: 'rendition', from, to: join(folder, 'out'), width: 8, format: 'webp' }) as const

test('pictures are encoded by the built program, and what is none is refused', async () => {
  const encoder = createEncoderProcess(PROGRAM)
  const photo = join(folder, 'photo')
  const text = join(folder, 'text')
  await writeFile(photo, await givenPhoto(40, 30))
  await writeFile(text, 'no picture')
  const to = join(folder, 'small')
  const [done, refused, tooLarge, tooLong] = await Promise.all([
    encoder.encode({ purpose: 'rendition', from: photo, to, width: 20, format: 'webp' }),
    encoder.encode(renditionOf(text)),
    encoder.encode({
      ...{ purpose: 'upload', from: photo, to: join(folder, 'large') },
      ...{ type: 'image/jpeg', mostPixels: 1000, longestSide: 1000 },
    }),
    encoder.encode({
      ...{ purpose: 'upload', from: photo, to: join(folder, 'long') },
      ...{ type: 'image/jpeg', mostPixels: 10_000, longestSide: 39 },
    }),
  ])
  expect(done).toEqual({ width: 20, height: 15 })
  expect((await sharp(to).metadata()).format).toBe('webp')
  expect(refused).toEqual({ refused: 'unreadable' })
  expect(tooLarge).toEqual({ refused: 'too many pixels' })
  expect(tooLong).toEqual({ refused: 'side too long' })
  encoder.close()
})

test('a crash fails its picture, and the next one starts a new process of lower priority', async () => {
  const [before, after] = await Promise.all([
    stubborn.encode(renditionOf('first')),
    stubborn.encode(renditionOf('second')),
  ])
  expect(before).toEqual(after)
  await expect(stubborn.encode(renditionOf('crash'))).rejects.toThrow('ended (SIGKILL)')
  const next = await stubborn.encode(renditionOf('third'))
  expect(next).toMatchObject({ height: constants.priority.PRIORITY_BELOW_NORMAL })
  expect(next).not.toEqual(before)
})

test.runIf(process.platform === 'linux')(
  'an encoder that takes too much memory ends, and not the machine',
  async () => {
    const modest = createEncoderProcess(join(folder, 'stubborn.mjs'), { memoryMb: 400 })
    await expect(modest.encode(renditionOf('fill'))).rejects.toThrow('The picture encoder ended')
    expect(await modest.encode(renditionOf('next'))).toHaveProperty('width')
    modest.close()
  },
)

test('an encoder that hangs is ended, which fails its picture alone', async () => {
  const impatient = createEncoderProcess(join(folder, 'stubborn.mjs'), { longestMs: 1 })
  await expect(impatient.encode(renditionOf('hang'))).rejects.toThrow('ended (SIGKILL)')
  impatient.close()
})
