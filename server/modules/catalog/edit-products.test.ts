import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { ProductEdit } from '#contract/edit-products.ts'
import { order_items, orders } from '#server/modules/orders/orders.table.ts'
import { listAudit } from '#server/platform/audit-log.ts'
import { givenDatabase } from '#server/testing/database.ts'
import { givenCategory, givenPicture, givenProduct } from '#server/testing/factories.ts'
import { adjustStock, listMovements } from './adjust-stock.ts'
import { listAdminProducts, readAdminProduct } from './admin-products.ts'
import { stock_movements } from './catalog.table.ts'
import {
  bulkEditProducts,
  changeProduct,
  createProduct,
  removeProduct,
  updateProduct,
} from './edit-products.ts'
import { giveBackStock, takeStock } from './stock.ts'

const { db } = await givenDatabase()
const by = { id: randomUUID(), name: 'Ada Keeper', at: new Date('2026-06-01T12:00:00Z') }

const product = async (given: Partial<ProductEdit> = {}): Promise<ProductEdit> => ({
  name: `Serum ${randomUUID()}`,
  description: 'Quiet.',
  price: 20,
  cost_price: 7.5,
  original_price: null,
  category: null,
  stock: 10,
  featured: false,
  images: [await givenPicture(db)],
  ...given,
})

type Stored = Awaited<ReturnType<typeof readAdminProduct>>

/** What the form sends: everything it shows, with what the admin changed. */
const formOf = (seen: Stored, changes: Partial<ProductEdit> = {}) => {
  const { id, version, name, description, price, cost_price, original_price } = seen
  const { category, stock, featured, images } = seen
  const fields = { name, description, price, cost_price, original_price }
  const rest = { category, stock, featured, images }
  return { id, version, seen_stock: seen.stock, ...fields, ...rest, ...changes }
}

const sell = (product_id: string, quantity: number) =>
  takeStock(db, randomUUID(), [{ product_id, quantity }], by.at)

const expectStockProved = async (id: string) => {
  const rows = await db.select().from(stock_movements).where(eq(stock_movements.product_id, id))
  const { stock } = await readAdminProduct(db, id)
  expect(rows.reduce((sum, { change }) => sum + change, 0)).toBe(stock)
}

// Shows S3.1, B3.1
test('a new product has its first picture as image_url and its stock as a movement', async () => {
  const images = [await givenPicture(db), await givenPicture(db)]
  const created = await createProduct(db, await product({ images, stock: 4 }), by)
  expect(await readAdminProduct(db, created.id)).toMatchObject({
    image_url: images[0],
    images,
    stock: 4,
    cost_price: 7.5,
    version: 1,
  })
  expect(await listMovements(db, created.id)).toMatchObject([
    { change: 4, stock: 4, reason: 'set', actor_name: 'Ada Keeper' },
  ])
  const log = await listAudit(db, { object_type: 'products', object_id: created.id })
  expect(log.items[0]?.after).not.toHaveProperty('search_words')
})

// Shows B5.5
test('pictures are reordered, and only uploaded ones are accepted', async () => {
  const [first, second] = [await givenPicture(db), await givenPicture(db)]
  const { id } = await createProduct(db, await product({ images: [first, second] }), by)
  const seen = await readAdminProduct(db, id)
  await updateProduct(db, formOf(seen, { images: [second, first] }), by)
  const turned = await readAdminProduct(db, id)
  expect(turned.image_url).toBe(second)
  const elsewhere = formOf(turned, { images: ['https://example.com/a.webp'] })
  await expect(updateProduct(db, elsewhere, by)).rejects.toMatchObject({ code: 'FILE_NOT_USABLE' })
  expect((await readAdminProduct(db, id)).images).toEqual([second, first])
})

test('a copy shares the pictures of the original', async () => {
  const original = await product()
  await createProduct(db, original, by)
  const copy = await createProduct(db, { ...original, name: 'Copy' }, by)
  expect(copy.images).toEqual(original.images)
})

test('units sold while the form is open stay sold', async () => {
  const { id } = await createProduct(db, await product({ stock: 10 }), by)
  const seen = await readAdminProduct(db, id)
  await sell(id, 3)
  await updateProduct(db, formOf(seen, { name: 'Renamed' }), by)
  expect((await readAdminProduct(db, id)).stock).toBe(7)

  const later = await readAdminProduct(db, id)
  await sell(id, 2)
  await updateProduct(db, formOf(later, { stock: later.stock + 5 }), by)
  expect((await readAdminProduct(db, id)).stock).toBe(10)
  await expectStockProved(id)
})

test('sales that run while an admin saves are all counted', async () => {
  const { id } = await createProduct(db, await product({ stock: 100 }), by)
  const seen = await readAdminProduct(db, id)
  await Promise.all([
    ...Array.from({ length: 6 }, () => sell(id, 1)),
    updateProduct(db, formOf(seen, { stock: 110 }), by),
    adjustStock(db, { id, change: 5, reason: 'received', note: null }, by),
  ])
  expect((await readAdminProduct(db, id)).stock).toBe(109)
  await expectStockProved(id)
})

test('a stock below zero is refused, and nothing of the form is saved', async () => {
  const { id } = await createProduct(db, await product({ stock: 5 }), by)
  const seen = await readAdminProduct(db, id)
  await sell(id, 4)
  const form = formOf(seen, { name: 'Not saved', stock: 2 })
  await expect(updateProduct(db, form, by)).rejects.toMatchObject({
    code: 'STOCK_BELOW_ZERO',
    data: { stock: 1 },
  })
  expect(await readAdminProduct(db, id)).toMatchObject({ name: seen.name, stock: 1 })
  const damaged = { id, change: -2, reason: 'damaged' as const, note: null }
  await expect(adjustStock(db, damaged, by)).rejects.toMatchObject({ code: 'STOCK_BELOW_ZERO' })
})

test('of two admins the second is refused, with what the first changed; a stock adjustment is no conflict', async () => {
  const { id } = await createProduct(db, await product(), by)
  const seen = await readAdminProduct(db, id)
  await adjustStock(db, { id, change: 3, reason: 'counted', note: 'Shelf 2' }, by)
  await updateProduct(db, formOf(seen, { price: 25 }), by)
  await expect(updateProduct(db, formOf(seen, { name: 'Second' }), by)).rejects.toMatchObject({
    code: 'CHANGED_MEANWHILE',
    data: {
      version: 2,
      changed_by: 'Ada Keeper',
      changes: [{ field: 'price', before: 20, after: 25 }],
    },
  })
})

test('the history names reason, note, admin and the stock after each movement', async () => {
  const { id } = await createProduct(db, await product({ stock: 10 }), by)
  const at = (minute: number) => ({ ...by, at: new Date(by.at.getTime() + minute * 60_000) })
  await adjustStock(db, { id, change: -2, reason: 'damaged', note: 'Broken jars' }, at(1))
  const order_id = randomUUID()
  await takeStock(db, order_id, [{ product_id: id, quantity: 3 }], at(2).at)
  await giveBackStock(db, order_id, at(3).at)
  expect(await listMovements(db, id)).toMatchObject([
    { change: 3, stock: 8, reason: 'given-back', order_id, actor_name: null },
    { change: -3, stock: 5, reason: 'ordered', order_id },
    { change: -2, stock: 8, reason: 'damaged', note: 'Broken jars', actor_name: 'Ada Keeper' },
    { change: 10, stock: 10, reason: 'set' },
  ])
})

test('a category that is gone is refused', async () => {
  const edit = await product({ category: 'Never made' })
  await expect(createProduct(db, edit, by)).rejects.toMatchObject({ code: 'CATEGORY_NOT_FOUND' })
})

test('a bulk edit skips and names what changed meanwhile, and is undone with the new versions', async () => {
  await givenCategory(db, 'Bulk')
  const ids = []
  for (const price of [10, 20, 30]) {
    ids.push((await createProduct(db, await product({ price }), by)).id)
  }
  const [a = '', b = '', c = ''] = ids
  await changeProduct(db, { id: c, version: 1, featured: true }, by)
  const change = { price: 15, category: 'Bulk', stock_change: 5 }
  const result = await bulkEditProducts(
    db,
    ids.map((id) => ({ id, version: 1, ...change })),
    by,
  )
  expect(result.skipped).toEqual([{ id: c, reason: 'changed' }])
  expect(result.done.map(({ id }) => id).sort()).toEqual([a, b].sort())
  expect(await readAdminProduct(db, a)).toMatchObject({ price: 15, category: 'Bulk', stock: 15 })

  // Somebody else has changed one of them since, and one unit of the other was sold.
  await changeProduct(db, { id: b, version: 2, price: 99 }, by)
  await sell(a, 1)
  const undone = await bulkEditProducts(
    db,
    [
      { id: a, version: 2, price: 10, category: null, stock_change: -5 },
      { id: b, version: 2, price: 20, category: null, stock_change: -5 },
    ],
    by,
  )
  expect(undone).toEqual({ done: [{ id: a, version: 3 }], skipped: [{ id: b, reason: 'changed' }] })
  expect(await readAdminProduct(db, a)).toMatchObject({ price: 10, category: null, stock: 9 })
  expect(await readAdminProduct(db, b)).toMatchObject({ price: 99, stock: 15 })
  await expectStockProved(a)
})

// Shows B7.1
test('a product without orders is erased, one with orders is archived and can be restored', async () => {
  const never = await givenProduct(db)
  expect(await removeProduct(db, never.id, by)).toEqual({ id: never.id, archived: false })
  await expect(readAdminProduct(db, never.id)).rejects.toMatchObject({ code: 'ROW_NOT_FOUND' })

  const sold = await givenProduct(db)
  const [order] = await db
    .insert(orders)
    .values({ subtotal: 20, total: 20, guest_email: 'guest@example.com' })
    .returning()
  const line = { order_id: order?.id ?? '', product_id: sold.id, quantity: 1, price: 20 }
  await db.insert(order_items).values({ ...line, name: sold.name })
  expect(await removeProduct(db, sold.id, by)).toEqual({ id: sold.id, archived: true })
  const archived = await readAdminProduct(db, sold.id)
  expect(archived.archived_at).toBe(by.at.toISOString())
  expect((await sell(sold.id, 1)).short).toEqual([sold.id])

  const { id, version } = archived
  await changeProduct(db, { id, version, archived: false }, by)
  expect((await readAdminProduct(db, id)).archived_at).toBeNull()
})

// Shows B9.1
test('the list finds parts of names without accents, filters, sorts and counts', async () => {
  await givenCategory(db, 'Listed')
  const base = { category: 'Listed' }
  const creme = await givenProduct(db, { ...base, name: 'Crème Ävidra 100%', price: 5, stock: 0 })
  const gel = await givenProduct(db, {
    ...base,
    name: 'Oz Gel',
    price: 9,
    stock: 9,
    featured: true,
  })
  const balm = await givenProduct(db, { ...base, name: 'Balm', price: 7, stock: 50 })
  const gone = await givenProduct(db, { ...base, name: 'Gone', archived_at: by.at.toISOString() })
  const names = async (query: Parameters<typeof listAdminProducts>[1]) =>
    (await listAdminProducts(db, { category: 'Listed', ...query })).items.map(({ id }) => id)

  expect(await names({ q: 'vidra CREME' })).toEqual([creme.id])
  expect(await names({ q: '100%' })).toEqual([creme.id])
  expect(await names({ q: 'ge' })).toEqual([gel.id])
  expect(await names({ q: 'el' })).toEqual([])
  expect(await names({ sort: 'price' })).toEqual([creme.id, balm.id, gel.id])
  expect(await names({ sort: '-stock' })).toEqual([balm.id, gel.id, creme.id])
  expect(await names({ sort: 'name' })).toEqual([balm.id, creme.id, gel.id])
  expect((await names({ stock: 'low' })).sort()).toEqual([creme.id, gel.id].sort())
  expect(await names({ stock: 'out' })).toEqual([creme.id])
  expect(await names({ featured: true })).toEqual([gel.id])
  expect(await names({ archived: true })).toEqual([gone.id])
  expect((await listAdminProducts(db, { category: 'Listed' })).total).toBe(3)
})

// Shows B5.1, B5.2, B5.4
test.each([
  [{ name: ' ' }, 'name', 'Name is required'],
  [{ description: '' }, 'description', 'Description is required'],
  [{ price: null }, 'price', 'Price is required'],
  [{ price: 1.005 }, 'price', 'At most two decimals'],
  [{ stock: null }, 'stock', 'Stock is required'],
  [{ stock: 1.5 }, 'stock', 'Enter a whole number'],
  [{ stock: -1 }, 'stock', 'Stock must not be negative'],
  [{ images: [] }, 'images', 'Please upload at least one image'],
])('refuses %o', async (wrong, field, message) => {
  const { error } = ProductEdit.safeParse({ ...(await product()), ...wrong })
  expect(error?.issues).toContainEqual(expect.objectContaining({ path: [field], message }))
})
