import { existsSync, readdirSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { beforeAll, expect, test } from 'vitest'
import { filesFolder } from '#server/platform/file-storage/disk.ts'
import { givenSignedIn, type Visitor } from '#server/testing/account-factories.ts'
import { eventually } from '#server/testing/eventually.ts'
import { givenProfile } from '#server/testing/factories.ts'
import { givenServer } from '#server/testing/server.ts'
import { givenMp4, givenPhoto, upload } from '#server/testing/upload-factories.ts'
import { mailPictureName, renditionNames } from './file-names.ts'
import { media_files } from './media.table.ts'
import { drawMissingRenditions } from './renditions.ts'
import { removeUnusedFiles } from './used-files.ts'

let server: Awaited<ReturnType<typeof givenServer>>
let visitor: Visitor
let folder: string
beforeAll(async () => {
  server = await givenServer()
  visitor = await givenSignedIn(server, await givenProfile(server.db))
  folder = filesFolder(server.config.dataDir)
})

const allRenditions = (name: string) => [
  ...renditionNames(name, 'avif'),
  ...renditionNames(name, 'webp'),
]

async function givenPicture() {
  const { body } = await upload(server, visitor, await givenPhoto(700, 900))
  const name = basename(body.url)
  await eventually(() =>
    expect(readdirSync(folder)).toEqual(expect.arrayContaining(allRenditions(name))),
  )
  return name
}

test('the renditions of a stored picture are drawn in the background', async () => {
  const name = await givenPicture()
  expect(allRenditions(name)).toHaveLength(8)
  const rendition = renditionNames(name, 'avif')[1] ?? ''
  const { width, format } = await sharp(join(folder, rendition)).metadata()
  expect([width, format]).toEqual([320, 'heif'])
})

test('a rendition that is missing is drawn on request', async () => {
  const rendition = renditionNames(await givenPicture(), 'webp')[2] ?? ''
  rmSync(join(folder, rendition))
  const answers = await Promise.all([1, 2, 3].map(() => fetch(`${server.url}/files/${rendition}`)))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(answers[0]?.headers.get('content-type')).toBe('image/webp')
  expect(answers[0]?.headers.get('cache-control')).toContain('immutable')
  expect((await sharp(await answers[0]?.arrayBuffer()).metadata()).width).toBe(480)
})

test('renditions that pictures lack are drawn in advance', async () => {
  const name = await givenPicture()
  for (const rendition of allRenditions(name)) rmSync(join(folder, rendition))
  await server.db.update(media_files).set({ renditions_at: null }).where(eq(media_files.name, name))
  await drawMissingRenditions(server.context)
  expect(allRenditions(name).filter((rendition) => !existsSync(join(folder, rendition)))).toEqual(
    [],
  )
})

test.each([
  'x.480.avif',
  '0123456789abcdef-1700000000000-700x900.481.avif',
  '0123456789abcdef-1700000000000-700x900.480.avif',
  '..%2f..%2fpackage.json',
])('there is no file %s', async (name) => {
  expect((await fetch(`${server.url}/files/${name}`)).status).toBe(404)
})

test('a part of a video can be asked for', async () => {
  const bytes = givenMp4()
  const { body } = await upload(server, visitor, bytes)
  const get = (range: string, method = 'GET') =>
    fetch(server.url + body.url, { method, headers: { range } })

  const part = await get('bytes=10-19')
  expect([part.status, part.headers.get('content-range')]).toEqual([
    206,
    `bytes 10-19/${bytes.length}`,
  ])
  expect(Buffer.from(await part.arrayBuffer())).toEqual(bytes.subarray(10, 20))
  const end = await get('bytes=-5')
  expect(Buffer.from(await end.arrayBuffer())).toEqual(bytes.subarray(-5))
  expect((await get(`bytes=${bytes.length}-`)).status).toBe(416)
  const head = await fetch(server.url + body.url, { method: 'HEAD' })
  expect([head.status, head.headers.get('content-length')]).toEqual([200, String(bytes.length)])
})

test('mails get a JPEG, drawn on request and opaque; it is removed with the picture', async () => {
  const name = await givenPicture()
  const mailed = mailPictureName(name)
  const answer = await fetch(`${server.url}/files/${mailed}`)
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
  const { width, format, hasAlpha } = await sharp(await answer.arrayBuffer()).metadata()
  expect({ width, format, hasAlpha }).toEqual({ width: 560, format: 'jpeg', hasAlpha: false })

  await server.db
    .update(media_files)
    .set({ used_at: null, created_at: '2020-01-01T00:00:00.000Z' })
    .where(eq(media_files.name, name))
  await removeUnusedFiles(server.context)
  expect((await fetch(`${server.url}/files/${mailed}`)).status).toBe(404)
  expect((await fetch(`${server.url}/files/${'x'.repeat(16)}-1750000000000.mail.jpg`)).status).toBe(
    404,
  )
})
