import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { chooseOne, countChoices } from '#contract/choice-words.ts'
import type { GroupEdit } from '#contract/edit-product-groups.ts'
import { audit_log } from '#server/platform/platform.table.ts'
import { givenDatabase } from '#server/testing/database.ts'
import { givenPicture, givenProduct } from '#server/testing/factories.ts'
import { givenReview } from '#server/testing/review-factories.ts'
import { listReviews } from '../reviews/list-reviews.ts'
import { listAdminProducts, readAdminProduct } from './admin-products.ts'
import { product_groups, products } from './catalog.table.ts'
import { addSize, createGroup, dissolveGroup, updateGroup } from './edit-product-groups.ts'
import { bulkEditProducts, removeProduct } from './edit-products.ts'
import { readFacets } from './facets.ts'
import { listProducts } from './list-products.ts'
import { findOffers, findProducts, readProductDetails } from './products.ts'
import { priceCart } from './stock.ts'

const { db } = await givenDatabase()
const by = { id: randomUUID(), name: 'Ada Keeper', at: new Date('2026-06-01T12:00:00Z') }

type Product = Awaited<ReturnType<typeof givenProduct>>

const editOf = (name: string, members: [Product, string, string?][]): GroupEdit => ({
  name,
  option_name: 'Size',
  kind: members.some(([, , colour]) => colour) ? 'shade' : 'size',
  members: members.map(([{ id }, value, colour = null]) => ({ product_id: id, value, colour })),
})

/** A serum in two sizes, the smaller one at the lower price. */
async function givenSizes(name: string, more: Partial<typeof products.$inferInsert> = {}) {
  const small = await givenProduct(db, { name, price: 24, stock: 3, ...more })
  const large = await givenProduct(db, { name: `${name} large`, price: 38, stock: 4, ...more })
  const edit = editOf(name, [
    [small, '30 ml'],
    [large, '50 ml'],
  ])
  return { small, large, edit, group: await createGroup(db, edit, by) }
}

const cardsNamed = async (q: string) => (await listProducts(db, { q })).items
const versionOf = async (id: string) => (await readAdminProduct(db, id)).version
const audited = (id: string) =>
  db.select().from(audit_log).where(eq(audit_log.object_id, id)).orderBy(audit_log.id)

test('a group is one card: from the lowest price, with what its button adds', async () => {
  const { small, group } = await givenSizes('Amaryllis Serum')
  const [card, ...others] = await cardsNamed('amaryllis')
  expect(others).toEqual([])
  expect(card).toMatchObject({
    id: small.id,
    name: 'Amaryllis Serum',
    price: 24,
    stock: 7,
    group: {
      ...{ id: group.id, option_name: 'Size', count: 2, from: 24, to: 38, must_choose: false },
      first_in_stock: { id: small.id, name: 'Amaryllis Serum, 30 ml', price: 24, stock: 3 },
    },
  })
  expect(countChoices(card?.group?.count ?? 0, card?.group?.option_name ?? '')).toBe('2 sizes')
})

test('a sold-out first size leaves the next one to the button, none when all are gone', async () => {
  const { small, large } = await givenSizes('Begonia Serum')
  const sellOut = (id: string) => db.update(products).set({ stock: 0 }).where(eq(products.id, id))
  await sellOut(small.id)
  const [card] = await cardsNamed('begonia')
  expect(card?.group?.first_in_stock?.id).toBe(large.id)
  expect((await listProducts(db, { q: 'begonia', in_stock: true })).items).toHaveLength(1)
  await sellOut(large.id)
  expect((await cardsNamed('begonia'))[0]).toMatchObject({
    stock: 0,
    group: { first_in_stock: null },
  })
  expect((await listProducts(db, { q: 'begonia', in_stock: true })).items).toEqual([])
})

test('filters and facets count a group once; a size is found by its value', async () => {
  await givenSizes('Camellia Serum', { option_ids: [7] })
  expect(await readFacets(db, { q: 'camellia' })).toMatchObject({ total: 1, in_stock: 1 })
  for (const q of ['camellia 50 ml', 'camellia 50ml']) expect(await cardsNamed(q)).toHaveLength(1)
  expect((await listProducts(db, { q: 'camellia', min_price: 30 })).items).toEqual([])
  expect((await listProducts(db, { q: 'camellia', max_price: 30 })).items).toHaveLength(1)
})

test('the page of a size has all choices, sold-out ones included, archived ones not', async () => {
  const one = await givenProduct(db, { name: 'Tint A', images: ['/files/a.webp'] })
  const two = await givenProduct(db, { name: 'Tint B', stock: 0, original_price: 30 })
  const gone = await givenProduct(db, { archived_at: '2026-01-01T00:00:00Z' })
  const edit = editOf('Dahlia Tint', [
    [two, 'Plum', '#5b2a4a'],
    [one, 'Rose', '#c0456a'],
    [gone, 'Coral', '#ff7755'],
  ])
  await createGroup(db, edit, by)
  expect(await readProductDetails(db, one.id)).toMatchObject({
    name: 'Dahlia Tint, Rose',
    group: {
      ...{ name: 'Dahlia Tint', option_name: 'Size', kind: 'shade' },
      choices: [
        {
          ...{ product_id: two.id, name: 'Dahlia Tint, Plum', value: 'Plum', colour: '#5b2a4a' },
          ...{ price: 20, original_price: 30, in_stock: false, image_url: null },
        },
        { product_id: one.id, value: 'Rose', in_stock: true, image_url: '/files/a.webp' },
      ],
    },
  })
  const [card] = await cardsNamed('dahlia')
  expect(card?.group?.must_choose).toBe(true)
})

test('a product without a group looks as it did', async () => {
  const lone = await givenProduct(db, { name: 'Edelweiss Cream' })
  expect((await cardsNamed('edelweiss'))[0]).toMatchObject({ name: 'Edelweiss Cream', group: null })
  expect(await readProductDetails(db, lone.id)).toMatchObject({
    name: 'Edelweiss Cream',
    group: null,
  })
})

test('wherever one line names a product, it says which size', async () => {
  const { large } = await givenSizes('Freesia Serum')
  const name = 'Freesia Serum, 50 ml'
  expect(await findProducts(db, [large.id])).toMatchObject([{ name }])
  expect(await priceCart(db, [large.id])).toMatchObject([{ name }])
})

test('a suggestion names one size of a group, and none of what was bought', async () => {
  const { small, large } = await givenSizes('Gardenia Serum', { units_sold: 900_000 })
  const named = async (first: string[], except: string[]) =>
    (await findOffers(db, { first, except, limit: 5 })).filter(({ name }) =>
      name.startsWith('Gardenia'),
    )
  expect(await named([], [])).toMatchObject([{ id: small.id }])
  expect(await named([large.id], [])).toMatchObject([{ id: large.id }])
  expect(await named([], [large.id])).toEqual([])
})

test('a group is saved as a whole: renamed, ordered, joined and left', async () => {
  const { small, large, group } = await givenSizes('Hyacinth Serum')
  const third = await givenProduct(db, { name: 'Hyacinth Refill', price: 60 })
  const before = await versionOf(small.id)
  const edit = editOf('Hyacinth Elixir', [
    [third, '100 ml'],
    [small, '30 ml'],
  ])
  const { id, version } = group
  const saved = await updateGroup(db, { ...edit, id, version, option_name: 'Volume' }, by)
  expect(saved).toMatchObject({ name: 'Hyacinth Elixir', option_name: 'Volume', version: 2 })
  expect(saved.members.map(({ value }) => value)).toEqual(['100 ml', '30 ml'])
  expect((await readAdminProduct(db, third.id)).full_name).toBe('Hyacinth Elixir, 100 ml')
  // It had a name of its own, and has it again.
  expect(await readAdminProduct(db, large.id)).toMatchObject({
    full_name: 'Hyacinth Serum large',
    group_id: null,
  })
  // Who stays as it was can still be saved by a form that was opened before.
  expect(await versionOf(small.id)).toBe(before)
  expect((await audited(id)).at(-1)).toMatchObject({
    actor_name: 'Ada Keeper',
    before: { name: 'Hyacinth Serum', members: ['30 ml', '50 ml'] },
    after: { name: 'Hyacinth Elixir', members: ['100 ml', '30 ml'] },
  })
})

test('a stale save is refused and changes nothing', async () => {
  const { small, edit, group } = await givenSizes('Iris Serum')
  const { id, version } = group
  await updateGroup(db, { ...edit, id, version, option_name: 'Volume' }, by)
  const stale = updateGroup(db, { ...editOf('Other', [[small, 'x']]), id, version }, by)
  await expect(stale).rejects.toMatchObject({ code: 'CHANGED_MEANWHILE' })
  const other = { id, version, product_id: small.id, value: '9 ml', colour: null }
  const size = addSize(db, { ...other, price: 5, stock: 1 }, by)
  await expect(size).rejects.toMatchObject({ code: 'CHANGED_MEANWHILE' })
  await expect(dissolveGroup(db, { id, version }, by)).rejects.toMatchObject({
    code: 'CHANGED_MEANWHILE',
  })
  expect((await cardsNamed('iris'))[0]?.group?.count).toBe(2)
})

test('a product belongs to one group, and a name to one group', async () => {
  const { small, group } = await givenSizes('Jasmine Serum')
  const lone = await givenProduct(db)
  await expect(createGroup(db, editOf('New', [[small, 'x']]), by)).rejects.toMatchObject({
    code: 'IN_ANOTHER_GROUP',
    data: { product_ids: [small.id] },
  })
  await expect(createGroup(db, editOf(group.name, [[lone, 'x']]), by)).rejects.toMatchObject({
    code: 'GROUP_NAME_TAKEN',
  })
  expect((await readAdminProduct(db, lone.id)).group_id).toBeNull()
})

test('a new size copies everything but price and stock', async () => {
  const images = [await givenPicture(db)]
  const more = { images, ingredients: 'Rose', cost_price: 4, original_price: 90, weight_grams: 80 }
  const { small, group } = await givenSizes('Kalmia Serum', more)
  const { id, version } = group
  const input = { id, version, product_id: small.id, value: '100 ml', colour: null }
  const added = await addSize(db, { ...input, price: 66, stock: 5 }, by)
  expect(added.group.members.map(({ value }) => value)).toEqual(['30 ml', '50 ml', '100 ml'])
  expect(await readAdminProduct(db, added.product_id)).toMatchObject({
    ...{ name: 'Kalmia Serum', images, ingredients: 'Rose', weight_grams: 80 },
    ...{ price: 66, stock: 5, cost_price: null, original_price: null },
    full_name: 'Kalmia Serum, 100 ml',
  })
  const again = addSize(
    db,
    { ...input, version: added.group.version, value: '100 ML', price: 1, stock: 0 },
    by,
  )
  await expect(again).rejects.toMatchObject({ code: 'VALUE_TAKEN' })
})

test('a dissolved group leaves products with different names', async () => {
  const { small, large, group } = await givenSizes('Lavender Serum')
  await dissolveGroup(db, group, by)
  const names = (await cardsNamed('lavender')).map(({ name }) => name).sort()
  expect(names).toEqual(['Lavender Serum large', 'Lavender Serum, 30 ml'])
  expect(await readAdminProduct(db, large.id)).toMatchObject({ group_id: null, group_value: null })
  expect(await readAdminProduct(db, small.id)).toMatchObject({ name: 'Lavender Serum, 30 ml' })
  expect((await audited(group.id)).at(-1)).toMatchObject({ action: 'delete' })
})

test('a group goes with its last product', async () => {
  const { small, large, group } = await givenSizes('Magnolia Serum')
  await removeProduct(db, small.id, by)
  expect((await cardsNamed('magnolia'))[0]).toMatchObject({ id: large.id, price: 38 })
  await removeProduct(db, large.id, by)
  expect(await cardsNamed('magnolia')).toEqual([])
  const left = await db.select().from(product_groups).where(eq(product_groups.id, group.id))
  expect(left).toEqual([])
})

test('the table folds groups with their stock, and unfolds one; a bulk edit reaches its members', async () => {
  const { small, large, group } = await givenSizes('Narcissus Serum')
  const { items, total } = await listAdminProducts(db, { q: 'narcissus', folded: true })
  expect(total).toBe(1)
  expect(items).toMatchObject([
    { id: small.id, group: { id: group.id, count: 2, stock: 7, from: 24, to: 38, units_sold: 0 } },
  ])
  // What only the second one has is found, too, and the name as it is shown.
  for (const q of ['narcissus 50', 'Narcissus Serum, 50 ml']) {
    const found = await listAdminProducts(db, { q, folded: true })
    expect(found.items.map(({ id }) => id)).toEqual([large.id])
  }
  const members = await listAdminProducts(db, { group: group.id })
  expect(members.items.map(({ id }) => id)).toEqual([small.id, large.id])
  const changes = members.items.map(({ id, version }) => ({ id, version, featured: true }))
  expect((await bulkEditProducts(db, changes, by)).done).toHaveLength(2)
  const all = await listAdminProducts(db, { folded: true, per_page: 200 })
  expect(all.items).toHaveLength(all.total)
})

test('reviews are those of the whole group, each with its size, in one order', async () => {
  const { small, large } = await givenSizes('Orchid Serum')
  const dates = ['2026-01-01', '2026-01-02', '2026-01-03', '2026-01-04']
  for (const [n, day] of dates.entries()) {
    const product_id = n % 2 ? large.id : small.id
    await givenReview(db, { product_id, rating: n + 2, created_at: `${day}T00:00:00Z` })
  }
  await givenReview(db, { product_id: large.id, rating: 1, hidden_at: '2026-01-05T00:00:00Z' })
  for (const product_id of [small.id, large.id]) {
    const { items, summary } = await listReviews(db, { product_id })
    expect(items.map(({ group_value, rating }) => [group_value, rating])).toEqual([
      ['50 ml', 5],
      ['30 ml', 4],
      ['50 ml', 3],
      ['30 ml', 2],
    ])
    expect(summary).toEqual({
      ...{ rating_average: 3.5, review_count: 4, rating_counts: [0, 1, 1, 1, 1] },
    })
    expect(await readProductDetails(db, product_id)).toMatchObject({
      ...{ rating_average: 3.5, review_count: 4 },
    })
  }
  const { items } = await listReviews(db, { product_id: small.id, sort: 'highest', rating: 3 })
  expect(items).toHaveLength(1)
})

test('the option of a card is spelt in the plural, or with its article', () => {
  expect(countChoices(1, 'Size')).toBe('1 size')
  expect(countChoices(6, 'Shade')).toBe('6 shades')
  expect(countChoices(2, 'Quantity')).toBe('2 quantities')
  expect(countChoices(2, 'Finish')).toBe('2 finishes')
  expect(chooseOne('Shade')).toBe('Choose a shade')
  expect(chooseOne('Edition')).toBe('Choose an edition')
})
