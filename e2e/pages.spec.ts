import type { APIRequestContext, Page } from '@playwright/test'
import { openWithCart } from './checkout-fixtures.ts'
import { expect, expectAccessible, test } from './fixtures.ts'
import { isAdminRoute, ROUTES } from './routes.ts'
import { productNamed, productsInStock } from './shop-data.ts'
import { shownErrors } from './valid-html.ts'

// Every route at both widths, new ones included. Other tests need not look at a page that nothing was done to.
// They change nothing, so all workers share them: in one worker this file would still run when the others are done.
test.describe.configure({ mode: 'parallel' })

const WIDTHS = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
]

const FOR_CUSTOMERS = ['/account', '/my-orders', '/order/$id', '/payment-success']
const WITH_CART = ['/cart', '/checkout']
const MISSING = ['/404', '/page', '/$', '/$slug']
const FOR_EVERYONE = [
  ...ROUTES.filter(
    (route) =>
      !isAdminRoute(route) && ![...FOR_CUSTOMERS, ...WITH_CART, ...MISSING].includes(route),
  ),
  '/products?q=serum',
  '/products?q=nothingofthename',
]
const FOR_ADMINS = [
  ...ROUTES.filter(isAdminRoute),
  '/admin/products?tab=categories',
  '/admin/products?tab=reviews',
  '/admin/marketing?tab=campaigns',
]

/** What is loaded after hydration belongs to the page too. */
async function expectSound(page: Page) {
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
  await expect(page.getByText(/^Loading/).filter({ visible: true })).toHaveCount(0)
  for (const viewport of WIDTHS) {
    await page.setViewportSize(viewport)
    await expectAccessible(page)
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    expect(overflow, `nothing is wider than ${viewport.width} px`).toBeLessThanOrEqual(0)
  }
  // Not the whole document: what the server sends of it is checked in site.spec.ts.
  expect(await shownErrors(page)).toEqual([])
  if (!new URL(page.url()).pathname.startsWith('/admin')) await expectNothingCovered(page)
}

/** Nothing that floats lies on a control, wherever a phone's page comes to rest. */
async function expectNothingCovered(page: Page) {
  const chat = page.getByRole('button', { name: /^Open chat/ })
  for (let top = 0; ; top += SCROLLED_PX) {
    const reached = await page.evaluate(scrollToPlace, top)
    await expect(chat).toHaveAttribute('data-state', /^(shown|aside)$/)
    // A button that steps aside does so a moment later.
    await expect
      .poll(() => page.evaluate(coveredControls), { message: `at ${reached} px` })
      .toEqual([])
    if (reached < top) return
  }
}

const SCROLLED_PX = 350

/** Resolved when the page has heard of it. */
async function scrollToPlace(top: number) {
  scrollTo({ top, behavior: 'instant' })
  for (const _ of [1, 2]) await new Promise(requestAnimationFrame)
  return scrollY
}

function coveredControls() {
  const controls = [
    ...document.querySelectorAll('h1, a[href], button, input, select, textarea, summary'),
  ]
  const chat = document.querySelector('aside [data-state="shown"]')?.getBoundingClientRect()
  const floats = (element: Element | null | undefined): Element | undefined => {
    if (!element || element.matches('[data-bottom-bar]')) return undefined
    return getComputedStyle(element).position === 'fixed' ? element : floats(element.parentElement)
  }
  return controls.flatMap((control) => {
    const { left, right, top, bottom } = control.getBoundingClientRect()
    if (right <= left || !control.checkVisibility() || floats(control)) return []
    const middle = document.elementFromPoint((left + right) / 2, (top + bottom) / 2)
    const isUnder =
      chat && left < chat.right && right > chat.left && top < chat.bottom && bottom > chat.top
    return floats(middle) || isUnder ? [control.outerHTML.slice(0, 120)] : []
  })
}

test.describe('accessible, valid, and no wider than the screen:', { tag: '@desktop' }, () => {
  for (const route of FOR_EVERYONE) {
    test(route, async ({ asGuest: page }) => {
      const product = await productNamed(page, 'Rosehip Renewal Serum')
      await page.goto(route.replace('$id', product.id).replace('$slug', 'faq'))
      await expectSound(page)
    })
  }

  for (const route of MISSING) {
    test(route, async ({ asGuest: page, expectTrouble }) => {
      expectTrouble(/404/)
      await page.goto(route.replace('$slug', 'none').replace('$', 'no/such/place'))
      await expectSound(page)
    })
  }

  for (const route of WITH_CART) {
    test(route, async ({ asGuest: page }) => {
      const [first, second] = await productsInStock(page.request)
      await openWithCart(page, route, [[first!, 2], [second!]])
      await expectSound(page)
    })
  }

  for (const route of FOR_CUSTOMERS) {
    test(route, async ({ asShopper: page }) => {
      const { items } = await (await page.request.get('/api/orders')).json()
      const paid = items.find(({ status }: { status: string }) => status === 'completed')
      const search = route === '/payment-success' ? `?order_id=${paid.id}` : ''
      await page.goto(route.replace('$id', paid.id) + search)
      await expectSound(page)
    })
  }

  for (const route of FOR_ADMINS) {
    test(route, async ({ asAdmin: page, admin, expectTrouble }) => {
      // The demo has no campaign and no return: their pages say so.
      if (/^\/admin\/(marketing|returns)\/\$id$/.test(route)) expectTrouble(/404/)
      await page.goto(await adminAddress(admin, route))
      await expectSound(page)
    })
  }
})

/** The address of a route, with the first object of its list. */
async function adminAddress(admin: APIRequestContext, route: string) {
  const first = async (list: string) => (await (await admin.get(`/api/${list}`)).json()).items[0]
  if (route.startsWith('/admin/orders/$'))
    return route.replace('$id', (await first('orders/all')).id)
  if (route.startsWith('/admin/products/$'))
    return route.replace('$id', (await first('products')).id)
  if (route.startsWith('/admin/customers/$')) {
    const { user_id, email } = await first('customers')
    return route.replace('$key', encodeURIComponent(user_id ?? email))
  }
  if (route.startsWith('/admin/guide/$')) return route.replace('$', 'orders')
  return route.replace('$id', crypto.randomUUID())
}
