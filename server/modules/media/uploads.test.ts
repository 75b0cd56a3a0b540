import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { connect } from 'node:net'
import { basename } from 'node:path'
import { eq, sql } from 'drizzle-orm'
import sharp from 'sharp'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { isVideoUrl, UPLOAD_PURPOSES, UPLOAD_RULES, VIDEO_POSTER_URL } from '#contract/media.ts'
import { LONGEST_REQUEST_MS } from '#server/http/body-deadline.ts'
import { filesFolder } from '#server/platform/file-storage/disk.ts'
import { givenSignedIn, givenVisitor, type Visitor } from '#server/testing/account-factories.ts'
import { givenAdmin, givenProfile } from '#server/testing/factories.ts'
import { givenServer } from '#server/testing/server.ts'
import {
  coordinatesIn,
  givenMp4,
  givenPhoto,
  givenWebm,
  jpegOf,
  upload,
} from '#server/testing/upload-factories.ts'
import { media_files } from './media.table.ts'
import { incomingFolder } from './receive-file.ts'

const MB = 1024 * 1024
const POLL = { timeout: 20_000 }

let shop: Awaited<ReturnType<typeof givenServer>>
let iris: { id: string }
let visitor: Visitor
beforeAll(async () => {
  shop = await givenServer()
  iris = await givenProfile(shop.db)
  visitor = await givenSignedIn(shop, iris)
})

const stored = () =>
  readdirSync(filesFolder(shop.config.dataDir)).filter((name) => !/\.\d+\./.test(name))
const incoming = () => incomingFolder(shop.config.dataDir)
const rows = () => shop.db.$count(media_files)
const rowOf = async (url: string) =>
  (
    await shop.db
      .select()
      .from(media_files)
      .where(eq(media_files.name, basename(url)))
  )[0]

// Shows B5.24
test('a photo is turned upright and stored without its place and owner', async () => {
  const photo = await givenPhoto(700, 900)
  const { format, orientation: turned } = await sharp(photo).metadata()
  expect([format, turned, photo.includes('secret')]).toEqual(['jpeg', 6, true])
  expect(await coordinatesIn(photo)).toEqual(['52/1', '31/1', '12/1'])
  const { status, body } = await upload(shop, visitor, photo, {
    name: 'IMG_1.jpg',
  })
  expect(status).toBe(200)
  expect(body).toMatchObject({ type: 'image/jpeg', width: 900, height: 700 })
  expect(body.url).toMatch(/^\/files\/[a-z0-9]{16}-\d{13}-900x700\.jpg$/)
  const bytes = Buffer.from(await (await fetch(shop.url + body.url)).arrayBuffer())
  const { exif, orientation } = await sharp(bytes).metadata()
  expect({ exif, orientation }).toEqual({ exif: undefined, orientation: undefined })
  expect(isVideoUrl(body.url)).toBe(false)
  expect(await coordinatesIn(bytes)).toEqual([])
  expect(bytes.includes('secret')).toBe(false)
  expect(await rowOf(body.url)).toMatchObject({
    owner: iris.id,
    purpose: 'review',
    state: 'stored',
    bytes: bytes.length,
    used_at: null,
  })
})

test.each(['png', 'webp', 'gif', 'avif'] as const)('a %s stays one', async (format) => {
  const picture = sharp({ create: { width: 40, height: 30, channels: 3, background: '#fff' } })
  const { body } = await upload(shop, visitor, await picture.toFormat(format).toBuffer())
  expect(body).toMatchObject({ type: `image/${format}`, width: 40, height: 30 })
})

const PLACE = '+52.5200+013.4050/'

test.each([
  ['mp4', givenMp4(6 * MB, PLACE)],
  ['webm', givenWebm(PLACE)],
])('a review may have a video (%s); it is stored without its place', async (extension, bytes) => {
  const { body } = await upload(shop, visitor, bytes)
  expect(body).toMatchObject({ type: `video/${extension}`, width: null, bytes: bytes.length })
  expect(isVideoUrl(body.url)).toBe(true)
  expect(body.url).toMatch(new RegExp(`-video\\.${extension}$`))
  const answer = await fetch(shop.url + body.url)
  expect(answer.headers.get('content-type')).toBe(`video/${extension}`)
  const served = Buffer.from(await answer.arrayBuffer())
  expect([bytes.includes(PLACE), served.includes(PLACE)]).toEqual([true, false])
  expect(served.length).toBe(bytes.length)
})

test('an upload that is cut off leaves nothing behind', async () => {
  const before = [stored(), await rows()]
  const socket = beginUpload(visitor)
  await expect.poll(() => readdirSync(incoming()).length, POLL).toBe(1)
  socket.destroy()
  await expect.poll(() => readdirSync(incoming()).length, POLL).toBe(0)
  expect([stored(), await rows()]).toEqual(before)
})

test('only a sender who may upload gets more time for the body', async () => {
  const timers = vi.spyOn(globalThis, 'setTimeout')
  const given = () => timers.mock.calls.filter(([, ms]) => ms === LONGEST_REQUEST_MS)
  const refused = beginUpload(givenVisitor(shop))
  await once(refused, 'connect')
  const allowed = beginUpload(visitor)
  await expect.poll(() => given().length, POLL).toBeGreaterThan(0)
  expect(given()).toHaveLength(1)
  refused.destroy()
  allowed.destroy()
  timers.mockRestore()
})

/** The first part of a photo; the rest never comes. */
function beginUpload(sender: Visitor) {
  const socket = connect(shop.config.port, 'localhost')
  const head = [
    'POST /api/media?purpose=review HTTP/1.1',
    `host: ${new URL(shop.url).host}`,
    `origin: ${shop.url}`,
    `cookie: ${cookieOf(sender)}`,
    'content-type: multipart/form-data; boundary=x',
    'content-length: 1000000',
  ]
  const part = ['--x', 'content-disposition: form-data; name="file"; filename="a"', '', '']
  socket.write(`${head.join('\r\n')}\r\n\r\n${part.join('\r\n')}`)
  socket.write(jpegOf(1000))
  return socket
}

const cookieOf = ({ cookies }: Visitor) =>
  [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')

test('a refused sender can send all before the connection closes, and reads why', async () => {
  const socket = connect(shop.config.port, 'localhost')
  let answer = ''
  socket.on('data', (chunk) => {
    answer += chunk
  })
  const head = [
    'POST /api/media?purpose=review HTTP/1.1',
    `host: ${new URL(shop.url).host}`,
    `origin: ${shop.url}`,
    'connection: close',
    'content-type: multipart/form-data; boundary=x',
    'content-length: 2000',
  ]
  socket.write(`${head.join('\r\n')}\r\n\r\n`)
  socket.write(Buffer.alloc(1000))
  // Another sender is refused meanwhile.
  await upload(shop, givenVisitor(shop), await givenPhoto(20, 20))
  expect(answer).toBe('')
  socket.write(Buffer.alloc(1000))
  await once(socket, 'close')
  expect(answer).toMatch(/^HTTP\/1.1 401 .*UNAUTHORIZED/s)
})

describe('who may upload', () => {
  const people = {
    anonymous: async () => givenVisitor(shop),
    shopper: async () => givenSignedIn(shop, await givenProfile(shop.db)),
    admin: async () => givenSignedIn(shop, await givenAdmin(shop.db)),
  }
  // Those of an order are tested with returns.
  const ofUsers = UPLOAD_PURPOSES.filter((purpose) => !UPLOAD_RULES[purpose].by_order)
  // Shows B7.3
  test.each(ofUsers)('%s', async (purpose) => {
    const photo = await givenPhoto(20, 20)
    const statuses: Record<string, number> = {}
    for (const [person, sign] of Object.entries(people))
      statuses[person] = (await upload(shop, await sign(), photo, { purpose })).status
    const shopper = UPLOAD_RULES[purpose].area ? 403 : 200
    expect(statuses).toEqual({ anonymous: 401, shopper, admin: 200 })
  })

  test('a video is for reviews alone', async () => {
    const admin = await people.admin()
    const { body } = await upload(shop, admin, givenMp4(), { purpose: 'product' })
    expect(body).toMatchObject({ code: 'NOT_AN_IMAGE' })
  })

  test('an unknown purpose, another body and another site are refused', async () => {
    const send = (headers: Record<string, string>, path = '/api/media?purpose=review') =>
      fetch(shop.url + path, {
        method: 'POST',
        headers: { cookie: cookieOf(visitor), origin: shop.url, ...headers },
        body: '{}',
      }).then(({ status }) => status)
    const form = { 'content-type': 'multipart/form-data; boundary=x' }
    expect(await send(form, '/api/media?purpose=__proto__')).toBe(400)
    expect(await send(form, '/api/media')).toBe(400)
    expect(await send({ 'content-type': 'application/json' })).toBe(400)
    expect(await send(form)).toBe(400)
    expect(await send({ 'content-type': 'text/plain' })).toBe(415)
    expect(await send({ ...form, origin: 'https://evil.example' })).toBe(403)
  })
})

test('one user may upload so many files an hour, whatever the address', async () => {
  const profile = await givenProfile(shop.db)
  const sender = await givenSignedIn(shop, profile)
  const { calls } = UPLOAD_RULES.review.limit
  const statuses: number[] = []
  for (let n = 0; n < calls + 3; n++)
    statuses.push((await upload(shop, sender, Buffer.from('not an image at all'))).status)
  expect(statuses.filter((status) => status === 415)).toHaveLength(calls)
  expect(statuses.slice(calls)).toEqual([429, 429, 429])
  const other = await givenSignedIn(shop, await givenProfile(shop.db))
  expect((await upload(shop, other, await givenPhoto(20, 20))).status).toBe(200)
})

test('one user may store so many bytes a day; what is refused does not count', async () => {
  const profile = await givenProfile(shop.db)
  const sender = await givenSignedIn(shop, profile)
  const { daily_bytes } = UPLOAD_RULES.review
  const limit = { calls: daily_bytes / 1024, per_seconds: 86_400 }
  await shop.limits.count('media-kilobytes', profile.id, limit, limit.calls - 100)
  const before = [stored(), await rows()]
  for (let n = 0; n < 2; n++) {
    const { status, body } = await upload(shop, sender, givenMp4(101 * 1024))
    expect([status, body.code]).toEqual([429, 'UPLOAD_QUOTA_USED'])
  }
  expect([stored(), await rows()]).toEqual(before)
  expect((await upload(shop, sender, givenMp4(100 * 1024))).status).toBe(200)
  expect((await upload(shop, sender, givenMp4(1024))).status).toBe(429)
})

test('while the disk is nearly full, uploads are refused, and the free space is a figure', async () => {
  const full = await givenServer({ env: { MIN_FREE_DISK_MB: '1000000000' } })
  const sender = await givenSignedIn(full, await givenProfile(full.db))
  const { status, body } = await upload(full, sender, await givenPhoto(20, 20))
  expect([status, body.code]).toEqual([507, 'STORAGE_FULL'])
  const figures = await (await fetch(`${shop.url}/metrics`)).text()
  const { rows: sums } = await shop.db.execute(sql`select sum(bytes) as sum from media_files`)
  expect(figures).toMatch(/^petal_free_disk_bytes\S* [1-9]\d+$/m)
  expect(figures).toMatch(new RegExp(`^petal_stored_file_bytes\\S* ${sums[0]?.sum}$`, 'm'))
})

// Shows B5.25, B9.5
test('what is stored can be shown but never run', async () => {
  const { body } = await upload(shop, visitor, await givenPhoto())
  const { headers } = await fetch(shop.url + body.url)
  expect(headers.get('content-type')).toBe('image/jpeg')
  expect(headers.get('x-content-type-options')).toBe('nosniff')
  expect(headers.get('content-security-policy')).toMatch(/default-src 'none'.*sandbox/)
  expect(headers.get('cache-control')).toBe('public, max-age=3600')
})

// Shows S2.47
test.each([
  ['/files/0a-1-video.webm', true],
  ['/files/clip.mp4', true],
  ['/files/clip.mp4.jpg', false],
  ['/files/0a-1-900x700.jpg', false],
])('%s is a video: %s', (url, isVideo) => {
  expect(isVideoUrl(url)).toBe(isVideo)
})

test('a video has a neutral poster', async () => {
  const { status, headers } = await fetch(shop.url + VIDEO_POSTER_URL)
  expect([status, headers.get('content-type')]).toEqual([200, 'image/svg+xml'])
})
