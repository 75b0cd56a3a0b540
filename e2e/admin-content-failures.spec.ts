import type { Locator, Page } from '@playwright/test'
import { expect, expectAccessible, test } from './fixtures.ts'
import { expectFailedLoad, file, givenCoupon } from './owner-fixtures.ts'
import { toast } from './toasts.ts'

const DEFAULT_FAILURE = 'The file could not be uploaded. Please try again.'
const STORY_FAILURE = 'Failed to upload images. Please try again.'

const fail = (page: Page, path: string, method: string) =>
  page.route(`**/api/${path}`, (route) =>
    route.request().method() === method
      ? route.fulfill({ status: 500, json: {} })
      : route.fallback(),
  )

async function confirmDelete(page: Page) {
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
}

// Shows B5.18, B8.24, B8.25, B8.27, B8.29, B8.30
test('what the owner changes on the home page fails with its text, and nothing typed is lost', async ({
  asAdmin: page,
  expectTrouble,
}) => {
  test.slow()
  expectTrouble(/500/)
  await fail(page, 'banner_content', 'PUT')
  await page.goto('/admin/banner')
  await page.getByLabel('Subtitle').fill('Not saved')
  await page.getByRole('button', { name: 'Save' }).click()
  await toast(page, 'Failed to update banner')
  await expect(page.getByLabel('Subtitle')).toHaveValue('Not saved')
  await page.reload()

  await fail(page, 'testimonials', 'POST')
  await fail(page, 'testimonials/*', 'DELETE')
  await page.goto('/admin/testimonials')
  await page.getByRole('button', { name: 'Add testimonial' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add testimonial' })
  await dialog.getByLabel('Name').fill('Wanda')
  await dialog.getByLabel('Text').fill('Thank you.')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await toast(page, 'Failed to add testimonial')
  await expect(dialog.getByLabel('Text')).toHaveValue('Thank you.')
  await page.reload()
  await page
    .getByRole('button', { name: /^Delete / })
    .first()
    .click()
  await confirmDelete(page)
  await toast(page, 'Failed to delete testimonial')

  await fail(page, 'before_after', 'POST')
  await fail(page, 'before_after/*', 'DELETE')
  await page.goto('/admin/before-after')
  const large = { name: 'large.png', mimeType: 'image/png', buffer: Buffer.alloc(5_300_000) }
  await page.locator('input[type=file]').setInputFiles(large)
  await expect(page.getByText('File too large').first()).toBeVisible()
  await page.locator('input[type=file]').setInputFiles(await file('a.png', '#aa8866'))
  await toast(page, '1 image(s) uploaded successfully. Fill in the details below.')
  const item = page.getByRole('group', { name: 'Item 1' })
  await item.getByLabel('Title').fill('Week two')
  await item.getByLabel('Description').fill('Calmer.')
  await page.getByRole('button', { name: 'Add items' }).click()
  await toast(page, 'Failed to add items')
  await expect(item.getByLabel('Title')).toHaveValue('Week two')
  await page.reload()
  await page
    .getByRole('button', { name: /^Delete / })
    .first()
    .click()
  await confirmDelete(page)
  await toast(page, 'Failed to delete item')
})

// Shows B8.31
test('every form with pictures holds what was typed when an upload fails', async ({
  asAdmin: page,
  expectTrouble,
}) => {
  test.slow()
  expectTrouble(/500/)
  const failUpload = async (form: Page | Locator, failure = DEFAULT_FAILURE) => {
    await form
      .locator('input[type=file]')
      .first()
      .setInputFiles(await file('b.png', '#88aa66'))
    const row = form.getByRole('listitem').filter({ hasText: 'b.png' })
    await expect(row).toContainText('Upload failed')
    await expect(row).toContainText(failure)
  }
  const firstOf = (name: RegExp) => page.getByRole('button', { name }).first()

  await page.goto('/admin/before-after')
  await page.locator('input[type=file]').setInputFiles(await file('a.png', '#aa8866'))
  const item = page.getByRole('group', { name: 'Item 1' })
  await item.getByLabel('Description').fill('Calmer.')
  await fail(page, 'media*', 'POST')
  await failUpload(page, STORY_FAILURE)
  await expect(item.getByLabel('Description')).toHaveValue('Calmer.')
  await page.goto('/admin/before-after')
  await firstOf(/^Edit /).click()
  const story = page.getByRole('dialog', { name: 'Edit item' })
  await story.getByLabel('Title').fill('Week two')
  await failUpload(story, STORY_FAILURE)
  await expect(story.getByLabel('Title')).toHaveValue('Week two')

  await page.goto('/admin/products/new')
  await page.getByLabel('Name', { exact: true }).fill('Petal Balm')
  await page.getByLabel('Description').fill('Soft.')
  await failUpload(page)
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Petal Balm')
  await expect(page.getByLabel('Description')).toHaveValue('Soft.')

  await page.goto('/admin/banner')
  await page.getByLabel('Subtitle').fill('Typed before')
  await failUpload(page)
  await expect(page.getByLabel('Subtitle')).toHaveValue('Typed before')

  await page.goto('/admin/settings')
  await page.getByLabel('City').fill('Porto')
  await failUpload(page)
  await expect(page.getByLabel('City')).toHaveValue('Porto')
  await expect(page.getByText('1 unsaved change')).toBeVisible()

  await page.goto('/admin/testimonials')
  await page.getByRole('button', { name: 'Add testimonial' }).click()
  const testimonial = page.getByRole('dialog', { name: 'Add testimonial' })
  await testimonial.getByLabel('Text').fill('Thank you.')
  await failUpload(testimonial)
  await expect(testimonial.getByLabel('Text')).toHaveValue('Thank you.')
})

// Shows B8.1, B8.34, B8.39, B8.42, B8.46
test('a list or screen that can not be loaded names itself in a toast and in its place, and tries again', async ({
  asAdmin: page,
  admin,
  expectTrouble,
}) => {
  expectTrouble(/500/)
  const firstOf = async (list: string) => (await (await admin.get(`/api/${list}`)).json()).items[0]
  const { id, name } = await firstOf('products?limit=1')
  const customer = await firstOf('customers')
  const order = await firstOf('orders/all?status=completed')
  // A live update would load it again before the button is pressed.
  await page.route('**/api/live/changes*', () => {})
  for (const [path, screen, text] of [
    ['editable/pages*', '/admin/pages', 'Failed to load pages'],
    ['editable/site_settings', '/admin/settings', 'Failed to load settings'],
    [
      'editable/section_backgrounds',
      '/admin/section-backgrounds',
      'Failed to load section backgrounds',
    ],
    ['contact_messages*', '/admin/contact-messages', 'Failed to load messages'],
    ['coupons*', '/admin/coupons', 'Failed to load coupons'],
    ['editable/testimonials', '/admin/testimonials', 'Failed to load testimonials'],
    ['editable/banner_content', '/admin/banner', 'Failed to load the banner'],
  ] as const) {
    await fail(page, path, 'GET')
    await page.goto(screen)
    const inPlace = await expectFailedLoad(page, text)
    await expect(inPlace).toContainText('Something went wrong on our side.')
    if (screen === '/admin/pages') await expectAccessible(page)
    await page.unroute(`**/api/${path}`)
    await inPlace.getByRole('button', { name: 'Try again' }).click()
    await expect(inPlace).toHaveCount(0)
  }

  // A call that never answers is given up, too: of a screen or of a card on it.
  const person = encodeURIComponent(customer.user_id ?? customer.email)
  for (const [path, screen, text, heading] of [
    ['customers/*', `/admin/customers/${person}`, 'Failed to load the customer', customer.email],
    ['orders/*/payments', `/admin/orders/${order.id}`, 'Failed to load payments', 'Paid'],
    ['admin/products/*', `/admin/products/${id}`, 'Failed to load the product', name],
  ] as const) {
    await page.route(`**/api/${path}`, () => {})
    await page.goto(screen)
    const inPlace = await expectFailedLoad(page, text)
    await expect(inPlace).toContainText('We could not reach the shop.')
    await page.unroute(`**/api/${path}`)
    await inPlace.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('main').getByText(heading).first()).toBeVisible()
  }

  // When it was loaded before, what is shown stays.
  const code = await givenCoupon(admin)
  await page.goto(`/admin/coupons?q=${code}`)
  const active = page.getByRole('switch', { name: `${code} is active` })
  await expect(active).toBeChecked()
  await fail(page, 'coupons*', 'GET')
  await active.click()
  const inPlace = await expectFailedLoad(page, 'Failed to load coupons')
  await expect(active).toBeVisible()
  await expectAccessible(page)
  await page.unroute('**/api/coupons*')
  await inPlace.getByRole('button', { name: 'Try again' }).click()
  await expect(active).not.toBeChecked()
  await expect(inPlace).toHaveCount(0)
})

// Shows B8.35, B8.36, B8.37, B8.43, B8.44
test('pages and sections that can not be saved say so', async ({
  asAdmin: page,
  expectTrouble,
}) => {
  test.slow()
  expectTrouble(/500/)

  await fail(page, 'section_backgrounds/*/position', 'PUT')
  await fail(page, 'section_backgrounds/*', 'PUT')
  await page.goto('/admin/section-backgrounds')
  await page.getByRole('button', { name: 'Move Before & After up' }).click()
  await toast(page, 'Failed to update section order')
  await page.getByRole('button', { name: 'Edit Testimonials' }).click()
  const background = page.getByRole('dialog', { name: 'Background of Testimonials' })
  await background.getByRole('tab', { name: 'Custom gradient' }).click()
  await background.getByLabel('Direction').selectOption('To the right')
  await background.getByRole('button', { name: 'Save' }).click()
  await toast(page, 'Failed to update section background')
  await page.reload()

  await fail(page, 'editable/pages', 'POST')
  await fail(page, 'editable/pages/*', 'PUT')
  await fail(page, 'editable/pages/*', 'DELETE')
  await page.goto('/admin/pages')
  await page.getByRole('button', { name: 'New page' }).click()
  const dialog = page.getByRole('dialog', { name: 'New page' })
  await dialog.getByLabel('Title').fill('Never stored')
  await dialog.getByLabel('Content').fill('A long text.')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await toast(page, 'Failed to create page')
  await expect(dialog.getByLabel('Content')).toHaveValue('A long text.')
  await page.reload()
  const menu = page.getByRole('button', { name: /^Actions for / }).first()
  await menu.click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  const edit = page.getByRole('dialog', { name: 'Edit page' })
  await edit.getByLabel('Content').fill('Not saved')
  await edit.getByRole('button', { name: 'Save' }).click()
  await toast(page, 'Failed to update page')
  await expect(edit.getByLabel('Content')).toHaveValue('Not saved')
  // The address names the page that is edited, so a reload would open it again.
  await page.goto('/admin/pages')
  await menu.click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await confirmDelete(page)
  await toast(page, 'Failed to delete page')
})
