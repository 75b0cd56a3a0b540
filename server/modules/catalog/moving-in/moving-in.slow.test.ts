import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { givenCategory } from '#server/testing/factories.ts'
import { givenServer } from '#server/testing/server.ts'
import {
  type ShopifyRow,
  shopifyCsv,
  shopifyProduct,
  type WooRow,
  wooCsv,
  wooProduct,
} from '#server/testing/shop-exports.ts'
import { importProducts } from '../import-products.ts'

const shop = await givenServer()
const { db } = shop
const by = { id: randomUUID(), name: 'Ada Keeper', at: new Date('2026-11-18T12:00:00Z') }

// What is queued stays queued.
beforeAll(() => shop.jobs.stop())

const run = (csv: string, input = {}) => importProducts(shop, { csv, dry_run: false, ...input }, by)

type Stored = Record<string, unknown> & { name: string }
async function productsNamed(like: string) {
  const { rows } = await db.execute<Stored>(sql`
    select name, full_name, description, price::float8, original_price::float8, cost_price::float8,
      category, stock, weight_grams, tax_exempt, featured, archived_at is not null as archived,
      group_name, group_value, images
    from products where full_name like ${like} order by group_position, full_name`)
  return rows
}

const queued = async (like: string) => {
  const { rows } = await db.execute<{ url: string; position: number }>(sql`
    select url, position from picture_fetches join products p on p.id = product_id
    where full_name like ${like} order by picture_fetches.id`)
  return rows.map(({ url }) => url)
}

const tint: ShopifyRow[] = [
  shopifyProduct('poppy-tint', {
    Title: 'Poppy Tint',
    'Option1 Name': 'Shade',
    'Option1 Value': 'Rose',
    'Option2 Name': 'Size',
    'Option2 Value': '5 ml',
    'Variant Price': '18.50',
    'Variant Compare At Price': '22.00',
    'Cost per item': '6',
    'Image Src': 'https://cdn.example/tint-1.jpg',
    'Image Position': '1',
  }),
  {
    Handle: 'poppy-tint',
    'Option1 Value': 'Plum',
    'Option2 Value': '5 ml',
    'Variant Price': '19.00',
    'Variant Inventory Qty': '-3',
    'Variant Taxable': 'false',
    'Variant Image': 'https://cdn.example/plum.jpg',
    'Image Src': 'https://cdn.example/tint-3.jpg',
    'Image Position': '3',
  },
  {
    Handle: 'poppy-tint',
    'Image Src': 'https://cdn.example/tint 2.jpg',
    'Image Position': '2',
  },
]

test('an export of Shopify: sizes are a group, HTML is text, pictures are queued, the rest is named', async () => {
  await givenCategory(db, 'SERUMS')
  const csv = shopifyCsv([
    ...tint,
    shopifyProduct('plain-balm', { Title: 'Plain Balm', Type: 'Balms', Status: 'draft' }),
    shopifyProduct('one-size', {
      Title: 'One Size',
      'Option1 Name': 'Size',
      'Option1 Value': '30 ml',
      'Variant Inventory Qty': '',
    }),
    shopifyProduct('voucher', { Title: 'Voucher', 'Gift Card': 'true' }),
  ])
  const dry = await run(csv, { dry_run: true })
  expect(dry).toMatchObject({
    source: 'shopify',
    applied: false,
    created: 4,
    problems: [],
    broken: 0,
    pictures: 4,
    new_categories: ['Balms'],
    notes: [
      'Gift cards, not imported: 1 product',
      'No stock in the file, starts with 0: 1 product',
      'Stock below 0, starts with 0: 1 product',
      'Drafts and hidden, imported as archived: 1 product',
    ],
  })
  expect(dry.left_out).toEqual(
    expect.arrayContaining(['vendor', 'tags', 'variant sku', 'variant barcode']),
  )
  expect(dry.left_out).not.toContain('seo title')
  expect(dry.changes.map(({ line, name }) => [line, name])).toEqual([
    [2, 'Poppy Tint, Rose, 5 ml'],
    [3, 'Poppy Tint, Plum, 5 ml'],
    [5, 'Plain Balm'],
    [6, 'One Size, 30 ml'],
  ])
  expect(await productsNamed('Poppy%')).toEqual([])

  expect(await run(csv)).toMatchObject({ applied: true, created: 4 })
  const description = 'Made of poppy-tint.\n\n- Soft\n- Mild'
  const common = { name: 'Poppy Tint', group_name: 'Poppy Tint', description, images: [] }
  expect(await productsNamed('Poppy Tint%')).toMatchObject([
    {
      ...common,
      group_value: 'Rose, 5 ml',
      price: 18.5,
      original_price: 22,
      cost_price: 6,
      stock: 7,
      weight_grams: 120,
      category: 'SERUMS',
      tax_exempt: false,
    },
    { ...common, group_value: 'Plum, 5 ml', price: 19, stock: 0, tax_exempt: true },
  ])
  expect(await productsNamed('Plain Balm')).toMatchObject([{ archived: true, category: 'Balms' }])
  expect(await productsNamed('One Size%')).toMatchObject([
    { full_name: 'One Size, 30 ml', group_name: null, stock: 0 },
  ])
  const inOrder = [1, '%202', 3].map(
    (n) => `https://cdn.example/tint${n === '%202' ? n : `-${n}`}.jpg`,
  )
  expect(await queued('Poppy Tint, Rose%')).toEqual(inOrder)
  expect(await queued('Poppy Tint, Plum%')).toEqual(['https://cdn.example/plum.jpg', ...inOrder])
})

test('the same file twice doubles nothing; a size that is new joins the others', async () => {
  const before = await productsNamed('Poppy%')
  expect(await run(shopifyCsv(tint))).toMatchObject({ applied: true, created: 0, known: 2 })
  expect(await productsNamed('Poppy%')).toEqual(before)
  const third = { ...tint[1], 'Option1 Value': 'Coral', 'Variant Inventory Qty': '2' }
  const result = await run(shopifyCsv([...tint, third]))
  expect(result).toMatchObject({ applied: true, created: 1, known: 2, problems: [] })
  expect((await productsNamed('Poppy%')).map(({ group_value }) => group_value)).toEqual([
    'Rose, 5 ml',
    'Plum, 5 ml',
    'Coral, 5 ml',
  ])
})

test('broken rows are named by line; nothing is imported until they are left out, with all their sizes', async () => {
  const csv = shopifyCsv([
    shopifyProduct('good-one', { Title: 'Good One' }),
    shopifyProduct('dear', { Title: 'Dear', 'Variant Price': 'twelve' }),
    shopifyProduct('two-sizes', {
      Title: 'Two Sizes',
      'Option1 Name': 'Size',
      'Option1 Value': 'S',
    }),
    { Handle: 'two-sizes', 'Option1 Value': 's', 'Variant Price': '3' },
    { Handle: 'nameless', 'Variant Price': '3' },
    { Title: 'No handle', 'Variant Price': '3' },
    shopifyProduct('good-two', { Title: 'Good Two' }),
  ])
  const dry = await run(csv, { dry_run: true })
  expect(dry.problems).toEqual([
    { line: 3, reason: 'Price must be a number such as 12.50' },
    { line: 5, reason: 'Two products of "Two Sizes" have the value "s"' },
    { line: 6, reason: 'Name is required' },
    { line: 6, reason: 'Description is required' },
    { line: 7, reason: 'The handle is missing' },
  ])
  expect(dry).toMatchObject({ created: 2, broken: 3 })
  expect(await run(csv)).toMatchObject({ applied: false })
  expect(await productsNamed('Good%')).toEqual([])
  expect(await run(csv, { leave_out_broken: true })).toMatchObject({ applied: true, created: 2 })
  expect((await productsNamed('Good%')).map(({ name }) => name)).toEqual(['Good One', 'Good Two'])
  expect(await productsNamed('Two Sizes%')).toEqual([])
})

test('two products of one name, with sizes each, become two groups', async () => {
  const sized = (handle: string): ShopifyRow[] => [
    shopifyProduct(handle, { Title: 'Twin', 'Option1 Name': 'Size', 'Option1 Value': 'S' }),
    { Handle: handle, 'Option1 Value': 'M', 'Variant Price': '9' },
  ]
  const result = await run(shopifyCsv([...sized('twin'), ...sized('twin-2')]))
  expect(result).toMatchObject({ applied: true, created: 4, problems: [] })
  const names = (await productsNamed('Twin%')).map(({ full_name }) => full_name)
  expect(names.sort()).toEqual(['Twin (twin-2), M', 'Twin (twin-2), S', 'Twin, M', 'Twin, S'])
})

const sizes: WooRow[] = [
  wooProduct(11, {
    Type: 'variable',
    Name: 'Fig Mist',
    SKU: 'fig',
    Stock: '',
    'Regular price': '',
    'Is featured?': '1',
    Images: 'https://old.example/fig-1.jpg, https://old.example/fig-2.jpg',
    'Attribute 1 name': 'Size',
    'Attribute 1 value(s)': '30 ml, 50 ml',
  }),
  {
    ...wooProduct(12),
    Type: 'variation',
    Name: 'Fig Mist - 30 ml',
    Parent: 'fig',
    Description: 'The small one.',
    'Regular price': '12,50',
    'Attribute 1 name': 'Size',
    'Attribute 1 value(s)': '30 ml',
  },
  {
    ...wooProduct(13),
    Type: 'variation',
    Parent: 'id:11',
    Description: '',
    Stock: 'parent',
    'Weight (kg)': '',
    'Tax status': 'none',
    'Regular price': '20',
    'Sale price': '15',
    Images: 'https://old.example/fig-50.jpg',
    'Attribute 1 name': 'Size',
    'Attribute 1 value(s)': '50 ml',
  },
]

test('an export of WooCommerce: variations are a group, sales count while they last', async () => {
  const sale = { 'Sale price': '20', 'Date sale price ends': '2026-11-18' }
  const over = { 'Sale price': '20', 'Date sale price ends': '2026-11-01' }
  const csv = wooCsv([
    ...sizes,
    wooProduct(21, { Name: 'On Sale', Categories: 'Gifts \\, sets, Creams', ...sale }),
    wooProduct(22, { Name: 'Sale Over', Published: '-1', ...over }),
    wooProduct(23, { Name: 'Bundle', Type: 'grouped' }),
    wooProduct(24, { Name: 'Orphan', Type: 'variation', Parent: 'nobody' }),
  ])
  const result = await run(csv, { leave_out_broken: true })
  expect(result).toMatchObject({
    source: 'woocommerce',
    applied: true,
    created: 4,
    problems: [{ line: 8, reason: 'The product that this size belongs to is not in the file' }],
    new_categories: ['Creams', 'Gifts , sets'],
    pictures: 3,
    notes: [
      'Bundles and links to other shops, not imported: 1 product',
      'One stock for several sizes, starts with 0: 1 product',
      'Drafts and hidden, imported as archived: 1 product',
      'Several categories, the first one is imported: 1 product',
    ],
  })
  expect(result.left_out).toContain('in stock?')
  expect(await productsNamed('Fig Mist%')).toMatchObject([
    {
      name: 'Fig Mist',
      group_value: '30 ml',
      price: 12.5,
      stock: 5,
      weight_grams: 250,
      featured: true,
      category: 'Creams',
      description: 'Short.\n\nLong text.\n\n- Rose\n\nThe small one.',
    },
    {
      group_value: '50 ml',
      price: 15,
      original_price: 20,
      stock: 0,
      weight_grams: 250,
      tax_exempt: true,
      description: 'Short.\n\nLong text.\n\n- Rose',
    },
  ])
  expect(await queued('Fig Mist, 50 ml')).toEqual(
    ['fig-50', 'fig-1', 'fig-2'].map((name) => `https://old.example/${name}.jpg`),
  )
  expect(await productsNamed('On Sale')).toMatchObject([{ price: 20, original_price: 30 }])
  expect(await productsNamed('Sale Over')).toMatchObject([
    { price: 30, original_price: null, archived: true },
  ])
  expect(await run(csv, { leave_out_broken: true })).toMatchObject({ created: 0, known: 4 })
})

test('a thousand products with sizes, pictures and broken rows', async () => {
  const rows = Array.from({ length: 1000 }, (_, n): ShopifyRow[] => {
    const handle = `bulk-${n}`
    const picture = (k: number) => `https://cdn.example/${handle}-${k}.jpg`
    const first = shopifyProduct(handle, {
      Title: `Bulk ${n}`,
      'Option1 Name': 'Size',
      'Option1 Value': '30 ml',
      'Variant Price': n % 100 === 7 ? 'broken' : '24.00',
      'Image Src': picture(1),
    })
    return [
      first,
      { Handle: handle, 'Option1 Value': '50 ml', 'Variant Price': '34.00' },
      { Handle: handle, 'Image Src': picture(2), 'Image Position': '2' },
    ]
  })
  const csv = shopifyCsv(rows.flat())
  const dry = await run(csv, { dry_run: true })
  expect(dry).toMatchObject({ created: 1980, broken: 10, pictures: 1980 })
  expect(dry.problems).toHaveLength(10)
  const result = await run(csv, { leave_out_broken: true })
  expect(result).toMatchObject({ applied: true, created: 1980 })
  const { rows: found } = await db.execute(sql`
    select (select count(*)::int from products where group_name like 'Bulk %') as products,
      (select count(*)::int from product_groups where name like 'Bulk %') as groups,
      (select count(*)::int from picture_fetches where url like '%/bulk-%') as pictures`)
  expect(found).toEqual([{ products: 1980, groups: 990, pictures: 3960 }])
})

test('a thousand products of WooCommerce with sizes, HTML, broken rows and missing pictures', async () => {
  const rows = Array.from({ length: 1000 }, (_, n): WooRow[] => {
    const id = 100_000 + n * 10
    const size = (k: number, value: string, row: WooRow = {}): WooRow => ({
      ...wooProduct(id + k),
      Type: 'variation',
      Name: `Mass ${n} - ${value}`,
      Parent: `mass-${n}`,
      Description: '<p>Of <b>this</b> size.</p>',
      'Attribute 1 name': 'Size',
      'Attribute 1 value(s)': value,
      ...row,
    })
    return [
      wooProduct(id, {
        Type: 'variable',
        SKU: `mass-${n}`,
        Name: `Mass ${n}`,
        'Regular price': '',
        Stock: '',
        // Every tenth has none.
        Images: n % 10 === 3 ? '' : `https://old.example/mass-${n}.jpg`,
        'Attribute 1 name': 'Size',
        'Attribute 1 value(s)': '30 ml, 50 ml',
      }),
      size(1, '30 ml', n % 100 === 7 ? { 'Regular price': 'broken' } : {}),
      size(2, '50 ml'),
    ]
  })
  const csv = wooCsv(rows.flat())
  const dry = await run(csv, { dry_run: true })
  expect(dry).toMatchObject({ source: 'woocommerce', created: 1980, broken: 10 })
  expect(dry.problems).toHaveLength(10)
  expect(await run(csv, { leave_out_broken: true })).toMatchObject({ applied: true, created: 1980 })
  const { rows: found } = await db.execute(sql`
    select (select count(*)::int from products where group_name like 'Mass %') as products,
      (select count(*)::int from product_groups where name like 'Mass %') as groups,
      (select count(*)::int from products where group_name like 'Mass %' and description like '%<%') as with_html,
      (select count(*)::int from picture_fetches where url like '%/mass-%') as pictures`)
  expect(found).toEqual([{ products: 1980, groups: 990, with_html: 0, pictures: 2 * (990 - 100) }])
})
