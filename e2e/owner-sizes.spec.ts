import type { APIRequestContext, Page } from '@playwright/test'
import { expect, expectAccessible, moveByKey, test } from './fixtures.ts'
import { archiveOwnProducts, givenProduct, unique } from './product-fixtures.ts'
import { toast } from './toasts.ts'

test.afterEach(archiveOwnProducts)

type Member = { product_id: string; value: string; colour: string | null; version: number }
type Group = { id: string; version: number; name: string; kind: string; members: Member[] }

const groupOf = async (admin: APIRequestContext, product_id: string): Promise<Group> => {
  const { group_id } = await (await admin.get(`/api/admin/products/${product_id}`)).json()
  return (await admin.get(`/api/admin/product_groups/${group_id}`)).json()
}

/** A serum in two sizes: 30 ml with 4 in stock, 50 ml with 8. */
async function givenSizes(admin: APIRequestContext) {
  const name = unique('Sizes')
  const small = await givenProduct(admin, { name, price: 24, stock: 4 })
  const large = await givenProduct(admin, { name: `${name} large`, price: 38, stock: 8 })
  const members = [
    { product_id: small.id, value: '30 ml', colour: null },
    { product_id: large.id, value: '50 ml', colour: null },
  ]
  const data = { name, option_name: 'Size', kind: 'size', members }
  const made = await admin.post('/api/product_groups', { data })
  expect(made.status(), await made.text()).toBe(201)
  return { name, small, large, group: (await made.json()) as Group }
}

const members = (page: Page, name: string) =>
  page.getByRole('group', { name: `Members of ${name}` }).getByRole('listitem')

test('a group is made, a size is added and seen in the shop, and what was typed stays', {
  tag: '@core',
}, async ({ asAdmin: page, admin }) => {
  const name = unique('Fig Serum')
  const { id } = await givenProduct(admin, { name, price: 24, stock: 4 })
  await page.goto(`/admin/products/${id}`)
  // The group is saved apart from the form, which keeps what was typed and can still be saved.
  await page.getByLabel('Description').fill('Two sizes now.')
  await page.getByRole('button', { name: 'Make a group' }).click()
  const dialog = page.getByRole('dialog', { name: 'Make a group' })
  await expect(dialog.getByLabel('Name', { exact: true })).toHaveValue(name)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText('Value is required')).toBeVisible()
  await dialog.getByLabel('Size', { exact: true }).fill('30 ml')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await toast(page, 'Group created successfully')
  await expect(page.getByRole('heading', { level: 1, name: `${name}, 30 ml` })).toBeVisible()
  await expect(page.getByLabel('Description')).toHaveValue('Two sizes now.')

  await page.getByRole('button', { name: 'Add size' }).click()
  const size = page.getByRole('dialog', { name: 'Add size' })
  await size.getByLabel('Size', { exact: true }).fill('30 ML')
  await size.getByLabel('Price (USD)').fill('39.5')
  await size.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(size.getByText('Stock is required')).toBeVisible()
  await size.getByLabel('Stock').fill('7')
  await size.getByLabel('Size', { exact: true }).fill('50 ml')
  await size.getByRole('button', { name: 'Add', exact: true }).click()
  await toast(page, 'Size added successfully')
  await expect(members(page, name)).toHaveText([/^30 mlthis product\$24\.004/, /^50 ml\$39\.507/])

  await page.keyboard.press('Control+s')
  await toast(page, 'Product updated successfully')
  const shop = await (await page.request.get(`/api/products/${id}`)).json()
  expect(shop).toMatchObject({ name: `${name}, 30 ml`, description: 'Two sizes now.' })
  expect(shop.group.choices).toMatchObject([
    { value: '30 ml', price: 24 },
    { value: '50 ml', price: 39.5, in_stock: true },
  ])

  await page.getByRole('link', { name: '50 ml' }).click()
  await expect(page.getByRole('heading', { level: 1, name: `${name}, 50 ml` })).toBeVisible()
  await expect(page.getByLabel('Stock', { exact: true })).toHaveValue('7')
})

test('a product joins, shades get colours, and the order is set by keyboard @both', async ({
  asAdmin: page,
  admin,
  expectTrouble,
}) => {
  expectTrouble(/409/)
  const { name, small, large } = await givenSizes(admin)
  const { name: taken } = await givenSizes(admin)
  const other = await givenProduct(admin, { name: `${name}, Plum`, price: 19, stock: 2 })
  await page.goto(`/admin/products/${small.id}`)
  await page.getByRole('button', { name: 'Edit group' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit group' })
  const rows = dialog.getByRole('group', { name: 'Products of the group' }).getByRole('listitem')
  await dialog.getByLabel('Join a product').fill(name)
  await dialog.getByRole('button', { name: `Join ${other.name}` }).click()
  // What its name has beyond that of the group.
  await expect(rows.nth(2).getByLabel('Size')).toHaveValue('Plum')
  await expect(dialog.getByRole('button', { name: `Join ${other.name}` })).toHaveCount(0)

  await dialog.getByLabel('Shown as').selectOption('shade')
  await expect(dialog.getByLabel('Option name')).toHaveValue('Shade')
  await rows.nth(0).getByLabel('Shade').fill('Plum')
  await rows.nth(2).getByLabel('Colour', { exact: true }).fill('#5B2A4A')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText('Two products have the same value')).toBeVisible()
  await rows.nth(0).getByLabel('Shade').fill('Rose')
  await rows.nth(1).getByRole('button', { name: 'Take 50 ml out of the group' }).click()
  await expect(rows).toHaveCount(2)

  await page.getByRole('button', { name: 'Move Plum' }).press('Space')
  await expect(page.getByText('Plum picked up, 2 of 2.')).toBeAttached()
  await moveByKey(page, 'ArrowUp', page.getByText('Plum is now 1 of 2.'))
  await page.keyboard.press('Space')
  await expect(rows.first().getByLabel('Shade')).toHaveValue('Plum')
  await expectAccessible(page)

  await dialog.getByLabel('Name', { exact: true }).fill(taken)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText('Another group of sizes or shades has this name')).toBeVisible()
  await dialog.getByLabel('Name', { exact: true }).fill(name)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await toast(page, 'Group updated successfully')
  await expect(members(page, name)).toHaveText([/^Plum/, /^Rosethis product/])

  const saved = await groupOf(admin, small.id)
  expect(saved).toMatchObject({
    kind: 'shade',
    members: [
      { product_id: other.id, value: 'Plum', colour: '#5b2a4a' },
      { product_id: small.id, value: 'Rose', colour: null },
    ],
  })
  const left = await (await admin.get(`/api/admin/products/${large.id}`)).json()
  expect(left).toMatchObject({ group_id: null, full_name: large.name })

  // The audit log speaks of it in the words of the dialog.
  await page.goto('/admin/changes?object_type=product_groups')
  const change = page.locator('tr, li').filter({ hasText: name }).first()
  await expect(change).toContainText('Sizes and shades')
})

test('a group that somebody else changed meanwhile is not overwritten unseen', async ({
  asAdmin: page,
  admin,
  expectTrouble,
}) => {
  expectTrouble(/409/)
  const { name, small, group } = await givenSizes(admin)
  await page.goto(`/admin/products/${small.id}`)
  await page.getByRole('button', { name: 'Edit group' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit group' })
  await dialog.getByLabel('Size', { exact: true }).first().fill('35 ml')
  // Somebody else turns the order round.
  const { id, version, members: before } = group
  const turned = before
    .toReversed()
    .map(({ product_id, value, colour }) => ({ product_id, value, colour }))
  const data = { version, name, option_name: 'Volume', kind: 'size', members: turned }
  const answer = await admin.put(`/api/product_groups/${id}`, { data })
  expect(answer.ok(), await answer.text()).toBe(true)

  await dialog.getByRole('button', { name: 'Save' }).click()
  const conflict = page.getByRole('dialog', { name: 'Changed meanwhile' })
  await expect(conflict).toContainText('Option nameSizeVolume')
  expect((await groupOf(admin, small.id)).members.map(({ value }) => value)).toEqual([
    '50 ml',
    '30 ml',
  ])
  await conflict.getByRole('button', { name: 'Save mine anyway' }).click()
  await toast(page, 'Group updated successfully')
  expect((await groupOf(admin, small.id)).members.map(({ value }) => value)).toEqual([
    '35 ml',
    '50 ml',
  ])
})

test('a dissolved group leaves its products, and the open form can be saved', async ({
  asAdmin: page,
  admin,
}) => {
  const { name, small } = await givenSizes(admin)
  await page.goto(`/admin/products/${small.id}`)
  await page.getByLabel('Description').fill('Alone again.')
  await page.getByRole('button', { name: 'Dissolve group' }).click()
  const confirm = page.getByRole('alertdialog', { name: `Dissolve ${name}?` })
  await expect(confirm).toContainText('Its 2 products stay in the shop')
  await confirm.getByRole('button', { name: 'Dissolve' }).click()
  await toast(page, 'Group dissolved successfully')
  await expect(page.getByRole('button', { name: 'Make a group' })).toBeVisible()
  // It bore the name of the group, so it leaves with its size.
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue(`${name}, 30 ml`)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await toast(page, 'Product updated successfully')
  const saved = await (await admin.get(`/api/admin/products/${small.id}`)).json()
  expect(saved).toMatchObject({
    name: `${name}, 30 ml`,
    description: 'Alone again.',
    group_id: null,
  })
})

test('the table folds a group with its stock, and a bulk edit means all its products @both', async ({
  asAdmin: page,
  admin,
}) => {
  const { name, small } = await givenSizes(admin)
  await givenProduct(admin, { name: `${name} cream`, price: 10, stock: 30 })
  await page.goto(`/admin/products?q=${encodeURIComponent(name)}&sort=name`)
  await expect(page.getByText('1–2 of 2')).toBeVisible()
  const fold = page.getByRole('button', { name: `${name} 2 sizes` })
  const row = page.locator('tr, li').filter({ has: fold })
  // Prices and the stock of both, which the card of a phone names.
  await expect(row).toContainText(/\$24\.00 – \$38\.00(Stock)?12(0On sale|Status)/)
  await expect(page.getByRole('link', { name: `${name}, 30 ml` })).toHaveCount(0)

  await page.getByLabel(`Select ${name}`, { exact: true }).check()
  const selected = page.getByRole('region', { name: 'Selected rows' })
  await expect(selected).toContainText('2 selected')
  await selected.getByRole('button', { name: 'Price' }).click()
  const dialog = page.getByRole('dialog', { name: 'Change price' })
  await dialog.getByLabel('Percent', { exact: true }).fill('-50')
  const planned = dialog.getByRole('table', { name: 'What will change' }).getByRole('row')
  await expect(planned.nth(1)).toContainText(`${name}, 30 ml`)
  await expect(planned.nth(2)).toContainText(`${name}, 50 ml`)
  await dialog.getByRole('button', { name: 'Apply to 2 products' }).click()
  await expect(row).toContainText('$12.00 – $19.00')

  await fold.click()
  await expect(page.getByText('1–2 of 2')).toBeVisible()
  await page.getByRole('button', { name: `Stock of ${name}, 30 ml: 4. Edit` }).click()
  await page.getByLabel(`Stock of ${name}, 30 ml`).fill('6')
  await page.keyboard.press('Enter')
  await expect(row).toContainText(/\$12\.00 – \$19\.00(Stock)?14(0On sale|Status)/)
  await page.getByLabel(`Select ${name}, 50 ml`).check()
  await expect(selected).toContainText('1 selected')
  await expect(page.getByLabel(`Select ${name}`, { exact: true })).toHaveJSProperty(
    'indeterminate',
    true,
  )
  await expectAccessible(page)
  await page.getByRole('link', { name: `${name}, 30 ml` }).click()
  await expect(page).toHaveURL(`/admin/products/${small.id}`)
})
