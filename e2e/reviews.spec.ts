import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { ERRORS } from '#contract/errors.ts'
import { DEMO_ACCOUNTS } from '#demo/demo-accounts.ts'
import { button, field, toasts } from './account-fixtures.ts'
import type { Database } from './database.ts'
import { expect, expectAccessible } from './fixtures.ts'
import { fill, givenReviews, listed, openForm, photo, test, titles } from './review-fixtures.ts'

/** A red square for less than a second, without sound. */
const CLIP = {
  name: 'foam.webm',
  mimeType: 'video/webm',
  buffer: readFileSync(new URL('./clip.webm', import.meta.url)),
}

const openPhoto = (page: Page) => page.getByRole('button', { name: /^Open the photo of/ })
const openVideo = (page: Page) => page.getByRole('button', { name: /^Open the video of/ })

async function replaceMedia(page: Page, file: typeof CLIP) {
  await page.locator('input[type=file]').setInputFiles(file)
  await expect(page.getByText('Uploaded', { exact: true })).toBeVisible()
  await button(page, 'Save Review').click()
  await expect(toasts(page)).toContainText('Your review was changed')
}

async function rate(page: Page, stars: string) {
  await page.getByRole('radio', { name: stars }).focus()
  await page.keyboard.press('Space')
}

async function givenPurchase(db: Database, product_id: string) {
  await db.query(
    `with buyer as (select id from profiles where email = $1), placed as (
      insert into orders (user_id, subtotal, total, status, completed_at, completed_by_hand, holds_stock)
      select id, 20, 20, 'completed', now(), true, true from buyer returning id)
    insert into order_items (order_id, product_id, quantity, price, name) select id, $2, 1, 20, 'Lilac' from placed`,
    [DEMO_ACCOUNTS.shopper.email, product_id],
  )
}

// Shows S1.2, S2.46, S2.48, S2.49, S4.15, S4.16, S5.5
test('a buyer reviews with a photo, once, and is verified', { tag: '@core' }, async ({
  asShopper: page,
  db,
  product,
  baseURL,
}) => {
  await givenPurchase(db, product.id)
  await openForm(page, product.id)
  await expect(page.getByText('No reviews yet')).toBeVisible()
  await expect(page.getByRole('radio', { name: '5 stars' })).toBeChecked()
  await rate(page, '4 stars')
  await fill(page, 'Cool and quiet', 'For hot evenings.')
  await page.locator('input[type=file]').setInputFiles(await photo())
  await expect(page.getByText('Uploaded', { exact: true })).toBeVisible()
  await button(page, 'Submit Review').click()
  await expect(toasts(page)).toContainText('Thank you for your review!')
  await expect(button(page, 'Submit Review')).toHaveCount(0)
  await expect(titles(page)).toHaveText(['Cool and quiet'])
  await expect(listed(page)).toContainText('Verified purchase')
  await expect(listed(page)).toContainText(DEMO_ACCOUNTS.shopper.full_name)
  await expect(page.getByText('4.0 (1 review)')).toBeVisible()

  const again = await page.request.post('/api/reviews', {
    data: { product_id: product.id, title: 'Again', comment: 'And again' },
    headers: { origin: baseURL ?? '' },
  })
  expect(await again.json()).toMatchObject({ message: 'You have already reviewed this product' })
  await page.reload()
  await expect(page.getByText('You have reviewed this product')).toBeVisible()
  await expect(field(page, 'Title')).toHaveCount(0)

  await button(page, 'Edit your review').click()
  await replaceMedia(page, CLIP)
  await expect(openVideo(page)).toBeVisible()
  await expect(listed(page)).toContainText('Verified purchase')
})

// Shows S2.47
test('a shopper who has not bought it reviews with a video or a photo, without the mark', async ({
  asShopper: page,
  product,
}) => {
  await openForm(page, product.id)
  await fill(page, 'See for yourself', 'How it foams.')
  await page.locator('input[type=file]').setInputFiles(CLIP)
  await expect(page.getByText('Uploaded', { exact: true })).toBeVisible()
  await button(page, 'Submit Review').click()
  await expect(titles(page)).toHaveText(['See for yourself'])
  await expect(openVideo(page)).toBeVisible()
  await expect(listed(page)).not.toContainText('Verified purchase')

  await button(page, 'Edit your review').click()
  await replaceMedia(page, await photo())
  await expect(openPhoto(page)).toBeVisible()
  await expect(listed(page)).not.toContainText('Verified purchase')
})

test('photos and videos open large, by keyboard, and a video plays', async ({
  asGuest: page,
  db,
  product,
}) => {
  const { buffer } = await photo()
  await page.route('**/files/e2e-*.jpg', (route) =>
    route.fulfill({ contentType: 'image/jpeg', body: buffer }),
  )
  await page.route('**/files/e2e-video.webm', (route) =>
    route.fulfill({ contentType: 'video/webm', body: CLIP.buffer }),
  )
  await givenReviews(db, product.id, [
    { title: 'First', media_url: '/files/e2e-1.jpg' },
    { title: 'Wordless' },
    { title: 'Moving', media_url: '/files/e2e-video.webm' },
  ])
  await page.goto(`/product/${product.id}`)
  await openPhoto(page).focus()
  await page.keyboard.press('Enter')
  const lightbox = page.getByRole('dialog')
  await expect(lightbox).toHaveAccessibleName('Photo or video 1 of 2')
  await expect(lightbox.getByRole('img', { name: 'By Wren' })).toBeVisible()
  await expect(lightbox).toContainText('First')
  await expectAccessible(page)
  await page.keyboard.press('ArrowRight')
  await expect(lightbox).toHaveAccessibleName('Photo or video 2 of 2')
  await expect(lightbox).toContainText('Moving')
  const video = lightbox.locator('video')
  await expect(video).toHaveAttribute('controls')
  await video.focus()
  await page.keyboard.press('Space')
  await expect.poll(() => video.evaluate((shown: HTMLVideoElement) => shown.ended)).toBe(true)
  await expectAccessible(page)
  await lightbox.getByRole('button', { name: 'Next' }).click()
  await expect(lightbox).toHaveAccessibleName('Photo or video 1 of 2')
  await page.keyboard.press('Escape')
  await expect(lightbox).toHaveCount(0)
  await expect(openPhoto(page)).toBeFocused()

  await openVideo(page).click()
  await expect(lightbox).toHaveAccessibleName('Photo or video 2 of 2')
  await lightbox.getByRole('button', { name: 'Close' }).click()
  await expect(openVideo(page)).toBeFocused()
})

test('the author changes and deletes the own review', { tag: '@core' }, async ({
  asShopper: page,
  product,
}) => {
  await openForm(page, product.id)
  await fill(page, 'First thought', 'Fine.')
  await button(page, 'Submit Review').click()
  await expect(button(page, 'Edit your review')).toBeVisible()
  // Already there: appearing later, it would push the button away from the finger.
  expect(await titles(page).allTextContents()).toEqual(['First thought'])
  await button(page, 'Edit your review').click()
  await expect(field(page, 'Comment')).toHaveValue('Fine.')
  await field(page, 'Title').fill('Second thought')
  await rate(page, '2 stars')
  await button(page, 'Save Review').click()
  await expect(titles(page)).toHaveText(['Second thought'])
  await expect(page.getByText('2.0 (1 review)')).toBeVisible()
  await button(page, 'Delete').click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('No reviews yet')).toBeVisible()
  await expect(button(page, 'Submit Review')).toBeVisible()
})

// Shows S5.3
test('a guest signs in first and comes back to the form', async ({ asGuest: page, product }) => {
  await page.goto(`/product/${product.id}#write-review`)
  await expect(page.getByText('You must be logged in to leave a review')).toBeVisible()
  const signIn = page.getByRole('link', { name: 'Sign in to review' })
  await expect(signIn).toBeFocused()
  await page.keyboard.press('Enter')
  await field(page, 'Email').fill(DEMO_ACCOUNTS.shopper.email)
  await field(page, 'Password').fill(DEMO_ACCOUNTS.shopper.password)
  await page.getByRole('tabpanel').getByRole('button', { name: 'Sign In' }).click()
  await page.waitForURL(`/product/${product.id}#write-review`)
  await expect(page.getByRole('radio', { name: '5 stars' })).toBeFocused()
  await expect(field(page, 'Title')).toBeInViewport()
})

test('the keyboard alone is enough', async ({ asShopper: page, product }) => {
  await openForm(page, product.id)
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('ArrowLeft')
  await expect(page.getByRole('radio', { name: '3 stars' })).toBeChecked()
  await page.keyboard.press('Tab')
  await page.keyboard.type('Typed')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Without a mouse.')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Ada')
  await page.keyboard.press('Enter')
  await expect(titles(page)).toHaveText(['Typed'])
  await expect(listed(page)).toContainText('Ada')
  await expect(page.getByText('3.0 (1 review)')).toBeVisible()
})

test('stars, photos, verified purchases and order narrow the list, page by page', async ({
  asGuest: page,
  db,
  product,
}) => {
  await givenReviews(db, product.id, [
    { title: 'Newest', rating: 4, verified_purchase: true },
    { title: 'Pictured', rating: 4, media_url: '/files/none.webp' },
    { title: 'Poor', rating: 1, helpful_count: 3 },
    ...Array.from({ length: 20 }, () => ({})),
  ])
  await page.route('**/files/none.webp', (route) => route.fulfill({ body: '' }))
  await page.goto(`/product/${product.id}`)
  await expect(titles(page)).toHaveCount(10)
  await button(page, 'Show more reviews').click()
  await expect(titles(page)).toHaveCount(20)
  await button(page, 'Show more reviews').click()
  await expect(titles(page)).toHaveCount(23)
  await expect(button(page, 'Show more reviews')).toHaveCount(0)

  await page.getByLabel('Sort reviews').selectOption('Lowest rating')
  await expect(titles(page).first()).toHaveText('Poor')
  await page.getByLabel('Sort reviews').selectOption('Most helpful')
  await expect(titles(page).first()).toHaveText('Poor')
  await page.getByLabel('Sort reviews').selectOption('Newest first')
  await page.getByRole('button', { name: '4 stars: 2 reviews' }).click()
  await expect(titles(page)).toHaveText(['Newest', 'Pictured'])
  await button(page, 'With photos').click()
  await expect(titles(page)).toHaveText(['Pictured'])
  await button(page, 'Verified').click()
  await expect(page.getByText('No review matches these filters.')).toBeVisible()
  await expectAccessible(page)
  await button(page, 'Show all reviews').click()
  await expect(titles(page)).toHaveCount(10)

  const helpful = page.getByRole('button', { name: 'Helpful: Newest' })
  await helpful.click()
  await expect(helpful).toContainText('(1)')
  await page.reload()
  await expect(helpful).toHaveAttribute('aria-pressed', 'true')
  await helpful.click()
  await expect(helpful).not.toContainText('(')
})

test('hostile texts stay texts, and inside the page', async ({ asGuest: page, db, product }) => {
  const script = `</script><script>window.hacked = true</script><img src=x onerror="window.hacked = true">`
  await givenReviews(db, product.id, [
    {
      title: script,
      comment: script,
      reviewer_name: script,
      answer: script,
      answered_at: '2026-01-01',
    },
    { title: 'שלום עולם', comment: 'זה מוצר נהדר', reviewer_name: '\u202eevil' },
    { title: 'W'.repeat(200), comment: 'x'.repeat(3000), reviewer_name: 'n'.repeat(100) },
    { title: '🌸'.repeat(60), comment: 'e\u0301'.repeat(400) },
  ])
  const response = await page.goto(`/product/${product.id}`)
  expect(await response?.text()).not.toContain('<img src=x')
  await expect(titles(page).first()).toHaveText(script)
  expect(await page.evaluate(() => 'hacked' in window)).toBe(false)
  await expect(titles(page).nth(1)).toHaveCSS('direction', 'rtl')
  const data = await page.locator('script[type="application/ld+json"]').allTextContents()
  expect(JSON.parse(data[0] ?? '').review[0]).toMatchObject({ name: script, reviewBody: script })
  const sideways = () =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  expect(await sideways()).toBe(0)
  await page.getByRole('button', { name: 'Read more' }).first().click()
  expect(await sideways()).toBe(0)
})

test('the owner answers and hides in place', async ({ asAdmin: page, db, product }) => {
  await givenReviews(db, product.id, [{ title: 'Kind words' }, { title: 'Rude words', rating: 1 }])
  await page.goto(`/product/${product.id}`)
  await button(page, 'Answer Kind words').click()
  await field(page, 'Your answer').fill('Thank you, Wren.')
  await expectAccessible(page)
  await button(page, 'Save answer').click()
  await expect(listed(page)).toContainText('Answer from the shop')
  await expect(listed(page)).toContainText('Thank you, Wren.')
  await button(page, 'Hide Rude words').click()
  await expect(titles(page)).toHaveText(['Kind words'])
  await expect(page.getByText('5.0 (1 review)')).toBeVisible()
  const hidden = page.getByRole('region', { name: /^Hidden reviews/ })
  await expect(hidden).toContainText('Rude words')
  await expectAccessible(page)
  await button(page, 'Show Rude words').click()
  await expect(titles(page)).toHaveText(['Kind words', 'Rude words'])
  await expect(hidden).toHaveCount(0)
})

test('shoppers load nothing of the owner’s tools', async ({ asShopper: page, product }) => {
  const scripts: string[] = []
  page.on('request', (request) => scripts.push(request.url()))
  await openForm(page, product.id)
  expect(scripts.filter((url) => /ReviewForm/.test(url))).toHaveLength(1)
  expect(scripts.filter((url) => /OwnerTools|Lightbox/.test(url))).toEqual([])
})

// Shows S8.4
test('what was typed survives a failed upload and a failed submit', async ({
  asShopper: page,
  product,
  expectTrouble,
}) => {
  expectTrouble(/api\/(media|reviews)|Failed to load|ERR_/)
  await openForm(page, product.id)
  await fill(page, 'Do not lose me', 'A long text\nof two lines.')
  const { status, message } = ERRORS.UPLOADS_BUSY
  const busy = { defined: true, code: 'UPLOADS_BUSY', status, message }
  await page.route('**/api/media*', (route) =>
    // The uploader sends again by itself a dozen times before it asks.
    route.fulfill({ status, headers: { 'retry-after': '0.01' }, json: busy }),
  )
  await page.locator('input[type=file]').setInputFiles(await photo())
  await expect(button(page, 'Try cheek.jpg again')).toBeVisible()
  await expect(page.getByRole('group', { name: /chosen files$/ })).toContainText(message)
  const isKept = async () => {
    await expect(field(page, 'Title')).toHaveValue('Do not lose me')
    await expect(field(page, 'Comment')).toHaveValue('A long text\nof two lines.')
  }
  await isKept()
  await page.unroute('**/api/media*')
  await button(page, 'Try cheek.jpg again').click()
  await expect(page.getByText('Uploaded', { exact: true })).toBeVisible()

  const { status: refused, message: reason } = ERRORS.REVIEW_EXISTS
  await page.route('**/api/reviews', (route) =>
    route.fulfill({
      status: refused,
      json: { defined: true, code: 'REVIEW_EXISTS', status: refused, message: reason },
    }),
  )
  await button(page, 'Submit Review').click()
  await expect(toasts(page)).toContainText('Error')
  await expect(toasts(page)).toContainText(reason)
  await isKept()
  await page.unroute('**/api/reviews')
  await button(page, 'Submit Review').click()
  await expect(titles(page)).toHaveText(['Do not lose me'])
  await expect(page.getByRole('button', { name: /^Open the photo/ })).toBeVisible()
})
