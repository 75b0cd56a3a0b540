import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { removeUnusedFiles } from '#server/modules/media/index.ts'
import { media_files } from '#server/modules/media/media.table.ts'
import { orders } from '#server/modules/orders/orders.table.ts'
import { givenAdmin, givenProduct, givenProfile, PASSWORD } from '#server/testing/factories.ts'
import {
  givenPayableShop,
  type PayableShop,
  placed,
  type Visitor,
} from '#server/testing/order-factories.ts'
import { coordinatesIn, givenMp4, givenPhoto, upload } from '#server/testing/upload-factories.ts'
import { return_settings, returns } from './returns.table.ts'

let shop: PayableShop
let admin: Visitor
let serum: Awaited<ReturnType<typeof givenProduct>>
let photo: Buffer

beforeAll(async () => {
  shop = await givenPayableShop()
  admin = shop.visitor()
  await admin.signIn(await givenAdmin(shop.db))
  serum = await givenProduct(shop.db, { price: 20, stock: 100 })
  await shop.db.update(return_settings).set({ days: 30 })
  photo = await givenPhoto()
})

async function givenPaid() {
  const buyer = shop.visitor()
  const { id } = await placed(buyer, serum)
  const completed_at = shop.clock.now().toISOString()
  await shop.db.update(orders).set({ status: 'completed', completed_at }).where(eq(orders.id, id))
  return { buyer, id }
}

const send = (visitor: Visitor, order: string, bytes = photo) =>
  upload(shop, visitor, bytes, { purpose: 'return', order, type: 'image/jpeg' })

const ask = (buyer: Visitor, id: string, pictures: string[]) =>
  buyer.post(`/orders/${id}/returns`, {
    idempotency_key: randomUUID(),
    lines: [{ product_id: serum.id, quantity: 1 }],
    reason: 'It came broken.',
    pictures,
  })

const nameIn = (url: string) => url.replace('/files/', '')

test('a picture of a guest is seen by the guest and the desk alone, without the place where it was taken', async () => {
  const { buyer, id } = await givenPaid()
  const { status, body } = await send(buyer, id)
  expect(status).toBe(200)
  expect(body.url).toMatch(/^\/files\/private-[a-z0-9]{16}-/)
  // Its name alone opens nothing.
  expect((await buyer.send('GET', body.url)).status).toBe(404)
  expect((await ask(buyer, id, [body.url])).status).toBe(200)

  const own = `/api/orders/${id}/return-pictures/${nameIn(body.url)}`
  const seen = await buyer.send('GET', own)
  expect(seen.status).toBe(200)
  expect(seen.headers.get('content-type')).toBe('image/jpeg')
  expect(await coordinatesIn(Buffer.from(await seen.arrayBuffer()))).toEqual([])
  const desk = `/api/return_pictures/${nameIn(body.url)}`
  expect((await admin.send('GET', desk)).status).toBe(200)

  const other = await givenPaid()
  expect((await other.buyer.send('GET', own)).status).toBe(404)
  expect((await other.buyer.send('GET', desk)).status).toBe(401)
  const elsewhere = own.replace(id, other.id)
  expect((await other.buyer.send('GET', elsewhere)).status).toBe(404)
  // A public file is not served by this door.
  expect((await admin.send('GET', '/api/return_pictures/petal.png')).status).toBe(404)
})

test('only pictures, only for an order that the sender can open and that can be returned', async () => {
  const { buyer, id } = await givenPaid()
  expect((await send(shop.visitor(), id)).body.code).toBe('ORDER_NOT_FOUND')
  expect((await send(buyer, randomUUID())).body.code).toBe('ORDER_NOT_FOUND')
  expect((await send(buyer, 'x')).body.code).toBe('ORDER_NOT_FOUND')
  expect((await send(buyer, id, givenMp4())).body.code).toBe('NOT_AN_IMAGE')
  await shop.db.update(orders).set({ status: 'processing' }).where(eq(orders.id, id))
  expect((await send(buyer, id)).body.code).toBe('RETURN_NOT_POSSIBLE')
})

test('a picture of one order is of no use for another, and none is used twice', async () => {
  const one = await givenPaid()
  const other = await givenPaid()
  const { url } = (await send(one.buyer, one.id)).body
  expect((await ask(other.buyer, other.id, [url])).body.code).toBe('FILE_NOT_USABLE')
  expect((await ask(one.buyer, one.id, [url])).status).toBe(200)
  expect(await shop.db.$count(returns, eq(returns.order_id, other.id))).toBe(0)
  const foreign = '/files/0123456789abcdef-1750000000000-10x10.jpg'
  expect((await ask(other.buyer, other.id, [foreign])).body.code).toBe('FILE_NOT_USABLE')
})

test('an order takes twenty pictures a day, from all senders together', async () => {
  const { buyer, id } = await givenPaid()
  const small = await givenPhoto(20, 20)
  const answers = []
  for (let n = 0; n < 21; n++) answers.push((await send(buyer, id, small)).status)
  expect(answers.filter((status) => status === 200)).toHaveLength(20)
  expect(answers.at(-1)).toBe(429)
})

test('with the account go the words and pictures of its returns, and what nobody has answered is withdrawn', async () => {
  const profile = await givenProfile(shop.db)
  const { buyer, id } = await givenPaid()
  const { url } = (await send(buyer, id)).body
  await ask(buyer, id, [url])
  // Delivered some time ago, so that the account can be deleted.
  await shop.db
    .update(orders)
    .set({ user_id: profile.id, guest_email: null, shipped_at: '2026-01-01T00:00:00Z' })
    .where(eq(orders.id, id))
  const person = shop.visitor()
  await person.signIn(profile)
  const deleted = await person.post('/account/delete', { password: PASSWORD })
  expect(deleted.status).toBe(200)
  const [row] = await shop.db.select().from(returns).where(eq(returns.order_id, id))
  expect(row).toMatchObject({ status: 'withdrawn', reason: '', pictures: [] })
  await shop.db.update(media_files).set({ created_at: '2026-01-01T00:00:00Z' })
  await removeUnusedFiles(shop)
  expect(await shop.files.size(nameIn(url))).toBeUndefined()
})
