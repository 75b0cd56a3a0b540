import type { Page } from '@playwright/test'
import {
  expectPaid,
  fillAddress,
  mailTo,
  newCustomer,
  placeOrder,
  test,
} from './checkout-fixtures.ts'
import { payByCard } from './clover.ts'
import { expect, expectAccessible } from './fixtures.ts'
import { answerWith, askForProducts, cards, goHomeByClick, productNamed } from './shop-data.ts'
import { toast } from './toasts.ts'

async function open(page: Page, name: string) {
  const { id } = await productNamed(page, name)
  await page.goto(`/product/${id}`)
  await expect(title(page)).toHaveText(name)
}

const title = (page: Page) => page.getByRole('heading', { level: 1 })
const choices = (page: Page, option = 'Size') => page.getByRole('navigation', { name: option })
const chosen = (page: Page, option?: string) => choices(page, option).locator('[aria-current=page]')
const add = (page: Page, name: string) =>
  page
    .getByRole('button', { name: `Add to Cart: ${name}`, exact: true })
    .filter({ visible: true })
    .first()
const cardOf = (page: Page, name: string) =>
  cards(page).filter({ has: page.getByRole('heading', { name, exact: true }) })
const cartOf = (page: Page) =>
  page.evaluate(() => JSON.parse(localStorage.getItem('cart') ?? '[]') as { name: string }[])

/** Lost as soon as the browser loads a page. */
const markPage = (page: Page) => page.evaluate(() => document.body.setAttribute('data-same', ''))
const expectSamePage = (page: Page) => expect(page.locator('body')).toHaveAttribute('data-same', '')

test('another size is chosen by click, without a page load, and taken back', {
  tag: '@both',
}, async ({ asGuest: page }) => {
  await open(page, 'Morning Dew Serum')
  const main = page.getByRole('main')
  await expect(chosen(page)).toHaveText('30 ml$42.00')
  const picture = main.getByRole('img', { name: /^Morning Dew Serum, 30 ml/ }).first()
  await expect(picture).toBeVisible()
  const first = page.url()
  await markPage(page)
  // To where nothing covers them, so that the click need not scroll.
  await choices(page).evaluate((nav) => nav.scrollIntoView({ block: 'center' }))
  const scrolled = await page.evaluate(() => scrollY)

  await choices(page).getByRole('link', { name: '50 ml' }).click()
  await expect(chosen(page)).toHaveText('50 ml$62.00')
  await expect(title(page), 'the product is the same').toHaveText('Morning Dew Serum')
  await expect(page).not.toHaveURL(first)
  await expect(page).toHaveTitle(/^Morning Dew Serum, 50 ml/)
  await expect(main.getByText('$62.00').first()).toBeVisible()
  await expect(main.getByText('Size: 50 ml')).toBeVisible()
  await expect(main.getByRole('img', { name: /^Morning Dew Serum, 50 ml/ }).first()).toBeVisible()
  await expect(picture).toHaveCount(0)
  await expect(add(page, 'Morning Dew Serum, 50 ml')).toBeAttached()
  await expect
    .poll(() => page.evaluate(() => scrollY), 'the page stays where it was')
    .toBe(scrolled)
  await expectAccessible(page)

  await page.goBack()
  await expect(page).toHaveURL(first)
  await expect(chosen(page)).toHaveText('30 ml$42.00')
  await expect(main.getByText('Size: 30 ml')).toBeVisible()
  await page.goForward()
  await expect(chosen(page)).toHaveText('50 ml$62.00')
  await expectSamePage(page)
})

test('sizes are chosen by keyboard: the focus stays, and the change is said', async ({
  asGuest: page,
}) => {
  await open(page, 'Linen Daily Lotion')
  await markPage(page)
  const [small, middle, large] = await choices(page).getByRole('link').all()
  await small!.focus()
  await page.keyboard.press('Tab')
  await expect(middle!).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(chosen(page)).toHaveText('200 ml$58.00')
  await expect(large!).toBeFocused()
  await expect(choices(page).getByRole('status')).toHaveText('Linen Daily Lotion, 200 ml, $58.00')
  await expectSamePage(page)
})

test('a slow answer leaves the page as it is until the other size can be shown', async ({
  asGuest: page,
}) => {
  await open(page, 'Neroli Morning Mist')
  let answer = () => {}
  const held = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route('**/api/products/*', async (route) => {
    await held
    await route.continue()
  })
  const larger = choices(page).getByRole('link', { name: '200 ml' })
  await larger.click()
  await expect(larger).toHaveAttribute('aria-busy', 'true')
  await expect(chosen(page)).toHaveText('100 ml$28.00')
  answer()
  await expect(chosen(page)).toHaveText('200 ml$48.00')
  await expect(larger).toBeFocused()
})

test('shades are swatches with names, and the reviews of all of them are read at each', {
  tag: '@both',
}, async ({ asGuest: page }) => {
  await open(page, 'Wildflower Lip Tint')
  const links = choices(page, 'Shade').getByRole('link')
  await expect(links).toHaveText(['Bare', 'Apricot', 'Peony', 'Poppy', 'Rosewood', 'FigSold out'])
  await links.filter({ hasText: 'Poppy' }).click()
  await expect(chosen(page, 'Shade')).toHaveText('Poppy')
  await expect(page.getByRole('main')).toContainText('(3 reviews)')
  const reviews = page.getByRole('region', { name: 'Reviews' })
  await expect(reviews.getByRole('heading', { level: 3 })).toHaveCount(3)
  for (const shade of ['Bare', 'Poppy', 'Rosewood']) {
    await expect(reviews.getByText(shade, { exact: true })).toBeVisible()
  }
})

test('a sold-out size says so and offers a mail when it is back', async ({ asGuest: page }) => {
  await open(page, 'Apricot Cleansing Oil')
  await expect(page.getByText('In stock', { exact: true })).toBeVisible()
  await choices(page).getByRole('link', { name: '250 ml Sold out' }).click()
  await expect(page.getByText('Out of stock', { exact: true }).first()).toBeVisible()
  const form = page.getByRole('group', { name: 'Back in stock' })
  await form.getByLabel('Write to me when it is back').fill('ada@example.com')
  await form.getByRole('button', { name: 'Notify me' }).click()
  await expect(page.getByText('Almost done: please confirm')).toBeVisible()

  await choices(page).getByRole('link', { name: '150 ml' }).click()
  await expect(page.getByText('In stock', { exact: true })).toBeVisible()
  await expect(page.getByText('Almost done: please confirm'), 'of the other size').toHaveCount(0)
})

test('a card stands for all sizes: one adds the first in stock, one opens to choose', {
  tag: '@both',
}, async ({ asGuest: page }) => {
  await page.goto('/products?q=linen daily lotion')
  const lotion = cardOf(page, 'Linen Daily Lotion')
  await expect(lotion).toHaveCount(1)
  await expect(lotion).toContainText('From $19.00')
  await expect(lotion).toContainText('3 sizes')
  await lotion.hover()
  await lotion.getByRole('button', { name: 'Add to Cart: Linen Daily Lotion, 50 ml' }).click()
  await toast(page, 'Added to cart')
  await expect
    .poll(() => cartOf(page))
    .toMatchObject([{ name: 'Linen Daily Lotion, 50 ml', quantity: 1 }])

  await page.goto('/products?q=wildflower lip tint')
  const tint = cardOf(page, 'Wildflower Lip Tint')
  await expect(tint).toContainText('$22.00')
  await expect(tint, 'all cost the same').not.toContainText('From')
  await expect(tint).toContainText('6 shades')
  await tint.hover()
  await tint.getByRole('link', { name: 'Choose a shade' }).click()
  await expect(title(page)).toHaveText('Wildflower Lip Tint')
  expect(await cartOf(page)).toHaveLength(1)
})

test('a card of which no shade is left is sold out as a whole', async ({ asGuest: page }) => {
  const list = await askForProducts(page, '?q=wildflower lip tint&limit=1')
  const items = list.items.map((card) => ({
    ...card,
    stock: 0,
    group: { ...card.group, first_in_stock: null },
  }))
  await answerWith(page, 'products?*', { ...list, items })
  await goHomeByClick(page)
  const tint = cardOf(page, 'Wildflower Lip Tint')
  await expect(tint).toContainText('Sold out')
  await expect(tint.getByRole('link', { name: 'Choose a shade' })).toHaveCount(0)
  await tint.getByRole('button', { name: 'Out of stock: Wildflower Lip Tint' }).click()
  await toast(page, 'This product is currently unavailable')
  expect(await cartOf(page)).toEqual([])
})

test('two sizes of one product are bought in one order, and both are named', {
  tag: '@core',
}, async ({ asGuest: page, admin }) => {
  test.slow()
  const ada = newCustomer()
  const names = ['Chamomile Cloud Foam, 150 ml', 'Chamomile Cloud Foam, 300 ml']
  await open(page, 'Chamomile Cloud Foam')
  await add(page, names[0]!).click()
  await choices(page).getByRole('link', { name: '300 ml' }).click()
  await add(page, names[1]!).click()
  await expect(page.getByRole('button', { name: 'Cart, 2 items' })).toBeVisible()

  await page.goto('/cart')
  const lines = page.getByRole('group', { name: 'Shopping Cart' })
  for (const name of names) await expect(lines.getByRole('link', { name })).toBeVisible()
  await expect(page.getByText('$64.00').last()).toBeVisible()
  await page.getByRole('link', { name: 'Proceed to Checkout' }).click()
  for (const name of names) await expect(page.getByText(name).first()).toBeVisible()
  await fillAddress(page, ada)
  await placeOrder(page)
  await payByCard(page)
  await expectPaid(page)

  await page.getByRole('link', { name: 'View order' }).click()
  await expect(page.getByRole('heading', { name: 'Items' })).toBeVisible()
  for (const name of names) await expect(page.getByText(name)).toBeVisible()
  const mail = await mailTo(admin, ada.email, 'order-confirmation')
  for (const name of names) expect(mail.html).toContain(name)
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('a size is a page of its own', async ({ page }) => {
    await page.goto('/products?q=linen daily lotion')
    await cardOf(page, 'Linen Daily Lotion').getByRole('link').first().click()
    await expect(chosen(page)).toHaveText('50 ml$19.00')
    await choices(page).getByRole('link', { name: '200 ml' }).click()
    await expect(chosen(page)).toHaveText('200 ml$58.00')
    await expect(title(page)).toHaveText('Linen Daily Lotion')
    await expect(page.getByText('Size: 200 ml')).toBeVisible()
  })
})
