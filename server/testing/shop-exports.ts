import { stringify } from 'csv-stringify/sync'

// Exports as the two shop systems write them: all documented columns, in their order.

const SHOPIFY_COLUMNS = [
  ...['Handle', 'Title', 'Body (HTML)', 'Vendor', 'Product Category', 'Type', 'Tags', 'Published'],
  ...['Option1 Name', 'Option1 Value', 'Option1 Linked To', 'Option2 Name', 'Option2 Value'],
  ...['Option2 Linked To', 'Option3 Name', 'Option3 Value', 'Option3 Linked To', 'Variant SKU'],
  ...['Variant Grams', 'Variant Inventory Tracker', 'Variant Inventory Qty'],
  ...['Variant Inventory Policy', 'Variant Fulfillment Service', 'Variant Price'],
  ...['Variant Compare At Price', 'Variant Requires Shipping', 'Variant Taxable'],
  ...['Unit Price Total Measure', 'Unit Price Total Measure Unit', 'Unit Price Base Measure'],
  ...['Unit Price Base Measure Unit', 'Variant Barcode', 'Image Src', 'Image Position'],
  ...['Image Alt Text', 'Gift Card', 'SEO Title', 'SEO Description'],
  ...['Google Shopping / Google Product Category', 'Google Shopping / Gender'],
  ...['Google Shopping / Age Group', 'Google Shopping / MPN', 'Google Shopping / Condition'],
  ...['Google Shopping / Custom Product', 'Google Shopping / Custom Label 0', 'Variant Image'],
  ...['Variant Weight Unit', 'Variant Tax Code', 'Cost per item', 'Included / United States'],
  ...['Price / United States', 'Compare At Price / United States', 'Included / International'],
  ...['Price / International', 'Compare At Price / International', 'Status'],
] as const

const WOO_COLUMNS = [
  ...['ID', 'Type', 'SKU', 'GTIN, UPC, EAN, or ISBN', 'Name', 'Published', 'Is featured?'],
  ...['Visibility in catalog', 'Short description', 'Description', 'Date sale price starts'],
  ...['Date sale price ends', 'Tax status', 'Tax class', 'In stock?', 'Stock', 'Low stock amount'],
  ...['Backorders allowed?', 'Sold individually?', 'Weight (kg)', 'Length (cm)', 'Width (cm)'],
  ...['Height (cm)', 'Allow customer reviews?', 'Purchase note', 'Sale price', 'Regular price'],
  ...['Categories', 'Tags', 'Shipping class', 'Images', 'Download limit', 'Download expiry days'],
  ...['Parent', 'Grouped products', 'Upsells', 'Cross-sells', 'External URL', 'Button text'],
  ...['Position', 'Brands', 'Attribute 1 name', 'Attribute 1 value(s)', 'Attribute 1 visible'],
  ...['Attribute 1 global', 'Attribute 2 name', 'Attribute 2 value(s)', 'Attribute 2 visible'],
  ...['Attribute 2 global', 'Meta: _yoast_wpseo_title'],
] as const

type Row<Columns extends readonly string[]> = Partial<Record<Columns[number], string>>
export type ShopifyRow = Row<typeof SHOPIFY_COLUMNS>
export type WooRow = Row<typeof WOO_COLUMNS>

const csvOf = (columns: readonly string[], rows: readonly Record<string, string | undefined>[]) =>
  stringify(
    rows.map((row) => columns.map((column) => row[column] ?? '')),
    { header: true, columns: [...columns] },
  )

export const shopifyCsv = (rows: readonly ShopifyRow[]) => csvOf(SHOPIFY_COLUMNS, rows)
export const wooCsv = (rows: readonly WooRow[]) => csvOf(WOO_COLUMNS, rows)

/** The first row of a product without sizes. */
export const shopifyProduct = (handle: string, row: ShopifyRow = {}): ShopifyRow => ({
  Handle: handle,
  Title: handle.replaceAll('-', ' '),
  'Body (HTML)': `<p>Made of <strong>${handle}</strong>.</p><ul><li>Soft</li><li>Mild</li></ul>`,
  Vendor: 'Old Shop',
  Type: 'Serums',
  Tags: 'glow, new',
  Published: 'true',
  'Option1 Name': 'Title',
  'Option1 Value': 'Default Title',
  'Variant SKU': `SKU-${handle}`,
  'Variant Grams': '120',
  'Variant Inventory Tracker': 'shopify',
  'Variant Inventory Qty': '7',
  'Variant Inventory Policy': 'deny',
  'Variant Fulfillment Service': 'manual',
  'Variant Price': '24.00',
  'Variant Requires Shipping': 'true',
  'Variant Taxable': 'true',
  'Variant Barcode': '4006381333931',
  'Gift Card': 'false',
  'Variant Weight Unit': 'g',
  Status: 'active',
  ...row,
})

export const wooProduct = (id: number, row: WooRow = {}): WooRow => ({
  ID: String(id),
  Type: 'simple',
  SKU: `woo-${id}`,
  Name: `Woo Cream ${id}`,
  Published: '1',
  'Is featured?': '0',
  'Visibility in catalog': 'visible',
  'Short description': '<em>Short.</em>',
  Description: '<p>Long text.</p>\\n<ul><li>Rose</li></ul>',
  'Tax status': 'taxable',
  'In stock?': '1',
  Stock: '5',
  'Weight (kg)': '0.25',
  'Regular price': '30',
  Categories: 'Skincare > Creams',
  ...row,
})
