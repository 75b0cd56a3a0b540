import { basename } from 'node:path'
import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { givenSignedIn, type Visitor } from '#server/testing/account-factories.ts'
import { eventually } from '#server/testing/eventually.ts'
import { givenProfile } from '#server/testing/factories.ts'
import { givenS3 } from '#server/testing/s3.ts'
import { givenClock, givenServer } from '#server/testing/server.ts'
import { givenMp4, givenPhoto, upload } from '#server/testing/upload-factories.ts'
import { renditionNames } from './file-names.ts'
import { media_files } from './media.table.ts'
import { removeUnusedFiles } from './used-files.ts'

const clock = givenClock()
let s3: Awaited<ReturnType<typeof givenS3>>
let shop: Awaited<ReturnType<typeof givenServer>>
let visitor: Visitor
beforeAll(async () => {
  s3 = await givenS3()
  shop = await givenServer({ env: s3.env, now: clock.now })
  visitor = await givenSignedIn(shop, await givenProfile(shop.db))
})
beforeEach(() => s3.trouble.clear())

const rowOf = async (url: string) =>
  (
    await shop.db
      .select()
      .from(media_files)
      .where(eq(media_files.name, basename(url)))
  )[0]

const get = (url: string, init: RequestInit = {}) => fetch(shop.url + url, init)

test('a picture and its renditions come from the bucket, under the same addresses as from disk', async () => {
  const { body } = await upload(shop, visitor, await givenPhoto(700, 900))
  const original = await get(body.url)
  expect([original.status, original.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
  expect(original.headers.get('cache-control')).toBe('public, max-age=3600')
  expect((await original.arrayBuffer()).byteLength).toBe(body.bytes)
  await eventually(async () => expect((await rowOf(body.url))?.renditions_at).toBeTruthy())
  const name = basename(body.url)
  for (const rendition of [...renditionNames(name, 'avif'), ...renditionNames(name, 'webp')])
    expect(await shop.context.files.size(rendition), rendition).toBeGreaterThan(0)
})

test('a rendition that the bucket lacks is drawn on request', async () => {
  const { body } = await upload(shop, visitor, await givenPhoto(700, 900))
  await eventually(async () => expect((await rowOf(body.url))?.renditions_at).toBeTruthy())
  const rendition = renditionNames(basename(body.url), 'webp')[1] ?? ''
  await shop.context.files.remove([rendition])
  const answer = await get(`/files/${rendition}`)
  expect(answer.headers.get('cache-control')).toContain('immutable')
  expect((await sharp(await answer.arrayBuffer()).metadata()).width).toBe(320)
})

test('parts of a video and its length come from the bucket', async () => {
  const bytes = givenMp4(5000)
  const { body } = await upload(shop, visitor, bytes)
  const part = await get(body.url, { headers: { range: 'bytes=100-199' } })
  expect([part.status, part.headers.get('content-range')]).toEqual([206, 'bytes 100-199/5000'])
  expect(Buffer.from(await part.arrayBuffer())).toEqual(bytes.subarray(100, 200))
  const head = await get(body.url, { method: 'HEAD' })
  expect([head.status, head.headers.get('content-length')]).toEqual([200, '5000'])
})

test.each(['error', 'hang', 'cut', 'lose'] as const)(
  'when the bucket answers with "%s" the sender gets an error, and nothing is shown',
  async (trouble) => {
    s3.trouble.set('PUT', trouble)
    const before = new Set(await stored())
    const { status, body } = await upload(shop, visitor, givenMp4(200_000))
    expect([status, body.code]).toEqual([503, 'STORAGE_UNAVAILABLE'])
    expect(body.message).toBe('The file could not be stored. Please try again in a moment.')
    expect(await stored()).toEqual([...before])
    // The row that is left can not be used by anything, and goes like every unused file.
    s3.trouble.clear()
    clock.advance({ days: 2 })
    await removeUnusedFiles(shop.context)
    expect(await shop.db.$count(media_files, eq(media_files.state, 'storing'))).toBe(0)
  },
)

const stored = async () => {
  const rows = await shop.db
    .select({ name: media_files.name })
    .from(media_files)
    .where(eq(media_files.state, 'stored'))
  return rows.map(({ name }) => name)
}

test('every stored row has its file', async () => {
  for (const name of await stored())
    expect(await shop.context.files.size(name), name).toBeGreaterThan(0)
})

test.each(['error', 'hang'] as const)(
  'when the bucket answers with "%s" a file is 503 for now, not missing',
  async (trouble) => {
    const { body } = await upload(shop, visitor, givenMp4())
    for (const method of ['GET', 'HEAD']) s3.trouble.set(method, trouble)
    for (const init of [{}, { method: 'HEAD' }, { headers: { range: 'bytes=0-9' } }]) {
      const answer = await get(body.url, init)
      expect([answer.status, answer.headers.get('cache-control')]).toEqual([503, 'no-store'])
      expect(answer.headers.get('retry-after')).toBeTruthy()
    }
    s3.trouble.clear()
    expect((await get(body.url)).status).toBe(200)
  },
)

test('an upload that nothing used leaves the bucket after a day; one that can not be removed stays known', async () => {
  const { body } = await upload(shop, visitor, givenMp4())
  clock.advance({ days: 2 })
  s3.trouble.set('DELETE', 'error')
  await expect(removeUnusedFiles(shop.context)).rejects.toThrow()
  expect((await rowOf(body.url))?.state).toBe('removing')
  s3.trouble.clear()
  await removeUnusedFiles(shop.context)
  expect(await rowOf(body.url)).toBeUndefined()
  expect(await shop.context.files.size(basename(body.url))).toBeUndefined()
})

test('with a bucket that is gone the shop goes on, uploads say what is wrong', async () => {
  const own = await givenS3()
  const logged: string[] = []
  const away = await givenServer({
    env: { ...own.env, LOG_LEVEL: 'error' },
    logTo: { write: (line) => void logged.push(line) },
  })
  await own.stop()
  const sender = await givenSignedIn(away, await givenProfile(away.db))
  const { status, body } = await upload(away, sender, givenMp4())
  expect([status, body.code]).toEqual([503, 'STORAGE_UNAVAILABLE'])
  expect(logged.join()).toContain('a file could not be stored')
  expect(logged.join()).not.toContain(own.env.S3_SECRET_ACCESS_KEY)
  expect((await fetch(`${away.url}/readyz`)).status).toBe(200)
})
