import { expect, test } from 'vitest'
import type { ProductDetails } from '#contract/catalog.ts'
import { productData } from './product-heads.ts'

const site = {
  origin: 'https://shop.example',
  site_title: 'Petal & Dew',
  site_description: '',
  currency: 'USD',
} as const

const small: ProductDetails = {
  id: 'small',
  name: 'Rosehip Serum, 30 ml',
  description: 'Soft',
  price: 24,
  original_price: null,
  image_url: '/files/a.webp',
  images: ['/files/a.webp', '/files/b.webp'],
  category: 'Serums',
  stock: 3,
  featured: false,
  rating_average: 4.5,
  review_count: 2,
  created_at: '2026-01-01T00:00:00.000Z',
  ingredients: '',
  how_to_use: '',
  delivery_and_returns: '',
  group: null,
}

const choice = { colour: null, original_price: null, image_url: '/files/a.webp' }
const sizes: ProductDetails['group'] = {
  id: 'g',
  name: 'Rosehip Serum',
  option_name: 'Size',
  kind: 'size',
  choices: [
    { ...choice, product_id: 'small', name: small.name, value: '30 ml', price: 24, in_stock: true },
    {
      ...choice,
      product_id: 'large',
      name: 'Rosehip Serum, 50 ml',
      value: '50 ml',
      price: 38,
      in_stock: false,
    },
  ],
}

test('a product without a group describes itself', () => {
  expect(productData(small, [], site)[0]).toMatchObject({
    '@type': 'Product',
    sku: 'small',
    url: 'https://shop.example/product/small',
    aggregateRating: { reviewCount: 2 },
    offers: { price: '24.00', availability: 'https://schema.org/InStock' },
  })
})

test('a size describes its group, and each size with its own address, price and stock', () => {
  const [group] = productData({ ...small, group: sizes }, [], site)
  expect(group).toMatchObject({
    '@type': 'ProductGroup',
    name: 'Rosehip Serum',
    productGroupID: 'g',
    variesBy: 'https://schema.org/size',
    aggregateRating: { ratingValue: 4.5, reviewCount: 2 },
    hasVariant: [
      {
        ...{ '@type': 'Product', name: 'Rosehip Serum, 30 ml', sku: 'small', size: '30 ml' },
        image: ['https://shop.example/files/a.webp', 'https://shop.example/files/b.webp'],
        offers: { price: '24.00' },
      },
      {
        ...{ name: 'Rosehip Serum, 50 ml', url: 'https://shop.example/product/large' },
        offers: { price: '38.00', availability: 'https://schema.org/OutOfStock' },
      },
    ],
  })
  expect((group as { hasVariant: object[] }).hasVariant[0]).not.toHaveProperty('aggregateRating')
})

test('shades vary by colour', () => {
  const [group] = productData(
    { ...small, group: { ...sizes, kind: 'shade', option_name: 'Shade' } },
    [],
    site,
  )
  expect(group).toMatchObject({
    variesBy: 'https://schema.org/color',
    hasVariant: [{ color: '30 ml' }, { color: '50 ml' }],
  })
})

test('brand, GTIN and MPN are in the data of the product that has them', () => {
  const named = { ...small, brand: 'Old Orchard', gtin: '4006381333931', mpn: 'RS-30' }
  expect(productData(named, [], site)[0]).toMatchObject({
    brand: { name: 'Old Orchard' },
    gtin: '4006381333931',
    mpn: 'RS-30',
  })
  const [group] = productData({ ...named, group: sizes }, [], site)
  expect(group).toMatchObject({ brand: { name: 'Old Orchard' } })
  expect(group).not.toHaveProperty('gtin')
  expect(group?.hasVariant).toMatchObject([{ gtin: '4006381333931', mpn: 'RS-30' }, {}])
  expect(productData(small, [], site)[0]).not.toHaveProperty('mpn')
})
