import { randomUUID } from 'node:crypto'
import { stringify } from 'csv-stringify/sync'
import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { CSV_FORMAT, readInParts, toCell } from '#server/platform/csv.ts'
import { givenDatabase } from '#server/testing/database.ts'
import { givenCategory, givenPicture, givenProduct } from '#server/testing/factories.ts'
import { NO_JOBS } from '#server/testing/no-jobs.ts'
import { productsExport, readAdminProduct } from './admin-products.ts'
import { CSV_COLUMNS } from './csv-columns.ts'
import { createGroup } from './edit-product-groups.ts'
import { changeProduct } from './edit-products.ts'
import { importProducts } from './import-products.ts'
import { takeStock } from './stock.ts'

const { db } = await givenDatabase()
const by = { id: randomUUID(), name: 'Ada Keeper', at: new Date('2026-06-01T12:00:00Z') }

beforeAll(() => givenCategory(db, 'Serums'))

type Cells = Partial<Record<(typeof CSV_COLUMNS)[number], string>>

const csvOf = (rows: Cells[], columns: readonly string[] = CSV_COLUMNS) =>
  stringify(
    rows.map((row) => columns.map((column) => row[column as keyof Cells] ?? '')),
    { header: true, columns: [...columns] },
  )

/** What the download holds. */
async function exported(query = {}) {
  const rows: string[][] = []
  await readInParts(db, productsExport.rows(query), async (part) => {
    for (const row of part) rows.push(CSV_COLUMNS.map((column) => toCell(row[column])))
  })
  return stringify([[...CSV_COLUMNS], ...rows], CSV_FORMAT)
}

const run = (csv: string, dry_run = false) =>
  importProducts({ db, jobs: NO_JOBS }, { csv, dry_run }, by)
const countProducts = async () =>
  Number((await db.execute<{ n: string }>(sql`select count(*) as n from products`)).rows[0]?.n)

test('an export imports again unchanged, whatever its texts are', async () => {
  const texts = [
    '=1+1',
    'x;=1+1',
    "x;'=1+1",
    "'quoted",
    '-5 %',
    'a;b,c\t"d"',
    'Line one\nline two\n\nline four',
    'é 🌸',
  ]
  for (const description of texts) {
    await givenProduct(db, {
      description,
      images: [await givenPicture(db), await givenPicture(db)],
      category: 'Serums',
      cost_price: 3.5,
      original_price: 1_234.5,
      featured: true,
      ingredients: description,
      how_to_use: 'Press in, then wait.',
      delivery_and_returns: '- By post\n- Unopened: 30 days',
      weight_grams: 250,
      tax_exempt: true,
      brand: 'Old Orchard & Co.',
      gtin: '4006381333931',
      mpn: '=RS-30;x',
    })
  }
  await givenProduct(db, { images: [] })
  const before = await db.execute(sql`select * from products order by id`)
  const result = await run(await exported())
  expect(result).toMatchObject({ applied: true, created: 0, updated: 0, problems: [] })
  expect(result.unchanged).toBeGreaterThanOrEqual(texts.length)
  expect((await db.execute(sql`select * from products order by id`)).rows).toEqual(before.rows)
})

test('a dry run names each bad row with its line and reason, and writes nothing', async () => {
  const good = { name: 'New', description: 'Two\nlines', price: '12.50', stock: '4' }
  const images = await givenPicture(db)
  const count = await countProducts()
  const result = await run(
    csvOf([
      { ...good, images },
      { ...good, images, price: '12,50' },
      { ...good, images, name: '', stock: '1.5' },
      { ...good, images, category: 'Nope' },
      { ...good, images: '/files/missing.webp' },
      { ...good, images: '' },
      { ...good, images, id: randomUUID() },
      { ...good, images, featured: 'maybe' },
    ]),
    true,
  )
  // Each row takes two lines, since the description has two.
  expect(result.problems.map(({ line, reason }) => [line, reason])).toEqual([
    [4, 'Price must be a number such as 12.50'],
    [6, 'Name is required'],
    [6, 'Enter a whole number'],
    [8, 'There is no category "Nope"'],
    [10, expect.stringContaining('/files/missing.webp is not in this shop')],
    [12, 'Please upload at least one image'],
    [14, expect.stringContaining('There is no product with the id')],
    [16, 'Featured must be true or false'],
  ])
  expect(result).toMatchObject({ applied: false, created: 1 })
  expect(await countProducts()).toBe(count)
})

test('one bad row and nothing is applied', async () => {
  const product = await givenProduct(db, { images: [await givenPicture(db)] })
  const result = await run(
    csvOf(
      [
        { id: product.id, price: '99' },
        { id: product.id, price: 'x' },
      ],
      ['id', 'price'],
    ),
  )
  expect(result.applied).toBe(false)
  expect(result.problems).toEqual([
    { line: 3, reason: 'The same product as in line 2' },
    { line: 3, reason: 'Price must be a number such as 12.50' },
  ])
  expect((await readAdminProduct(db, product.id)).price).toBe(20)
})

test('a file with some columns changes only these; a semicolon separates, too', async () => {
  const product = await givenProduct(db, { images: [await givenPicture(db)], featured: true })
  const result = await run(`ID;Price;Category;Tax_exempt\n${product.id};31.5;Serums;yes\n`)
  expect(result).toMatchObject({
    applied: true,
    updated: 1,
    changes: [
      {
        line: 2,
        fields: [
          { field: 'price', before: 20, after: 31.5 },
          { field: 'category', before: null, after: 'Serums' },
          { field: 'tax_exempt', before: false, after: true },
        ],
      },
    ],
  })
  expect(await readAdminProduct(db, product.id)).toMatchObject({
    price: 31.5,
    featured: true,
    stock: 10,
  })
})

test('new products are created, archived ones hidden', async () => {
  const row = { description: 'Soft', price: '5', stock: '3', images: await givenPicture(db) }
  const result = await run(
    csvOf([
      { ...row, name: 'Imported' },
      { ...row, name: 'Imported, hidden', archived: 'yes' },
    ]),
  )
  expect(result).toMatchObject({ applied: true, created: 2 })
  const { rows } = await db.execute(sql`
    select name, stock, archived_at is not null as archived from products
    where name like 'Imported%' order by name`)
  expect(rows).toEqual([
    { name: 'Imported', stock: 3, archived: false },
    { name: 'Imported, hidden', stock: 3, archived: true },
  ])
})

test('units sold since the export stay sold, and a product changed since is refused', async () => {
  const sold = await givenProduct(db, { images: [await givenPicture(db)], stock: 10 })
  const changed = await givenProduct(db, { images: [await givenPicture(db)] })
  const columns = ['id', 'version', 'price', 'stock', 'stock_before'] as const
  const seen = { version: '1', price: '20', stock_before: '10' }
  await takeStock(db, randomUUID(), [{ product_id: sold.id, quantity: 4 }], by.at)
  expect(await run(csvOf([{ ...seen, id: sold.id, stock: '15' }], columns))).toMatchObject({
    applied: true,
    changes: [{ fields: [{ field: 'stock', before: 6, after: 11 }] }],
  })
  expect((await readAdminProduct(db, sold.id)).stock).toBe(11)

  await changeProduct(db, { id: changed.id, version: 1, price: 44 }, by)
  const file = csvOf([{ ...seen, id: changed.id, stock: '10' }], columns)
  expect((await run(file)).problems).toEqual([
    { line: 2, reason: 'The product was changed since this file was exported' },
  ])
})

test.each([
  ['', 'The file is empty'],
  ['name,smell\nA,red\n', 'There is no column "smell"'],
  ['name,name\nA,B\n', 'The column "name" is there twice'],
])('refuses the head of %j', async (csv, reason) => {
  expect((await run(csv)).problems).toContainEqual({ line: 1, reason })
})

test('a row with too few columns and an open quote are named', async () => {
  expect((await run('name,price\nA\n')).problems).toContainEqual({
    line: 2,
    reason: '1 columns, where the first line has 2',
  })
  expect((await run('name,price\n"A,5\n')).problems[0]?.reason).toContain('Quote')
})

test('of a file with too many rows nothing is read after the first one too many', async () => {
  const csv = `name,price\n${'A\n'.repeat(5001)}"an open quote`
  const { problems, applied } = await run(csv)
  expect(problems).toHaveLength(100)
  expect(problems[0]).toEqual({ line: 1, reason: 'At most 5000 products at once' })
  expect(problems[99]?.line).toBe(100)
  expect(applied).toBe(false)
})

test('the first hundred complaints are given, in the order of the lines', async () => {
  const odd = Array.from({ length: 150 }, (_, n) => (n % 2 ? 'A' : 'A,cheap'))
  const { problems } = await run(`name,price\n${odd.join('\n')}\n`)
  const lines = [...new Set(problems.map(({ line }) => line))]
  expect(problems).toHaveLength(100)
  expect(lines).toEqual(lines.map((_, n) => n + 2))
})

test.each([
  ['a row of endless cells', `name\n${','.repeat(300_000)}`, 'More than 500 columns'],
  ['an endless cell', `name\n${'x'.repeat(300_000)}`, 'The row is too long'],
  ['endless blank rows', `name,price\n${',\n'.repeat(10_001)}`, 'Too many empty rows'],
])('%s is refused', async (_, csv, reason) => {
  expect((await run(csv)).problems.map((one) => one.reason)).toEqual([reason])
})

test('characters of several bytes and blank rows are read as they are, however long the file', async () => {
  const images = await givenPicture(db)
  const name = 'Crème brûlée 🌸'.repeat(10)
  const row = { name, description: 'é🌸\n'.repeat(4000).trim(), price: '5', stock: '1', images }
  const blank = { name: '' }
  const result = await run(csvOf([row, ...Array.from({ length: 200 }, () => blank), row, row]))
  expect(result).toMatchObject({ applied: true, created: 3, problems: [] })
  expect(result.changes.map((change) => [change.line, change.name])).toEqual([
    [2, name],
    [4202, name],
    [8202, name],
  ])
})

test('letters in another encoding than UTF-8 are refused with their line', async () => {
  const { id } = await givenProduct(db, { name: 'Before', images: [await givenPicture(db)] })
  const asWindows = (text: string) => Buffer.from(text, 'latin1').toString('utf8')
  const reason = (words: string) =>
    `Some letters of "${words}" cannot be read. Correct them, or save the file as "CSV UTF-8"`
  const rows = asWindows(`id,name\n,Plain\n${id},Crème de la rose\n`)
  expect((await run(rows)).problems).toContainEqual({
    line: 3,
    reason: reason('Cr\ufffdme de la rose'),
  })
  expect((await readAdminProduct(db, id)).name).toBe('Before')
  const head = await run(asWindows('naïve\nA\n'))
  expect(head.problems[0]).toEqual({ line: 1, reason: reason('na\ufffdve') })
})

test('one product twice is found, also when one of the ids is in capitals', async () => {
  const { id } = await givenProduct(db, { images: [await givenPicture(db)] })
  const csv = `id,price\n${id},21\n${id.toUpperCase()},22\n`
  expect((await run(csv, true)).problems).toEqual([
    { line: 3, reason: 'The same product as in line 2' },
  ])
  expect(await run(`id,price\n${id.toUpperCase()},23\n`)).toMatchObject({ updated: 1 })
})

const newRow = { description: 'Soft', price: '12.50', stock: '4' }

/** What the groups of the shop are, by name: their option and the values of their members in order. */
async function groupsNamed(name: string) {
  const { rows } = await db.execute<{ option: string; kind: string; values: string[] }>(sql`
    select g.option_name as option, g.kind, array_agg(p.group_value order by p.group_position) as values
    from product_groups g join products p on p.group_id = g.id where g.name = ${name} group by g.id`)
  return rows
}

test('groups come out of an export and back as they were, order and colours included', async () => {
  const shades = ['#c0456a', '#5b2a4a', '#ff7755']
  const members = await Promise.all(
    shades.map(async (colour, n) => ({
      product_id: (await givenProduct(db, { images: [] })).id,
      value: `Shade ${3 - n}`,
      colour,
    })),
  )
  const edit = { name: 'Poppy Tint', option_name: 'Shade', kind: 'shade' as const, members }
  await createGroup(db, edit, by)
  const all = () => db.execute(sql`select * from products order by id`)
  const groups = () => db.execute(sql`select * from product_groups order by id`)
  const before = [(await all()).rows, (await groups()).rows]
  const csv = await exported()
  expect(csv).toContain('"Poppy Tint","Shade","Shade 2","#5b2a4a"')
  expect(await run(csv)).toMatchObject({ applied: true, created: 0, updated: 0, problems: [] })
  expect([(await all()).rows, (await groups()).rows]).toEqual(before)
})

test('a file makes groups, moves products between them and takes them out', async () => {
  const images = await givenPicture(db)
  const made = await run(
    csvOf([
      { ...newRow, images, name: 'Quince S', group: 'Quince Oil', value: '30 ml' },
      { ...newRow, images, name: 'Quince M', group: 'Quince Oil', value: '50 ml' },
      { ...newRow, images, name: 'Rue', group: 'Rue Tint', value: 'Plum', colour: '#5B2A4A' },
    ]),
  )
  expect(made).toMatchObject({ applied: true, created: 3, problems: [] })
  expect(await groupsNamed('Quince Oil')).toEqual([
    { option: 'Size', kind: 'size', values: ['30 ml', '50 ml'] },
  ])
  expect(await groupsNamed('Rue Tint')).toMatchObject([{ kind: 'shade' }])
  const { rows } = await db.execute<{ id: string; name: string }>(
    sql`select id, name from products where group_name in ('Quince Oil', 'Rue Tint')`,
  )
  const idOf = (name: string) => rows.find((row) => row.name === name)?.id ?? ''
  const columns = ['id', 'group', 'option', 'value']
  const moved = await run(
    csvOf(
      [
        { id: idOf('Quince S'), group: '' },
        { id: idOf('Rue'), group: 'Quince Oil', option: 'Volume', value: '90 ml' },
        { id: idOf('Quince M'), group: 'Quince Oil', option: 'Volume', value: '50 ml' },
      ],
      columns,
    ),
  )
  expect(moved).toMatchObject({ applied: true, updated: 3, problems: [] })
  expect(await groupsNamed('Quince Oil')).toEqual([
    { option: 'Volume', kind: 'size', values: ['50 ml', '90 ml'] },
  ])
  // Its last member left.
  expect(await groupsNamed('Rue Tint')).toEqual([])
  expect((await readAdminProduct(db, idOf('Quince S'))).full_name).toBe('Quince S')
})

test('what is wrong with the groups of a file is named by line, and nothing is written', async () => {
  const images = await givenPicture(db)
  const row = { ...newRow, images }
  const result = await run(
    csvOf([
      { ...row, name: 'A', group: 'Sage Oil', value: '30 ml' },
      { ...row, name: 'B', group: 'Sage Oil', value: '30 ML' },
      { ...row, name: 'C', group: 'Sage Oil', option: 'Volume', value: '50 ml' },
      { ...row, name: 'D', group: 'Sage Oil' },
      { ...row, name: 'E', value: '30 ml' },
      { ...row, name: 'F', group: 'Sage Oil', value: '70 ml', colour: 'red' },
    ]),
  )
  expect(result.applied).toBe(false)
  expect(result.problems).toEqual([
    { line: 3, reason: 'Two products of "Sage Oil" have the value "30 ML"' },
    { line: 4, reason: 'The group "Sage Oil" has two options' },
    { line: 5, reason: 'A product of a group needs a value, such as 30 ml' },
    { line: 6, reason: 'A value needs a group' },
    { line: 7, reason: 'Colour must be such as #c0456a' },
  ])
  expect(await groupsNamed('Sage Oil')).toEqual([])
})
