import type { APIRequestContext, Page } from '@playwright/test'

const csvFile = (name: string, lines: readonly string[]) => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from(lines.join('\n')),
})

/** The dry run of an export of Shopify, with sizes, pictures and a row that needs a correction. */
export async function chooseExport(page: Page) {
  const head =
    'Handle,Title,Body (HTML),Vendor,Type,Tags,Published,Option1 Name,Option1 Value,Variant SKU,Variant Inventory Qty,Variant Price,Image Src,Status'
  const product = (handle: string, title: string, size: string, price: string) =>
    `${handle},${title},<p>Soft and mild.</p>,Petal,Serums,glow,true,Size,${size},S-1,12,${price},https://cdn.shopify.com/${handle}.jpg,active`
  await page.getByRole('button', { name: 'Import CSV' }).click()
  await page
    .getByLabel(/^Choose a CSV file/)
    .setInputFiles(
      csvFile('products_export.csv', [
        head,
        product('fig-serum', 'Fig Serum', '30 ml', '24.00'),
        'fig-serum,,,,,,,,50 ml,S-2,8,34.00,,',
        product('rose-balm', 'Rose Balm', '15 ml', '12.00'),
        product('mint-mist', 'Mint Mist', '100 ml', 'twelve'),
      ]),
    )
  await page.getByRole('checkbox', { name: /^Leave out/ }).click()
  await page.getByText('This is an export of Shopify').scrollIntoViewIfNeeded()
}

/** The dry run of a list of customers. */
export async function chooseCustomers(page: Page) {
  await page.getByRole('button', { name: 'Import' }).click()
  await page
    .getByLabel(/^Choose a CSV file/)
    .setInputFiles(
      csvFile('customers_export.csv', [
        'First Name,Last Name,Email,Accepts Email Marketing,Default Address City',
        'Ines,Moreau,ines.moreau@example.com,yes,Lyon',
        'Tom,Becker,tom.becker@example.com,no,Bonn',
        'Ada,Lind,ada.lind@example.com,yes,Malmö',
      ]),
    )
  await page
    .getByLabel('Where does this list come from?')
    .fill('Customers of my Shopify shop, exported on 17 November 2026')
  await page.getByText('3 new, 0 changed, 0 unchanged.').waitFor()
}

/** Some redirects, as an import of products makes them. */
export async function withRedirects(request: APIRequestContext, base: string) {
  const lines = [
    '/collections/serums,/products?category=Serums',
    '/collections/oils,/products?category=Oils',
    '/pages/about-us,/contact',
    '/blogs/news/spring,/products',
    '/policies/refund-policy,/terms',
  ]
  await request.post(`${base}/api/redirects/import`, {
    headers: { origin: base },
    data: { csv: lines.join('\n'), dry_run: false },
  })
  return '/admin/redirects'
}
