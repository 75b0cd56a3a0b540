import { menuButton } from './account-fixtures.ts'
import { expect, expectAccessible, test } from './fixtures.ts'

const FOOTER_LINKS = [
  '/page/contact',
  '/page/shipping-policy',
  '/page/returns-policy',
  '/page/faq',
  '/page/terms-of-service',
  '/page/privacy-policy',
  '/page/cookie-policy',
  '/page/disclaimer',
]

// Shows S2.18, S2.30
test('the footer leads to the eight pages, and each of them is there', async ({ asGuest }) => {
  await asGuest.goto('/')
  const footer = asGuest.getByRole('contentinfo')
  for (const href of FOOTER_LINKS) {
    await expect(footer.locator(`a[href="${href}"]`)).toBeVisible()
    expect((await asGuest.request.get(href)).status()).toBe(200)
  }
  await expect(footer).toContainText(/© 20\d\d Petal & Dew/)
  await expect(footer.getByRole('link', { name: /care@/ })).toBeVisible()
})

// Shows S2.12
test('an unknown address says so, with status 404 and a way home', { tag: '@core' }, async ({
  asGuest,
  expectTrouble,
}) => {
  expectTrouble(/404/)
  const response = await asGuest.goto('/no/such/place')
  expect(response?.status()).toBe(404)
  await expect(asGuest).toHaveTitle('Page not found · Petal & Dew')
  const heading = asGuest.getByRole('heading', { level: 1 })
  await expect(heading).toHaveText('404')
  await expect(heading).toHaveAccessibleName('404')
  await expect(asGuest.getByText('Oops! Page not found')).toBeVisible()
  await asGuest.getByRole('link', { name: 'Return to Home' }).click()
  await expect(asGuest).toHaveURL('/')
})

for (const width of [1024, 1440]) {
  test(`everything in the bar fits for an admin at ${width} px, the cart included`, {
    tag: '@desktop',
  }, async ({ asAdmin }) => {
    await asAdmin.setViewportSize({ width, height: 900 })
    await asAdmin.goto('/')
    const bar = asAdmin.getByRole('banner')
    await expect(bar.getByRole('link', { name: 'Admin Dashboard' })).toBeVisible()
    const nav = bar.getByRole('navigation', { name: 'Main' })
    const overflow = await nav
      .getByRole('list')
      .evaluate((list) => list.scrollWidth - list.clientWidth)
    expect(overflow).toBe(0)
    const logo = await bar.getByRole('link', { name: 'Petal & Dew' }).boundingBox()
    const home = await nav.getByRole('link', { name: 'Home' }).boundingBox()
    expect(home!.x - (logo!.x + logo!.width)).toBeGreaterThanOrEqual(16)
    await nav.getByRole('link', { name: 'Cart' }).click()
    await expect(asAdmin).toHaveURL('/cart')
  })
}

test('on a phone the menu leads to the cart', { tag: '@core' }, async ({ asGuest }) => {
  await asGuest.setViewportSize({ width: 390, height: 844 })
  await asGuest.goto('/')
  await expect(asGuest.getByRole('navigation', { name: 'Main' })).toBeHidden()
  const menu = asGuest.getByRole('dialog', { name: 'Menu' })
  await menuButton(asGuest).click()
  await menu.getByRole('link', { name: 'Cart' }).click()
  await expect(asGuest).toHaveURL('/cart')

  await menuButton(asGuest).click()
  await menu.getByRole('link', { name: 'Toners & Mists' }).click()
  await expect(asGuest).toHaveURL(/\/products\?category=Toners/)
  await expect(asGuest.getByRole('heading', { level: 1 })).toHaveText('Toners & Mists')

  await menuButton(asGuest).click()
  await menu.getByRole('button', { name: 'Chat with us' }).click()
  await expect(asGuest.getByRole('dialog', { name: 'Poppy' })).toBeVisible()
})

test('at 400 % zoom the bars scroll away', async ({ asGuest }) => {
  await asGuest.setViewportSize({ width: 320, height: 256 })
  const { items } = await (await asGuest.request.get('/api/products?in_stock=true&limit=1')).json()
  await asGuest.goto(`/product/${items[0].id}`)
  await expect(asGuest.getByRole('banner')).toBeInViewport()
  await asGuest.getByRole('heading', { name: 'Reviews' }).scrollIntoViewIfNeeded()
  await expect(asGuest.getByRole('banner')).not.toBeInViewport()
  await expect(asGuest.locator('[data-bottom-bar]')).toBeHidden()
})

test('the whole name of the shop is in the bar when the text is twice as large', async ({
  asGuest,
}) => {
  await asGuest.setViewportSize({ width: 390, height: 844 })
  await asGuest.goto('/')
  await asGuest.addStyleTag({ content: ':root { font-size: 200% }' })
  const name = asGuest.getByRole('banner').getByText('Petal & Dew')
  await expect(name).toBeVisible()
  const hidden = await name.evaluate((text) => text.scrollWidth - text.clientWidth)
  expect(hidden).toBe(0)
  const overflow = await asGuest.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  expect(overflow).toBeLessThanOrEqual(0)
})

// Shows S9.14, S9.15
test('one toast at a time, gone after some seconds, reachable by Alt+T, closed by its button', async ({
  asGuest,
}) => {
  await asGuest.goto('/products')
  const add = asGuest.getByRole('button', { name: /add .*to cart/i })
  await add.first().click()
  const region = asGuest.getByRole('region', { name: /^Notifications/ })
  const toasts = region.getByRole('listitem')
  await expect(toasts).toHaveCount(1)
  await add.nth(1).click()
  await expect(toasts.filter({ visible: true })).toHaveCount(1)
  await expectAccessible(asGuest)

  await expect(toasts).toHaveCount(0)

  await add.nth(2).click()
  await expect(toasts).toHaveCount(1)
  await asGuest.keyboard.press('Alt+t')
  await expect(region.locator(':focus')).toHaveCount(1)
  await region.getByRole('button', { name: 'Close toast' }).click()
  await expect(toasts).toHaveCount(0)
})

test('keyboard visitors can skip to the content', async ({ asGuest }) => {
  await asGuest.goto('/')
  await asGuest.keyboard.press('Tab')
  await expect(asGuest.getByRole('link', { name: 'Skip to content' })).toBeFocused()
  await asGuest.keyboard.press('Enter')
  await expect(asGuest.getByRole('main')).toBeFocused()
})

test('a button pressed before the scripts have loaded is pressed once they have', async ({
  asGuest,
}) => {
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await asGuest.route('**/assets/framework-*.js', async (route) => {
    await held
    await route.continue()
  })
  const arriving = asGuest.goto('/')
  await asGuest.waitForRequest('**/assets/framework-*.js')
  await asGuest.getByRole('button', { name: 'Cart', exact: true }).click()
  await expect(asGuest.getByRole('dialog')).toHaveCount(0)
  release()
  await arriving
  await expect(asGuest.getByRole('dialog', { name: /Your cart/ })).toBeVisible()
})

test('a button pressed during hydration is pressed once', async ({ asGuest }) => {
  await asGuest.addInitScript(() => {
    const mark = performance.mark.bind(performance)
    // React listens by now, and the page has not yet said so.
    performance.mark = (name, options) => {
      const buttons = [...document.querySelectorAll('button')]
      if (name === 'hydrated') buttons.find((one) => one.textContent === 'Add to Cart')?.click()
      return mark(name, options)
    }
  })
  const { items } = await (await asGuest.request.get('/api/products?in_stock=true&limit=1')).json()
  await asGuest.goto(`/product/${items[0].id}`)
  const cart = asGuest.getByRole('button', { name: /^Cart/ })
  await expect(cart).toHaveAccessibleName('Cart, 1 item')
})

test('a form waits for its script', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ baseURL, javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto('/forgot-password')
  await expect(page.getByLabel('Email', { exact: true })).toBeDisabled()
  await context.close()
})

test('an inline script that is not ours does not run', async ({ asGuest, expectTrouble }) => {
  expectTrouble(/Content Security Policy|inline script/i)
  await asGuest.goto('/')
  const ran = await asGuest.evaluate(() => {
    const script = document.createElement('script')
    script.textContent = 'window.hacked = true'
    // An inline script runs during append, or never.
    document.body.append(script)
    return 'hacked' in window
  })
  expect(ran).toBe(false)
})

test('the API page reads without scripts or network', async ({ asGuest, context }) => {
  await asGuest.goto('/api/docs')
  await expect(asGuest.getByRole('heading', { name: 'Petal API' })).toBeVisible()
  await context.setOffline(true)
  await asGuest.getByText('/api/products/{id}', { exact: true }).first().click()
  await expect(asGuest.getByText('Who may call:').filter({ visible: true })).toHaveText(/public/)
})

// Shows B1.1, B1.2, B2.2, B9.16
test('the demo admin sees the fifteen tiles', { tag: '@core' }, async ({ asAdmin }) => {
  await asAdmin.goto('/admin')
  const tiles = asAdmin.getByRole('group', { name: 'Screens' }).getByRole('listitem')
  await expect(tiles).toHaveCount(15)
  const tabs = asAdmin.getByRole('tab')
  await expect(tabs).toHaveText(['All', 'Products', 'Orders', 'Marketing', 'Pages', 'Settings'])
  await tabs.filter({ hasText: 'Products' }).click()
  await expect(tiles.getByRole('link', { name: 'Products', exact: true })).toBeVisible()
  await expect(tiles.getByRole('link', { name: 'Orders', exact: true })).toHaveCount(0)
})

test('what a visitor scrolled before the scripts came stays, and back returns to it', async ({
  asGuest,
}) => {
  const page = await asGuest.context().newPage()
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/assets/*.js', async (route) => {
    await released
    await route.continue()
  })
  await page.goto('/products', { waitUntil: 'commit' })
  await expect(page.getByRole('contentinfo')).toBeAttached()
  await page.evaluate(() => scrollTo({ top: 500, behavior: 'instant' }))
  release()
  await page.waitForFunction(() => performance.getEntriesByName('hydrated').length > 0)
  const position = () => page.evaluate(() => Math.round(scrollY))
  // Without Playwright's click, which would scroll the link into view.
  await page.evaluate(() =>
    document.querySelector<HTMLElement>('main a[href^="/product/"]')?.click(),
  )
  await page.waitForURL(/\/product\//)
  await expect.poll(position).toBe(0)
  await page.goBack()
  await expect.poll(position).toBe(500)
})
