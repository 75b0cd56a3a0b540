import { eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { isGtin } from '#contract/gtin.ts'
import type { FeedSettings } from '#contract/product-feed.ts'
import { product_groups, products } from '../modules/catalog/catalog.table.ts'
import { givenSignedIn, type Visitor } from '../testing/account-factories.ts'
import { eventually } from '../testing/eventually.ts'
import { givenAdmin, givenCategory, givenProduct } from '../testing/factories.ts'
import { givenServer } from '../testing/server.ts'

let shop: Awaited<ReturnType<typeof givenServer>>
let ada: Visitor
beforeAll(async () => {
  shop = await givenServer()
  ada = await givenSignedIn(shop, await givenAdmin(shop.db))
})

const readFeed = () => fetch(`${shop.url}/feeds/google.xml`)

async function save(edit: { enabled: boolean; brand?: string }) {
  const { version } = (await ada.get('/api/product_feed')).body as FeedSettings
  const saved = await ada.call('PUT', '/api/product_feed', { brand: '', ...edit, version })
  expect(saved.status).toBe(200)
  // Pages are dropped by a notification, which may be late.
  const status = edit.enabled ? 200 : 404
  await eventually(async () => expect((await readFeed()).status).toBe(status))
}

type Element = { name: string; text: string; children: Element[] }

/** A strict reader: every element is closed, every `&` begins an entity, and nothing is outside of XML 1.0. */
function parse(xml: string): Element {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there.
  expect(xml).not.toMatch(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/)
  const top: Element = { name: '', text: '', children: [] }
  const open = [top]
  for (const [token] of xml.matchAll(/<\?[^>]*\?>|<\/?[^<>]+>|[^<>]+|[<>]/g)) {
    const current = open.at(-1) as Element
    if (token.startsWith('<?')) continue
    if (token.startsWith('</')) {
      expect(token).toBe(`</${current.name}>`)
      open.pop()
    } else if (token.startsWith('<') && token !== '<') {
      const element = { name: /^<([\w:]+)/.exec(token)?.[1] ?? '', text: '', children: [] }
      expect(element.name).not.toBe('')
      current.children.push(element)
      open.push(element)
    } else {
      expect(token.replaceAll(/&(amp|lt|gt);/g, '')).not.toMatch(/[&<>]/)
      current.text += token
    }
  }
  expect(open).toHaveLength(1)
  return top.children[0] as Element
}

const readText = (text: string) =>
  text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')

type Item = { all: (name: string) => Element[]; one: (name: string) => string | undefined }

async function readItems(): Promise<Map<string, Item>> {
  const answer = await readFeed()
  expect(answer.headers.get('content-type')).toBe('application/xml; charset=utf-8')
  const rss = parse(await answer.text())
  expect(rss.name).toBe('rss')
  const [channel] = rss.children
  const items = channel?.children.filter(({ name }) => name === 'item') ?? []
  return new Map(
    items.map(({ children }) => {
      const all = (name: string) => children.filter((child) => child.name === `g:${name}`)
      const one = (name: string) => {
        expect(all(name).length, name).toBeLessThanOrEqual(1)
        return all(name)[0] && readText(all(name)[0]?.text ?? '')
      }
      return [one('id') ?? '', { all, one }]
    }),
  )
}

/** The rules of Google's product data specification, as far as this feed uses it. */
function expectValid({ all, one }: Item) {
  const PRICE = /^\d+\.\d{2} (USD|CAD|GBP|EUR)$/
  const URL_RULE = /^https?:\/\/[^\s<>]{1,2000}$/
  expect(one('id')).toMatch(/^[\w-]{1,50}$/)
  const lengths = { title: 150, description: 5000, brand: 70, mpn: 70, size: 100, color: 100 }
  for (const [name, longest] of Object.entries(lengths)) {
    const text = one(name)
    if (text === undefined) continue
    expect([...text].length, name).toBeGreaterThan(0)
    expect([...text].length, name).toBeLessThanOrEqual(longest)
  }
  expect(one('title')).toBeDefined()
  expect(one('description')).toBeDefined()
  expect(one('link')).toMatch(URL_RULE)
  expect(one('image_link')).toMatch(URL_RULE)
  expect(all('additional_image_link').length).toBeLessThanOrEqual(10)
  for (const { text } of all('additional_image_link')) expect(text).toMatch(URL_RULE)
  expect(['in_stock', 'out_of_stock']).toContain(one('availability'))
  expect(['new', 'refurbished', 'used']).toContain(one('condition'))
  expect(one('price')).toMatch(PRICE)
  expect(Number.parseFloat(one('price') ?? '')).toBeGreaterThan(0)
  const sale = one('sale_price')
  if (sale !== undefined) {
    expect(sale).toMatch(PRICE)
    expect(Number.parseFloat(sale)).toBeLessThan(Number.parseFloat(one('price') ?? ''))
  }
  const gtin = one('gtin')
  if (gtin !== undefined) expect(isGtin(gtin)).toBe(true)
  const hasIdentifier =
    gtin !== undefined || (one('mpn') !== undefined && one('brand') !== undefined)
  expect(one('identifier_exists')).toBe(hasIdentifier ? undefined : 'no')
  if (one('item_group_id')) expect(one('size') ?? one('color')).toBeDefined()
  for (const { children } of all('shipping')) {
    const part = (name: string) => children.find((child) => child.name === `g:${name}`)?.text
    expect(part('country')).toMatch(/^[A-Z]{2}$/)
    expect(part('price')).toMatch(PRICE)
  }
  for (const { children } of all('tax')) {
    const part = (name: string) => children.find((child) => child.name === `g:${name}`)?.text
    expect(part('country')).toBe('US')
    expect(Number(part('rate'))).toBeGreaterThanOrEqual(0)
    expect(['yes', 'no']).toContain(part('tax_ship'))
  }
}

const PICTURES = ['/files/a-800x1000.webp', '/files/b-800x1000.webp']

test('there is none until the owner switches it on, and none after it is off again', async () => {
  expect((await readFeed()).status).toBe(404)
  await save({ enabled: true })
  await save({ enabled: false })
})

test('every item follows the documented rules, whatever its texts are', async () => {
  const { db } = shop
  await save({ enabled: true, brand: 'Petal & Dew <3' })
  await givenCategory(db, 'Oils & "Balms"')
  const images = PICTURES
  const plain = await givenProduct(db, { name: 'Rose Oil', price: 19.5, images })
  const sale = await givenProduct(db, { price: 15, original_price: 20, stock: 0, images })
  const hostile = await givenProduct(db, {
    name: `]]></title><script>alert(1)</script>&amp;\u000b\u0007${'🌹'.repeat(160)}`.slice(0, 199),
    description: `<b>&nbsp;"quotes" ${'long '.repeat(2000)}`,
    category: 'Oils & "Balms"',
    brand: '<Brand & Co>',
    mpn: 'A&B-1',
    gtin: '4006381333931',
    weight_grams: 120,
    images: Array.from({ length: 20 }, (_, n) => `/files/p${n}.webp`),
  })
  const bare = await givenProduct(db, { images: [] })
  const gone = await givenProduct(db, { images, archived_at: new Date().toISOString() })
  const [group] = await db
    .insert(product_groups)
    .values({ name: 'Balm', option_name: 'Size', kind: 'size' })
    .returning()
  const member = { group_id: group!.id, group_name: 'Balm', group_position: 1, images }
  const small = await givenProduct(db, { ...member, group_value: '30 ml' })

  const items = await eventually(async () => {
    const found = await readItems()
    expect(found.has(small.id)).toBe(true)
    return found
  })
  for (const item of items.values()) expectValid(item)
  expect(items.has(bare.id)).toBe(false)
  expect(items.has(gone.id)).toBe(false)
  const of = (product: { id: string }) => items.get(product.id) as Item
  expect(of(plain).one('title')).toBe('Rose Oil')
  expect(of(plain).one('link')).toBe(`${shop.url}/product/${plain.id}`)
  expect(of(plain).one('image_link')).toBe(`${shop.url}${PICTURES[0]}`)
  expect(of(plain).one('brand')).toBe('Petal & Dew <3')
  expect(of(plain).one('price')).toBe('19.50 USD')
  expect(of(plain).one('availability')).toBe('in_stock')
  expect(of(sale).one('price')).toBe('20.00 USD')
  expect(of(sale).one('sale_price')).toBe('15.00 USD')
  expect(of(sale).one('availability')).toBe('out_of_stock')
  expect(of(hostile).one('title')).toContain('</title><script>alert(1)</script>&amp;🌹')
  expect(of(hostile).one('brand')).toBe('<Brand & Co>')
  expect(of(hostile).one('shipping_weight')).toBe('120 g')
  expect(of(hostile).one('product_type')).toBe('Oils & "Balms"')
  expect(of(small).one('item_group_id')).toBe(group!.id)
  expect(of(small).one('size')).toBe('30 ml')
})

test('shipping and tax are named where they are set, and a changed price is there at once', async () => {
  await save({ enabled: true })
  const product = await givenProduct(shop.db, { price: 20, images: PICTURES })
  const method = {
    ...{ id: null, kind: 'flat', steps: [], pickup_address: '', pickup_hours: '', active: true },
    ...{ name: 'Post', delivery_time: '', price: 4.9, free_from: 50 },
  }
  const zone = { name: 'Home', places: ['US', 'CA'], methods: [method] }
  expect((await ada.post('/api/shipping/zones', zone)).status).toBe(201)
  const { version } = (await ada.get('/api/tax/settings')).body as { version: number }
  const tax = { enabled: true, prices_include_tax: false, version }
  await ada.call('PUT', '/api/tax/settings', tax)
  const place = { country: 'US', zip: '', name: 'Tax', shipping_taxed: false }
  for (const [state, rate] of [
    ['', 1],
    ['NY', 4.25],
  ] as const) {
    expect((await ada.post('/api/tax/rates', { ...place, state, rate })).status).toBe(201)
  }
  const partsOf = (elements: Element[] = []) =>
    elements.map(({ children }) => children.map(({ text }) => text))
  await eventually(async () => {
    const item = (await readItems()).get(product.id)
    expect(partsOf(item?.all('shipping'))).toEqual([
      ['US', 'Post', '4.90 USD'],
      ['CA', 'Post', '4.90 USD'],
    ])
    expect(partsOf(item?.all('tax'))).toEqual([
      ['US', '1', 'no'],
      ['US', 'NY', '5.25', 'no'],
    ])
  })
  for (const item of (await readItems()).values()) expectValid(item)
  await shop.db.update(products).set({ price: 60 }).where(eq(products.id, product.id))
  await eventually(async () => {
    const item = (await readItems()).get(product.id)
    expect(item?.one('price')).toBe('60.00 USD')
    expect(partsOf(item?.all('shipping'))[0]).toEqual(['US', 'Post', '0.00 USD'])
  })
})

test('identifiers are checked when they are entered', async () => {
  const edit = {
    ...{ name: 'Balm', description: 'A balm.', price: 10, cost_price: null, original_price: null },
    ...{ category: null, stock: 1, featured: false, images: ['https://example.com/a.webp'] },
  }
  const create = (more: object) => ada.post('/api/products', { ...edit, ...more })
  const wrong = await create({ gtin: '4006381333932' })
  expect(wrong.status).toBe(400)
  expect(wrong.text).toContain('This is no GTIN')
  const right = await create({ gtin: '4006-3813 33931', brand: ' Petal ', mpn: 'P-1' })
  expect(right.text).not.toContain('This is no GTIN')
})
