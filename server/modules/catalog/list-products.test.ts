import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import type { ProductQuery } from '#contract/catalog.ts'
import type { Db } from '#server/platform/database.ts'
import { givenDatabase } from '#server/testing/database.ts'
import { givenCategory, givenProduct } from '#server/testing/factories.ts'
import { listProducts } from './list-products.ts'

let db: Db
const names = async (query: ProductQuery) =>
  (await listProducts(db, query)).items.map(({ name }) => name)

const day = (n: number) => new Date(Date.UTC(2026, 0, n)).toISOString()

beforeAll(async () => {
  db = (await givenDatabase()).db
  await givenCategory(db, 'Cleansers')
  await givenCategory(db, 'Serums')
  const shelf = [
    { name: 'Oat Milk Cleanser', category: 'Cleansers', price: 26, stock: 5, units_sold: 90 },
    { name: 'Chamomile Foam', category: 'Cleansers', price: 22, stock: 0, rating_average: 4.9 },
    { name: 'Rosehip Serum', category: 'Serums', price: 48, stock: 12, units_sold: 300 },
    { name: 'Crème de Rose', category: null, price: 44.5, stock: 3, rating_average: 4.9 },
  ]
  for (const [n, product] of shelf.entries()) {
    await givenProduct(db, {
      description: `Number ${n}, with squalane, for a quiet evening.`,
      created_at: day(n + 1),
      review_count: n,
      featured: n % 2 === 0,
      ...product,
    })
  }
  await givenProduct(db, { name: 'Retired Serum', archived_at: day(9) })
})

describe('the products of the shop', () => {
  // Shows S7.6
  test('come newest first, without those that were taken out of the shop', async () => {
    expect(await names({})).toEqual([
      'Crème de Rose',
      'Rosehip Serum',
      'Chamomile Foam',
      'Oat Milk Cleanser',
    ])
  })

  test.each<[ProductQuery['sort'], string[]]>([
    ['price-up', ['Chamomile Foam', 'Oat Milk Cleanser', 'Crème de Rose', 'Rosehip Serum']],
    ['price-down', ['Rosehip Serum', 'Crème de Rose', 'Oat Milk Cleanser', 'Chamomile Foam']],
    ['best-rated', ['Crème de Rose', 'Chamomile Foam', 'Rosehip Serum', 'Oat Milk Cleanser']],
  ])('come in the order of %s', async (sort, expected) => {
    expect(await names({ sort })).toEqual(expected)
  })

  test('come best-selling first', async () => {
    expect((await names({ sort: 'best-selling' })).slice(0, 2)).toEqual([
      'Rosehip Serum',
      'Oat Milk Cleanser',
    ])
  })

  // Shows S1.1, S7.5, S7.6
  test('are narrowed down by category, price, stock and what is featured', async () => {
    expect(await names({ category: 'Cleansers' })).toEqual(['Chamomile Foam', 'Oat Milk Cleanser'])
    expect(await names({ category: 'Cleansers', in_stock: true })).toEqual(['Oat Milk Cleanser'])
    expect(await names({ min_price: 26, max_price: 44.5 })).toEqual([
      'Crème de Rose',
      'Oat Milk Cleanser',
    ])
    expect(await names({ featured: true })).toEqual(['Rosehip Serum', 'Oat Milk Cleanser'])
    expect(await names({ category: 'Nothing like it' })).toEqual([])
  })

  test('come a page at a time, each exactly once', async () => {
    const first = await listProducts(db, { limit: 3 })
    const second = await listProducts(db, { limit: 3, page: 2 })
    expect([first.items.length, first.has_more]).toEqual([3, true])
    expect([second.items.length, second.has_more]).toEqual([1, false])
    const ids = [...first.items, ...second.items].map(({ id }) => id)
    expect(new Set(ids).size).toBe(4)
    expect((await listProducts(db, { limit: 4 })).has_more).toBe(false)
  })
})

describe('a search', () => {
  test.each([
    ['a whole word', 'cleanser', 'Oat Milk Cleanser'],
    ['another case', 'CLEANSER', 'Oat Milk Cleanser'],
    ['a plural', 'serums', 'Rosehip Serum'],
    ['the beginning of a word', 'rosehi', 'Rosehip Serum'],
    ['several words in any order', 'milk oat', 'Oat Milk Cleanser'],
    ['a word without its accent', 'creme', 'Crème de Rose'],
    ['a word with its accent', 'crème', 'Crème de Rose'],
    ['an accent that is typed as two signs', 'cre\u0300me', 'Crème de Rose'],
    ['a category', 'cleansers milk', 'Oat Milk Cleanser'],
    ['words between which nothing is said', 'a serum for the evening', 'Rosehip Serum'],
  ])('finds %s', async (_, q, expected) => {
    expect(await names({ q })).toContain(expected)
  })

  test.each([
    ['a letter too few', 'clenser', 'Oat Milk Cleanser'],
    ['a letter too many', 'serrum', 'Rosehip Serum'],
    ['a wrong letter', 'camomile', 'Chamomile Foam'],
    ['two letters swapped', 'sreum', 'Rosehip Serum'],
    ['a mistake while still typing', 'clens', 'Oat Milk Cleanser'],
    ['a mistake in a description', 'sqalane', 'Oat Milk Cleanser'],
    ['one wrong and one right word', 'oat clenser', 'Oat Milk Cleanser'],
  ])('understands %s', async (_, q, expected) => {
    const { items, match } = await listProducts(db, { q })
    expect(items.map(({ name }) => name)).toContain(expected)
    expect(match?.kind).toBe('corrected')
  })

  test('says what it took a mistyped word for', async () => {
    expect((await listProducts(db, { q: 'clenser' })).match).toEqual({
      kind: 'corrected',
      words: 'cleanser',
    })
  })

  test('offers what has some of the words when nothing has all', async () => {
    const { items, match } = await listProducts(db, { q: 'rosehip bicycle' })
    expect(items.map(({ name }) => name)).toEqual(['Rosehip Serum'])
    expect(match?.kind).toBe('some-words')
  })

  test('finds nothing rather than anything', async () => {
    expect(await listProducts(db, { q: 'bicycle' })).toEqual({
      items: [],
      page: 1,
      has_more: false,
      match: null,
      typed_price: null,
    })
  })

  test('puts the name before what is only said about a product', async () => {
    await givenProduct(db, { name: 'Night Oil', description: 'Goes well with any serum.' })
    expect((await names({ q: 'serum' }))[0]).toBe('Rosehip Serum')
  })

  test('is filtered and sorted like everything else', async () => {
    expect(await names({ q: 'quiet', sort: 'price-up', in_stock: true })).toEqual([
      'Oat Milk Cleanser',
      'Crème de Rose',
      'Rosehip Serum',
    ])
    expect(await names({ q: 'quiet', category: 'Serums' })).toEqual(['Rosehip Serum'])
  })

  test('comes a page at a time, each product exactly once', async () => {
    const pages = await Promise.all(
      [1, 2, 3, 4, 5].map((page) => listProducts(db, { q: 'quiet', limit: 1, page })),
    )
    expect(pages.map(({ items }) => items.length)).toEqual([1, 1, 1, 1, 0])
    expect(pages.map(({ has_more }) => has_more)).toEqual([true, true, true, false, false])
    expect(new Set(pages.flatMap(({ items }) => items.map(({ id }) => id))).size).toBe(4)
  })

  test('that was corrected has a second page, too', async () => {
    const pages = [1, 2, 3].map((page) => listProducts(db, { q: 'squalene', limit: 3, page }))
    const [first, second, third] = await Promise.all(pages)
    expect([first?.items.length, second?.items.length, third?.items.length]).toEqual([3, 1, 0])
    expect(second?.match).toEqual({ kind: 'corrected', words: 'squalane' })
  })

  test.each(['l’île', "l'île", 'sea-buckthorn', 'petal.example', 'SPF50+', '2.5%', 'A\\B'])(
    'finds a product called %s by its name',
    async (name) => {
      await givenProduct(db, { name: `${name} balm`, description: 'As it is called.' })
      expect(await names({ q: `${name} balm` })).toContain(`${name} balm`)
    },
  )

  test('never finds what was taken out of the shop, nor shows what it cost', async () => {
    const { items } = await listProducts(db, { q: 'retired' })
    expect(items).toEqual([])
    expect(Object.keys((await listProducts(db, {})).items[0] ?? {})).not.toContain('cost_price')
  })

  test.each([
    "'; drop table products; --",
    "rose' & !serum",
    'rose:*',
    '((((',
    '!!! ??? ***',
    '%_\\',
    'a & | ! <-> b',
    '①②③ ½ ﬃ №',
    'ʼn ʹ ˈ',
    '\u0000rose\u0000',
    '\ud800',
    '🌹🌹🌹',
    'x'.repeat(100),
    'é'.repeat(100),
    'the and of',
  ])('takes %j as words and nothing else', async (q) => {
    await expect(listProducts(db, { q })).resolves.toMatchObject({ page: 1 })
  })

  test('answers whatever is typed', async () => {
    const anything = fc.string({ unit: 'binary', maxLength: 40 })
    await fc.assert(
      fc.asyncProperty(anything, async (q) => {
        await listProducts(db, { q })
      }),
      { numRuns: 60 },
    )
  })
})

describe('in a shop of a thousand products', () => {
  const MANY = 1000
  let shop: Db

  beforeAll(async () => {
    shop = (await givenDatabase()).db
    await shop.execute(sql`
      insert into products (name, description, price, units_sold, created_at)
      select 'Balm ' || n || case when n % 40 = 0 then ' Saffron' else '' end ||
        case when n % 4 = 0 then ' Rose' else '' end || case when n <= 230 then ' Rare' else '' end,
        'Made slowly.', 1 + n * 7919 % 9000 / 100.0, n, now() - make_interval(mins => n)
      from generate_series(1, ${MANY}::int) as n`)
  })

  async function everyPage(query: ProductQuery) {
    const names: string[] = []
    for (let page = 1; ; page++) {
      const { items, has_more } = await listProducts(shop, { ...query, page })
      names.push(...items.map(({ name }) => name))
      if (!has_more) return names
    }
  }

  test.each([
    ['every product', 'balm', MANY],
    ['a quarter', 'rose', 250],
    ['a few', 'saffron', 25],
    ['many that do not sell', 'rare', 230],
    ['both words', 'rose rare', 57],
    ['the beginning of more words than are looked at one by one', 'balm 1', 112],
  ])('each match is on one page: %s', async (_, q, count) => {
    const names = await everyPage({ q })
    expect(names).toHaveLength(count)
    expect(new Set(names).size).toBe(count)
  })

  test.each(['balm', 'rose', 'saffron', 'rare'])('%s is sorted by price', async (q) => {
    const prices: number[] = []
    for (let page = 1; page <= 3; page++) {
      const { items } = await listProducts(shop, { q, sort: 'price-up', page })
      prices.push(...items.map(({ price }) => price))
    }
    const { rows } = await shop.execute<{ price: string }>(sql`
      select price from products where name ilike ${`%${q}%`} order by price limit ${prices.length}`)
    expect(prices).toEqual(rows.map(({ price }) => Number(price)))
    expect(prices.length).toBeGreaterThan(20)
  })

  test('a price range comes in any order, a page at a time', async () => {
    const query = { min_price: 10, max_price: 20, sort: 'best-selling' } as const
    const names = await everyPage(query)
    const { rows } = await shop.execute<{ name: string }>(sql`
      select name from products where price between 10 and 20 order by units_sold desc`)
    expect(names).toEqual(rows.map(({ name }) => name))
    expect(names.length).toBeGreaterThan(50)
  })
})
