import { expect, test } from './fixtures.ts'
import { toast } from './toasts.ts'

const code = () => `E2E${crypto.randomUUID().slice(0, 8).toUpperCase()}`

// Shows B2.6, B2.28, B4.5, B5.7, B5.8, B5.9, B5.23, B8.5
test('a coupon is created, found, switched off, changed and deleted', { tag: '@core' }, async ({
  asAdmin: page,
}) => {
  const name = code()
  await page.goto('/admin/coupons')
  await page.getByRole('button', { name: 'New coupon' }).click()
  const dialog = page.getByRole('dialog', { name: 'New coupon' })
  await expect(dialog.getByLabel('Discount type')).toHaveValue('percentage')
  const { time_zone } = await (await page.request.get('/api/site_settings')).json()
  const days = new Intl.DateTimeFormat('en-CA', { timeZone: time_zone || 'UTC' })
  await expect(dialog.getByLabel('Valid from')).toHaveValue(days.format())
  await expect(dialog.getByLabel('Active')).toBeChecked()
  await expect(dialog.getByLabel('Max uses')).toHaveValue('')

  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText('Code is required')).toBeVisible()
  await expect(dialog.getByText('Discount value is required')).toBeVisible()
  await expect(dialog.getByText('Valid until is required')).toBeVisible()

  await dialog.getByLabel('Code').fill(name.toLowerCase())
  await dialog.getByLabel('Discount value (%)').fill('15')
  await dialog.getByLabel('Valid until').fill('2031-05-31')
  await page.keyboard.press('Control+s')
  await expect(page.getByText('Coupon created successfully')).toBeVisible()

  await page.getByLabel('Search by code').fill(name)
  await expect(page.getByText('1–1 of 1')).toBeVisible()
  expect(page.url()).toContain(`q=${name}`)
  const active = page.getByRole('switch', { name: `${name} is active` })
  await active.click()
  await expect(active).not.toBeChecked()
  await expect(page.getByText('Inactive', { exact: true }).last()).toBeVisible()

  await page.getByRole('button', { name: `Actions for ${name}` }).click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  const edit = page.getByRole('dialog', { name: 'Edit coupon' })
  await edit.getByLabel('Discount type').selectOption('Fixed amount')
  await edit.getByLabel('Discount value (USD)').fill('7.50')
  await page.keyboard.press('Escape')
  const question = page.getByRole('alertdialog', { name: 'Close without saving?' })
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(edit.getByLabel('Discount value (USD)')).toHaveValue('7.50')
  await edit.getByRole('button', { name: 'Save' }).click()
  await toast(page, 'Coupon updated successfully')
  await expect(page.getByText('$7.50')).toBeVisible()

  await page.getByRole('button', { name: `Actions for ${name}` }).click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  await edit.getByLabel('Max uses').fill('3')
  await edit.getByRole('button', { name: 'Cancel' }).click()
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(edit.getByLabel('Max uses')).toHaveValue('3')
  await edit.getByRole('button', { name: 'Close' }).click()
  await question.getByRole('button', { name: 'Discard' }).click()
  await expect(edit).toBeHidden()
  await expect(page.getByText('0 / 3')).toBeHidden()

  await page.getByRole('button', { name: `Actions for ${name}` }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await toast(page, 'Coupon deleted successfully')
  await expect(page.getByText('No coupons match')).toBeVisible()

  await page.goto('/admin/changes')
  await page.getByLabel('Search by name').fill(name)
  await expect(page.getByText('1–4 of 4')).toBeVisible()
})

test('of two who edit a coupon the second is refused, and chooses', async ({
  asAdmin: page,
  baseURL,
  expectTrouble,
}) => {
  expectTrouble(/409/)
  const name = code()
  const created = await page.request.post('/api/coupons', {
    headers: { origin: baseURL ?? '' },
    data: {
      code: name,
      discount_percentage: 10,
      discount_amount: null,
      valid_from: '2026-01-01T00:00:00.000Z',
      valid_until: '2031-01-01T00:00:00.000Z',
      active: true,
      max_uses: null,
    },
  })
  const coupon = await created.json()
  await page.goto(`/admin/coupons?q=${name}`)
  await page.getByRole('button', { name: `Actions for ${name}` }).click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  const { id, current_uses, created_at, ...values } = coupon
  const other = await page.request.put(`/api/coupons/${id}`, {
    headers: { origin: baseURL ?? '' },
    data: { ...values, discount_percentage: 20 },
  })
  expect(other.ok()).toBe(true)

  const dialog = page.getByRole('dialog', { name: 'Edit coupon' })
  await dialog.getByLabel('Max uses').fill('5')
  await dialog.getByRole('button', { name: 'Save' }).click()
  const conflict = page.getByRole('dialog', { name: 'Changed meanwhile' })
  await expect(conflict).toContainText('Discount percentage')
  await expect(conflict).toContainText('1020')
  await conflict.getByRole('button', { name: 'Save mine anyway' }).click()
  await toast(page, 'Coupon updated successfully')
  await expect(page.getByText('0 / 5')).toBeVisible()
})

test('Ctrl-K jumps to a screen', async ({ asAdmin: page }) => {
  await page.goto('/admin')
  await expect(page.getByRole('button', { name: 'Search or jump to' })).toBeVisible()
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').fill('coup')
  await page.keyboard.press('Enter')
  await page.waitForURL('/admin/coupons')
  await expect(page.getByRole('heading', { level: 1, name: 'Coupons' })).toBeVisible()
})
