import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { CategoryEdit } from '#contract/edit-categories.ts'
import { givenDatabase } from '#server/testing/database.ts'
import { givenProduct } from '#server/testing/factories.ts'
import { readAdminProduct } from './admin-products.ts'
import {
  createCategory,
  listAdminCategories,
  removeCategory,
  reorderCategories,
  updateCategory,
} from './edit-categories.ts'

const { db } = await givenDatabase()
const by = { id: randomUUID(), name: 'Ada Keeper', at: new Date('2026-06-01T12:00:00Z') }

const category = (given: Partial<CategoryEdit> = {}): CategoryEdit => ({
  name: `Category ${randomUUID()}`,
  description: null,
  display_order: 0,
  is_active: true,
  ...given,
})

test('a name exists once, in whatever case it is written', async () => {
  const { name } = await createCategory(db, category(), by)
  const other = await createCategory(db, category(), by)
  const taken = { code: 'CATEGORY_NAME_TAKEN' }
  await expect(createCategory(db, category({ name }), by)).rejects.toMatchObject(taken)
  await expect(updateCategory(db, { ...other, name }, by)).rejects.toMatchObject(taken)
  const shouted = name.toUpperCase()
  await expect(createCategory(db, category({ name: shouted }), by)).rejects.toMatchObject(taken)
  await expect(updateCategory(db, { ...other, name: shouted }, by)).rejects.toMatchObject(taken)
})

test('a new name is also that of its products, archived ones included', async () => {
  const serums = await createCategory(db, category(), by)
  const onSale = await givenProduct(db, { category: serums.name })
  const archived = await givenProduct(db, {
    category: serums.name,
    archived_at: by.at.toISOString(),
  })
  await updateCategory(db, { ...serums, name: 'Essences' }, by)
  for (const { id } of [onSale, archived]) {
    expect((await readAdminProduct(db, id)).category).toBe('Essences')
  }
  const listed = (await listAdminCategories(db)).find(({ id }) => id === serums.id)
  expect(listed).toMatchObject({ name: 'Essences', product_count: 2, version: 2 })
})

test('a category may be written in another case itself', async () => {
  const serums = await createCategory(db, category(), by)
  const renamed = await updateCategory(db, { ...serums, name: serums.name.toUpperCase() }, by)
  expect(renamed.name).toBe(serums.name.toUpperCase())
})

// Shows B7.2
test('the products of a deleted category stay, without one', async () => {
  const masks = await createCategory(db, category(), by)
  const { id } = await givenProduct(db, { category: masks.name })
  await removeCategory(db, masks.id, by)
  expect((await readAdminProduct(db, id)).category).toBeNull()
  await expect(removeCategory(db, masks.id, by)).rejects.toMatchObject({ code: 'ROW_NOT_FOUND' })
})

// Shows B7.2
test('reordering numbers the categories as given', async () => {
  const made = []
  for (const _ of [1, 2, 3]) made.push(await createCategory(db, category(), by))
  const ids = made.map(({ id }) => id).reverse()
  await reorderCategories(db, ids, by)
  const shown = (await listAdminCategories(db)).filter(({ id }) => ids.includes(id))
  expect(shown.map(({ display_order }) => display_order)).toEqual([0, 1, 2])
  expect(shown.map(({ id }) => id)).toEqual(ids)
})

test('a category that somebody else changed is not overwritten', async () => {
  const seen = await createCategory(db, category(), by)
  await updateCategory(db, { ...seen, is_active: false }, by)
  await expect(updateCategory(db, { ...seen, description: 'Mine' }, by)).rejects.toMatchObject({
    code: 'CHANGED_MEANWHILE',
    data: { changes: [{ field: 'is_active', before: true, after: false }] },
  })
})

// Shows B5.6
test.each([
  [{ name: ' ' }, 'name', 'Name is required'],
  [{ display_order: null }, 'display_order', 'Display order is required'],
  [{ display_order: 1.5 }, 'display_order', 'Enter a whole number'],
])('refuses %o', (wrong, field, message) => {
  const { error } = CategoryEdit.safeParse({ ...category(), ...wrong })
  expect(error?.issues).toContainEqual(expect.objectContaining({ path: [field], message }))
})
