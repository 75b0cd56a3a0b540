import sharp from 'sharp'
import { DEFAULT_BANNER } from '#contract/content.ts'
import { DEMO_ACCOUNTS } from '#demo/demo-accounts.ts'
import { HOSTILE_TEXTS } from '#server/testing/hostile-texts.ts'
import { expect, expectAccessible } from './fixtures.ts'
import { asVisitor, rememberSettings, saveSetting } from './owner-fixtures.ts'
import { givenReviews, test, titles } from './review-fixtures.ts'
import { toast } from './toasts.ts'

// These change the name, look and texts of every page, so this file runs last and alone.

const logo = (type: 'png' | 'webp') =>
  sharp({ create: { width: 400, height: 100, channels: 3, background: '#1f5a4c' } })
    .toFormat(type)
    .toBuffer()

test('logo and accent colour: checked, saved, and used by the shop at once', async ({
  asAdmin: page,
  admin,
}) => {
  for (const key of ['logo_url', 'accent_colour']) await saveSetting(admin, key, '')
  const restoreSettings = await rememberSettings(admin)
  await page.goto('/admin/settings')
  const accent = page.getByLabel('Accent colour', { exact: true })
  const save = page.getByRole('button', { name: 'Save' })

  await accent.fill('#nocolo')
  await save.click()
  await expect(page.getByText('Enter a colour such as #a23b55')).toBeVisible()
  // Light green: white text on it, and links in it, would be hard to read.
  await accent.fill('#7fd1ae')
  await expect(page.getByRole('alert')).toContainText('Too light')
  await expect(page.getByRole('alert')).toContainText('at least 4.5:1 is needed')
  await expectAccessible(page)
  await save.click()
  await expect(page.getByText('1 unsaved change')).toBeVisible()
  const correction = page.getByRole('button', { name: /^Use #[0-9a-f]{6}$/ })
  const readable = ((await correction.textContent()) ?? '').replace('Use ', '')
  await correction.click()
  await expect(accent).toHaveValue(readable)
  await expect(page.getByRole('alert')).toHaveCount(0)

  // By keyboard in the picker.
  await page.getByRole('button', { name: 'Accent colour picker' }).click()
  const hue = page.getByRole('slider', { name: 'Hue' })
  await hue.focus()
  await page.keyboard.press('ArrowRight')
  await expect(accent).not.toHaveValue(readable)
  await accent.fill('#1f5a4c')

  const files = page.locator('input[type=file]')
  await files.setInputFiles({
    name: 'logo.webp',
    mimeType: 'image/webp',
    buffer: await logo('webp'),
  })
  await expect(page.getByText('Upload the logo as a PNG or JPEG file')).toBeVisible()
  await files.setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: await logo('png') })
  await expect(page.getByText('Upload the logo as a PNG or JPEG file')).toBeHidden()
  await expect(page.getByText('2 unsaved changes')).toBeVisible()
  await save.click()
  await toast(page, 'Settings updated successfully')
  // The back office itself follows.
  await expect(page.locator('html')).toHaveAttribute('style', /^--accent: ?#1f5a4c;?$/)

  await asVisitor(page, '/', async (visitor) => {
    const html = await (await visitor.request.get('/')).text()
    expect(html).toContain('<html lang="en" style="--accent:#1f5a4c">')
    const home = visitor.getByRole('banner').getByRole('link', { name: 'Petal & Dew' })
    await expect(home.getByRole('img')).toBeVisible()
    await expectAccessible(visitor)
  })
  await asVisitor(page, '/contact', async (visitor) => {
    const button = visitor.getByRole('button', { name: 'Send Message' })
    await expect(button).toHaveCSS('background-color', 'rgb(31, 90, 76)')
  })
  await restoreSettings()
  await asVisitor(page, '/', async (visitor) => {
    await expect(visitor.locator('html')).not.toHaveAttribute('style')
  })
})

test('the currency is settled once the shop has orders, and the screen says why', {
  tag: '@core',
}, async ({ asAdmin: page }) => {
  await page.goto('/admin/settings')
  const currency = page.getByLabel('Currency', { exact: true })
  await expect(currency).toBeDisabled()
  await expect(currency.locator('option:checked')).toHaveText('US Dollar (USD)')
  await expect(currency).toHaveAccessibleDescription(
    'The shop has orders, so its currency can no longer be changed.',
  )
  await expectAccessible(page)
  await page.goto('/admin/products/new')
  await expect(page.getByLabel('Price (USD)', { exact: true })).toBeVisible()
})

const TEXT_SETTINGS = ['site_title', 'site_description', 'contact_phone', 'contact_address']

/** As many of the texts as fit. */
function joined(longest: number) {
  let text = ''
  for (const one of HOSTILE_TEXTS) if (text.length + one.length < longest) text += ` ${one}`
  return text.trim()
}

test('stored scripts in all texts of the owner run nowhere: not in the shop, not in the back office', async ({
  asAdmin: page,
  admin,
}) => {
  const restoreSettings = await rememberSettings(admin)
  const bannerUrl = '/api/editable/banner_content'
  const banner = await (await admin.get(bannerUrl)).json()
  const made = async (path: string, data: object) => {
    const answer = await admin.post(path, { data })
    expect(answer.ok(), await answer.text()).toBe(true)
    return answer.json()
  }
  const slug = `hostile-${Date.now()}`
  const content = HOSTILE_TEXTS.join('\n\n')
  const nav = { is_active: true, show_in_nav: true, nav_order: 99 }
  const written = await made('/api/editable/pages', { title: joined(200), slug, content, ...nav })
  const [story] = await made('/api/before_after', {
    items: [{ title: joined(200), description: joined(2000), image_url: null }],
  })
  const said = await made('/api/testimonials', {
    name: joined(200),
    text: joined(2000),
    rating: 5,
    image_url: null,
    is_visible: true,
  })
  const hero = {
    ...DEFAULT_BANNER,
    title: joined(200),
    subtitle: joined(500),
    button_text: joined(60),
    button_link: `https://example.com/"><script>hacked()</script>`,
    background_image_url: banner.background_image_url,
    version: banner.version,
  }
  expect((await admin.put('/api/banner_content', { data: hero })).ok()).toBe(true)
  for (const key of TEXT_SETTINGS) await saveSetting(admin, key, joined(1000))

  // The page is watched: an error on the console, such as a refusal by the security policy, fails the test.
  let executions = 0
  await page.exposeFunction('hacked', () => executions++)
  page.on('dialog', (dialog) => {
    executions++
    void dialog.dismiss()
  })
  for (const path of ['/', '/contact', `/page/${slug}`, '/products']) {
    await page.goto(path)
    await expect(page.getByText('<script>hacked()</script>').first()).toBeAttached()
  }
  for (const screen of ['banner', 'testimonials', 'before-after', 'pages', 'settings', 'changes']) {
    await page.goto(`/admin/${screen}`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByText(/^Loading/).filter({ visible: true })).toHaveCount(0)
  }
  expect(await page.evaluate(() => typeof Reflect.get(window, 'hacked'))).toBe('function')
  expect(executions).toBe(0)

  await admin.delete(`/api/editable/pages/${written.id}`)
  await admin.delete(`/api/before_after/${story.id}`)
  await admin.delete(`/api/testimonials/${said.id}`)
  const { version } = await (await admin.get(bannerUrl)).json()
  const restored = await admin.put('/api/banner_content', { data: { ...banner, version } })
  expect(restored.ok(), await restored.text()).toBe(true)
  await restoreSettings()
})

test('stored scripts in all texts of shoppers and of products run nowhere either', async ({
  asAdmin: page,
  db,
  product,
}) => {
  test.slow()
  const all = HOSTILE_TEXTS.join('\n')
  const person = { name: joined(200), email: `hostile-${product.id}@example.com` }
  const address = { fullName: joined(200), address: joined(200), city: joined(100) }
  const { email, full_name } = DEMO_ACCOUNTS.shopper
  const nameShopper = (name: string) =>
    db.query('update profiles set full_name = $2 where email = $1', [email, name])
  await nameShopper(person.name)
  await db.query('update products set name = $2, description = $3 where id = $1', [
    ...[product.id, joined(200), all],
  ])
  const texts = HOSTILE_TEXTS.map((text) => ({ title: text, comment: text, answer: text }))
  await givenReviews(
    db,
    product.id,
    texts.map((review) => ({ ...review, reviewer_name: review.title, answered_at: '2026-01-01' })),
  )
  const [order] = await db.query<{ id: string }>(
    `insert into orders (guest_email, subtotal, total, status, completed_at, completed_by_hand, shipping_address)
    values ($1, 20, 20, 'completed', now(), true, $2) returning id`,
    [person.email, { email: person.email, state: 'x', zipCode: 'x', country: 'x', ...address }],
  )
  await db.query(
    `insert into order_items (order_id, product_id, quantity, price, name) values ($1, $2, 1, 20, $3)`,
    [order?.id, product.id, joined(200)],
  )
  await db.query(`insert into contact_messages (name, email, message) values ($1, $2, $3)`, [
    ...[person.name, person.email, all],
  ])
  await db.query(
    `with conversation as (
      insert into chat_conversations (customer_name, customer_email, last_message, last_seq, last_sender_type)
      values ($1, $2, $3, 1, 'customer') returning id)
    insert into chat_messages (conversation_id, seq, client_id, sender_type, sender_name, message)
    select id, 1, gen_random_uuid(), 'customer', $1, $3 from conversation`,
    [person.name, person.email, all],
  )

  let executions = 0
  await page.exposeFunction('hacked', () => executions++)
  const shown = page.getByText('<script>hacked()</script>')
  await page.goto(`/product/${product.id}`)
  for (let rest = HOSTILE_TEXTS.length - 10; rest > 0; rest -= 10) {
    await page.getByRole('button', { name: 'Show more reviews' }).click()
    await expect(titles(page)).toHaveCount(HOSTILE_TEXTS.length - Math.max(rest - 10, 0))
  }
  await expect(titles(page).last()).toHaveText(HOSTILE_TEXTS.at(-1) ?? '')
  for (const path of [
    `/products?q=hacked`,
    `/admin/products?tab=reviews&q=hacked`,
    `/admin/products/${product.id}`,
    `/admin/orders/${order?.id}`,
    `/admin/customers`,
    `/admin/contact-messages`,
    `/admin/chat`,
  ]) {
    await page.goto(path)
    await expect(shown.first(), path).toBeAttached()
  }
  const conversations = page.getByRole('region', { name: 'Conversations' }).getByRole('button')
  await conversations.filter({ hasText: '<script>hacked()</script>' }).first().click()
  await expect(page.getByRole('log')).toContainText('<script>hacked()</script>')
  expect(executions).toBe(0)

  await nameShopper(full_name)
  await db.query('delete from order_items where order_id = $1', [order?.id])
  await db.query('delete from orders where id = $1', [order?.id])
  await db.query('delete from contact_messages where email = $1', [person.email])
  await db.query('delete from chat_conversations where customer_email = $1', [person.email])
})

test('two admins on the same page and the same setting: the second reads what changed, and chooses', async ({
  asAdmin: page,
  admin,
  expectTrouble,
}) => {
  expectTrouble(/409/)
  const restoreSettings = await rememberSettings(admin)
  const slug = `shared-${Date.now()}`
  const nav = { is_active: true, show_in_nav: false, nav_order: 0 }
  const values = { title: `Shared ${slug}`, slug, content: 'Ours', ...nav }
  const created = await (await admin.post('/api/editable/pages', { data: values })).json()
  const conflict = page.getByRole('dialog', { name: 'Changed meanwhile' })

  await page.goto(`/admin/pages?q=${slug}`)
  await page.getByRole('button', { name: `Actions for ${values.title}` }).click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  const edit = page.getByRole('dialog', { name: 'Edit page' })
  await edit.getByLabel('Content').fill('Mine')
  const theirs = { ...values, content: 'Theirs', version: created.version }
  const readAgain = page.waitForResponse(
    async (answer) =>
      answer.url().includes('/editable/pages') && (await answer.text()).includes('Theirs'),
  )
  expect((await admin.put(`/api/editable/pages/${created.id}`, { data: theirs })).ok()).toBe(true)
  // A tab that comes back to the front reads again what is stored. What was typed is still based on the old version.
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await readAgain
  await edit.getByRole('button', { name: 'Save' }).click()
  await expect(conflict).toContainText('saved this on')
  await expect(conflict).toContainText('Ours')
  await expect(conflict).toContainText('Theirs')
  await conflict.getByRole('button', { name: 'Use their version' }).click()
  await expect(edit.getByLabel('Content')).toHaveValue('Theirs')
  await edit.getByLabel('Content').fill('Both')
  await edit.getByRole('button', { name: 'Save' }).click()
  await toast(page, 'Page updated successfully')
  await admin.delete(`/api/editable/pages/${created.id}`)

  await page.goto('/admin/settings')
  await page.getByLabel('City').fill('Porto')
  await page.getByLabel('Phone').fill('+1 555 0177')
  await saveSetting(admin, 'contact_city', 'Lisbon')
  await page.getByRole('button', { name: 'Save' }).click()
  await toast(page, 'Failed to update contact_city')
  await expect(conflict).toContainText('Lisbon')
  await conflict.getByRole('button', { name: 'Save mine anyway' }).click()
  await toast(page, 'Settings updated successfully')
  const { contact_city, contact_phone } = await (await admin.get('/api/site_settings')).json()
  expect({ contact_city, contact_phone }).toEqual({
    contact_city: 'Porto',
    contact_phone: '+1 555 0177',
  })
  await restoreSettings()
})
