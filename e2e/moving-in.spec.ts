import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { stringify } from 'csv-stringify/sync'
import sharp from 'sharp'
import { type Database, openDatabase } from './database.ts'
import { test as base, expect, expectAccessible } from './fixtures.ts'
import { toast } from './toasts.ts'

type Fixtures = {
  database: Database
  /** Where the pictures of the old shop are. */
  oldShop: string
}

const test = base.extend<Fixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern.
  database: async ({}, use) => {
    const database = await openDatabase()
    await use(database)
    await database.close()
  },
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern.
  oldShop: async ({}, use) => {
    const background = '#d8a7b1'
    const picture = await sharp({ create: { width: 60, height: 60, channels: 3, background } })
      .jpeg()
      .toBuffer()
    const server = createServer((request, response) => {
      if (request.url?.includes('missing')) response.writeHead(404).end()
      else response.end(picture)
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
    server.closeAllConnections()
    server.close()
  },
})

test.slow()

const word = () => `x${crypto.randomUUID().slice(0, 8)}`

const csvFile = (name: string, rows: string[][]) => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from(stringify(rows)),
})

test('products of a Shopify export come with sizes, pictures and their old addresses', {
  tag: '@both',
}, async ({ asAdmin: page, admin, database, oldShop }) => {
  const name = word()
  const file = csvFile('products_export.csv', [
    [
      ...['Handle', 'Title', 'Body (HTML)', 'Vendor', 'Type', 'Published', 'Option1 Name'],
      ...['Option1 Value', 'Variant Inventory Qty', 'Variant Price', 'Image Src', 'Status'],
    ],
    [
      ...[name, `Mist ${name}`, '<p>Fine &amp; soft.</p>', 'Old', '', 'true', 'Size'],
      ...['30 ml', '4', '12.00', `${oldShop}/one.jpg`, 'active'],
    ],
    [name, '', '', '', '', '', '', '50 ml', '6', '18.00', `${oldShop}/missing.jpg`, ''],
    [`${name}-odd`, `Odd ${name}`, '', '', '', 'true', '', '', '1', 'cheap', '', 'active'],
  ])
  await page.goto('/admin/products')
  await page.getByRole('button', { name: 'Import CSV' }).click()
  const dialog = page.getByRole('dialog', { name: 'Import products' })

  await test.step('the export is recognised, and the product with a mistake can be left out', async () => {
    await dialog.getByLabel(/^Choose a CSV file/).setInputFiles(file)
    await expect(dialog.getByText('This is an export of Shopify')).toBeVisible()
    await expect(dialog.getByText('Price must be a number such as 12.50')).toBeVisible()
    await expect(dialog.getByText('2 pictures are fetched from the old shop')).toBeVisible()
    await expect(dialog.getByText('1 column is not imported')).toBeVisible()
    await expectAccessible(page)
    const start = dialog.getByRole('button', { name: 'Import 2 products' })
    await expect(start).toBeDisabled()
    await dialog.getByRole('checkbox', { name: /^Leave out the 1 product/ }).click()
    await start.click()
    await toast(page, '2 products imported successfully')
  })

  await test.step('its pictures arrive, and the one that failed is listed', async () => {
    await expect
      .poll(async () => {
        const rows = await database.query<{ pictures: number }>(
          'select cardinality(images) as pictures from products where group_name = $1',
          [`Mist ${name}`],
        )
        return rows.map(({ pictures }) => pictures)
      })
      .toEqual([1, 1])
    await page.getByRole('button', { name: /failed$/ }).click()
    const failures = page.getByRole('dialog', { name: 'Pictures that failed' })
    await expect(failures.getByText('The server answered with 404').first()).toBeVisible()
    await expect(failures.getByRole('link', { name: `Mist ${name}, 50 ml` })).toBeVisible()
    await expectAccessible(page)
    await failures.getByRole('button', { name: 'Clear the list' }).click()
    await toast(page, 'The list is empty')
    await expect(page.getByRole('button', { name: /failed$/ })).toHaveCount(0)
  })

  await test.step('the old address leads to the product', async () => {
    await page.goto(`/products/${name}?utm_source=old`)
    await expect(page.getByRole('heading', { level: 1 })).toContainText(`Mist ${name}`)
    expect(new URL(page.url()).pathname).toMatch(/^\/product\/[0-9a-f-]{36}$/)
  })

  const rows = await database.query<{ id: string }>(
    'select id from products where group_name = $1',
    [`Mist ${name}`],
  )
  for (const { id } of rows) await admin.delete(`/api/products/${id}`)
  await removeRedirects(admin, name)
})

async function removeRedirects(
  admin: Parameters<Parameters<typeof test>[2]>[0]['admin'],
  q: string,
) {
  const { items } = await (await admin.get(`/api/redirects?q=${q}`)).json()
  for (const { id } of items) await admin.delete(`/api/redirects/${id}`)
}

test('a list of customers comes with its consent, and goes on request', {
  tag: '@both',
}, async ({ asAdmin: page, expectTrouble }) => {
  // The page of who was deleted may send another request before it is left.
  expectTrouble(/404/)
  const name = word()
  const email = `${name}@example.com`
  await page.goto('/admin/customers')
  await page.getByRole('button', { name: 'Import' }).click()
  const dialog = page.getByRole('dialog', { name: 'Import customers' })
  await dialog.getByLabel(/^Choose a CSV file/).setInputFiles(
    csvFile('customers_export.csv', [
      ['First Name', 'Last Name', 'Email', 'Accepts Email Marketing', 'Default Address Address1'],
      ['Rose', name, email, 'yes', '1 Garden Lane'],
      ['No', 'Address', '', 'yes', ''],
    ]),
  )
  await expect(dialog.getByText('The email address is missing')).toBeVisible()
  const source = dialog.getByLabel('Where does this list come from?')
  await expect(source).toHaveValue('customers_export.csv')
  await source.fill('Customers of my old shop')
  await dialog.getByRole('checkbox', { name: /^Leave out the rows/ }).click()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Import 1 person' }).click()
  await toast(page, '1 person imported successfully')

  await page.goto(`/admin/customers/${encodeURIComponent(email)}`)
  await expect(page.getByRole('heading', { level: 1 })).toContainText(`Rose ${name}`)
  await expect(
    page.getByText('Customers of my old shop (line 2, accepts email marketing: yes'),
  ).toBeVisible()
  await expect(page.getByText('1 Garden Lane')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Delete what was imported' }).click()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await toast(page, 'What was imported is deleted')
  await expect(page).toHaveURL(/\/admin\/customers$/)
})

test('an address that visitors miss gets a redirect, and a list of them is imported', {
  tag: '@both',
}, async ({ asAdmin: page, admin, database, expectTrouble }) => {
  const name = word()
  expectTrouble(/404|409/)
  await page.goto(`/collections/${name}`)
  await expect
    .poll(() =>
      database.query('select 1 from missing_pages where path = $1', [`/collections/${name}`]),
    )
    .toHaveLength(1)

  await page.goto(`/admin/redirects?tab=missing&q=${name}`)
  await page.getByRole('button', { name: `Redirect /collections/${name}` }).click()
  const dialog = page.getByRole('dialog', { name: 'Add redirect' })
  await expect(dialog.getByLabel('Old address')).toHaveValue(`/collections/${name}`)
  await dialog.getByLabel('New address').fill('https://evil.example/')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText('The new address must be a page of this shop')).toBeVisible()
  await expectAccessible(page)
  await dialog.getByLabel('New address').fill('/products')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await toast(page, 'Redirect added')
  await expect(page.getByRole('button', { name: `Redirect /collections/${name}` })).toHaveCount(0)

  await page.getByRole('button', { name: 'Import', exact: true }).click()
  const importing = page.getByRole('dialog', { name: 'Import redirects' })
  await importing.getByLabel('Or paste a list').fill(`/blogs/${name}, /contact\n`)
  await importing.getByRole('button', { name: 'Check the list' }).click()
  await expect(importing.getByText('1 new, 0 changed, 0 unchanged.')).toBeVisible()
  await expectAccessible(page)
  await importing.getByRole('button', { name: 'Import 1 redirect' }).click()
  await toast(page, '1 redirect imported successfully')

  for (const [from, to] of [
    ['collections', '/products'],
    ['blogs', '/contact'],
  ]) {
    await expect
      .poll(async () => {
        const answer = await page.request.get(`/${from}/${name}`, { maxRedirects: 0 })
        return [answer.status(), answer.headers().location]
      })
      .toEqual([301, to])
  }
  await page.goto(`/admin/redirects?q=${name}`)
  await page.getByRole('button', { name: `Remove /blogs/${name}` }).click()
  await toast(page, 'Redirect removed')
  await removeRedirects(admin, name)
})
