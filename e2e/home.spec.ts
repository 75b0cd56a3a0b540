import type { Page } from '@playwright/test'
import { expect, expectAccessible, test } from './fixtures.ts'
import { answerWith, askForProducts, cards, goHomeByClick } from './shop-data.ts'

const CATEGORIES = ['Cleansers', 'Toners & Mists', 'Serums', 'Moisturizers', 'Masks', 'Sun & Body']

const BANNER = {
  title: 'Slow mornings',
  subtitle: 'For skin that likes to sleep in',
  button_text: 'Look around',
  button_link: '#testimonials',
  background_image_url: null,
  banner_height: 640,
  shape_type: 'wave',
}

// Shows S2.1, S2.20
test('the banner welcomes, and its button scrolls to the products', { tag: '@core' }, async ({
  asGuest: page,
}) => {
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Elevate Your Beauty Routine')
  await expect(
    page.getByText('Discover premium skincare and beauty products curated for your glow'),
  ).toBeVisible()
  await page.getByRole('link', { name: 'Shop Now' }).click()
  await expect(page.getByRole('heading', { name: 'Featured Products' })).toBeInViewport()
  await expect(page).toHaveURL('/#products')
})

// Shows S2.29
test('the sections come in the order and on the grounds that the owner chose', async ({
  asGuest: page,
}) => {
  await page.goto('/')
  const sections = page.locator('main section[id], main section[aria-label="Welcome"]')
  const shown = await sections.evaluateAll((all) =>
    all.map((section) => [section.id || 'banner', /preset-[\w-]+/.exec(section.className)?.[0]]),
  )
  const wanted = await (await page.request.get('/api/section_backgrounds')).json()
  expect(shown).toEqual(
    wanted.map((s: { section_name: string; background_value: string }) => [
      s.section_name,
      `preset-${s.background_value}`,
    ]),
  )
})

// Shows S2.29
test('another order, and a dark ground with light text', async ({ asGuest: page }) => {
  const night = {
    direction: 'to-br',
    start: { colour: '#431b38', opacity: 100 },
    middle: { colour: '#31122a', opacity: 100 },
    end: { colour: '#200c1c' },
  }
  await answerWith(page, 'section_backgrounds', [
    {
      section_name: 'testimonials',
      display_order: 1,
      background_type: 'preset',
      background_value: 'rose-luxury',
    },
    {
      section_name: 'products',
      display_order: 2,
      background_type: 'custom',
      background_value: night,
    },
    {
      section_name: 'before-after',
      display_order: 3,
      background_type: 'preset',
      background_value: 'peach-glow',
    },
    {
      section_name: 'banner',
      display_order: 4,
      background_type: 'preset',
      background_value: 'warm-gold',
    },
  ])
  await goHomeByClick(page)
  const headings = page.locator('main').getByRole('heading', { level: 2 })
  await expect(headings).toHaveText([
    'What Our Customers Say',
    'Featured Products',
    'Before & After',
  ])
  await expect(headings.first()).toHaveCSS('color', 'rgb(255, 246, 243)')
  await expectAccessible(page)
})

for (const shape of ['wave', 'diagonal', 'curve', 'zigzag', 'none']) {
  // Shows S2.20, S2.21
  test(`a banner without picture, ${shape}`, async ({ asGuest: page }) => {
    await answerWith(page, 'banner_content', { ...BANNER, shape_type: shape })
    await goHomeByClick(page)
    const banner = page.getByRole('region', { name: 'Welcome' })
    await expect(banner.getByRole('heading', { name: 'Slow mornings' })).toBeVisible()
    const mask = await banner.evaluate((element) => getComputedStyle(element).maskImage)
    if (shape === 'none') expect(mask).toBe('none')
    else expect(mask).toContain('svg')
    await page.getByRole('link', { name: 'Look around' }).click()
    await expect(page.getByRole('heading', { name: 'What Our Customers Say' })).toBeInViewport()
  })
}

const welcome = (page: Page) => page.getByRole('region', { name: 'Welcome' })

async function expectBannerHeight(page: Page, width: number, height: number) {
  await page.setViewportSize({ width, height: 900 })
  const shown = async () => Math.round((await welcome(page).boundingBox())?.height ?? 0)
  await expect.poll(shown, { message: `at ${width} px` }).toBe(height)
}

// Shows S2.21
test('the banner has the height that the owner chose, in proportion on a phone', {
  tag: '@desktop',
}, async ({ asGuest: page }) => {
  for (const banner_height of [300, 500, 800]) {
    await page.unrouteAll()
    const short = { ...BANNER, title: 'Slow', subtitle: 'Soft', banner_height }
    await answerWith(page, 'banner_content', short)
    await goHomeByClick(page)
    await expect(welcome(page).getByRole('heading', { name: 'Slow' })).toBeVisible()
    for (const width of [768, 1024, 1440]) await expectBannerHeight(page, width, banner_height)
    await expectBannerHeight(page, 390, banner_height * 0.9)
  }
})

// Shows S2.21
test('the banner of the demo has its height with its picture and texts', {
  tag: '@desktop',
}, async ({ asGuest: page }) => {
  const demo = await (await page.request.get('/api/banner_content')).json()
  for (const banner_height of [300, 500, 800]) {
    await page.unrouteAll()
    await answerWith(page, 'banner_content', { ...demo, banner_height })
    await goHomeByClick(page)
    await expect(welcome(page).getByRole('heading', { name: demo.title })).toBeVisible()
    for (const [width, share] of [
      [390, 0.9],
      [768, 1],
      [1440, 1],
    ] as const) {
      await expectBannerHeight(page, width, banner_height * share)
    }
  }
})

const SIDE_LISTS = [
  'banner_content',
  'section_backgrounds',
  'testimonials',
  'before_after',
  'categories',
]

test('lists that fail are left out of the home page, which still opens', async ({
  asGuest: page,
  expectTrouble,
}) => {
  expectTrouble(/500|Internal Server Error/)
  for (const list of SIDE_LISTS) {
    await page.route(`**/api/${list}`, (route) => route.fulfill({ status: 500, body: '' }))
  }
  await goHomeByClick(page)
  await expect(cards(page)).toHaveCount(4)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Petal & Dew')
  await expect(page.getByRole('heading', { level: 2, name: 'What Our Customers Say' })).toHaveCount(
    0,
  )

  await test.step('and come in once they can be loaded', async () => {
    for (const list of SIDE_LISTS) await page.unroute(`**/api/${list}`)
    await expect(page.getByRole('heading', { name: 'What Our Customers Say' })).toBeVisible()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Elevate Your Beauty Routine')
  })
})

// Shows S2.23, S2.24, S4.17, S7.5, S9.1
test('at most four featured products, then all of them, page by page', { tag: '@core' }, async ({
  asGuest: page,
}) => {
  await page.goto('/')
  await expect(cards(page)).toHaveCount(4)
  const featured = await askForProducts(page, '?featured=true&limit=4')
  await expect(cards(page).getByRole('heading')).toHaveText(featured.items.map((p) => p.name))
  await page.getByRole('button', { name: 'See More Products' }).click()
  await expect(cards(page)).toHaveCount(24)
  await page.getByRole('link', { name: 'Load more' }).click()
  await expect(cards(page)).toHaveCount(37)
  await expect(page.getByRole('link', { name: 'Load more' })).toHaveCount(0)

  // From a product, Back leads to the same products and place.
  const card = cards(page).nth(20).getByRole('link')
  await card.scrollIntoViewIfNeeded()
  await card.click()
  await expect(page).toHaveURL(/\/product\//)
  await expect(page.getByRole('heading', { level: 1 })).toBeInViewport()
  await page.goBack()
  await expect(cards(page)).toHaveCount(37)
  await expect(card).toBeInViewport()
})

// Shows S2.23
test('without a fifth product there is nothing more to see', async ({ asGuest: page }) => {
  await answerWith(page, 'products?*page=5*', { items: [], page: 5, has_more: false, match: null })
  await goHomeByClick(page)
  await expect(cards(page)).toHaveCount(4)
  await expect(page.getByRole('button', { name: 'See More Products' })).toHaveCount(0)
})

test('a shop without products says so', async ({ asGuest: page }) => {
  await answerWith(page, 'products?*', { items: [], page: 1, has_more: false, match: null })
  await goHomeByClick(page)
  await expect(page.getByText('No products available yet.')).toBeVisible()
})

// Shows S1.1, S2.22
test('the category buttons filter the grid', { tag: '@core' }, async ({ asGuest: page }) => {
  await page.goto('/')
  const buttons = page.getByRole('form', { name: 'Categories' }).getByRole('button')
  await expect(buttons).toHaveText(['All Categories', ...CATEGORIES])
  const serums = (await askForProducts(page, '?category=Serums')).items.map((p) => p.name)
  await page.getByRole('button', { name: 'Serums', exact: true }).click()
  await expect(cards(page).getByRole('heading')).toHaveText(serums.slice(0, 4))
  await expect(page.getByRole('button', { name: 'Serums', exact: true })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
  await page.getByRole('button', { name: 'See More Products' }).click()
  await expect(cards(page)).toHaveCount(serums.length)
  await page.getByRole('button', { name: 'All Categories' }).click()
  await expect(cards(page)).toHaveCount(24)
})

// Shows S2.25
test('testimonials have a name, a text, stars, and a monogram or a portrait', async ({
  asGuest: page,
  expectTrouble,
}) => {
  expectTrouble(/gone\.webp|404/)
  await page.goto('/')
  const voice = page.getByRole('figure').first()
  await expect(voice.getByRole('img', { name: 'Rated 5 out of 5' })).toBeVisible()
  await expect(voice).toContainText('Margaret H.')
  await expect(voice).toContainText('MH')

  const testimonial = { text: 'Lovely.', rating: 3, created_at: '2026-01-01T00:00:00.000Z' }
  await answerWith(page, 'testimonials', [
    {
      ...testimonial,
      id: crypto.randomUUID(),
      name: 'Wilhelmina Featherstonehaugh-Montgomery',
      image_url: null,
    },
    { ...testimonial, id: crypto.randomUUID(), name: 'Ana', image_url: '/files/gone.webp' },
  ])
  await goHomeByClick(page)
  const voices = page.getByRole('figure')
  await expect(voices.first()).toContainText('WF')
  await expect(voices.first().getByRole('img', { name: 'Rated 3 out of 5' })).toBeVisible()
  await voices.last().scrollIntoViewIfNeeded()
  await expect(voices.last().locator('img')).toHaveCount(0)
})

// Shows S2.25, S2.26
test('without testimonials and slides there are no such sections', async ({ asGuest: page }) => {
  await answerWith(page, 'testimonials', [])
  await answerWith(page, 'before_after', [])
  await goHomeByClick(page)
  await expect(page.getByRole('heading', { name: 'Featured Products' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'What Our Customers Say' })).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Before & After' })).toHaveCount(0)
})

test.describe('the Before & After slides', () => {
  // Shows S2.27
  test('move on by themselves, in a circle, and pause under a pointer or focus', async ({
    asGuest: page,
  }) => {
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    await page.goto('/')
    const slides = page.getByRole('group', { name: 'Before & After slides' })
    const strip = slides.getByRole('group', { name: 'Use the arrow keys' })
    const shown = slides.getByText(/^\d \/ \d$/)
    await slides.scrollIntoViewIfNeeded()
    await expect(strip).toHaveAttribute('aria-live', 'off')
    await expect(shown).toHaveText('2 / 4')
    await expect(shown).toHaveText('3 / 4')

    await slides.getByRole('button', { name: 'Pause slides' }).focus()
    await expect(strip).toHaveAttribute('aria-live', 'polite')
    const next = slides.getByRole('button', { name: 'Next slide' })
    for (let n = 0; n < 4 && (await shown.textContent()) !== '4 / 4'; n++) await next.click()
    await expect(shown).toHaveText('4 / 4')
    await next.click()
    await expect(shown).toHaveText('1 / 4')
    await slides.getByRole('button', { name: 'Previous slide' }).click()
    await expect(shown).toHaveText('4 / 4')
    await slides.getByRole('button', { name: 'Pause slides' }).click()
    await expect(slides.getByRole('button', { name: 'Play slides' })).toBeVisible()
  })

  test('stand still with reduced motion', async ({ asGuest: page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.goto('/')
    const slides = page.getByRole('group', { name: 'Before & After slides' })
    await slides.scrollIntoViewIfNeeded()
    await slides.getByRole('button', { name: 'Next slide' }).click()
    await expect(slides.getByText('2 / 4')).toBeVisible()
    await page.mouse.move(0, 0)
    const strip = slides.getByRole('group', { name: 'Use the arrow keys' })
    await expect(strip).toHaveAttribute('aria-live', 'polite')
    await expect(slides.getByRole('button', { name: 'Pause slides' })).toHaveCount(0)
  })

  // Shows S2.28
  test('show a placeholder where there is no picture', async ({ asGuest: page }) => {
    await answerWith(page, 'before_after', [
      {
        id: crypto.randomUUID(),
        title: 'A week of oats',
        description: 'Calmer.',
        image_url: null,
        created_at: '2026-01-01T00:00:00.000Z',
      },
    ])
    await goHomeByClick(page)
    await expect(page.getByText('No image')).toBeVisible()
    await expect(page.getByRole('heading', { name: 'A week of oats' })).toBeVisible()
    await expect(page.getByText('Calmer.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Next slide' })).toHaveCount(0)
  })
})

test('keyboard alone reaches Add to Cart', async ({ asGuest: page }) => {
  await page.goto('/')
  const focused = page.locator(':focus')
  let label = ''
  for (let press = 0; press < 40 && !label.startsWith('Add to Cart'); press++) {
    await page.keyboard.press('Tab')
    label = (await focused.getAttribute('aria-label')) ?? ''
  }
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Cart, 1 item' })).toBeVisible()
})

test('nothing moves while the page loads', { tag: '@both' }, async ({ asGuest: page }) => {
  await page.addInitScript(() => {
    const shifts: number[] = []
    Object.assign(window, { shifts })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[])
        shifts.push(entry.value)
    }).observe({ type: 'layout-shift', buffered: true })
  })
  await page.goto('/')
  await page.getByRole('group', { name: 'Before & After slides' }).scrollIntoViewIfNeeded()
  await expect(page.locator('[data-moving]')).toHaveCount(1)
  const shift = await page.evaluate(() =>
    (window as unknown as { shifts: number[] }).shifts.reduce((sum, value) => sum + value, 0),
  )
  expect(shift).toBeLessThan(0.02)
})
