import { type Currency, toCents } from '#contract/money.ts'

/** What the feed knows of a product. */
export type FeedProduct = {
  id: string
  full_name: string
  description: string
  price: number
  original_price: number | null
  images: string[]
  category: string | null
  stock: number
  weight_grams: number | null
  tax_exempt: boolean
  brand: string
  gtin: string
  mpn: string
  group_id: string | null
  group_value: string | null
  group_kind: 'size' | 'shade' | null
}

export type FeedShipping = { country: string; region: string; service: string; cents: number }
export type FeedTax = { region: string; rate: number; tax_ship: boolean }

export type FeedShop = {
  url: string
  currency: Currency
  /** Of products that name none. */
  brand: string
  shippingOf: (product: FeedProduct) => FeedShipping[]
  taxes: FeedTax[]
}

/** The longest texts that the specification allows; longer ones make an item invalid. */
const LONGEST = {
  title: 150,
  description: 5000,
  brand: 70,
  mpn: 70,
  type: 750,
  size: 100,
  color: 100,
}
const MOST_PICTURES = 10
const MOST_PLACES = 100

/** Without a picture or a price an item would be refused, and the owner's account be warned. */
export const isInFeed = ({ images, price }: FeedProduct) => images.length > 0 && price > 0

/** One product, by the specification of Google Merchant Center; Meta and Pinterest read the same. */
export function feedItem(shop: FeedShop, product: FeedProduct): string {
  const { currency, url } = shop
  const amount = (value: number) => `${value.toFixed(2)} ${currency}`
  const { price, original_price } = product
  const isOnSale = original_price !== null && toCents(original_price) > toCents(price)
  const [picture = '', ...others] = product.images.map((image) => new URL(image, url).href)
  const brand = product.brand || shop.brand
  const hasIdentifier = product.gtin !== '' || (brand !== '' && product.mpn !== '')
  const parts = [
    tag('id', product.id),
    tag('title', shortened(product.full_name, LONGEST.title)),
    tag('description', shortened(product.description, LONGEST.description)),
    tag('link', `${url}/product/${product.id}`),
    tag('image_link', picture),
    ...others.slice(0, MOST_PICTURES).map((image) => tag('additional_image_link', image)),
    tag('availability', product.stock > 0 ? 'in_stock' : 'out_of_stock'),
    tag('price', amount(isOnSale ? original_price : price)),
    isOnSale && tag('sale_price', amount(price)),
    tag('condition', 'new'),
    brand && tag('brand', shortened(brand, LONGEST.brand)),
    product.gtin && tag('gtin', product.gtin),
    product.mpn && tag('mpn', shortened(product.mpn, LONGEST.mpn)),
    !hasIdentifier && tag('identifier_exists', 'no'),
    product.category && tag('product_type', shortened(product.category, LONGEST.type)),
    ...groupTags(product),
    product.weight_grams && tag('shipping_weight', `${product.weight_grams} g`),
    ...shop
      .shippingOf(product)
      .slice(0, MOST_PLACES)
      .map((one) => shippingTag(one, amount)),
    ...taxesOf(shop, product).slice(0, MOST_PLACES).map(taxTag),
  ]
  return `<item>\n${parts.filter(Boolean).join('\n')}\n</item>\n`
}

/** Members of a group are one thing in several sizes or shades. */
function groupTags({ group_id, group_kind, group_value }: FeedProduct) {
  if (!group_id || !group_value) return []
  const name = group_kind === 'shade' ? 'color' : 'size'
  return [tag('item_group_id', group_id), tag(name, shortened(group_value, LONGEST[name]))]
}

const shippingTag = (
  { country, region, service, cents }: FeedShipping,
  amount: (value: number) => string,
) =>
  nested('shipping', [
    tag('country', country),
    region && tag('region', region),
    tag('service', service),
    tag('price', amount(cents / 100)),
  ])

const taxesOf = ({ taxes }: FeedShop, { tax_exempt }: FeedProduct) =>
  tax_exempt ? taxes.map((one) => ({ ...one, rate: 0 })) : taxes

const taxTag = ({ region, rate, tax_ship }: FeedTax) =>
  nested('tax', [
    tag('country', 'US'),
    region && tag('region', region),
    tag('rate', String(rate)),
    tag('tax_ship', tax_ship ? 'yes' : 'no'),
  ])

const tag = (name: string, text: string) => `<g:${name}>${escapeXml(text)}</g:${name}>`

const nested = (name: string, parts: (string | false)[]) =>
  `<g:${name}>${parts.filter(Boolean).join('')}</g:${name}>`

/** Counts code points, and never cuts one in two. */
function shortened(text: string, longest: number) {
  const points = [...text.trim()]
  return points.length <= longest ? text.trim() : `${points.slice(0, longest - 1).join('')}…`
}

/** What XML 1.0 cannot hold at all, however it is written. */
const UNWRITABLE = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu

export const escapeXml = (text: string) =>
  text
    .replaceAll(UNWRITABLE, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
