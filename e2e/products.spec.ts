import { menuButton } from './account-fixtures.ts'
import { expect, expectAccessible, test } from './fixtures.ts'
import { answerWith, askForProducts, cards, type ProductPage, productNamed } from './shop-data.ts'
import { toast } from './toasts.ts'

const CATEGORIES = ['Cleansers', 'Toners & Mists', 'Serums', 'Moisturizers', 'Masks', 'Sun & Body']

// Shows S2.2, S2.31
test('all products, newest first, twenty-four and then more', { tag: '@both' }, async ({
  asGuest: page,
}) => {
  await page.goto('/products')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Our Products')
  const first = await askForProducts(page)
  await expect(cards(page).getByRole('heading')).toHaveText(first.items.map((p) => p.name))
  await page.getByRole('link', { name: 'Load more' }).click()
  await expect(cards(page)).toHaveCount(37)
  await expect(page.getByText('Showing 37 products')).toBeAttached()
  await expectAccessible(page)

  await cards(page).last().getByRole('heading').getByRole('link').click()
  await page.waitForURL(/\/product\//)
  await page.goBack()
  await expect(cards(page), 'what was loaded is still there').toHaveCount(37)
})

test('a product opens at its top at once; a reload and Back lead to the same place of the list', async ({
  asGuest: page,
}) => {
  // Where links within a page glide, other pages must not.
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await page.goto('/products')
  await page.getByRole('link', { name: 'Load more' }).click()
  await expect(cards(page)).toHaveCount(37)
  await cards(page).nth(30).scrollIntoViewIfNeeded()
  const position = () => page.evaluate(() => Math.round(scrollY))
  await expect(async () => {
    const before = await position()
    await page.evaluate(() => new Promise(requestAnimationFrame))
    expect(await position()).toBe(before)
  }).toPass()
  const left = await position()
  expect(left).toBeGreaterThan(1000)

  const shown = await page.evaluate(
    async (name) => {
      const positions = new Set<number>()
      const links = [...document.querySelectorAll<HTMLElement>('main h3 a')]
      links.find((link) => link.textContent === name)?.click()
      const isOpen = () => document.querySelector('h1')?.textContent === name
      const FRAMES = 60
      for (let open = 0; open < FRAMES; open += isOpen() ? 1 : 0) {
        await new Promise(requestAnimationFrame)
        if (isOpen()) positions.add(scrollY)
      }
      return [...positions]
    },
    await cards(page).nth(30).getByRole('heading').innerText(),
  )
  expect(shown).toEqual([0])

  await page.reload()
  await page.goBack()
  await expect(cards(page)).toHaveCount(37)
  await expect.poll(position).toBe(left)
})

// Shows S1.1, S2.31
test('a category is a button and an address', async ({ asGuest: page }) => {
  await page.goto('/products')
  const buttons = page.getByRole('form', { name: 'Categories' }).getByRole('button')
  await expect(buttons).toHaveText(['All Products', ...CATEGORIES])
  await page.getByRole('button', { name: 'Masks' }).click()
  await expect(page).toHaveURL('/products?category=Masks')
  const masks = await askForProducts(page, '?category=Masks')
  await expect(cards(page).getByRole('heading')).toHaveText(masks.items.map((p) => p.name))
  await page.reload()
  await expect(page.getByRole('button', { name: 'Masks' })).toHaveAttribute('aria-pressed', 'true')
  await expect(cards(page)).toHaveCount(masks.items.length)
  await page.getByRole('button', { name: 'All Products' }).click()
  await expect(page).toHaveURL('/products')
  await expect(cards(page)).toHaveCount(24)
})

test('sorting is in the address and on the server', async ({ asGuest: page }) => {
  await page.goto('/products')
  for (const sort of ['price-up', 'price-down', 'best-rated', 'best-selling']) {
    // The answer that the page got: a later one may differ, since other tests buy and change prices meanwhile.
    const answer = page.waitForResponse(`**/api/products?*sort=${sort}*`)
    await page.getByLabel('Sort by').selectOption(sort)
    await expect(page).toHaveURL(`/products?sort=${sort}`)
    const { items }: ProductPage = await (await answer).json()
    await expect(cards(page).getByRole('heading')).toHaveText(items.map((p) => p.name))
  }
})

test('price and stock filters narrow the list down and can be taken off again', {
  tag: '@core',
}, async ({ asGuest: page }) => {
  await page.goto('/products')
  await page.getByText('Filter', { exact: true }).click()
  await page.getByLabel('Price from').fill('30')
  await page.getByLabel('Price to').fill('40')
  await page.getByLabel('In stock only').click()
  await expectAccessible(page)
  const answer = page.waitForResponse('**/api/products?*min_price=30*')
  await page.getByRole('button', { name: 'Show products' }).click()
  await expect(page).toHaveURL('/products?min_price=30&max_price=40&in_stock=true')
  const { items }: ProductPage = await (await answer).json()
  expect(items.length).toBeGreaterThan(0)
  await expect(cards(page).getByRole('heading')).toHaveText(items.map((p) => p.name))
  await page.getByRole('link', { name: 'Remove filter In stock' }).click()
  await page.getByRole('link', { name: 'Remove filter $30.00 – $40.00' }).click()
  await expect(page).toHaveURL('/products')
})

test('rating and sale narrow it down, each with its count', async ({ asGuest: page }) => {
  const { total, on_sale } = await (await page.request.get('/api/facets')).json()
  await page.goto('/products')
  await page.getByText('Filter', { exact: true }).click()
  await expect(page.getByText(`${total} products now`)).toBeVisible()
  // A shop without attributes shows none.
  await expect(page.getByRole('group', { name: 'Skin type' })).toHaveCount(0)
  await page.getByLabel(`On sale (${on_sale})`).click()
  await page.getByLabel('Rating').selectOption({ index: 1 })
  await expectAccessible(page)
  const answer = page.waitForResponse('**/api/products?*on_sale=true*')
  await page.getByRole('button', { name: 'Show products' }).click()
  await expect(page).toHaveURL('/products?on_sale=true&min_rating=4')
  const { items }: ProductPage = await (await answer).json()
  await expect(cards(page)).toHaveCount(items.length)
  for (const { price, original_price, rating_average } of items) {
    expect(original_price).toBeGreaterThan(price)
    expect(rating_average).toBeGreaterThanOrEqual(4)
  }
  await page.getByRole('link', { name: 'Remove filter On sale' }).click()
  await page.getByRole('link', { name: 'Remove filter 4 stars and up' }).click()
  await expect(page).toHaveURL('/products')
})

test('a search knows accents, other words and prices, and does not guess too far', async ({
  asGuest: page,
}) => {
  const search = (q: string) => page.goto(`/products?q=${encodeURIComponent(q)}`)
  await search('cream')
  const creams = await cards(page).getByRole('heading').allTextContents()
  expect(creams.length).toBeGreaterThan(0)
  await search('crème')
  await expect(cards(page).getByRole('heading')).toHaveText(creams)
  await search('toner under 30')
  await expect(page.getByText('Showing prices up to $30.00.')).toBeVisible()
  for (const price of await cards(page).locator('p').filter({ hasText: '$' }).allTextContents()) {
    expect(Number(/\$([\d.]+)/.exec(price)?.[1])).toBeLessThanOrEqual(30)
  }
  await search('gift')
  await expect(page.getByText('Nothing found for “gift”')).toBeVisible()
})

// Shows S2.34, S2.35, S2.36
test('a card shows name, price, what it cost before and how much less that is', async ({
  asGuest: page,
}) => {
  await page.goto('/products')
  const card = cards(page).filter({ hasText: 'Rosehip Renewal Serum' })
  const { images } = await productNamed(page, 'Rosehip Renewal Serum')
  const first = (images[0] ?? '').replace(/\.\w+$/, '')
  await expect(card.locator('img')).toHaveAttribute('src', new RegExp(`^${first}`))
  await expect(card.locator('s')).toContainText('$58.00')
  await expect(card).toContainText('$48.00')
  await expect(card).toContainText('17% off')
  await card.getByRole('button', { name: 'Add to Cart: Rosehip Renewal Serum' }).click()
  await toast(page, 'Added to cart')
  await page.getByRole('button', { name: 'View cart' }).click()
  await expect(page.getByRole('dialog', { name: 'Your cart (1)' })).toBeVisible()
})

test('on a phone the products begin within 260 px of the top', async ({ asGuest: page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  for (const search of ['', '?category=Masks', '?q=rosehip', '?in_stock=true&max_price=40']) {
    await page.goto(`/products${search}`)
    const { y = Number.NaN } = (await cards(page).first().boundingBox()) ?? {}
    expect(y, search).toBeLessThanOrEqual(260)
  }
})

test('a second picture on hover', { tag: '@desktop' }, async ({ asGuest: page }) => {
  await page.goto('/products')
  const card = cards(page).filter({ hasText: 'Rosehip Renewal Serum' })
  await expect(card.locator('img')).toHaveCount(1)
  await card.hover()
  await expect(card.locator('img').nth(1)).toBeVisible()
})

// Shows S5.1, S8.3
test('what is sold out says so when somebody wants it', async ({ asGuest: page }) => {
  await page.goto('/products?q=cornflower')
  const card = cards(page).filter({ hasText: 'Cornflower Milk Toner' })
  await expect(card).toContainText('Sold out')
  await card.getByRole('button', { name: 'Out of stock: Cornflower Milk Toner' }).click()
  const toasts = page.getByRole('region', { name: /^Notifications/ })
  await expect(toasts).toContainText('Out of stock')
  await expect(toasts).toContainText('This product is currently unavailable')
})

// Shows S2.32, S2.33
test('products are fetched with a skeleton in their place, and an empty shop says so', async ({
  asGuest: page,
  isMobile,
}) => {
  let answer = () => {}
  const asked = new Promise<void>((go) => {
    answer = go
  })
  await page.route('**/api/products?*', async (route) => {
    await asked
    await route.fulfill({ json: { items: [], page: 1, has_more: false, match: null } })
  })
  await page.goto('/contact')
  if (isMobile) await menuButton(page).click()
  await page.getByRole('link', { name: 'Our Products' }).first().click()
  await expect(page.getByText('Loading products...')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Our Products')
  answer()
  await expect(page.getByText('No products available yet.')).toBeVisible()
})

test('hero and category buttons stay while a category loads', async ({ asGuest: page }) => {
  let answer = () => {}
  const asked = new Promise<void>((go) => {
    answer = go
  })
  await page.goto('/products')
  await page.route('**/api/products?*category=Masks*', async (route) => {
    await asked
    await route.continue()
  })
  const masks = page.getByRole('button', { name: 'Masks' })
  await masks.click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Masks')
  await expect(masks).toHaveAttribute('aria-pressed', 'true')
  await expect(masks).toBeFocused()
  await expect(page.getByText('Loading products...')).toBeVisible()
  answer()
  await expect(page.getByText('Loading products...')).toBeHidden()
  const { items } = await askForProducts(page, '?category=Masks')
  await expect(cards(page).getByRole('heading')).toHaveText(items.map((p) => p.name))
})

test('a list that fails says so in its place, and can be tried again', async ({
  asGuest: page,
  expectTrouble,
}) => {
  expectTrouble(/category=Masks|409/)
  await page.goto('/products')
  await page.route('**/api/products?*category=Masks*', (route) =>
    route.fulfill({
      status: 409,
      json: { defined: false, code: 'CONFLICT', status: 409, message: 'Not now.' },
    }),
  )
  await page.getByRole('button', { name: 'Masks' }).click()
  await expect(page.getByRole('alert')).toContainText('Not now.')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Masks')
  await page.unroute('**/api/products?*category=Masks*')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(cards(page).first()).toBeVisible()
})

test.describe('search', () => {
  /** The bar's own field, which on a phone has to be opened. */
  const openSearch = async (page: import('@playwright/test').Page, isMobile: boolean) => {
    if (isMobile) await page.getByRole('link', { name: 'Search' }).click()
    return page.getByRole('banner').getByRole('combobox', { name: 'Search products' })
  }

  test('suggestions come while typing, and the keyboard picks one', { tag: '@both' }, async ({
    asGuest: page,
    isMobile,
  }) => {
    await page.goto('/contact')
    const field = await openSearch(page, isMobile)
    await field.click()
    await field.pressSequentially('rosehip')
    const options = page.getByRole('option')
    await expect(options.first()).toContainText('Rosehip Renewal Serum')
    await expect(options.last()).toHaveText('See all results for “rosehip”')
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(options).toHaveCount(0)
    await field.pressSequentially(' ')
    await page.keyboard.press('ArrowDown')
    await expect(options.first()).toHaveAttribute('aria-selected', 'true')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Rosehip Renewal Serum')
  })

  test('a mistyped word is understood, and the page says how', { tag: '@core' }, async ({
    asGuest: page,
    isMobile,
  }) => {
    await page.goto('/')
    const field = await openSearch(page, isMobile)
    await field.fill('clenser')
    await field.press('Enter')
    await expect(page).toHaveURL('/products?q=clenser')
    await expect(page.getByText('Showing results for cleanser.')).toBeVisible()
    await expect(cards(page).getByRole('heading', { name: 'Oat Milk Cleanser' })).toBeVisible()
    await page.reload()
    await expect(page.getByText('Showing results for cleanser.')).toBeVisible()
  })

  test('nothing found, and a way on', async ({ asGuest: page }) => {
    await page.goto('/products?q=bicycle')
    await expect(page.getByText('Nothing found for “bicycle”')).toBeVisible()
    await page.getByRole('link', { name: 'See all products' }).click()
    await expect(page).toHaveURL('/products')
    await expect(cards(page)).toHaveCount(24)
  })

  test('some of the words are better than none', async ({ asGuest: page }) => {
    await page.goto('/products?q=rosehip+bicycle')
    await expect(
      page.getByText('No product has all of these words. These come closest.'),
    ).toBeVisible()
    await expect(cards(page).first()).toContainText('Rosehip')
  })

  test('a link of a campaign opens the page that the server rendered', async ({
    asGuest: page,
  }) => {
    const reads: string[] = []
    page.on('request', (request) => reads.push(new URL(request.url()).pathname))
    await page.goto('/products?utm_source=mail&category=Masks&q=12&gclid=x')
    await page.getByRole('button', { name: 'Cart' }).click()
    await expect(page.getByRole('dialog', { name: /Your cart/ })).toBeVisible()
    expect(reads).not.toContain('/api/products')
  })

  test('hostile addresses get a page, and never a script', async ({ asGuest: page }) => {
    for (const query of [
      'q=%3Cscript%3Ealert(1)%3C%2Fscript%3E',
      'q=%01%27%22%5C',
      'sort=constructor&page=-1&min_price=x',
      `q=${'x'.repeat(3000)}`,
      'q[]=1&page=99999999999999999999',
    ]) {
      const response = await page.goto(`/products?${query}`)
      expect(response?.status(), query).toBe(200)
    }
    const nul = await page.request.get('/products?category=%00')
    expect(nul.status(), 'a character that PostgreSQL cannot store').toBe(400)
  })
})

// Shows S8.23
test('a very long name, no picture, and a broken one', { tag: '@both' }, async ({
  asGuest: page,
  expectTrouble,
}) => {
  expectTrouble(/gone\.webp|404/)
  const serum = await productNamed(page, 'Rosehip Renewal Serum')
  const odd = [
    { ...serum, id: crypto.randomUUID(), images: [], image_url: null, name: 'Plain' },
    {
      ...serum,
      id: crypto.randomUUID(),
      images: ['/files/gone.webp'],
      image_url: '/files/gone.webp',
      name: `${'Extraordinarily'.repeat(5)} long names should not break anything at all, should they`,
    },
  ]
  await answerWith(page, 'products?*', { items: odd, page: 1, has_more: false, match: null })
  await page.goto('/contact')
  await page.getByRole('link', { name: 'Petal & Dew' }).click()
  await expect(cards(page)).toHaveCount(2)
  await cards(page).last().scrollIntoViewIfNeeded()
  await expect(cards(page).locator('img')).toHaveCount(0)
  for (const card of await cards(page).all()) await expect(card.locator('svg')).toBeVisible()
  const sideways = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)
  expect(sideways).toBe(false)
})
