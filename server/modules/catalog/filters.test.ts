import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import type { ProductQuery } from '#contract/catalog.ts'
import { readInParts } from '#server/platform/csv.ts'
import { givenDatabase } from '#server/testing/database.ts'
import { givenCategory, givenProduct } from '#server/testing/factories.ts'
import { NO_JOBS } from '#server/testing/no-jobs.ts'
import { productsExport } from './admin-products.ts'
import {
  createAttribute,
  listAttributes,
  readSynonyms,
  removeAttribute,
  saveSynonyms,
  updateAttribute,
} from './attributes.ts'
import { products } from './catalog.table.ts'
import { readFacets } from './facets.ts'
import { importProducts } from './import-products.ts'
import { listProducts } from './list-products.ts'

const { db } = await givenDatabase()
const by = { id: randomUUID(), name: 'Ada Keeper', at: new Date('2026-06-01T12:00:00Z') }
const names = async (query: ProductQuery) =>
  (await listProducts(db, query)).items.map(({ name }) => name).sort()

let skin: Awaited<ReturnType<typeof createAttribute>>
let concern: typeof skin
const option = (label: string) => {
  const all = [...skin.options, ...concern.options]
  return all.find((one) => one.label === label)?.id ?? 0
}

beforeAll(async () => {
  await givenCategory(db, 'Creams')
  const fresh = (label: string) => ({ id: null, label })
  skin = await createAttribute(db, { name: 'Skin type', options: ['Dry', 'Oily'].map(fresh) }, by)
  concern = await createAttribute(db, { name: 'Concern', options: ['Redness'].map(fresh) }, by)
  const [dry, oily, redness] = [option('Dry'), option('Oily'), option('Redness')]
  const shelf = [
    { name: 'Night Cream', price: 40, original_price: 50, rating_average: 4.6, option_ids: [dry] },
    { name: 'Day Cream', price: 28, rating_average: 3.4, option_ids: [dry, oily, redness] },
    { name: 'Rose Toner', price: 24, rating_average: 4.1, option_ids: [oily] },
    { name: 'Sage Toner', price: 36, rating_average: 0, stock: 0, option_ids: [redness] },
  ]
  for (const product of shelf) {
    await givenProduct(db, {
      description: 'It lifts the evening.',
      category: product.name.endsWith('Cream') ? 'Creams' : null,
      stock: 4,
      review_count: 3,
      ...product,
    })
  }
})

test.each([
  ['crème', ['Day Cream', 'Night Cream']],
  ['creme', ['Day Cream', 'Night Cream']],
  ['CRÈMES', ['Day Cream', 'Night Cream']],
  ['tonic rose', ['Rose Toner']],
  ['gift', []],
  ['toner under 30', ['Rose Toner']],
  ['tonr under $30', ['Rose Toner']],
  ['under 25', ['Rose Toner']],
  ['cream between $30 and $60', ['Night Cream']],
])('a search for %j finds %j', async (q, expected) => {
  expect(await names({ q })).toEqual(expected)
})

test('a price in the words is said, and the one of the filter counts more', async () => {
  const { typed_price, match } = await listProducts(db, { q: 'toner under 30' })
  expect(typed_price).toEqual({ min: null, max: 30 })
  expect(match).toEqual({ kind: 'as-typed', words: 'toner' })
  expect(await names({ q: 'toner under 30', max_price: 40 })).toEqual(['Rose Toner', 'Sage Toner'])
})

test('the owner’s words are equal, too, and only those', async () => {
  expect(await names({ q: 'balm' })).toEqual([])
  const { version, lines } = await readSynonyms(db)
  const saved = await saveSynonyms(db, { lines: 'Bálm, cream', version }, by)
  expect(await names({ q: 'balm' })).toEqual(['Day Cream', 'Night Cream'])
  expect(await names({ q: 'tonic' })).toEqual(['Rose Toner', 'Sage Toner'].slice(0, 0))
  await saveSynonyms(db, { lines, version: saved.version }, by)
})

test.each<[string, () => ProductQuery, string[]]>([
  ['four stars', () => ({ min_rating: 4 }), ['Night Cream', 'Rose Toner']],
  ['on sale', () => ({ on_sale: true }), ['Night Cream']],
  ['one option', () => ({ options: [option('Dry')] }), ['Day Cream', 'Night Cream']],
  [
    'either of two options of an attribute',
    () => ({ options: [option('Dry'), option('Oily')] }),
    ['Day Cream', 'Night Cream', 'Rose Toner'],
  ],
  [
    'options of two attributes together',
    () => ({ options: [option('Oily'), option('Redness')] }),
    ['Day Cream'],
  ],
  ['an option of a search', () => ({ q: 'cream', options: [option('Oily')] }), ['Day Cream']],
  [
    'an option in a price range',
    () => ({ max_price: 30, options: [option('Oily')], sort: 'price-up' }),
    ['Day Cream', 'Rose Toner'],
  ],
  [
    'an option that is gone',
    () => ({ options: [9999] }),
    ['Day Cream', 'Night Cream', 'Rose Toner', 'Sage Toner'],
  ],
])('a filter by %s', async (_, query, expected) => {
  expect(await names(query())).toEqual(expected)
})

test('each choice is counted with the other filters, and without itself', async () => {
  expect(await readFacets(db, {})).toEqual({
    total: 4,
    in_stock: 3,
    on_sale: 1,
    ratings: [2, 3, 3],
    options: {
      [option('Dry')]: 2,
      [option('Oily')]: 2,
      [option('Redness')]: 2,
    },
  })
  const dry = await readFacets(db, { options: [option('Dry')] })
  expect(dry).toMatchObject({ total: 2, on_sale: 1, ratings: [1, 2, 2] })
  // The other skin type is counted as if none were chosen, the concern with it.
  expect(dry.options).toEqual({
    [option('Dry')]: 2,
    [option('Oily')]: 2,
    [option('Redness')]: 1,
  })
  expect(await readFacets(db, { q: 'creme', on_sale: true })).toMatchObject({
    total: 1,
    on_sale: 1,
    ratings: [1, 1, 1],
    options: { [option('Dry')]: 1 },
  })
  expect(await readFacets(db, { q: 'nothing like it' })).toMatchObject({ total: 0, options: {} })
})

test('a file names attributes and options by their words', async () => {
  const run = (attributes: string) =>
    importProducts(
      { db, jobs: NO_JOBS },
      {
        csv: `name,description,price,stock,attributes\nBalm,Soft.,9,1,"${attributes}"`,
        dry_run: true,
      },
      by,
    )
  const good = await run('skin type: dry, Oily; Concern: Redness')
  const images = 'Please upload at least one image'
  expect(good.problems).toEqual([{ line: 2, reason: images }])
  const bad = await run('Skin type: Dusty; Mood: Good')
  expect(bad.problems.map(({ reason }) => reason)).toEqual([
    '"Skin type" has no option "Dusty"',
    'There is no attribute "Mood"',
    images,
  ])
})

test('an exported file names the options; brought back with or without that column it changes nothing', async () => {
  const rows: Record<string, unknown>[] = []
  await readInParts(db, productsExport.rows({}), async (part) => void rows.push(...part))
  const day = rows.find(({ name }) => name === 'Day Cream')
  expect(day?.attributes).toBe('Skin type: Dry, Oily; Concern: Redness')
  const cells = ['id', 'version', 'name', 'description', 'price', 'stock', 'category']
  const csv = (columns: string[]) =>
    `${columns.join(',')}\n${columns.map((name) => `"${day?.[name]}"`).join(',')}`
  for (const columns of [cells, [...cells, 'attributes']]) {
    const { unchanged, problems } = await importProducts(
      { db, jobs: NO_JOBS },
      { csv: csv(columns), dry_run: true },
      by,
    )
    expect({ unchanged, problems }).toEqual({ unchanged: 1, problems: [] })
  }
})

test('a renamed option keeps its products; one that is deleted leaves them', async () => {
  const [dry, oily] = skin.options
  if (!dry || !oily) throw new Error('no options')
  const options = [{ ...dry, label: 'Very dry' }]
  const { id, version } = skin
  await updateAttribute(db, { id, version, name: 'Skin', options }, by)
  expect(await names({ options: [dry.id] })).toEqual(['Day Cream', 'Night Cream'])
  const [rose] = await db.select().from(products).where(eq(products.name, 'Rose Toner'))
  expect(rose?.option_ids).toEqual([])
  await removeAttribute(db, id, by)
  expect((await listAttributes(db)).map(({ name }) => name)).toEqual(['Concern'])
})

test('names are unique, and there are six at most', async () => {
  const add = (name: string) =>
    createAttribute(db, { name, options: [{ id: null, label: 'Yes' }] }, by)
  for (const taken of ['Concern', 'concern', 'CONCERN ']) {
    await expect(add(taken.trim())).rejects.toMatchObject({ code: 'ATTRIBUTE_NAME_TAKEN' })
  }
  for (const name of ['A', 'B', 'C', 'D', 'E']) await add(name)
  await expect(add('F')).rejects.toMatchObject({ code: 'TOO_MANY_ATTRIBUTES' })
})
