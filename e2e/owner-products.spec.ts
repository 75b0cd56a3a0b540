import type { APIRequestContext, Page } from '@playwright/test'
import { newCustomer } from './checkout-fixtures.ts'
import { openDatabase } from './database.ts'
import { expect, moveByKey, test } from './fixtures.ts'
import { archiveOwnProducts, givenProduct, picture, unique } from './product-fixtures.ts'
import { productsInStock } from './shop-data.ts'
import { toast } from './toasts.ts'

test.afterEach(archiveOwnProducts)

/** A guest's order, as a checkout places it. Returns its number. */
async function givenSale(
  guest: APIRequestContext,
  origin: string | undefined,
  product: { id: string; price: number },
) {
  const answer = await guest.post('/api/orders', {
    headers: { origin: origin ?? '' },
    data: {
      idempotency_key: crypto.randomUUID(),
      lines: [{ product_id: product.id, quantity: 2 }],
      shipping_address: newCustomer(),
      total: product.price * 2,
    },
  })
  expect(answer.ok(), await answer.text()).toBe(true)
  const { id } = await answer.json()
  return id.slice(0, 8) as string
}

async function chooseInMenu(page: Page, name: string, item: string) {
  await page.getByRole('button', { name: `Actions for ${name}` }).click()
  await page.getByRole('menuitem', { name: item }).click()
}

// Shows S9.18, B2.24, B5.1, B5.2, B5.3, B5.4, B6.3, B8.3, B8.7, B8.8, B9.5
test('a product is created with two pictures in another order, and the shop shows it', {
  tag: '@core',
}, async ({ asAdmin: page }) => {
  const name = unique('Petal Balm')
  await page.goto('/admin/products')
  await page.getByRole('link', { name: 'Add product' }).first().click()
  await page.getByRole('button', { name: 'Create product' }).click()
  for (const text of [
    'Name is required',
    'Description is required',
    'Price is required',
    'Stock is required',
    'Please upload at least one image',
  ]) {
    await expect(page.getByText(text)).toBeVisible()
  }

  const files = page.locator('input[type=file]')
  await files.setInputFiles({
    name: 'notes.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from('not a picture'),
  })
  await toast(page, 'Invalid file')
  await toast(page, 'notes.txt is not an image')

  await files.setInputFiles([
    await picture('rose.png', '#d8a7b1'),
    await picture('sage.png', '#a7b8a1'),
  ])
  await toast(page, '2 image(s) uploaded successfully')
  const images = page.getByRole('group', { name: 'Images of the product' }).getByRole('img')
  await expect(images).toHaveCount(2)
  const grid = page.getByRole('group', { name: 'Images of the product' }).getByRole('list')
  await expect(grid, 'four columns').toHaveCSS('grid-template-columns', /^(\S+ ){3}\S+$/)
  const second = (await images.nth(1).getAttribute('src')) ?? ''

  // By keyboard: pick up, move, drop.
  await page.getByRole('button', { name: 'Move image 2', exact: true }).press('Space')
  await expect(page.getByText('image 2 picked up, 2 of 2.')).toBeAttached()
  await moveByKey(page, 'ArrowLeft', page.getByText('image 2 is now 1 of 2.'))
  await page.keyboard.press('Space')
  await expect(images.first()).toHaveAttribute('src', second)

  await page.getByLabel('Name').fill(name)
  await page.getByLabel('Description').fill('Soft as the first morning of May.')
  await page.getByLabel('Price (USD)', { exact: true }).fill('40')
  for (const name of [/^Price \(USD\)/, /^Cost price \(USD\)/, /^Original price \(USD\)/]) {
    await expect(page.getByLabel(name)).toHaveAttribute('step', '0.01')
  }
  await expect(page.getByLabel('Stock', { exact: true })).toHaveAttribute('step', '1')
  await expect(page.getByLabel('Cost price (USD)')).toHaveAccessibleDescription(/Admin only/)
  await page.getByLabel('Cost price (USD)').fill('10')
  await expect(page.getByText('75.0 % · $30.00 a unit')).toBeVisible()
  await page.getByLabel('Stock', { exact: true }).fill('5')
  await page.getByLabel('Ingredients').fill('Aqua, Glycerin, Rosa Canina Seed Oil')
  await page.getByLabel('How to use').fill('1. Warm a little\n2. Press it in')
  await page.getByRole('button', { name: 'Create product' }).click()
  await toast(page, 'Product created successfully')
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()

  const id = page.url().split('/').at(-1)
  await page.goto(`/product/${id}`)
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  await expect(page.getByText('$40.00').first()).toBeVisible()
  const { images: saved } = await (await page.request.get(`/api/products/${id}`)).json()
  expect(saved[0]).toBe(second)

  // What was filled folds; what was left empty is not there.
  const main = page.getByRole('main')
  const list = main.getByText('Aqua, Glycerin, Rosa Canina Seed Oil')
  await expect(list).toBeHidden()
  await main.getByText('Ingredients', { exact: true }).click()
  await expect(list).toBeVisible()
  await main.getByText('How to use', { exact: true }).click()
  await expect(main.getByText('2. Press it in')).toBeVisible()
  await expect(main.getByText('Delivery and returns')).toHaveCount(0)
})

// Shows B8.3
test('price and stock are changed in the table; a sale meanwhile stays counted @both', async ({
  asAdmin: page,
  admin,
  request,
  baseURL,
}) => {
  const { id, name } = await givenProduct(admin, { stock: 12, price: 20 })
  await page.goto(`/admin/products?q=${encodeURIComponent(name)}`)
  await page.getByRole('button', { name: `Stock of ${name}: 12. Edit` }).click()
  await page.getByLabel(`Stock of ${name}`).fill('-1')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Stock must not be negative')).toBeVisible()
  // Two units are sold while the field is open.
  const order = await givenSale(request, baseURL, { id, price: 20 })
  await page.getByLabel(`Stock of ${name}`).fill('9')
  await page.keyboard.press('Enter')
  await toast(page, 'Product updated successfully')
  await expect(page.getByRole('button', { name: `Stock of ${name}: 7. Edit` })).toBeFocused()
  await expect(page.getByText('Low', { exact: true })).toBeVisible()

  await page.getByRole('button', { name: `Price of ${name}: $20.00. Edit` }).click()
  await page.getByLabel(`Price of ${name}`).fill('18.5')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: `Price of ${name}: $18.50. Edit` })).toBeVisible()

  await page.goto(`/admin/products/${id}`)
  await page.getByLabel('Name').fill('Something else')
  await page.getByRole('button', { name: 'Discard' }).click()
  await expect(page.getByLabel('Name')).toHaveValue(name)
  await page.getByRole('button', { name: 'Adjust stock' }).click()
  const dialog = page.getByRole('dialog', { name: 'Adjust stock' })
  await dialog.getByLabel('Reason').selectOption('Counted')
  await dialog.getByLabel('Units counted').fill('10')
  await expect(dialog.getByText('7 → 10')).toBeVisible()
  await dialog.getByLabel('Note').fill('Shelf 2')
  await dialog.getByRole('button', { name: 'Save adjustment' }).click()
  await toast(page, 'Stock updated successfully')
  await expect(page.getByLabel('Stock', { exact: true })).toHaveValue('10')
  await page.getByRole('button', { name: 'Stock history' }).click()
  const moves = page.getByRole('dialog', { name: 'Stock history' }).getByRole('listitem')
  await expect(moves).toHaveText([
    /^\+3Counted by .*Shelf 2.*10 left$/,
    /^-3Correction by .*7 left$/,
    new RegExp(`^-2Ordered · Order ${order}.*10 left$`),
    /^\+12First stock.*12 left$/,
  ])
  await moves.getByRole('link', { name: `Order ${order}` }).click()
  await expect(page.getByRole('heading', { level: 1, name: `Order ${order}` })).toBeVisible()
})

test('the stock history of a demo product shows its sales and an adjustment with its reason', async ({
  asAdmin: page,
  request,
  baseURL,
}) => {
  const demo = (await productsInStock(request)).find(({ stock }) => stock > 20)!
  const order = await givenSale(request, baseURL, demo)
  await page.goto(`/admin/products/${demo.id}`)
  await page.getByRole('button', { name: 'Adjust stock' }).click()
  const dialog = page.getByRole('dialog', { name: 'Adjust stock' })
  await dialog.getByLabel('Units received').fill('2')
  await dialog.getByLabel('Note').fill('Delivery 7')
  await dialog.getByRole('button', { name: 'Save adjustment' }).click()
  await toast(page, 'Stock updated successfully')
  await page.getByRole('button', { name: 'Stock history' }).click()
  const moves = page.getByRole('dialog', { name: 'Stock history' }).getByRole('listitem')
  await expect(moves.filter({ hasText: `Order ${order}` })).toContainText('-2Ordered')
  await expect(moves.filter({ hasText: 'Delivery 7' }).first()).toContainText('+2Received by')
})

test('a bulk price shows what will change, changes it and takes it back', async ({
  asAdmin: page,
  admin,
}) => {
  const word = unique('Bulk')
  for (const n of [1, 2]) await givenProduct(admin, { name: `${word} ${n}`, price: 10 * n })
  await page.goto(`/admin/products?q=${encodeURIComponent(word)}&sort=name`)
  await page.getByLabel(`Select ${word} 1`).check()
  await page.getByLabel(`Select ${word} 2`).check()
  const selected = page.getByRole('region', { name: 'Selected rows' })
  await selected.getByRole('button', { name: 'Price' }).click()
  const dialog = page.getByRole('dialog', { name: 'Change price' })
  await dialog.getByLabel('Percent', { exact: true }).fill('-10')
  const rows = dialog.getByRole('table', { name: 'What will change' }).getByRole('row')
  await expect(rows.nth(1)).toContainText('$10.00')
  await expect(rows.nth(1)).toContainText('$9.00')
  await expect(rows.nth(2)).toContainText('$18.00')
  await dialog.getByRole('button', { name: 'Apply to 2 products' }).click()

  const bar = page.getByRole('region', { name: 'Last bulk edit' })
  await expect(bar).toContainText('Change price: 2 products changed.')
  await expect(page.getByRole('button', { name: `Price of ${word} 2: $18.00` })).toBeVisible()
  await bar.getByRole('button', { name: 'Undo' }).click()
  await expect(bar).toContainText('Undone on 2 products.')
  await expect(page.getByRole('button', { name: `Price of ${word} 2: $20.00` })).toBeVisible()
})

// Shows B5.23, B8.3
test('a product is duplicated, archived, restored and deleted', async ({
  asAdmin: page,
  admin,
}) => {
  const { name } = await givenProduct(admin)
  const list = `/admin/products?q=${encodeURIComponent(name)}`
  await page.goto(list)
  await chooseInMenu(page, name, 'Duplicate')
  await expect(page.getByLabel('Name')).toHaveValue(`${name} (copy)`)
  await page.getByRole('button', { name: 'Create product' }).click()
  await toast(page, 'Product created successfully')

  await page.goto(list)
  await chooseInMenu(page, `${name} (copy)`, 'Archive')
  await toast(page, 'Product archived successfully')
  await expect(page.getByText('1–1 of 1')).toBeVisible()
  await page.getByRole('button', { name: 'Archived', exact: true }).click()
  await chooseInMenu(page, `${name} (copy)`, 'Restore')
  await toast(page, 'Product restored successfully')
  await expect(page.getByText('No products match')).toBeVisible()

  await page.goto(list)
  await chooseInMenu(page, `${name} (copy)`, 'Delete')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await toast(page, 'Product deleted successfully')
  await expect(page.getByText('1–1 of 1')).toBeVisible()
})

test('an import names each bad row, then changes what the file says', { tag: '@core' }, async ({
  asAdmin: page,
  admin,
}) => {
  const { id, name } = await givenProduct(admin)
  await page.goto(`/admin/products?q=${encodeURIComponent(name)}`)
  await page.getByRole('button', { name: 'Import CSV' }).click()
  const dialog = page.getByRole('dialog', { name: 'Import products' })
  const choose = (lines: string[]) =>
    dialog.locator('input[type=file]').setInputFiles({
      name: 'products.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(lines.join('\n')),
    })
  await choose(['id,price,category', `${id},cheap,`, `,5,Nowhere`])
  const problems = dialog.getByRole('group', { name: 'Problems' })
  await expect(problems).toContainText('Line 2Price must be a number such as 12.50')
  await expect(problems).toContainText('Line 3Name is required')
  await expect(dialog.getByRole('button', { name: 'Import', exact: true })).toBeDisabled()

  await choose(['id,price', `${id},33.30`])
  await expect(dialog.getByText('0 new, 1 changed, 0 unchanged.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Import 1 product' }).click()
  await toast(page, '1 product imported successfully')
  await expect(page.getByRole('button', { name: `Price of ${name}: $33.30` })).toBeVisible()

  const csv = await page.request.get(`/api/export/products.csv?q=${encodeURIComponent(name)}`)
  expect(await csv.text()).toContain(`"${id}","2","${name}"`)
})

// Shows B2.4, B2.25, B5.6, B5.23, B8.4
test('categories are created, ordered by keyboard, renamed with their products and deleted', async ({
  asAdmin: page,
  admin,
  expectTrouble,
}) => {
  expectTrouble(/409/)
  const name = unique('Category')
  await page.goto('/admin/products')
  await expect(page.getByRole('tab', { name: 'Products' })).toHaveAttribute('aria-selected', 'true')
  await page.getByRole('tab', { name: 'Categories' }).click()
  await expect(page).toHaveURL('/admin/products?tab=categories')
  await page.getByRole('button', { name: 'Add category' }).click()
  const dialog = page.getByRole('dialog', { name: 'New category' })
  await expect(dialog.getByLabel('Display order')).toHaveValue('0')
  await dialog.getByLabel('Display order').fill('')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText('Name is required')).toBeVisible()
  await expect(dialog.getByText('Display order is required')).toBeVisible()
  await dialog.getByLabel('Display order').fill('9000')
  await dialog.getByLabel('Name').fill('Serums')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText('Another category has this name')).toBeVisible()
  await dialog.getByLabel('Name').fill(name)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await toast(page, 'Category created successfully')

  const rows = page.getByRole('group', { name: 'categories' }).getByRole('listitem')
  await expect(rows.last()).toContainText(name)
  const handle = page.getByRole('button', { name: `Move ${name}` })
  const last = await rows.count()
  const elsewhere = (done: string) => page.getByText(new RegExp(`${name} ${done} (?!${last} of)`))
  // The list may be refreshed meanwhile, which puts the row back: then one tries again.
  await expect(async () => {
    await handle.press('Space')
    await expect(page.getByText(`${name} picked up`)).toBeAttached({ timeout: 5000 })
    await moveByKey(page, 'ArrowUp', elsewhere('is now'))
    await page.keyboard.press('Space')
    await expect(elsewhere('dropped,')).toBeAttached({ timeout: 5000 })
  }).toPass()
  await toast(page, 'Category order updated successfully')
  await expect(rows.last()).not.toContainText(name)

  const { id } = await givenProduct(admin, { category: name })
  await chooseInMenu(page, name, 'Edit')
  const renamed = `${name} II`
  await page.getByRole('dialog').getByLabel('Name').fill(renamed)
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await toast(page, 'Category updated successfully')
  const { category } = await (await admin.get(`/api/admin/products/${id}`)).json()
  expect(category).toBe(renamed)
  const active = page.getByRole('switch', { name: `${renamed} is active` })
  await active.click()
  await expect(active).not.toBeChecked()

  await chooseInMenu(page, renamed, 'Delete')
  const confirm = page.getByRole('alertdialog')
  await expect(confirm).toContainText('1 product will be without a category')
  await confirm.getByRole('button', { name: 'Delete' }).click()
  await toast(page, 'Category deleted successfully')
  await expect(page.getByText(renamed)).toHaveCount(0)
})

test('a category is made from the form of a product, which keeps what was typed', async ({
  asAdmin: page,
  admin,
}) => {
  const category = unique('Bath')
  await page.goto('/admin/products/new')
  await page.getByLabel('Name', { exact: true }).fill('Half a product')
  await page.getByRole('button', { name: 'New category' }).click()
  const dialog = page.getByRole('dialog', { name: 'New category' })
  await dialog.getByLabel('Name', { exact: true }).fill(category)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await toast(page, 'Category created successfully')
  await expect(page.getByLabel('Category')).toHaveValue(category)
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Half a product')
  // Saving the dialog did not try to save the product.
  await expect(page.getByText('Description is required')).toHaveCount(0)
  const made = (await (await admin.get('/api/admin/categories')).json()) as {
    id: string
    name: string
  }[]
  await admin.delete(`/api/categories/${made.find(({ name }) => name === category)?.id}`)
})

test('of two admins on one product the second is refused, and both changes can be saved', async ({
  asAdmin: page,
  admin,
  expectTrouble,
}) => {
  expectTrouble(/409/)
  const { id, name } = await givenProduct(admin, { stock: 10 })
  await page.goto(`/admin/products/${id}`)
  await page.getByLabel('Stock', { exact: true }).fill('15')
  // Somebody else changes the price, and three units are taken.
  const price = { version: 1, price: 25 }
  expect((await admin.patch(`/api/products/${id}`, { data: price })).ok()).toBe(true)
  const taken = { change: -3, reason: 'damaged', note: null }
  expect((await admin.post(`/api/products/${id}/stock`, { data: taken })).ok()).toBe(true)
  await expect(page.getByText(/^Now 7, since units were sold/)).toBeVisible()

  await page.keyboard.press('Control+s')
  const conflict = page.getByRole('dialog', { name: 'Changed meanwhile' })
  await expect(conflict).toContainText('2025')
  await conflict.getByRole('button', { name: 'Save mine anyway' }).click()
  await toast(page, 'Product updated successfully')
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  await expect(page.getByLabel('Stock', { exact: true })).toHaveValue('12')
})

/** One of the demo's: other tests write reviews of their own, and delete them. */
async function givenUnansweredReview() {
  const database = await openDatabase()
  const [review] = await database.query<{ title: string }>(
    `select title from reviews where substr(id::text, 15, 1) = '8' and answer is null and title <> ''
     and title not in (select title from reviews group by title having count(*) > 1) order by created_at limit 1`,
  )
  await database.close()
  return review?.title ?? ''
}

test('a review is answered, hidden and shown again', async ({ asAdmin: page }) => {
  const title = await givenUnansweredReview()
  await page.goto(`/admin/products?tab=reviews&unanswered=true&q=${encodeURIComponent(title)}`)
  await chooseInMenu(page, title, 'Answer')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Your answer').fill('Thank you, this makes our day.')
  await dialog.getByRole('button', { name: 'Save answer' }).click()
  await toast(page, 'The answer is saved')
  expect(page.url()).toContain('tab=reviews')

  await page.goto(`/admin/products?tab=reviews&q=${encodeURIComponent(title)}`)
  await expect(page.getByText('Thank you, this makes our day.').first()).toBeVisible()
  await chooseInMenu(page, title, 'Hide')
  await toast(page, 'The review is hidden')
  await page.getByRole('button', { name: 'Hidden', exact: true }).click()
  await chooseInMenu(page, title, 'Show')
  await toast(page, 'The review is shown again')
})

test('by keyboard alone: find a product, open it, change it, save it', async ({
  asAdmin: page,
  admin,
}) => {
  const { name } = await givenProduct(admin)
  await page.goto('/admin')
  await expect(page.getByRole('heading', { level: 1, name: 'Admin Dashboard' })).toBeVisible()
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').fill(name)
  await expect(page.getByRole('option', { name })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()

  await page.goto('/admin/products')
  await page.getByLabel('Search by name').focus()
  const [word = '', ...rest] = name.split(' ')
  // A pause after a word: its space stays, though the search is without it.
  await page.keyboard.type(`${word} `)
  await expect(page).toHaveURL(`/admin/products?q=${word}`)
  await page.keyboard.type(rest.join(' '))
  await expect(page.getByLabel('Search by name')).toHaveValue(name)
  await expect(page.getByText('1–1 of 1')).toBeVisible()
  const link = page.getByRole('link', { name })
  for (let n = 0; n < 25 && !(await link.evaluate((one) => one === document.activeElement)); n++) {
    await page.keyboard.press('Tab')
  }
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  await page.getByLabel('Name').focus()
  await page.keyboard.press('End')
  await page.keyboard.type(' II')
  await page.keyboard.press('Control+s')
  await toast(page, 'Product updated successfully')
  await expect(page.getByRole('heading', { level: 1, name: `${name} II` })).toBeVisible()
})

test('an attribute is defined, chosen for a product and filtered by', async ({
  asAdmin: page,
  admin,
}) => {
  const product = await givenProduct(admin)
  const attribute = unique('Skin')
  await page.goto('/admin/products?tab=attributes')
  await page.getByRole('button', { name: 'Add attribute' }).click()
  const dialog = page.getByRole('dialog', { name: 'New attribute' })
  await dialog.getByLabel('Name').fill(attribute)
  await dialog.getByLabel('Option 1').fill('Dry')
  await dialog.getByRole('button', { name: 'Add option' }).click()
  await dialog.getByLabel('Option 2').fill('dry')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText('Two options have the same name')).toBeVisible()
  await dialog.getByLabel('Option 2').fill('Oily')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await toast(page, 'Attribute created successfully')

  await page.goto(`/admin/products/${product.id}`)
  await page.getByRole('group', { name: attribute }).getByLabel('Oily').check()
  await page.getByRole('button', { name: 'Save' }).click()
  await toast(page, 'Product updated successfully')

  await page.goto('/products')
  await page.getByText('Filter', { exact: true }).click()
  const choices = page.getByRole('group', { name: attribute })
  await expect(choices.getByLabel('Dry (0)')).toBeVisible()
  await choices.getByLabel('Oily (1)').click()
  await page.getByRole('button', { name: 'Show products' }).click()
  await expect(page.getByRole('article')).toHaveCount(1)
  await expect(page.getByRole('article')).toContainText(product.name)
  await page.getByRole('link', { name: 'Remove filter Oily' }).click()
  await expect(page).toHaveURL('/products')

  await page.goto('/admin/products?tab=attributes')
  await page.getByRole('button', { name: `Delete ${attribute}` }).click()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await toast(page, 'Attribute deleted successfully')
  await page.getByLabel('Words').fill('cream, crème\nface wash, cleanser')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Only single words, separated by commas')).toBeVisible()
  await page.getByRole('button', { name: 'Discard' }).click()
})
