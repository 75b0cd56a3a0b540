import type { Page } from '@playwright/test'
import { menuButton } from './account-fixtures.ts'
import { expect, test } from './fixtures.ts'
import { rememberSettings, saveSetting } from './owner-fixtures.ts'
import { askForProducts, cards } from './shop-data.ts'

test.use({ javaScriptEnabled: false })

/** Playwright's search for text leaves `noscript` out. */
const note = (page: Page, text: string) => page.locator('noscript > p').filter({ hasText: text })

test('without script the home page can be read, and leads on', async ({ page }) => {
  await page.goto('/')
  await expect(page.getByRole('heading', { name: 'Elevate Your Beauty Routine' })).toBeVisible()
  await expect(cards(page)).toHaveCount(4)
  await expect(page.getByRole('heading', { name: 'Four weeks with Rosehip Renewal' })).toBeVisible()
  await page.getByRole('button', { name: 'Masks' }).click()
  await expect(page).toHaveURL(/\/products\?category=Masks/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Masks')
  await page.goto('/')
  await page.getByRole('button', { name: 'See More Products' }).click()
  await expect(cards(page)).toHaveCount(24)
})

test('without script the products can be paged, filtered, sorted and searched', {
  tag: '@core',
}, async ({ page }) => {
  await page.goto('/products')
  await page.getByRole('link', { name: 'Load more' }).click()
  await expect(page).toHaveURL('/products?page=2')
  await expect(cards(page)).toHaveCount(13)
  await page.getByRole('link', { name: 'Previous products' }).click()
  await expect(cards(page)).toHaveCount(24)

  await page.getByLabel('Sort by').selectOption('price-up')
  await page.getByRole('button', { name: 'Sort' }).click()
  await expect(page).toHaveURL(/sort=price-up/)
  // Another test may change a price between the two answers.
  await expect(async () => {
    await page.reload()
    const { items } = await askForProducts(page, '?sort=price-up')
    expect(await cards(page).getByRole('heading').allTextContents()).toEqual(
      items.map((p) => p.name),
    )
  }).toPass()

  await page.getByText('Filter', { exact: true }).click()
  await page.getByLabel('In stock only').check()
  await page.getByRole('button', { name: 'Show products' }).click()
  await expect(page).toHaveURL(/in_stock=/)
  await expect(page.getByText('Sold out')).toHaveCount(0)

  const field = page.getByRole('combobox', { name: 'Search products' }).filter({ visible: true })
  await field.first().fill('clenser')
  await field.first().press('Enter')
  await expect(page.getByText('Showing results for cleanser.')).toBeVisible()
})

test('without script the menu unfolds, and what needs script says so', async ({ page }) => {
  await page.goto('/')
  await expect(note(page, 'This browser runs no scripts.')).toBeVisible()
  await expect(cards(page).getByRole('button').filter({ visible: true })).toHaveCount(0)
  await menuButton(page).click()
  const menu = page.getByRole('navigation', { name: 'All pages' })
  await expect(menu.getByRole('link', { name: 'Our Products' })).toBeVisible()
  await menu.getByRole('link', { name: 'Sign In' }).click()
  await expect(note(page, 'Signing in and signing up need JavaScript')).toBeVisible()
  await expect(page.locator('.shimmer').filter({ visible: true })).toHaveCount(0)
})

test('without script the contact form is sent', async ({ page, admin }) => {
  const name = `Without Script ${Date.now()}`
  await page.goto('/contact')
  await page.getByLabel('Name', { exact: true }).fill(name)
  await page.getByLabel('Email', { exact: true }).fill('no-script@example.com')
  await page.getByLabel('Message', { exact: true }).fill('Is the balm back soon?')
  await page.getByRole('button', { name: 'Send Message' }).click()
  await expect(page.getByRole('heading', { name: 'Message sent!' })).toBeVisible()
  await expect(page.getByText('We will get back to you soon.')).toBeVisible()
  const { items } = await (await admin.get('/api/contact_messages', { params: { q: name } })).json()
  expect(items).toMatchObject([{ name, message: 'Is the balm back soon?', phone: null }])
})

test('without script the newsletter form is sent', async ({ page, admin }) => {
  const restoreSettings = await rememberSettings(admin)
  await saveSetting(admin, 'newsletter_invitation', 'A letter now and then.')
  await page.goto('/contact')
  const form = page.getByRole('form', { name: 'Newsletter' })
  await form.getByLabel('Email address').fill(`no-script.${Date.now()}@example.com`)
  await form.getByRole('button', { name: 'Sign up' }).click()
  await expect(page.getByRole('heading', { name: 'Almost done' })).toBeVisible()
  await restoreSettings()
})

test('without script a product can be read, with all its pictures', { tag: '@core' }, async ({
  page,
}) => {
  await page.goto('/products?q=rosehip')
  await cards(page).getByRole('link').first().click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Rosehip Renewal Serum')
  await expect(page.getByText('Our best-known bottle.')).toBeVisible()
  await expect(page.locator('main img[alt^="Rosehip Renewal Serum, picture"]')).toHaveCount(3)
  await expect(note(page, 'The cart needs JavaScript')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Add to Cart/ })).toHaveCount(0)
})
