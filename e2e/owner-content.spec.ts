import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { DEFAULT_BANNER, SHAPES } from '#contract/content.ts'
import { expect, expectAccessible, moveByKey, test } from './fixtures.ts'
import { asVisitor, file, rememberSettings } from './owner-fixtures.ts'
import { toast } from './toasts.ts'

// Shows B2.10, B2.35, B5.14, B8.28, B9.6
test('the banner is edited beside its preview, and the home page shows it @desktop', async ({
  asAdmin: page,
  admin,
  expectTrouble,
}) => {
  expectTrouble(/banner_content.*(409|400)|(409|400).*banner_content|status of (409|400)/)
  const before = await (await admin.get('/api/editable/banner_content')).json()
  await page.goto('/admin/banner')
  const preview = page.frameLocator('iframe[title=Preview]')
  await page.getByLabel('Title', { exact: true }).fill('Calm skin, slowly')
  await expect(preview.getByRole('heading', { name: 'Calm skin, slowly' })).toBeVisible()

  for (const [name, value] of Object.entries({ min: '300', max: '800', step: '50' })) {
    await expect(page.getByLabel('Height')).toHaveAttribute(name, value)
  }
  await expect(page.getByLabel('Height')).toHaveAccessibleDescription('400-600 recommended.')
  // The preview follows the height, down as well as up.
  const frame = page.locator('iframe[title=Preview]')
  const shown = async () => (await frame.boundingBox())?.height ?? 0
  await page.getByLabel('Height').fill('800')
  await expect.poll(shown).toBeGreaterThan(600)
  await page.getByLabel('Height').fill('400')
  await expect.poll(shown).toBeLessThan(500)

  await page.getByLabel('Height').fill('320')
  await page.getByLabel('Button link').fill('javascript:alert(1)')
  await page.keyboard.press('Control+s')
  await expect(page.getByText('In steps of 50')).toBeVisible()
  await expect(page.getByText('This link is not allowed')).toBeVisible()
  await expect(page.getByLabel('Title', { exact: true })).toHaveValue('Calm skin, slowly')
  await page.getByLabel('Height').fill('450')
  await page.getByLabel('Button link').fill('/products')
  await page.getByLabel('Shape').selectOption('Zigzag')
  await page.locator('input[type=file]').setInputFiles(await file('wide.png'))
  await expect(page.getByText('1 of 1 files uploaded.')).toBeAttached()
  // In the very corner, the mark is still whole.
  const focal = page.getByRole('button', { name: /^Focal point/ })
  await focal.click({ position: { x: 5, y: 5 } })
  await expect(focal).toHaveAccessibleName(/: [0-4] % from the left, [0-4] % from the top/)
  const box = await focal.boundingBox()
  const mark = await focal.locator('span').boundingBox()
  expect(mark?.x).toBeGreaterThanOrEqual(box?.x ?? Number.NaN)
  expect(mark?.y).toBeGreaterThanOrEqual(box?.y ?? Number.NaN)
  await page.getByRole('button', { name: 'Save' }).click()
  await toast(page, 'Banner updated successfully')
  const changes = page.locator('section', { hasText: 'Changes' })
  // The newest comes first; a repeated run has older ones.
  await expect(changes.locator('ins', { hasText: 'Calm skin, slowly' }).first()).toBeVisible()
  await asVisitor(page, '/', async (visitor) => {
    await expect(visitor.getByRole('heading', { name: 'Calm skin, slowly' })).toBeVisible()
    await expect(visitor.locator('[data-shape=zigzag]')).toBeVisible()
  })

  // Somebody else saves first.
  const { id: _, ...now } = await (await admin.get('/api/editable/banner_content')).json()
  await page.getByLabel('Subtitle').fill('Mine')
  const other = await admin.put('/api/banner_content', { data: { ...now, subtitle: 'Theirs' } })
  expect(other.ok()).toBe(true)
  await page.getByRole('button', { name: 'Save' }).click()
  const conflict = page.getByRole('dialog', { name: 'Changed meanwhile' })
  await expect(conflict).toContainText('Theirs')
  await expectAccessible(page)
  await conflict.getByRole('button', { name: 'Save mine anyway' }).click()
  const stored = async () => (await admin.get('/api/editable/banner_content')).json()
  await expect.poll(async () => (await stored()).subtitle).toBe('Mine')
  const last = await stored()
  await admin.put('/api/banner_content', {
    data: { ...before, background_image_url: null, version: last.version },
  })
})

test('the preview is the hero of the home page, pixel for pixel, in all shapes @desktop', async ({
  asAdmin: page,
  admin,
}) => {
  const url = '/api/editable/banner_content'
  const before = await (await admin.get(url)).json()
  for (const shape_type of SHAPES) {
    const { version } = await (await admin.get(url)).json()
    const saved = await admin.put('/api/banner_content', {
      data: { ...DEFAULT_BANNER, shape_type, version },
    })
    expect(saved.ok()).toBe(true)
    await page.goto('/admin/banner')
    await page.getByRole('button', { name: 'Phone' }).click()
    const preview = page.frameLocator('iframe[title=Preview]').locator('.hero')
    await expect(preview).toHaveAttribute('data-shape', shape_type)
    const edited = await preview.screenshot({ animations: 'disabled' })
    const context = await page
      .context()
      .browser()
      ?.newContext({
        viewport: { width: 390, height: 844 },
        // A scroll bar would take room from the page; the frame has none.
        isMobile: true,
      })
    const visitor = await context?.newPage()
    await visitor?.goto(new URL('/', page.url()).href)
    const shown = await visitor?.locator('.hero').screenshot({ animations: 'disabled' })
    await context?.close()
    expect(await differingShare(edited, shown ?? Buffer.alloc(0)), shape_type).toBeLessThan(0.01)
  }
  const { version } = await (await admin.get(url)).json()
  await admin.put('/api/banner_content', {
    data: { ...before, background_image_url: null, version },
  })
})

/** The share of colour values that clearly differ, at the best of three vertical offsets: a frame may start between two pixels. */
async function differingShare(one: Buffer, other: Buffer) {
  const raw = (png: Buffer) => sharp(png).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  const [a, b] = await Promise.all([raw(one), raw(other)])
  const row = a.info.width * 3
  const shares = [-1, 0, 1].map((rows) => {
    const shifted = a.data.subarray(Math.max(0, rows) * row)
    const still = b.data.subarray(Math.max(0, -rows) * row)
    const length = Math.min(shifted.length, still.length)
    let differing = 0
    for (let n = 0; n < length; n++) {
      if (Math.abs((shifted[n] ?? 0) - (still[n] ?? 0)) > 24) differing++
    }
    return differing / length
  })
  return Math.min(...shares)
}

// Shows B2.11, B2.34, B5.13, B5.23, B8.23, B8.26, B9.8
test('testimonials are added, hidden, sorted and deleted @desktop', async ({
  asAdmin: page,
  admin,
}) => {
  await page.goto('/admin/testimonials')
  await page.getByRole('button', { name: 'Add testimonial' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add testimonial' })
  await expect(dialog.getByLabel('Rating')).toHaveValue('5')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await toast(page, 'Please fill all fields')
  const name = `Wanda <img src=x onerror=alert(1)> ${Date.now()}`
  await dialog.getByLabel('Name').fill(name)
  await dialog.getByLabel('Text').fill('My skin says thank you.')
  await dialog.getByLabel('Rating').fill('6')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await toast(page, 'The rating is a whole number from 1 to 5')
  await dialog.getByLabel('Rating').fill('5')
  await dialog.locator('input[type=file]').setInputFiles(await file('wanda.png', '#335577'))
  await expect(dialog.getByText('1 of 1 files uploaded.')).toBeAttached()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await toast(page, 'Testimonial added successfully')
  await asVisitor(page, '/', (visitor) => expect(visitor.getByText(name)).toBeVisible())

  // Sorted by keyboard: the second comes first.
  const rows = page.getByRole('group', { name: 'Testimonials' }).getByRole('listitem')
  const handle = page.getByRole('button', { name: `Move ${name}` })
  await handle.focus()
  const announced = page.locator('[id^=DndLiveRegion]')
  await page.keyboard.press('Space')
  await expect(announced).toContainText('picked up, 1 of')
  await moveByKey(page, 'ArrowDown', announced.filter({ hasText: 'is now 2 of' }))
  await page.keyboard.press('Space')
  await expect(rows.nth(1)).toContainText(name)
  await expect
    .poll(async () => (await (await admin.get('/api/testimonials')).json())[1].name)
    .toBe(name)

  await page.getByRole('button', { name: `Hide ${name}` }).click()
  await expect(rows.nth(1)).toContainText('Hidden')
  await asVisitor(page, '/', async (visitor) => {
    await expect(visitor.getByText('What Our Customers Say')).toBeVisible()
    await expect(visitor.getByText(name)).toHaveCount(0)
  })
  await page.getByRole('button', { name: `Delete ${name}` }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await toast(page, 'Testimonial deleted successfully')
  await expect(rows.filter({ hasText: name })).toHaveCount(0)
})

// Shows B2.12, B2.36, B5.16, B5.17, B5.18, B5.23, B8.32, B8.33, B9.5
test('before and after pictures are uploaded together, described and deleted @desktop', async ({
  asAdmin: page,
}) => {
  await page.goto('/admin/before-after')
  const images = page.locator('input[type=file]')
  await images.setInputFiles({
    name: 'notes.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from('x'),
  })
  await expect(page.getByText('File "notes.txt" is not an image').first()).toBeVisible()
  await expect(page.getByText('Invalid file type').first()).toBeVisible()
  const large = { name: 'large.png', mimeType: 'image/png', buffer: Buffer.alloc(5_300_000) }
  await images.setInputFiles(large)
  await expect(page.getByText('File "large.png" is larger than 5MB').first()).toBeVisible()

  await images.setInputFiles([await file('a.png', '#aa8866'), await file('b.png', '#88aa66')])
  await toast(page, '2 image(s) uploaded successfully. Fill in the details below.')
  await page.getByRole('button', { name: 'Add items' }).click()
  await toast(page, 'Please fill at least one item with title and description')
  const item = page.getByRole('group', { name: 'Item 1' })
  const title = `Week twelve ${Date.now()}`
  await item.getByLabel('Title').fill(title)
  await item.getByLabel('Description').fill('Calmer and softer.')
  await page.getByRole('link', { name: 'Back to Admin Dashboard' }).click()
  await keepWriting(page)
  await expect(item.getByLabel('Title')).toHaveValue(title)
  await page.getByRole('button', { name: 'Add items' }).click()
  await toast(page, '1 item(s) added successfully')
  await asVisitor(page, '/', (visitor) => expect(visitor.getByText(title)).toBeAttached())

  await page.getByRole('button', { name: `Delete ${title}` }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await toast(page, 'Item deleted successfully')
})

/** Answers the question before something typed is lost. */
async function keepWriting(page: Page) {
  const question = page.getByRole('alertdialog', { name: /without saving\?$/ })
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(question).toBeHidden()
}

// Shows B2.13, B2.37, B2.38, B4.9, B5.20, B5.23, B8.38, B9.14
test('a page is written, moved to another address, restored and deleted @desktop', async ({
  asAdmin: page,
  expectTrouble,
}) => {
  expectTrouble(/409/)
  const number = Date.now()
  await page.goto('/admin/pages')
  for (const column of ['Title', 'URL', 'Status', 'In Nav', 'Order', 'Actions']) {
    await expect(page.getByRole('columnheader', { name: column })).toBeVisible()
  }
  await page.getByRole('button', { name: 'New page' }).click()
  const dialog = page.getByRole('dialog', { name: 'New page' })
  await expect(dialog.getByLabel('Title')).toBeFocused()
  await expect(dialog.getByLabel('Active')).toBeChecked()
  await expect(dialog.getByLabel('Show in navigation')).not.toBeChecked()
  await expect(dialog.getByLabel('Navigation order')).toHaveValue('0')
  await expect(dialog.getByLabel('Navigation order')).toHaveAttribute('type', 'number')
  await dialog.getByLabel('Title').fill(`Crème & Care ${number}`)
  await expect(dialog.getByLabel('Slug')).toHaveValue(`creme-care-${number}`)
  await expect(dialog.getByText(`Page URL: /creme-care-${number}`)).toBeVisible()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText('Content is required')).toBeVisible()
  await dialog.getByLabel('Content').fill('# Our story\nOnce <script>alert(1)</script>\n- soft')
  const preview = dialog.frameLocator('iframe[title=Preview]')
  await expect(preview.getByRole('heading', { name: 'Our story' })).toBeVisible()
  await dialog.getByLabel('Slug').fill('faq')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText('Another page has this address')).toBeVisible()
  await dialog.getByLabel('Slug').fill('cart')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText('The shop itself uses this address')).toBeVisible()
  await dialog.getByLabel('Slug').fill(`story-${number}`)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await keepWriting(page)
  await expect(dialog.getByLabel('Content')).toHaveValue(/^# Our story/)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await toast(page, 'Page created successfully')
  await asVisitor(page, `/story-${number}`, async (visitor) => {
    await visitor.waitForURL(`**/page/story-${number}`)
    await expect(visitor.getByText('Once <script>alert(1)</script>')).toBeVisible()
  })

  const menu = page.getByRole('button', { name: `Actions for Crème & Care ${number}` })
  await page.getByLabel('Search pages').fill(`story-${number}`)
  await expect(page.getByText('1–1 of 1')).toBeVisible()
  await page.getByRole('link', { name: `Crème & Care ${number}` }).click()
  await expect(page).toHaveURL(/edit=/)
  const edit = page.getByRole('dialog', { name: 'Edit page' })
  await edit.getByLabel('Slug').fill(`tale-${number}`)
  await edit.getByLabel('Content').fill('# Our tale\nTwice')
  await edit.getByRole('button', { name: 'Save' }).click()
  await toast(page, 'Page updated successfully')
  await asVisitor(page, `/page/story-${number}`, async (visitor) => {
    await visitor.waitForURL(`**/page/tale-${number}`)
    await expect(visitor.getByText('Twice')).toBeVisible()
  })

  await page.getByLabel('Search pages').fill(`tale-${number}`)
  await expect(page.getByText(`/tale-${number}`)).toBeVisible()
  await menu.click()
  await page.getByRole('menuitem', { name: 'Revisions' }).click()
  const revisions = page.getByRole('dialog', { name: 'Revisions' })
  await expect(revisions.getByText('− # Our story')).toBeVisible()
  await expect(revisions.getByText('+ # Our tale')).toBeVisible()
  await expectAccessible(page)
  await revisions.getByRole('button', { name: 'Restore what was before' }).click()
  await toast(page, 'Page updated successfully')
  await asVisitor(page, `/page/story-${number}`, (visitor) =>
    expect(visitor.getByRole('heading', { name: 'Our story' })).toBeVisible(),
  )

  await page.getByLabel('Search pages').fill(`story-${number}`)
  await expect(page.getByText(`/story-${number}`)).toBeVisible()
  await menu.click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await toast(page, 'Page deleted successfully')
})

// Shows B1.3, B2.14, B2.39, B5.21, B7.18, B8.40, B8.41
test('settings are saved row by row; the first failure stops and says which are saved @desktop', async ({
  asAdmin: page,
  admin,
  expectTrouble,
}) => {
  expectTrouble(/500|Failed to load resource/)
  const restoreSettings = await rememberSettings(admin)
  // Its own changes come back by the live stream, too.
  await page.route('**/api/live/changes*', () => {})
  await page.goto('/admin/settings')
  for (const name of ['Social links', 'Contact information', 'Site info']) {
    await expect(page.getByRole('heading', { name })).toBeVisible()
  }
  for (const name of ['Facebook', 'Instagram', 'Twitter']) {
    await expect(page.getByLabel(name)).toHaveAttribute('type', 'url')
  }
  await expect(page.getByLabel('Support email')).toHaveAttribute('type', 'email')
  await page.getByLabel('Facebook').fill('facebook')
  await page.getByLabel('Support email').fill('nobody')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Enter a web address such as https://…')).toBeVisible()
  await expect(page.getByText('Please enter a valid email address')).toBeVisible()
  await page.getByLabel('Facebook').fill('https://facebook.example/petal')
  await page.getByLabel('Support email').fill('care@example.com')
  await page.getByLabel('Phone').fill('+1 555 0100')

  const failing = '**/api/site_settings/support_email'
  await page.route(failing, (route) => route.fulfill({ status: 500, json: {} }))
  await page.getByRole('button', { name: 'Save' }).click()
  await toast(page, 'Failed to update support_email')
  await expect(page.getByText('Saved', { exact: true })).toHaveCount(1)
  await expect(page.getByText('2 unsaved changes')).toBeVisible()
  await expect(page.getByLabel('Phone')).toHaveValue('+1 555 0100')
  await page.unroute(failing)

  // Leaving while it saves asks; all rows are saved with one refresh at the end.
  let refreshes = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/api/editable/site_settings')) refreshes++
  })
  let goOn = () => {}
  const asked = new Promise<void>((resolve) => {
    goOn = resolve
  })
  await page.route(failing, async (route) => {
    await asked
    await route.continue()
  })
  await page.keyboard.press('Control+s')
  await page.getByRole('link', { name: 'Back to Admin Dashboard' }).click()
  await keepWriting(page)
  goOn()
  await toast(page, 'Settings updated successfully')
  await expect(page.getByText('Saved', { exact: true })).toHaveCount(2)
  const changes = page.locator('section', { hasText: 'Changes' })
  await expect(changes).toContainText('changed Phone')
  await expect(changes).toContainText('changed Support email')
  expect(refreshes).toBe(1)
  await asVisitor(page, '/contact', (visitor) =>
    expect(visitor.getByText('care@example.com').first()).toBeVisible(),
  )
  await restoreSettings()
})

// Shows B2.15, B2.40, B2.41, B4.10, B8.45, B9.10
test('sections are moved and coloured; the home page follows @desktop', async ({
  asAdmin: page,
  admin,
}) => {
  const before = await (await admin.get('/api/editable/section_backgrounds')).json()
  await page.goto('/admin/section-backgrounds')
  await expect(page.getByRole('button', { name: 'Move Banner up' })).toBeDisabled()
  await expect(page.getByRole('button', { name: 'Move Before & After down' })).toBeDisabled()
  const up = page.getByRole('button', { name: 'Move Before & After up' })
  await up.click()
  await toast(page, 'Section order updated')
  const sections = page.getByRole('group', { name: 'Sections' }).getByRole('listitem')
  await expect(sections.nth(2)).toContainText('Before & After')
  await expect(up).toBeFocused()
  await asVisitor(page, '/', async (visitor) => {
    const ids = await visitor
      .locator('main > section')
      .evaluateAll((all) => all.map(({ id }) => id))
    expect(ids.indexOf('before-after')).toBeLessThan(ids.indexOf('testimonials'))
  })

  await page.getByRole('button', { name: 'Edit Testimonials' }).click()
  const dialog = page.getByRole('dialog', { name: 'Background of Testimonials' })
  await dialog.getByRole('tab', { name: 'Custom gradient' }).click()
  await expect(dialog.getByLabel('Direction').getByRole('option')).toHaveCount(8)
  for (const name of ['Start opacity', 'Middle opacity']) {
    const values = dialog.getByLabel(name).getByRole('option')
    await expect(values).toHaveText([10, 20, 30, 40, 50, 60, 70, 80, 90, 100].map((n) => `${n} %`))
  }
  await dialog.getByLabel('Direction').selectOption('To the right')
  await dialog.getByLabel('Start colour', { exact: true }).fill('#777777')
  await dialog.getByLabel('Middle colour', { exact: true }).fill('#808080')
  await dialog.getByLabel('End colour', { exact: true }).fill('#777777')
  await expect(dialog.getByRole('alert')).toContainText('Text is hard to read')
  await dialog.getByLabel('End colour', { exact: true }).fill('#fdf3ec')
  await dialog.getByLabel('Start colour', { exact: true }).fill('#f7e8e5')
  await dialog.getByLabel('Middle colour', { exact: true }).fill('#ffffff')
  await expect(dialog.getByRole('alert')).toHaveCount(0)
  await dialog.getByLabel('Start opacity').selectOption('50 %')
  await dialog.getByRole('tab', { name: 'Presets' }).click()
  await dialog.getByRole('tab', { name: 'Custom gradient' }).click()
  await expect(dialog.getByLabel('Direction')).toHaveValue('to-r')
  for (const close of [
    () => page.keyboard.press('Escape'),
    () => dialog.getByRole('button', { name: 'Cancel' }).click(),
  ]) {
    await close()
    await keepWriting(page)
    await expect(dialog.getByLabel('Start opacity')).toHaveValue('50')
  }
  await dialog.getByRole('button', { name: 'Save' }).click()
  await toast(page, 'Section background updated successfully')
  const changes = page.locator('section', { hasText: 'Changes' })
  await expect(changes).toContainText('changed the order of the sections')
  await expect(changes).toContainText(/Before & After, Testimonials/)
  await expect(changes).toContainText('changed Testimonials')
  await expect(changes).toContainText(
    'Custom gradient, to the right: #f7e8e5 at 50 %, #ffffff at 100 %, #fdf3ec',
  )
  await expect(changes).not.toContainText('{')
  await asVisitor(page, '/', (visitor) =>
    expect(visitor.locator('#testimonials')).toHaveAttribute(
      'style',
      /linear-gradient\(to right, (#f7e8e580|rgba\(247, 232, 229, 0\.5)/,
    ),
  )

  await admin.put('/api/section_backgrounds/before-after/position', { data: { direction: 'down' } })
  for (const { section_name, background_type, background_value } of before) {
    const rows = await (await admin.get('/api/editable/section_backgrounds')).json()
    const { version } = rows.find(
      (row: { section_name: string }) => row.section_name === section_name,
    )
    const background = { background_type, background_value }
    await admin.put(`/api/section_backgrounds/${section_name}`, { data: { version, background } })
  }
})

test('what the shop claims is the owner’s: an answer, the consent and a policy', async ({
  asAdmin: page,
  admin,
}) => {
  const before: { text_key: string; title: string | null; text: string }[] = await (
    await admin.get('/api/editable/shop_texts')
  ).json()
  const edit = async (name: string, label: string, text: string) => {
    await page.getByRole('button', { name: `Edit ${name}` }).click()
    await page.getByRole('dialog', { name }).getByLabel(label).fill(text)
    await page.getByRole('dialog', { name }).getByRole('button', { name: 'Save' }).click()
    await toast(page, 'Text updated successfully')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  }
  await page.goto('/admin/texts')
  await expect(page.getByText('From the demo').first()).toBeVisible()
  await edit('Animals', 'Answer', 'Most are vegan; the balms have beeswax.')
  await edit('Returns', 'Answer', '')
  await edit('Consent', 'Text', 'Send me one letter a month.')
  await edit('Shipping Policy', 'Text', '## By bicycle\n\nTen days.')
  try {
    await page.goto('/shipping-policy')
    await expect(page.getByRole('heading', { name: 'By bicycle' })).toBeVisible()
    await page.getByRole('button', { name: /^Open chat/ }).click()
    const questions = page.getByRole('group', { name: 'Quick questions' })
    await expect(questions.getByRole('listitem')).toHaveCount(4)
    await questions.getByRole('button', { name: /cruelty-free and vegan/ }).click()
    const answers = page.getByRole('log', { name: 'Conversation with the assistant' })
    await expect(answers).toContainText('the balms have beeswax')
    const { items } = await (await page.request.get('/api/products?in_stock=true')).json()
    await asVisitor(page, `/product/${items[0].id}`, async (guest) => {
      await guest
        .getByRole('button', { name: /^Add to Cart/ })
        .first()
        .click()
      await toast(guest, 'Added to cart')
      await guest.goto(new URL('/checkout', page.url()).href)
      await expect(guest.getByLabel('Send me one letter a month.')).not.toBeChecked()
    })
  } finally {
    const now = await (await admin.get('/api/editable/shop_texts')).json()
    for (const { text_key, title, text } of before) {
      const { version } = now.find((one: { text_key: string }) => one.text_key === text_key)
      await admin.put(`/api/shop_texts/${text_key}`, { data: { title, text, version } })
    }
  }
})
