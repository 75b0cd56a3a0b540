import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { categories } from '#server/modules/catalog/catalog.table.ts'
import { givenDatabase } from '#server/testing/database.ts'
import { listAudit } from './audit-log.ts'
import { createRow, deleteRow, updateRow } from './edit-rows.ts'

const { db } = await givenDatabase()
const by = (name: string) => ({ id: randomUUID(), name, at: new Date() })
const options = (who: string) => ({ by: by(who), name: (row: { name: string }) => row.name })

const givenCategory = () =>
  createRow(db, categories, { name: `Care ${randomUUID()}` }, options('Ada'))

test('each change is recorded with its actor and the fields that differ', async () => {
  const created = await givenCategory()
  const renamed = await updateRow(
    db,
    categories,
    created,
    { name: `Calm ${created.id}` },
    options('Ben'),
  )
  await deleteRow(db, categories, created.id, options('Cleo'))

  const { items, total } = await listAudit(db, { object_id: created.id })
  expect(total).toBe(3)
  expect(items.map(({ action, actor_name }) => [action, actor_name])).toEqual([
    ['delete', 'Cleo'],
    ['update', 'Ben'],
    ['create', 'Ada'],
  ])
  expect(items[1]).toMatchObject({
    object_type: 'categories',
    object_name: renamed.name,
    before: { name: created.name },
    after: { name: renamed.name },
  })
  expect(items[0]?.before).toMatchObject({ name: renamed.name })
})

test('a change that changes nothing is not recorded', async () => {
  const created = await givenCategory()
  await updateRow(db, categories, created, { name: created.name }, options('Ben'))
  expect((await listAudit(db, { object_id: created.id })).total).toBe(1)
})

test('a save over a newer version is refused, with who changed what', async () => {
  const seen = await givenCategory()
  const first = await updateRow(db, categories, seen, { description: 'One' }, options('Ben'))
  await updateRow(db, categories, first, { description: 'Two', display_order: 4 }, options('Cleo'))

  const late = updateRow(db, categories, seen, { description: 'Mine' }, options('Ada'))
  await expect(late).rejects.toMatchObject({
    code: 'CHANGED_MEANWHILE',
    data: {
      version: 3,
      changed_by: 'Cleo',
      changes: expect.arrayContaining([
        { field: 'description', before: null, after: 'Two' },
        { field: 'display_order', before: 0, after: 4 },
      ]),
    },
  })
  const merged = await updateRow(
    db,
    categories,
    { ...seen, version: 3 },
    { description: 'Mine' },
    options('Ada'),
  )
  expect(merged).toMatchObject({ description: 'Mine', display_order: 4, version: 4 })
})

test('of two who save at the same moment one is refused', async () => {
  const seen = await givenCategory()
  const save = (description: string) =>
    db.transaction((tx) => updateRow(tx, categories, seen, { description }, options(description)))
  const results = await Promise.allSettled([save('Ada'), save('Ben')])
  expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
})

test('a row that somebody deleted is not saved again', async () => {
  const seen = await givenCategory()
  await deleteRow(db, categories, seen.id, options('Ben'))
  const late = updateRow(db, categories, seen, { description: 'Mine' }, options('Ada'))
  await expect(late).rejects.toMatchObject({ code: 'ROW_NOT_FOUND' })
})

test('the list of changes is searched, filtered and paged', async () => {
  const created = await givenCategory()
  for (let n = 1; n <= 30; n++) {
    const version = n
    await updateRow(
      db,
      categories,
      { id: created.id, version },
      { display_order: n },
      options('Dora'),
    )
  }
  const page = await listAudit(db, { object_id: created.id, q: 'dora', page: 2 })
  expect(page).toMatchObject({ total: 30, page: 2, per_page: 25 })
  expect(page.items.map(({ after }) => after?.display_order)).toEqual([5, 4, 3, 2, 1])
  expect((await listAudit(db, { object_id: created.id, page: 99 })).page).toBe(2)
  expect((await listAudit(db, { q: '100%_' })).total).toBe(0)
  expect((await listAudit(db, { object_id: created.id, to: '2020-01-01' })).total).toBe(0)
})
