import { openDatabase } from './database.ts'
import { expect, test } from './fixtures.ts'

// Shows B1.3, B2.3, B2.22, B2.23, B9.2
test('the dashboard shows the period of the URL, and its figures lead to their lists', {
  tag: '@desktop',
}, async ({ asAdmin: page, admin }) => {
  await page.goto('/admin/dashboard')
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Back to Admin Dashboard' })).toBeVisible()
  const overview = page.getByRole('group', { name: 'Overview' })
  for (const label of ['Revenue', 'Inventory Cost', 'Potential Profit', 'Low Stock']) {
    await expect(overview.getByRole('link', { name: label })).toBeVisible()
  }
  const money = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })
  const top = page.locator('section', { hasText: 'Top Selling Products' }).getByRole('listitem')
  // Other tests buy and set stocks meanwhile, so both are read again until nothing changed in between.
  await expect(async () => {
    await page.reload()
    await expect(top).toHaveCount(5)
    const { shop, top_products } = await (await admin.get('/api/insights/dashboard')).json()
    const figures = await overview.textContent()
    expect(figures).toContain(money.format(shop.inventory_cost))
    expect(figures).toContain(money.format(shop.potential_profit))
    expect(await top.first().textContent()).toContain(top_products[0].name)
  }).toPass()
  await expect(page.locator('.recharts-bar-rectangle').first()).toBeVisible()

  await page.getByText('Show these figures as a table').click()
  const table = page.getByRole('table', { name: 'Sales over time' })
  // Its head, and every day, also those without sales.
  await expect(table.getByRole('row')).toHaveCount(31)

  await page.getByRole('button', { name: '90 days' }).click()
  await expect(page).toHaveURL(/range=90d/)
  await expect(page.getByRole('button', { name: 'Week' })).toHaveAttribute('aria-pressed', 'true')
  await page.getByRole('button', { name: 'Month', exact: true }).click()
  await expect(page).toHaveURL(/by=month/)
  await expect(table.getByRole('row')).not.toHaveCount(31)

  await page.reload()
  await expect(page.getByRole('button', { name: '90 days' })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
  await page.getByRole('button', { name: 'Custom' }).click()
  await page.getByLabel('To', { exact: true }).fill('2026-01-01')
  await expect(page.getByText('The first day is after the last.')).toBeVisible()
  await page.getByLabel('From', { exact: true }).fill('2025-12-01')
  await expect(page).toHaveURL(/from=2025-12-01&to=2026-01-01/)
  await expect(page.getByText('Nothing was sold in this period.').first()).toBeVisible()

  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Export CSV' }).click()
  expect((await download).suggestedFilename()).toMatch(/^sales-.*\.csv$/)

  await overview.getByRole('link', { name: 'Low Stock' }).click()
  await expect(page).toHaveURL('/admin/products?stock=low')
})

// Shows B1.1, B9.16
test('tiles and navigation count what waits, live, and warn of what is not set up', {
  tag: '@core',
}, async ({ asAdmin: page, admin }) => {
  const database = await openDatabase()
  await page.goto('/admin')
  await expect(page.getByRole('group', { name: 'Screens' }).getByRole('listitem')).toHaveCount(15)
  await expect(page.getByText('Mail is not configured.')).toBeVisible()
  await expect(page.getByText('Payments are simulated.')).toBeVisible()

  const tile = page.getByRole('main').getByRole('link', { name: /^\d+ new$/ })
  // Other tests write and answer messages meanwhile, so the number is the server's at that moment.
  const expectCurrent = () =>
    expect(async () => {
      const { contact_messages_new } = await (await admin.get('/api/insights/figures')).json()
      expect(await tile.textContent()).toBe(`${contact_messages_new} new`)
    }).toPass()
  await expectCurrent()
  const sent = await admin.post('/api/contact_messages', {
    headers: { 'x-forwarded-for': '10.9.8.7' },
    data: { name: 'Iris', email: 'iris@example.com', phone: null, message: 'Is it vegan?' },
  })
  expect(sent.status()).toBe(201)
  await expectCurrent()
  await tile.click()
  await expect(page).toHaveURL('/admin/contact-messages?status=new')
  await database.query("delete from contact_messages where message = 'Is it vegan?'")
  await database.close()
})

test('a click on a tile is answered while its screen still loads', async ({ asAdmin: page }) => {
  await page.goto('/admin')
  const tile = page.getByRole('group', { name: 'Screens' }).getByRole('link', { name: 'Coupons' })
  await expect(tile).toBeVisible()
  let load = () => {}
  const held = new Promise<void>((resolve) => {
    load = resolve
  })
  await page.route('**/assets/admin/coupons-*.js', async (route) => {
    await held
    await route.continue()
  })
  await tile.click()
  const line = page.getByRole('progressbar', { name: 'Loading page' })
  await expect(line).toBeAttached()
  await expect(line.locator('..')).toHaveCSS('animation-delay', '0s')
  await expect(page.getByRole('main')).toHaveAttribute('aria-busy', 'true')
  load()
  await expect(page.getByRole('heading', { level: 1, name: 'Coupons' })).toBeVisible()
  await expect(page.getByRole('main')).toHaveAttribute('aria-busy', 'false')
})

test('a failed dashboard says so and tries again', async ({ asAdmin: page, expectTrouble }) => {
  expectTrouble(/500/)
  let fails = true
  await page.route('**/api/insights/dashboard*', (route) =>
    fails ? route.fulfill({ status: 500, body: '{}' }) : route.continue(),
  )
  // A live update would replace the button before it is pressed.
  await page.route('**/api/live/changes*', () => {})
  await page.goto('/admin/dashboard')
  const again = page.getByRole('button', { name: 'Try again' })
  await expect(again).toBeVisible()
  fails = false
  await again.click()
  await expect(page.getByRole('group', { name: 'Overview' })).toBeVisible()
})

declare global {
  interface Window {
    /** Sum of the layout shifts that no input caused. */
    shifted: number
  }
}

test('nothing moves on /admin after the first paint, whichever answer comes last', {
  tag: '@both',
}, async ({ asAdmin: page }) => {
  const { width, height } = page.viewportSize() ?? { width: 390, height: 844 }
  await page.setViewportSize({ width: Math.min(width, 1280), height })
  await page.addInitScript(() => {
    window.shifted = 0
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        value: number
        hadRecentInput: boolean
      })[]) {
        if (!entry.hadRecentInput) window.shifted += entry.value
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
  const guide = page.getByRole('region', { name: 'Make it your shop' })
  for (const last of ['setup', 'insights/figures', 'ownership']) {
    // Answered once the page has painted what it has without it.
    const path = new RegExp(`/api/${last}$`)
    await page.route(path, async (route) => {
      await page.evaluate(
        () =>
          new Promise((resolve) =>
            requestIdleCallback(() => requestAnimationFrame(() => setTimeout(resolve))),
          ),
      )
      await route.continue()
    })
    await page.goto('/admin')
    await expect(guide).toBeVisible()
    await expect(guide.getByText("are the demo's.")).toBeVisible()
    await expect(page.getByText('Mail is not configured.')).toBeVisible()
    await expect(page.getByRole('group', { name: 'Screens' })).toBeVisible()
    // Two frames later the observer has everything.
    await page.evaluate(
      () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
    )
    expect(await page.evaluate(() => window.shifted), `${last} comes last`).toBeLessThan(0.02)
    await page.unroute(path)
  }
})
