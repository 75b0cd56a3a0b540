import type { Page } from '@playwright/test'
import { expect, expectAccessible, test } from './fixtures.ts'
import { answerWith, askForProducts, cards, productNamed } from './shop-data.ts'
import { toast } from './toasts.ts'

async function open(page: Page, name: string) {
  const product = await productNamed(page, name)
  await page.goto(`/product/${product.id}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
  return product
}

/** By a click, so that a test can choose what the API answers; see `answerWith`. */
async function openByClick(page: Page) {
  await page.goto('/')
  await cards(page).getByRole('link').first().click()
  await page.waitForURL(/\/product\//)
}

const cartOf = (page: Page) =>
  page.evaluate(() => JSON.parse(localStorage.getItem('cart') ?? '[]') as { quantity: number }[])

// Shows S2.4, S2.42, S2.43
test('a product says what it is, what it costs and what others thought', { tag: '@core' }, async ({
  asGuest: page,
}) => {
  const product = await open(page, 'Rosehip Renewal Serum')
  const main = page.getByRole('main')
  await expect(main.getByRole('link', { name: 'Serums' }).last()).toBeVisible()
  const { rating_average, review_count } = product
  await expect(main).toContainText(`${rating_average.toFixed(1)} (${review_count} reviews)`)
  await expect(main).toContainText('Our best-known bottle.')
  await expect(main.getByText('$48.00').first()).toBeVisible()
  await expect(main.locator('s').first()).toContainText('$58.00')
  await expect(main).toContainText('Save $10.00')
  await expect(main).toContainText('17% off')
  await expect(main).toContainText('In stock')
})

// Shows S2.42, S9.4
test('paragraphs of a description stay paragraphs, and a product nobody rated has 0', async ({
  asGuest: page,
}) => {
  const serum = await productNamed(page, 'Rosehip Renewal Serum')
  const given = { ...serum, description: 'One.\n\nTwo.', rating_average: 0, review_count: 0 }
  await answerWith(page, 'products/*', given)
  await openByClick(page)
  await expect(page.getByText('One.')).toHaveCSS('white-space-collapse', 'preserve-breaks')
  await expect(page.getByText('0 (0 reviews)')).toBeVisible()
})

// Shows S2.44, S5.1
test('few left, and none left', async ({ asGuest: page }) => {
  await open(page, 'Plum Kernel Night Oil')
  await expect(page.getByText('Low stock: only 3 left')).toBeVisible()
  await open(page, 'Whipped Papaya Mask')
  await expect(page.getByText('Out of stock', { exact: true }).first()).toBeVisible()
  await page.getByRole('button', { name: 'Out of stock: Whipped Papaya Mask' }).first().click()
  const toasts = page.getByRole('region', { name: /^Notifications/ })
  await expect(toasts).toContainText('This product is currently unavailable')
  expect(await cartOf(page)).toEqual([])
})

// Shows S2.45, S5.2
test('the quantity stays between one and the stock, and goes into the cart', async ({
  asGuest: page,
}) => {
  await open(page, 'Plum Kernel Night Oil')
  const more = page.getByRole('button', { name: 'One more Plum Kernel Night Oil' })
  const less = page.getByRole('button', { name: 'One less Plum Kernel Night Oil' })
  await expect(less).toBeDisabled()
  await more.click()
  await more.click()
  await expect(more).toBeDisabled()
  await page.getByRole('group', { name: /^Quantity/ }).scrollIntoViewIfNeeded()
  await page.getByRole('button', { name: 'Add to Cart: Plum Kernel Night Oil' }).first().click()
  await toast(page, 'Added to cart')
  await expect.poll(() => cartOf(page)).toMatchObject([{ quantity: 3 }])
})

test.describe('the gallery', () => {
  const current = (page: Page) =>
    page.getByRole('button', { name: /^Picture \d of 3$/ }).and(page.locator('[aria-current=true]'))

  // Shows S2.39, S2.41
  test('turns in a circle with arrows, dots, thumbnails and keys', { tag: '@both' }, async ({
    asGuest: page,
  }) => {
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    await open(page, 'Rosehip Renewal Serum')
    const next = page.getByRole('button', { name: 'Next picture' })
    await expect(current(page)).toHaveAccessibleName('Picture 1 of 3')
    await page.getByRole('button', { name: 'Previous picture' }).click()
    await expect(current(page)).toHaveAccessibleName('Picture 3 of 3')
    await next.click()
    await expect(current(page)).toHaveAccessibleName('Picture 1 of 3')
    await page.getByRole('button', { name: 'Show picture 2' }).click()
    await expect(current(page)).toHaveAccessibleName('Picture 2 of 3')
    await page.getByRole('button', { name: 'Picture 3 of 3' }).click()
    const third = page.getByRole('img', { name: 'Rosehip Renewal Serum, picture 3 of 3' })
    await expect(third).toBeInViewport({ ratio: 0.5 })
    await page.getByRole('group', { name: /arrow keys/ }).focus()
    await page.keyboard.press('ArrowRight')
    await expect(current(page)).toHaveAccessibleName('Picture 1 of 3')
  })

  test('follows a finger', async ({ asGuest: page }) => {
    await open(page, 'Rosehip Renewal Serum')
    await page.getByRole('group', { name: /arrow keys/ }).evaluate((strip) => {
      strip.scrollTo({ left: strip.clientWidth, behavior: 'instant' })
    })
    await expect(current(page)).toHaveAccessibleName('Picture 2 of 3')
  })

  test('shows a picture on the whole screen, and nearer still', { tag: '@both' }, async ({
    asGuest: page,
  }) => {
    await open(page, 'Rosehip Renewal Serum')
    const opener = page.getByRole('button', { name: 'Enlarge picture' })
    await opener.click()
    const dialog = page.getByRole('dialog', { name: 'Enlarged picture of Rosehip Renewal Serum' })
    await expect(dialog).toBeVisible()
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Come nearer' }).click()
    await expect(dialog.getByRole('button', { name: 'Show the whole picture' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    await expect(opener).toBeFocused()
  })

  test('comes nearer by two taps and by spreading two fingers', async ({ asGuest: page }) => {
    await open(page, 'Rosehip Renewal Serum')
    await page.getByRole('button', { name: 'Enlarge picture' }).click()
    const dialog = page.getByRole('dialog', { name: /^Enlarged picture/ })
    const picture = dialog.getByRole('img')
    await expect(picture).toBeVisible()
    const widthOf = async () => (await picture.boundingBox())?.width ?? 0
    const whole = await widthOf()

    const twoTaps = async () => {
      await page.touchscreen.tap(195, 422)
      await page.touchscreen.tap(195, 422)
    }
    await twoTaps()
    await expect.poll(widthOf).toBeCloseTo(whole * 2.5, 0)
    await twoTaps()
    await expect.poll(widthOf).toBeCloseTo(whole, 0)

    const touch = await page.context().newCDPSession(page)
    const fingers = (apart: number) => [
      { x: 195 - apart / 2, y: 400 },
      { x: 195 + apart / 2, y: 400 },
    ]
    await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: fingers(80) })
    for (const apart of [120, 180, 240]) {
      await touch.send('Input.dispatchTouchEvent', {
        type: 'touchMove',
        touchPoints: fingers(apart),
      })
    }
    await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
    await expect.poll(widthOf).toBeGreaterThan(whole * 2)
    await expect(dialog.getByRole('button', { name: 'Show the whole picture' })).toBeVisible()
  })

  // Shows S2.40
  test('has no arrows for one picture, and a placeholder for none', async ({ asGuest: page }) => {
    const serum = await productNamed(page, 'Rosehip Renewal Serum')
    const given = { ...serum, description: '', images: serum.images.slice(0, 1) }
    await answerWith(page, 'products/*', given)
    await openByClick(page)
    await expect(page.getByRole('img', { name: 'Rosehip Renewal Serum' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Next picture' })).toHaveCount(0)
    await expect(page.getByRole('button', { name: /^Picture \d/ })).toHaveCount(0)

    await answerWith(page, 'products/*', { ...given, images: [], image_url: null })
    await openByClick(page)
    await expect(page.getByRole('img', { name: 'Rosehip Renewal Serum' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Enlarge picture' })).toHaveCount(0)
  })
})

test('what it is called and costs is on the first screen, with every picture to choose from', {
  tag: '@both',
}, async ({ asGuest: page, isMobile }) => {
  await open(page, 'Rosehip Renewal Serum')
  const main = page.getByRole('main')
  await expect(page.getByRole('heading', { level: 1 })).toBeInViewport({ ratio: 1 })
  const price = main.getByText('$48.00').first()
  await expect(price).toBeInViewport({ ratio: 1 })
  if (isMobile) {
    const bar = await page.locator('[data-bottom-bar]').boundingBox()
    const { y = 0, height = 0 } = (await price.boundingBox()) ?? {}
    expect(y + height, 'the bar with Add to Cart leaves the price free').toBeLessThan(bar?.y ?? 0)
  }
  for (const thumbnail of await page.getByRole('button', { name: /^Picture \d of 3$/ }).all()) {
    await expect(thumbnail).toBeInViewport({ ratio: 1 })
  }
  await expect(main.locator('details')).toHaveCount(0)
})

test('a product is shared by the sheet of the device, or its link is copied', async ({
  asGuest: page,
}) => {
  await page.addInitScript(() => {
    const given: unknown[] = []
    const take = async (what: unknown) => void given.push(what)
    const give = (name: string, value: unknown) =>
      Object.defineProperty(navigator, name, { value, configurable: true })
    give('share', undefined)
    give('clipboard', { writeText: take })
    Object.assign(window, { given, withSheet: () => void give('share', take) })
  })
  const { id, name } = await open(page, 'Rosehip Renewal Serum')
  const url = new URL(`/product/${id}`, page.url()).href
  const given = () => page.evaluate(() => Reflect.get(window, 'given'))
  const share = page.getByRole('button', { name: 'Share' })
  await share.click()
  await toast(page, 'Link copied')
  expect(await given()).toEqual([url])
  await page.evaluate(() => Reflect.get(window, 'withSheet')())
  await share.click()
  await expect.poll(given).toEqual([url, { title: name, url }])
})

test('on a phone, Add to Cart stays within reach', { tag: '@both' }, async ({
  asGuest: page,
  isMobile,
}) => {
  await open(page, 'Rosehip Renewal Serum')
  const bar = page.locator('[data-bottom-bar]')
  if (!isMobile) return expect(bar).toBeHidden()
  await expect(bar).toBeVisible()
  await bar.getByRole('button', { name: 'Add to Cart' }).click()
  await expect.poll(() => cartOf(page)).toMatchObject([{ quantity: 1 }])
  await page.getByRole('group', { name: /^Quantity/ }).scrollIntoViewIfNeeded()
  await expect(bar).toHaveCount(0)
  await page.getByRole('heading', { name: 'Best Sellers' }).scrollIntoViewIfNeeded()
})

// Shows S2.50, S9.1
test('best sellers are four featured products besides this one', async ({ asGuest: page }) => {
  await open(page, 'Rosehip Renewal Serum')
  const list = page.getByRole('region', { name: 'Best Sellers' })
  await expect(list.getByRole('article')).toHaveCount(4)
  await expect(list).not.toContainText('Rosehip Renewal Serum')
  const { items } = await askForProducts(page, '?featured=true')
  const featured = items.map(({ name }) => name)
  for (const name of await list.getByRole('heading', { level: 3 }).allTextContents()) {
    expect(featured).toContain(name)
  }
})

// Shows S2.38, S8.2
test('a missing product says so, with a way back', async ({ asGuest: page, expectTrouble }) => {
  expectTrouble(/404/)
  const response = await page.goto(`/product/${crypto.randomUUID()}`)
  expect(response?.status()).toBe(404)
  await expect(page.getByRole('heading', { name: 'Product not found' })).toBeVisible()
  await expect(page).toHaveTitle('Product not found · Petal & Dew')
  await page.getByRole('link', { name: 'Back to Shop' }).click()
  await expect(page).toHaveURL('/')
})

// Shows S2.37, S8.1
test('a product on its way has the shape of one; a failure is shown', async ({
  asGuest: page,
  expectTrouble,
}) => {
  expectTrouble(/500|Internal Server Error/)
  let answer = () => {}
  const asked = new Promise<void>((go) => {
    answer = go
  })
  await page.route('**/api/products/*', async (route) => {
    await asked
    await route.fulfill({ status: 500, json: { code: 'INTERNAL_SERVER_ERROR' } })
  })
  await page.goto('/')
  await cards(page).getByRole('link').first().click()
  await expect(page.getByText('Loading product...')).toBeAttached()
  answer()
  const toasts = page.getByRole('region', { name: /^Notifications/ })
  await expect(toasts).toContainText('Failed to load product')
  await expect(toasts).toContainText('Error')
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()
  await expect(page).toHaveTitle('This page did not open · Petal & Dew')
})
