import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { onFileEnd } from '#server/testing/cleanup.ts'
import { givenProfile } from '#server/testing/factories.ts'
import { givenClock, givenServer } from '#server/testing/server.ts'
import { shopifyCsv, shopifyProduct } from '#server/testing/shop-exports.ts'
import { givenPhoto } from '#server/testing/upload-factories.ts'
import { importProducts } from '../import-products.ts'
import { fetchPictures } from './fetch-pictures.ts'
import {
  forgetFailures,
  listPictureFailures,
  readPictureProgress,
  retryFailures,
} from './picture-progress.ts'

const clock = givenClock(new Date('2026-11-18T12:00:00Z'))
const shop = await givenServer({
  now: clock.now,
  // The old shop is on this machine; nothing else of it may be asked.
  env: { PRIVATE_NETWORKS: '127.0.0.1/32' },
})
const { db } = shop
const photo = await givenPhoto(300, 200)
let oldShop: Awaited<ReturnType<typeof givenOldShop>>
let by: { id: string; name: string; at: Date }

beforeAll(async () => {
  await shop.jobs.stop()
  oldShop = await givenOldShop()
  by = { id: (await givenProfile(db)).id, name: 'Ada Keeper', at: clock.now() }
})

async function givenOldShop() {
  const asked: string[] = []
  const secrets: string[] = []
  const listen = async (server: ReturnType<typeof createServer>, host: string) => {
    await new Promise<void>((resolve) => server.listen(0, host, resolve))
    onFileEnd(async () => {
      server.closeAllConnections()
      server.close()
    })
    return `http://${host}:${(server.address() as AddressInfo).port}`
  }
  const secret = await listen(
    createServer((request, response) => {
      secrets.push(request.url ?? '')
      response.end(photo)
    }),
    '127.0.0.2',
  )
  const state = { isBusy: false }
  const url = await listen(
    createServer((request, response) => {
      const path = request.url ?? ''
      asked.push(path)
      if (path.includes('stalls')) return
      if (path.includes('missing')) return void response.writeHead(404).end()
      if (path.includes('busy') && state.isBusy) return void response.writeHead(503).end()
      if (path.includes('moved')) return void response.writeHead(301, { location: '/ok.jpg' }).end()
      if (path.includes('private')) {
        return void response.writeHead(302, { location: `${secret}/metadata` }).end()
      }
      if (path.includes('page')) return void response.end('<html>Not a picture</html>')
      if (path.includes('huge')) return void response.end(Buffer.alloc(6 * 1024 * 1024, photo))
      response.end(photo)
    }),
    '127.0.0.1',
  )
  return { url, asked, secrets, state }
}

/** Longer than a busy machine needs for any picture. */
const PATIENCE_MS = 60_000
/** Where a server stalls, so that the others are still in time. */
const STALL_MS = 3000

/** Until nothing is due, as the job does. */
async function fetchAll(timeoutMs = PATIENCE_MS) {
  while ((await fetchPictures(shop, { pictures: 20, parallel: 4, timeoutMs })) > 0);
}

async function givenImport(handle: string, pictures: string[]) {
  const [first = '', ...others] = pictures.map((name) =>
    name.includes(':') ? name : `${oldShop.url}/${name}`,
  )
  const csv = shopifyCsv([
    shopifyProduct(handle, { 'Image Src': first, 'Image Position': '1' }),
    ...others.map((url, n) => ({
      Handle: handle,
      'Image Src': url,
      'Image Position': String(n + 2),
    })),
  ])
  expect(await importProducts(shop, { csv, dry_run: false }, by)).toMatchObject({ applied: true })
  return handle.replaceAll('-', ' ')
}

async function product(name: string) {
  const { rows } = await db.execute<{ id: string; images: string[]; version: number }>(
    sql`select id, images, version from products where name = ${name}`,
  )
  return rows[0]!
}

test('pictures are stored as uploads are, in their order, and the product changes once', async () => {
  const name = await givenImport('silk-mask', ['one.jpg', 'moved.jpg', 'three.jpg'])
  const { version } = await product(name)
  await fetchAll()
  const after = await product(name)
  expect(after.images).toHaveLength(3)
  expect(after.version).toBe(version + 1)
  const { rows } = await db.execute(sql`
    select purpose, state, used_at is not null as used, width from media_files`)
  expect(rows).toEqual(
    Array.from({ length: 3 }, () => ({
      purpose: 'product',
      state: 'stored',
      used: true,
      width: expect.any(Number),
    })),
  )
  expect(await readPictureProgress(db)).toEqual({ waiting: 0, done: 3, failed: 0, retried: 0 })
})

test('what cannot be fetched is listed with its reason, and nothing private is asked', async () => {
  const name = await givenImport('odd-lot', [
    'good.jpg',
    'missing.jpg',
    'private.jpg',
    'page.jpg',
    'huge.jpg',
    'http://127.0.0.2:1/direct.jpg',
    'http://169.254.169.254/latest/meta-data',
    'file:///etc/passwd',
  ])
  await fetchAll()
  expect((await product(name)).images).toHaveLength(1)
  const { items, total } = await listPictureFailures(db, {})
  expect(total).toBe(7)
  expect(items.map(({ reason, product_name }) => [product_name, reason])).toEqual([
    [name, 'The server answered with 404'],
    [name, '127.0.0.2 is not a public server'],
    [name, expect.stringMatching(/JPEG|image/i)],
    [name, expect.stringContaining('larger than 5MB')],
    [name, '127.0.0.2 is not a public server'],
    [name, '169.254.169.254 is not a public server'],
    [name, 'The address must start with http:// or https://'],
  ])
  expect(oldShop.secrets).toEqual([])
})

test('failures are tried again when asked, or given up', async () => {
  expect(await retryFailures(shop)).toMatchObject({ waiting: 7, failed: 0 })
  await fetchAll()
  expect(await readPictureProgress(db)).toMatchObject({ waiting: 0, failed: 7 })
  expect(await forgetFailures(db)).toMatchObject({ failed: 0 })
})

test('a server that stalls or is busy is tried later; the other pictures are shown meanwhile', async () => {
  oldShop.state.isBusy = true
  const name = await givenImport('slow-oil', ['first.jpg', 'busy.jpg'])
  const stalled = await givenImport('stalled-oil', ['stalls-1.jpg', 'stalls-2.jpg'])
  await fetchAll(STALL_MS)
  expect((await product(name)).images).toHaveLength(1)
  expect(await readPictureProgress(db)).toMatchObject({ waiting: 3, retried: 3, failed: 0 })
  oldShop.state.isBusy = false
  clock.advance({ minutes: 2 })
  await fetchAll(STALL_MS)
  expect((await product(name)).images).toHaveLength(2)
  clock.advance({ minutes: 10 })
  await fetchAll(STALL_MS)
  clock.advance({ minutes: 60 })
  await fetchAll(STALL_MS)
  expect(await readPictureProgress(db)).toMatchObject({ waiting: 0, failed: 2 })
  const { items } = await listPictureFailures(db, {})
  expect(items.map(({ reason }) => reason)).toEqual([
    'The server did not answer in time',
    'The server did not answer in time',
  ])
  expect((await product(stalled)).images).toEqual([])
  await forgetFailures(db)
})

test('one address is asked for once, and pictures that the owner added meanwhile stay', async () => {
  const name = await givenImport('own-work', ['shared.jpg'])
  await givenImport('own-work-2', ['shared.jpg'])
  const own = '/files/0123456789abcdef-1700000000000-900x700.jpg'
  await db.execute(sql`update products set images = array[${own}] where name = ${name}`)
  await fetchAll()
  expect(oldShop.asked.filter((path) => path === '/shared.jpg')).toHaveLength(1)
  const { images } = await product(name)
  expect(images).toHaveLength(2)
  expect(images[1]).toBe(own)
})
