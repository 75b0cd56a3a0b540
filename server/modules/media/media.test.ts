import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { givenServer } from '#server/testing/server.ts'
import { media_files } from './media.table.ts'
import { filesFolder, variantNames } from './picture-files.ts'
import { storePicture } from './store-picture.ts'
import { drawMissingVariants } from './variants.ts'

let server: Awaited<ReturnType<typeof givenServer>>
let folder: string

beforeAll(async () => {
  server = await givenServer()
  folder = filesFolder(server.config.dataDir)
})

const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#d8a7b1' } })

const photo = () =>
  picture(700, 900)
    .jpeg()
    .withExif({ IFD0: { Copyright: 'secret' } })
    .toBuffer()

const allVariants = (name: string) => [...variantNames(name, 'avif'), ...variantNames(name, 'webp')]

test('the variants of a stored picture are drawn in the background', async () => {
  const url = await storePicture(server.context, await photo())
  const name = basename(url)
  expect(allVariants(name)).toHaveLength(8)
  await vi.waitFor(
    () => expect(readdirSync(folder)).toEqual(expect.arrayContaining(allVariants(name))),
    { timeout: 30_000 },
  )
  const { width, format } = await sharp(
    join(folder, variantNames(name, 'avif')[1] ?? ''),
  ).metadata()
  expect([width, format]).toEqual([320, 'heif'])
})

test('a stored picture has a row, its true type, and no metadata', async () => {
  const url = await storePicture(server.context, await photo())
  const rows = await server.db.select().from(media_files)
  const row = rows.find(({ name }) => name === basename(url))
  expect(row).toMatchObject({ type: 'image/jpeg', width: 700, height: 900 })
  expect((await sharp(join(folder, basename(url))).metadata()).exif).toBeUndefined()
})

test.each([
  ['text', Buffer.from('hello'), 'NOT_A_PICTURE'],
  ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'NOT_A_PICTURE'],
  ['more than 5 MB', Buffer.alloc(5 * 1024 * 1024 + 1), 'FILE_TOO_LARGE'],
])('%s is refused, and nothing is stored', async (_, bytes, code) => {
  const before = readdirSync(folder).length
  await expect(storePicture(server.context, bytes)).rejects.toMatchObject({ code })
  expect(readdirSync(folder)).toHaveLength(before)
})

test('a variant that is missing is drawn on request', async () => {
  const name = basename(await storePicture(server.context, await photo()))
  await vi.waitFor(
    () => expect(existsSync(join(folder, allVariants(name).at(-1) ?? ''))).toBe(true),
    {
      timeout: 30_000,
    },
  )
  const variant = variantNames(name, 'webp')[2] ?? ''
  rmSync(join(folder, variant))
  const answers = await Promise.all([1, 2, 3].map(() => fetch(`${server.url}/files/${variant}`)))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(answers[0]?.headers.get('content-type')).toBe('image/webp')
  expect((await sharp(await answers[0]?.arrayBuffer()).metadata()).width).toBe(480)
})

test.each([
  'x.480.avif',
  '0123456789abcdef-1700000000000-700x900.481.avif',
  '..%2f..%2fpackage.json',
])('there is no file %s', async (name) => {
  expect((await fetch(`${server.url}/files/${name}`)).status).toBe(404)
})

test('variants that pictures lack are drawn in advance', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'petal-media-'))
  afterAll(() => rmSync(dataDir, { recursive: true, force: true }))
  const context = { ...server.context, config: { ...server.config, dataDir } }
  const name = basename(await storePicture(context, await photo()))
  expect(readdirSync(filesFolder(dataDir))).toEqual([name])
  await drawMissingVariants(server.db, dataDir)
  expect(readdirSync(filesFolder(dataDir)).sort()).toEqual([name, ...allVariants(name)].sort())
})
