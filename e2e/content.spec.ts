import type { Page } from '@playwright/test'
import { expect, expectAccessible, test } from './fixtures.ts'

/** Follows a link of the footer to a page whose answer this test decides. */
async function followTo(page: Page, slug: string, name: string) {
  await page.goto('/privacy')
  await page.getByRole('contentinfo').getByRole('link', { name }).click()
  return page.waitForURL(`**/page/${slug}`)
}

const FOOTER_PAGES = [
  'contact',
  'shipping-policy',
  'returns-policy',
  'faq',
  'terms-of-service',
  'privacy-policy',
  'cookie-policy',
  'disclaimer',
]

// Shows S2.10, S2.81
test('every page of the footer opens and reads well', { tag: '@core' }, async ({ page }) => {
  for (const slug of FOOTER_PAGES) {
    const response = await page.goto(`/page/${slug}`)
    expect(response?.status(), slug).toBe(200)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    expect((await page.getByRole('main').textContent())?.length, slug).toBeGreaterThan(300)
  }
})

// Shows S2.81, S2.82, S2.83, S2.84
test('lines become headings, bold, lists and breaks, and nothing becomes HTML', async ({
  asGuest: page,
}) => {
  const content = [
    '# Care',
    'First line',
    '',
    '**Please note**',
    '## Steps',
    '1. Open',
    '2. Rinse',
    '- by mail',
    '- by chat',
    '- by chat',
    '<img src=x onerror="document.title=1"><b>not bold</b>',
    '[here](javascript:alert(1))',
  ].join('\r\n')
  await page.route('**/api/pages/faq', (route) =>
    route.fulfill({ json: { title: 'Everything', slug: 'faq', content } }),
  )
  await followTo(page, 'faq', 'FAQ')
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { level: 1 })).toHaveText('Everything')
  await expect(main.getByRole('heading', { level: 2 })).toHaveText('Care')
  await expect(main.getByRole('heading', { level: 3 })).toHaveText('Steps')
  await expect(main.locator('strong')).toHaveText('Please note')
  await expect(main.locator('ol > li')).toHaveText(['Open', 'Rinse'])
  await expect(main.locator('ul > li')).toHaveText(['by mail', 'by chat', 'by chat'])
  await expect(main.getByText('<b>not bold</b>')).toBeVisible()
  await expect(main.getByText('[here](javascript:alert(1))')).toBeVisible()
  await expect(main.locator('img, b, a')).toHaveCount(0)
})

// Shows S2.86
test('pages can be read without JavaScript', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL })
  const page = await context.newPage()
  for (const path of ['/page/faq', '/privacy', '/terms', '/shipping-policy', '/contact']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 }), path).toBeVisible()
    await expect(page.getByRole('main').getByRole('heading', { level: 2 }).first()).toBeVisible()
  }
  await page.goto('/page/disclaimer')
  await expect(page.getByRole('main').locator('ol > li').first()).toBeVisible()
  await context.close()
})

// Shows S2.12, S8.21
test('a page that does not exist is a 404 with a way home', { tag: '@core' }, async ({
  asGuest: page,
  expectTrouble,
}) => {
  test.slow()
  expectTrouble(/404/)
  for (const path of ['/page/none', '/page/', '/page', '/none', '/404']) {
    const response = await page.goto(path)
    expect(response?.status(), path).toBe(404)
    await expect(page).toHaveTitle('Page not found · Petal & Dew')
    await expect(page.getByRole('heading', { name: '404' })).toBeVisible()
    await expect(page.getByText('Oops! Page not found')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Return to Home' })).toHaveAttribute('href', '/')
  }
  for (const path of ['/page/none', '/page']) {
    await page.goto(path)
    await expect(page).toHaveURL('/404')
    await expect(page).toHaveTitle('Page not found · Petal & Dew')
  }
})

// Shows S2.81, S8.21
test('a page that was switched off meanwhile leads to /404', async ({
  asGuest: page,
  expectTrouble,
}) => {
  expectTrouble(/404/)
  await page.route('**/api/pages/faq', (route) =>
    route.fulfill({
      status: 404,
      json: { defined: true, code: 'PAGE_NOT_FOUND', status: 404, message: 'Page not found' },
    }),
  )
  await page.goto('/privacy')
  await page.getByRole('contentinfo').getByRole('link', { name: 'FAQ' }).click()
  await expect(page).toHaveURL('/404')
  await expect(page.getByText('Oops! Page not found')).toBeVisible()
})

// Shows S8.21
test('a page that fails to load is said, and left for /404', async ({
  asGuest: page,
  expectTrouble,
}) => {
  expectTrouble(/50\d|pages\/faq|INTERNAL_SERVER_ERROR|Internal Server Error/)
  await page.route('**/api/pages/faq', (route) => route.fulfill({ status: 500, body: '' }))
  await page.goto('/privacy')
  await page.getByRole('contentinfo').getByRole('link', { name: 'FAQ' }).click()
  await expect(page.getByText('Failed to load page')).toBeVisible()
  await expect(page).toHaveURL('/404')
  await expect(page.getByText('Oops! Page not found')).toBeVisible()
})

// Shows S2.10
test('the short address of a page leads to it', async ({ asGuest: page }) => {
  for (const slug of ['terms-of-service', 'privacy-policy']) {
    await page.goto(`/${slug}`)
    await expect(page).toHaveURL(`/page/${slug}`)
  }
})

// Shows S2.11, S2.87, S2.88, S2.89
test('the policies say what they must', async ({ asGuest: page }) => {
  const facts = {
    '/shipping-policy': [
      /Standard: 5-7 business days, \$5\.99/,
      /Express: 2-3 business days, \$12\.99/,
      /Next day: \$24\.99/,
      /Free standard shipping on orders over \$50/,
      /within 1-2 business days/,
      /within 48 hours/,
      /within 30 days/,
      /within 5-10 business days/,
    ],
    '/terms': [/\$5\.99/, /\$12\.99/, /\$24\.99/, /over \$50/, /48 hours/, /30 days/, /5-10/],
    '/privacy': [/not meant for children under 13/],
  }
  for (const [path, texts] of Object.entries(facts)) {
    await page.goto(path)
    for (const text of texts) await expect(page.getByText(text).first()).toBeVisible()
  }
})

const contactForm = (page: Page) => ({
  name: page.getByLabel('Name'),
  email: page.getByLabel('Email'),
  phone: page.getByLabel('Phone'),
  message: page.getByLabel('Message'),
  send: page.getByRole('button', { name: 'Send Message' }),
})

async function fillContactForm(page: Page) {
  const form = contactForm(page)
  await form.name.fill('Iris Bloom')
  await form.email.fill('iris@example.com')
  await form.message.fill('Is the rose mist suited to dry skin?')
  return form
}

// Shows S1.4, S2.66, S5.17, S8.18
test('a visitor writes to the shop', { tag: '@core' }, async ({ asGuest: page }) => {
  await page.goto('/contact')
  const form = await fillContactForm(page)
  const sent = page.waitForRequest('**/api/contact_messages')
  await form.send.click()
  expect((await sent).postDataJSON()).toEqual({
    name: 'Iris Bloom',
    email: 'iris@example.com',
    phone: null,
    message: 'Is the rose mist suited to dry skin?',
  })
  await expect(page.getByText('Message sent! We will get back to you soon.')).toBeVisible()
  for (const field of [form.name, form.email, form.phone, form.message]) {
    await expect(field).toHaveValue('')
  }
})

// Shows S5.16
test('a form with gaps says what is missing, and starts there', async ({ asGuest: page }) => {
  await page.goto('/contact')
  const form = contactForm(page)
  await expect(form.email).toHaveAttribute('type', 'email')
  await form.send.click()
  await expect(page.getByText('Please enter your name')).toBeVisible()
  await expect(page.getByText('Please enter your e-mail address')).toBeVisible()
  await expect(page.getByText('Please write a message')).toBeVisible()
  await expect(form.name).toBeFocused()
  await expect(form.name).toHaveAccessibleDescription('Please enter your name')
  await expectAccessible(page)

  // With the keyboard alone: what is filled is forgiven, and Enter sends.
  await page.keyboard.type('Iris')
  await expect(page.getByText('Please enter your name')).toBeHidden()
  await page.keyboard.press('Tab')
  await page.keyboard.type('iris@example')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Please enter a valid e-mail address')).toBeVisible()
  await expect(form.email).toBeFocused()
})

// Shows S8.17
test('a message that could not be sent is not lost', async ({ asGuest: page, expectTrouble }) => {
  expectTrouble(/contact_messages|ERR_FAILED/)
  await page.route('**/api/contact_messages', (route) => route.abort())
  await page.goto('/contact')
  const form = await fillContactForm(page)
  await form.phone.fill('555 0100')
  await form.send.click()
  await expect(page.getByText('Failed to send message. Please try again.')).toBeVisible()
  await expect(form.name).toHaveValue('Iris Bloom')
  await expect(form.phone).toHaveValue('555 0100')
  await expect(form.message).toHaveValue('Is the rose mist suited to dry skin?')
})

test('too many messages are refused with a reason', async ({ asGuest: page, expectTrouble }) => {
  expectTrouble(/429/)
  const message = 'Too many requests. Please wait a moment and try again.'
  await page.route('**/api/contact_messages', (route) =>
    route.fulfill({
      status: 429,
      json: { defined: true, code: 'TOO_MANY_REQUESTS', status: 429, message },
    }),
  )
  await page.goto('/contact')
  const form = await fillContactForm(page)
  await form.send.click()
  await expect(page.getByText('Failed to send message. Please try again.')).toBeVisible()
  await expect(page.getByText(message)).toBeVisible()
})

// Shows S2.3, S2.67, S2.68
test('the contact page says where and when to find us', async ({ asGuest: page }) => {
  const settings = await (await page.request.get('/api/site_settings')).json()
  await page.goto('/contact')
  const information = page.getByRole('region', { name: 'Contact Information' })
  for (const key of ['contact_phone', 'contact_address', 'contact_city']) {
    await expect(information.getByText(settings[key])).toBeVisible()
  }
  const hours = page.getByRole('region', { name: 'Business Hours' })
  for (const days of ['Sunday-Thursday', 'Friday', 'Saturday']) {
    await expect(hours.getByText(days)).toBeVisible()
  }
  await expect(hours.getByText(settings.business_hours_sun_thu)).toBeVisible()
})
