import type { APIRequestContext, Page } from '@playwright/test'
import type { Product } from '#contract/catalog.ts'
import { ORDER_STATUSES } from '#contract/order-status.ts'
import { test as base, mailTo, money, newCustomer } from './checkout-fixtures.ts'
import type { Clover } from './clover.ts'
import { expect, expectAccessible, openPage } from './fixtures.ts'
import { errorToast, toast } from './toasts.ts'
import { sessionFile } from './worker-shop.ts'

const test = base.extend<{ guest: APIRequestContext }>({
  /** The API as somebody without an account; the back office is open in the page. */
  guest: async ({ playwright, baseURL, extraHTTPHeaders }, use) => {
    const guest = await playwright.request.newContext({
      baseURL,
      extraHTTPHeaders: { ...extraHTTPHeaders, origin: baseURL ?? '' },
    })
    await use(guest)
    await guest.dispose()
  },
})

type Placed = { id: string; number: string; email: string; fullName: string }

/** A guest's order, with a name that no other order has. */
async function place(guest: APIRequestContext, product: Product): Promise<Placed> {
  const shipping_address = { ...newCustomer(), fullName: `Ada ${crypto.randomUUID().slice(0, 8)}` }
  const answer = await guest.post('/api/orders', {
    data: {
      idempotency_key: crypto.randomUUID(),
      lines: [{ product_id: product.id, quantity: 1 }],
      shipping_address,
      total: product.price,
    },
  })
  const { id } = await answer.json()
  const { email, fullName } = shipping_address
  return { id, number: id.slice(0, 8), email, fullName }
}

async function pay(request: APIRequestContext, clover: Clover, order: Placed, amount: number) {
  const link = await request.post('/api/functions/create-payment-link', {
    data: { orderId: order.id, amount, email: order.email, customerName: order.fullName },
  })
  const { paymentUrl } = await link.json()
  const [, sessionId = ''] = /\/checkout\/([\da-f-]{36})/.exec(paymentUrl) ?? []
  const { payment } = await clover.pay(sessionId)
  await expect(async () => {
    const answer = await request.post('/api/functions/complete-payment', {
      data: { orderId: order.id },
    })
    expect(await answer.json()).toMatchObject({ state: 'paid' })
  }).toPass()
  return payment.id
}

const statusOf = (page: Page, { number }: Placed) =>
  page.getByRole('button', { name: `Status of order ${number}` })
async function setStatus(page: Page, order: Placed, status: string) {
  await statusOf(page, order).click()
  await page.getByRole('menuitem', { name: status }).click()
}
/** Opens the focused menu, which begins with Pending, and takes the item that a key leads to. */
async function chooseByKeys(page: Page, key: 'ArrowDown' | 'End', status: string) {
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem', { name: 'Pending' })).toBeFocused()
  await page.keyboard.press(key)
  await expect(page.getByRole('menuitem', { name: status })).toBeFocused()
  await page.keyboard.press('Enter')
}
/** The heading of the screen at the moment when its content gets the focus. */
const headingWhenFocused = (page: Page) =>
  page.getByRole('main').evaluate(
    (main) =>
      new Promise<string | undefined>((resolve) => {
        main.addEventListener('focus', () => resolve(main.querySelector('h1')?.textContent))
      }),
  )
const search = (page: Page) => page.getByLabel('Number, name, email, product')
const cancel = (admin: APIRequestContext, { id }: Placed) =>
  admin.put(`/api/orders/${id}/status`, { data: { status: 'cancelled' } })

// Shows B2.5, B2.26, B2.27, B8.6, B9.12
test('an order is found by number, name, email and product, and its status changed in place', async ({
  asAdmin: page,
  admin,
  guest,
  products: [serum],
}) => {
  const order = await place(guest, serum!)
  await page.goto('/admin/orders')
  await expect(page.getByRole('heading', { level: 1, name: 'Orders' })).toBeVisible()
  for (const text of [order.number, order.fullName, order.email]) {
    await search(page).fill(text)
    await expect(page.getByText('1–1 of 1')).toBeVisible()
    await expect(page.getByRole('link', { name: order.number })).toBeVisible()
    await search(page).fill('')
    await expect(page.getByText('1–1 of 1')).toBeHidden()
  }
  await search(page).fill(serum!.name)
  await expect(page.getByRole('link', { name: order.number })).toBeVisible()

  await search(page).fill(order.fullName)
  await expect(page.getByText('1–1 of 1')).toBeVisible()
  await expect(page.getByText(money(serum!.price)).last()).toBeVisible()
  await expect(page.getByText(serum!.name).last()).toBeVisible()
  const status = statusOf(page, order)
  await expect(status).toHaveText('Pending')
  await setStatus(page, order, 'Cancelled')
  const question = page.getByRole('alertdialog')
  await expect(question.getByRole('button')).toHaveText(['Keep order', 'Cancel order'])
  await question.getByRole('button', { name: 'Keep order' }).click()
  await setStatus(page, order, 'Processing')
  await toast(page, 'Order status updated')
  await page.reload()
  await expect(status).toHaveText('Processing')
  await expectAccessible(page)

  await page.getByLabel('Status', { exact: true }).selectOption('Shipped')
  await expect(page.getByText('No orders match')).toBeVisible()
  await page.getByLabel('Status', { exact: true }).selectOption('Processing')
  await expect(page.getByText('1–1 of 1')).toBeVisible()
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Export CSV' }).click(),
  ])
  expect(file.suggestedFilename()).toMatch(/^orders-.*\.csv$/)
  await cancel(admin, order)
})

// Shows S7.27
test('a paid order: shipped with tracking and mail, refunded in part, noted and printed', {
  tag: '@core',
}, async ({ asAdmin: page, admin, guest, clover, products: [, serum] }) => {
  const order = await place(guest, serum!)
  const payment_id = await pay(guest, clover, order, serum!.price)
  await page.goto(`/admin/orders?q=${order.number}`)
  await page.getByRole('link', { name: order.number }).click()
  await expect(page.getByRole('heading', { level: 1, name: `Order ${order.number}` })).toBeVisible()
  await expect(page.getByRole('link', { name: serum!.name })).toBeVisible()
  await expect(page.getByText('12 Rose Lane')).toBeVisible()
  const timeline = page.getByRole('group', { name: 'Timeline' })
  await expect(timeline).toContainText('Order placed')
  await expect(timeline).toContainText('Payment received')
  // A status has one name, whichever part of the screen says it.
  for (const status of ORDER_STATUSES) {
    await expect(page.getByRole('main').getByText(status, { exact: true })).toHaveCount(0)
  }
  await expectAccessible(page)

  await setStatus(page, order, 'Shipped')
  const ship = page.getByRole('dialog', { name: `Ship order ${order.number}` })
  await ship.getByLabel('Tracking number').fill('TRACK-42')
  await ship.getByLabel('Tracking link').fill('carrier')
  await ship.getByRole('button', { name: 'Set to shipped' }).click()
  await expect(ship.getByText('Enter a link that starts with https://')).toBeVisible()
  await ship.getByLabel('Tracking link').fill('https://carrier.example.com/42')
  await ship.getByRole('button', { name: 'Set to shipped' }).click()
  await toast(page, 'Order status updated')
  await expect(page.getByRole('link', { name: 'TRACK-42' })).toHaveAttribute(
    'href',
    'https://carrier.example.com/42',
  )
  const mail = await mailTo(admin, order.email, 'order-shipped')
  expect(mail.text).toContain('TRACK-42')
  await expect(timeline).toContainText(mail.subject)

  await page.getByRole('button', { name: `Refund ${payment_id}` }).click()
  await page.getByLabel('Amount in $').fill('1.50')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Refund' }).click()
  await toast(page, 'Refund sent')
  await expect(page.getByText('$1.50 refunded')).toBeVisible()

  const notes = page.getByLabel('Add a note')
  await page.getByRole('button', { name: 'Add note' }).click()
  await expect(page.getByText('Please write something')).toBeVisible()
  await notes.fill('Leave it with the neighbour')
  await notes.press('Control+Enter')
  await toast(page, 'Note added')
  await expect(page.getByRole('listitem').getByText('Leave it with the neighbour')).toBeVisible()
  await expect(notes).toHaveValue('')

  for (const name of ['Packing slip', 'Invoice']) {
    const href = await page.getByRole('link', { name }).getAttribute('href')
    const pdf = await page.request.get(href ?? '')
    expect(pdf.headers()['content-type']).toContain('application/pdf')
    expect((await pdf.body()).subarray(0, 5).toString()).toBe('%PDF-')
  }

  await page.getByRole('link', { name: order.fullName }).click()
  await expect(page.getByRole('heading', { level: 1, name: order.fullName })).toBeVisible()
  await expect(page.getByRole('link', { name: order.number })).toBeVisible()
  await expect(page.getByText(money(serum!.price)).first()).toBeVisible()
  await expectAccessible(page)
})

// Shows B8.2
test('a new order and the change of another admin appear by themselves; a stale change is refused', async ({
  asAdmin: page,
  admin,
  guest,
  browser,
  baseURL,
  products: [, , serum],
  expectTrouble,
}) => {
  expectTrouble(/409/)
  await page.goto('/admin/orders')
  await expect(page.getByRole('link', { name: /^Order [\da-f]{8}$/ }).first()).toBeVisible()
  const order = await place(guest, serum!)
  await expect(page.getByRole('link', { name: order.number })).toBeVisible()

  const context = await browser.newContext({ baseURL, storageState: sessionFile('admin') })
  const other = await openPage(context)
  await other.goto(`/admin/orders/${order.id}`)
  await setStatus(other, order, 'Processing')
  await toast(other, 'Order status updated')
  await expect(statusOf(page, order)).toHaveText('Processing')
  await context.close()

  // As if the live update had not arrived yet.
  const stale = await admin.put(`/api/orders/${order.id}/status`, {
    data: { status: 'shipped', seen: 'pending' },
  })
  expect(await stale.json()).toMatchObject({
    code: 'ORDER_CHANGED',
    message: 'Somebody else has changed the status of this order meanwhile.',
  })
  await page.route('**/api/orders/*/status', (route) =>
    route.fulfill({
      status: 409,
      json: {
        defined: true,
        code: 'ORDER_CHANGED',
        status: 409,
        message: 'Somebody else has changed the status of this order meanwhile.',
      },
    }),
  )
  await setStatus(page, order, 'Completed')
  await expect(errorToast(page)).toContainText('Error')
  await expect(errorToast(page)).toContainText('Somebody else has changed the status')
  await expect(statusOf(page, order)).toHaveText('Processing')
  await page.unroute('**/api/orders/*/status')
  await cancel(admin, order)
})

test('with the keyboard alone: find by Ctrl-K, change the status, select several, print', async ({
  asAdmin: page,
  guest,
  products: [, , , serum],
}) => {
  const order = await place(guest, serum!)
  await page.goto('/admin/orders')
  await expect(page.getByRole('link', { name: order.number })).toBeVisible()
  const headingAtFocus = headingWhenFocused(page)
  await page.keyboard.press('Control+k')
  await expect(page.getByPlaceholder('Search or jump to…')).toBeFocused()
  await page.keyboard.type(`order ${order.number}`)
  await expect(page.getByRole('option').first()).toHaveAccessibleName(/^Order/)
  await page.keyboard.press('Control+a')
  await page.keyboard.type(order.fullName)
  await expect(page.getByRole('option', { name: `Order ${order.number}` })).toBeVisible()
  await expect(page.getByRole('option', { name: order.email })).toBeVisible()
  // Screens that have the letters of the name somewhere are not in the way.
  await expect(page.getByRole('group', { name: 'Screens' }).getByRole('option')).toHaveCount(0)
  await page.keyboard.press('Enter')
  await page.waitForURL(`/admin/orders/${order.id}`)
  // Not earlier: a menu opened on the screen that is left would close by itself.
  expect(await headingAtFocus).toBe(`Order ${order.number}`)
  await statusOf(page, order).focus()
  await chooseByKeys(page, 'ArrowDown', 'Processing')
  await toast(page, 'Order status updated')
  await expect(statusOf(page, order)).toHaveText('Processing')

  await page.goto(`/admin/orders?q=${encodeURIComponent(order.email)}`)
  await page.getByRole('checkbox', { name: `Select order ${order.number}` }).focus()
  await page.keyboard.press('Space')
  await expect(page.getByText('1 selected')).toBeVisible()
  const slips = page.getByRole('link', { name: 'Print packing slips' })
  expect(await slips.getAttribute('href')).toContain(order.id)
  await page.getByRole('button', { name: 'Set status' }).focus()
  await chooseByKeys(page, 'End', 'Cancelled')
  const question = page.getByRole('alertdialog', { name: 'Cancel 1 order?' })
  await expect(question).toContainText('Their items go back into stock')
  await expect(question.getByRole('button', { name: 'Cancel', exact: true })).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(statusOf(page, order)).toHaveText('Cancelled')
  await expect(page.getByText('1 selected')).toBeHidden()
})

test('several orders are shipped at once, with tracking for some of them', async ({
  asAdmin: page,
  admin,
  guest,
  products: [serum],
}) => {
  const one = await place(guest, serum!)
  const other = await place(guest, serum!)
  for (const { id } of [one, other]) {
    await admin.put(`/api/orders/${id}/status`, { data: { status: 'processing' } })
  }
  await page.goto(`/admin/orders?q=${encodeURIComponent(serum!.name)}`)
  for (const { number } of [one, other]) {
    await page.getByRole('checkbox', { name: `Select order ${number}` }).check()
  }
  const askToShip = async () => {
    await page.getByRole('button', { name: 'Set status' }).click()
    await page.getByRole('menuitem', { name: 'Shipped' }).click()
  }
  const dialog = page.getByRole('dialog', { name: 'Ship 2 orders' })
  await askToShip()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(statusOf(page, one)).toHaveText('Processing')
  await askToShip()
  const tracked = dialog.getByRole('group', { name: `Order ${one.number}` })
  await tracked.getByLabel('Tracking number').fill('BULK-1')
  await tracked.getByLabel('Tracking link').fill('carrier')
  await dialog.getByRole('button', { name: 'Set 2 orders to shipped' }).click()
  await expect(tracked.getByText('Enter a link that starts with https://')).toBeVisible()
  await tracked.getByLabel('Tracking link').fill('https://carrier.example.com/1')
  await dialog.getByRole('button', { name: 'Set 2 orders to shipped' }).click()
  await toast(page, 'Order status updated')
  for (const order of [one, other]) await expect(statusOf(page, order)).toHaveText('Shipped')
  expect((await mailTo(admin, one.email, 'order-shipped')).text).toContain('BULK-1')
  expect((await mailTo(admin, other.email, 'order-shipped')).text).not.toContain('BULK')
  for (const order of [one, other]) await cancel(admin, order)
})

test('customers: accounts and guests with their sums, at any width', async ({
  asAdmin: page,
  expectTrouble,
}) => {
  expectTrouble(/404/)
  await page.goto('/admin/customers')
  await page.getByLabel('Kind').selectOption('Guests')
  await expect(page.getByText('Guest', { exact: true }).first()).toBeVisible()
  await page.getByLabel('Search name or email').fill('shopper@petalanddew')
  await expect(page.getByText('No customers match')).toBeVisible()
  await page.getByRole('button', { name: 'Clear filters' }).first().click()
  await page.getByLabel('Search name or email').fill('shopper@petalanddew')
  await page.getByRole('link', { name: 'Flora Bright' }).click()
  await expect(page.getByText('Total of completed orders')).toBeVisible()
  const wider = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  expect(wider).toBeLessThanOrEqual(0)

  await page.goto('/admin/orders/00000000-0000-4000-8000-000000000000')
  await expect(page.getByText('There is no such order')).toBeVisible()
})
