import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { productNamed } from './shop-data.ts'

const content = (page: Page, selector: string) =>
  page.locator(`head ${selector}`).first().getAttribute('content')

const dataOf = async (page: Page) => {
  const scripts = await page.locator('script[type="application/ld+json"]').allTextContents()
  return scripts.map((script) => JSON.parse(script))
}

test('the home page introduces the shop', { tag: '@core' }, async ({ asGuest: page, baseURL }) => {
  await page.goto('/')
  await expect(page).toHaveTitle('Petal & Dew')
  expect(await content(page, 'meta[name=description]')).toMatch(/^Plant-based skincare/)
  await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', `${baseURL}/`)
  expect(await content(page, 'meta[property="og:image"]')).toMatch(
    /^http:\/\/localhost:\d+\/files\//,
  )
  const [organization, website] = await dataOf(page)
  expect(organization).toMatchObject({ '@type': 'Organization', name: 'Petal & Dew' })
  expect(website.potentialAction.target.urlTemplate).toContain('/products?q={search_term_string}')
})

test('a product introduces itself, its offer and the way to it', async ({
  asGuest: page,
  baseURL,
}) => {
  const serum = await productNamed(page, 'Rosehip Renewal Serum')
  await page.goto(`/product/${serum.id}`)
  await expect(page).toHaveTitle('Rosehip Renewal Serum · Petal & Dew')
  await expect(page.locator('link[rel=canonical]')).toHaveAttribute(
    'href',
    `${baseURL}/product/${serum.id}`,
  )
  expect(await content(page, 'meta[property="og:type"]')).toBe('product')
  const picture = await content(page, 'meta[property="og:image"]')
  expect((await page.request.get(picture ?? '')).headers()['content-type']).toMatch(/^image\//)
  const [product, breadcrumbs] = await dataOf(page)
  expect(product).toMatchObject({
    '@context': 'https://schema.org',
    '@type': 'Product',
    name: 'Rosehip Renewal Serum',
    offers: {
      price: '48.00',
      priceCurrency: 'USD',
      availability: 'https://schema.org/InStock',
    },
    aggregateRating: { reviewCount: serum.review_count, ratingValue: serum.rating_average },
  })
  expect(breadcrumbs.itemListElement.map((step: { name: string }) => step.name)).toEqual([
    'Home',
    'Our Products',
    'Serums',
    'Rosehip Renewal Serum',
  ])
})

test('categories and pages have one address each; searches and filters stay out', async ({
  asGuest: page,
  baseURL,
}) => {
  await page.goto('/products?category=Masks')
  await expect(page).toHaveTitle('Masks · Petal & Dew')
  const canonical = page.locator('link[rel=canonical]')
  await expect(canonical).toHaveAttribute('href', `${baseURL}/products?category=Masks`)
  await page.goto('/products?page=2')
  await expect(canonical).toHaveAttribute('href', `${baseURL}/products?page=2`)
  for (const address of [
    '/products?q=rose',
    '/products?sort=price-up',
    '/products?in_stock=true',
  ]) {
    await page.goto(address)
    expect(await content(page, 'meta[name=robots]'), address).toBe('noindex')
  }
})

for (const address of [
  '/cart',
  '/checkout',
  '/auth',
  '/my-orders',
  '/admin',
  '/payment-success?order_id=00000000-0000-4000-8000-000000000000',
]) {
  test(`${address} asks to be left out`, async ({ request }) => {
    const html = await (await request.get(address)).text()
    expect(html).toContain('<meta name="robots" content="noindex"/>')
  })
}

test('robots and sitemap lead to everything there is', { tag: '@core' }, async ({
  request,
  baseURL,
}) => {
  const robots = await (await request.get('/robots.txt')).text()
  expect(robots).toContain(`Sitemap: ${baseURL}/sitemap.xml`)
  const answer = await request.get('/sitemap.xml')
  expect(answer.headers()['content-type']).toContain('application/xml')
  const places = [...(await answer.text()).matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url]) =>
    (url ?? '').replaceAll('&amp;', '&'),
  )
  expect(places.filter((url) => url.includes('/product/'))).toHaveLength(49)
  expect(places).toContain(`${baseURL}/page/faq`)
  expect(places).toContain(`${baseURL}/products?category=Toners+%26+Mists`)
  for (const url of places.slice(0, 12)) {
    const html = await (await request.get(url)).text()
    expect(html, url).toContain(`<link rel="canonical" href="${url.replaceAll('&', '&amp;')}"`)
  }
})

test('pictures come in the size of the screen, the first one at once, the others when needed', async ({
  asGuest: page,
}) => {
  await page.goto('/')
  const hero = page.getByRole('region', { name: 'Welcome' }).locator('picture')
  await expect(hero.locator('source[type="image/avif"]')).toHaveAttribute('srcset', / 1280w/)
  await expect(hero.locator('img')).toHaveAttribute('fetchpriority', 'high')
  await expect(page.locator('link[rel=preload][as=image]').first()).toBeAttached()
  const card = page.getByRole('article').first().locator('picture')
  await expect(card.locator('img')).toHaveAttribute('srcset', /\.480\.webp 480w/)
  await expect(card.locator('img')).toHaveAttribute('loading', 'lazy')
  await expect(card.locator('img')).toHaveAttribute('width', '1000')
})
