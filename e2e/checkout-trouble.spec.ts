import type { Order } from '#contract/orders.ts'
import {
  expectPaid,
  fieldOf,
  fillAddress,
  mailTo,
  money,
  newCustomer,
  openWithCart,
  placeOrder,
  test,
} from './checkout-fixtures.ts'
import { onPaymentPage, payByCard } from './clover.ts'
import { expect, expectAccessible } from './fixtures.ts'
import { errorToast, toast } from './toasts.ts'

// Each of them walks through several pages, and axe looks at every one.
test.slow()

test('an order is completed although the browser was closed right after paying', {
  tag: '@core',
}, async ({ asGuest: page, admin, clover, database, products: [serum] }) => {
  const ada = newCustomer()
  await openWithCart(page, '/checkout', [[serum!]])
  await fillAddress(page, ada)
  await placeOrder(page)
  const { sessionId } = await onPaymentPage(page)
  await page.goto('about:blank')
  await clover.pay(sessionId)

  // The webhook event alone has settled it.
  await mailTo(admin, ada.email, 'order-confirmation')
  const query = 'select id from orders where guest_email = $1'
  const [placed] = await database.query<{ id: string }>(query, [ada.email])
  const order: Order = await (await page.request.get(`/api/orders/${placed?.id}`)).json()
  expect(order).toMatchObject({ status: 'completed', payment_id: expect.any(String) })
})

test('a price that changed meanwhile is shown, and the order goes on at the new one', {
  tag: '@core',
}, async ({ asGuest: page, products: [, , serum], database, expectTrouble }) => {
  expectTrouble(/409/)
  const [before, after] = [serum!.price, serum!.price + 1]
  const setPrice = (price: number) =>
    database.query('update products set price = $2 where id = $1', [serum!.id, price])
  await openWithCart(page, '/checkout', [[serum!]])
  await fillAddress(page, newCustomer())
  try {
    await setPrice(after)
    await placeOrder(page)
    await expect(
      page.getByText(
        `The price of ${serum!.name} changed from ${money(before)} to ${money(after)}`,
      ),
    ).toBeVisible()
    await expect(page.getByText(`Your new total is ${money(after)}`)).toBeVisible()
    await expect(fieldOf(page, 'city')).toHaveValue('Boston')
    await expectAccessible(page)

    await placeOrder(page)
    await onPaymentPage(page)
    await expect(page.getByRole('button', { name: `Pay ${money(after)}` })).toBeVisible()
  } finally {
    await setPrice(before)
  }
})

test('what another customer bought meanwhile leaves the order, the rest can still be ordered', async ({
  asGuest: page,
  playwright,
  baseURL,
  admin,
  products: [cream, , , serum],
  database,
  expectTrouble,
}) => {
  expectTrouble(/409/)
  await database.query('update products set stock = 1 where id = $1', [serum!.id])
  await openWithCart(page, '/checkout', [[cream!], [serum!]])
  await fillAddress(page, newCustomer())

  const rival = await playwright.request.newContext({
    baseURL,
    extraHTTPHeaders: { origin: baseURL ?? '' },
  })
  const taken = await rival.post('/api/orders', {
    data: {
      idempotency_key: crypto.randomUUID(),
      lines: [{ product_id: serum!.id, quantity: 1 }],
      shipping_address: newCustomer(),
      total: serum!.price,
    },
  })
  expect(taken.ok()).toBe(true)
  try {
    await placeOrder(page)
    await expect(page.getByText(`${serum!.name} is out of stock`)).toBeVisible()
    const toasts = page.getByRole('alert').filter({ hasText: 'no longer available' })
    await expect(toasts).toContainText(serum!.name)
    await expectAccessible(page)

    await placeOrder(page)
    await onPaymentPage(page)
    await expect(page.getByRole('button', { name: `Pay ${money(cream!.price)}` })).toBeVisible()
  } finally {
    const { id } = await taken.json()
    await admin.put(`/api/orders/${id}/status`, { data: { status: 'cancelled' } })
    await database.query('update products set stock = $2 where id = $1', [serum!.id, serum!.stock])
    await rival.dispose()
  }
})

test('what was typed is there after a reload, except the consent', async ({
  asGuest: page,
  products: [serum],
}) => {
  const ada = newCustomer()
  await openWithCart(page, '/checkout', [[serum!]])
  await fillAddress(page, ada)
  await page.getByRole('checkbox').check()
  await page.reload()
  await expect(fieldOf(page, 'email')).toHaveValue(ada.email)
  await expect(fieldOf(page, 'country')).toHaveValue(ada.country)
  await expect(page.getByRole('checkbox')).not.toBeChecked()
})

test('money that came too late is shown to the admin, who gives it back', async ({
  asAdmin: page,
  admin,
  clover,
  playwright,
  baseURL,
  products: [serum],
}) => {
  const payment = await test.step('given a payment for a cancelled order', async () => {
    const guest = await playwright.request.newContext({
      baseURL,
      extraHTTPHeaders: { origin: baseURL ?? '' },
    })
    const link = await guest.post('/api/functions/create-payment-link', {
      data: {
        items: [{ product_id: serum!.id, name: '', price: serum!.price, quantity: 1 }],
        total: serum!.price,
        idempotencyKey: crypto.randomUUID(),
      },
    })
    const { orderId, paymentUrl } = await link.json()
    await admin.put(`/api/orders/${orderId}/status`, { data: { status: 'cancelled' } })
    const paid = await clover.pay(/\/checkout\/([\da-f-]{36})/.exec(paymentUrl)?.[1] ?? '')
    await guest.dispose()
    return paid.payment.id
  })
  await page.goto('/admin/orders')
  const card = page.getByRole('article', { name: `Payment ${payment}` })
  await expect(card).toContainText('Paid too late')
  await expectAccessible(page)

  await card.getByRole('button', { name: /^Refund/ }).click()
  const amount = page.getByLabel('Amount in $')
  await expect(amount).toHaveValue(serum!.price.toFixed(2))
  await amount.fill(String(serum!.price + 1))
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('is left of this payment')).toBeVisible()
  await amount.fill('1.50')
  await page.getByRole('button', { name: 'Continue' }).click()
  const confirm = page.getByRole('alertdialog', { name: 'Refund $1.50?' })
  await expectAccessible(page)
  await confirm.getByRole('button', { name: 'Refund' }).click()
  await expect(card).toContainText('$1.50 refunded')

  await card.getByRole('button', { name: /as resolved$/ }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Mark as resolved' }).click()
  await expect(card).toBeHidden()
})

// Shows S4.13, S8.11
test('the express checkout says so when the shop cannot be reached, and the cart stays', async ({
  asGuest: page,
  products: [serum],
  expectTrouble,
}) => {
  expectTrouble(/create-payment-link|ERR_FAILED/)
  let answer = () => {}
  const asked = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route('**/api/functions/create-payment-link', async (route) => {
    await asked
    await route.abort()
  })
  await openWithCart(page, '/products', [[serum!]])
  await page.getByRole('button', { name: /^Cart/ }).click()
  const button = page.getByRole('button', { name: 'Go to Checkout' })
  await button.click()
  await expect(page.getByRole('button', { name: 'Processing...' })).toBeVisible()
  answer()
  await toast(page, 'Checkout failed')
  await toast(page, 'Please try again')
  await expect(button).toBeEnabled()
  await expect(page.getByRole('dialog').getByText(serum!.name)).toBeVisible()
})

// Shows S2.61, S4.12, S8.8, S8.10
test('an order that can not be placed says why, and the button says when it is busy', async ({
  asGuest: page,
  products: [serum],
  expectTrouble,
}) => {
  expectTrouble(/api\/orders$|409|ERR_FAILED/)
  let answer = () => {}
  const asked = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route('**/api/orders', async (route) => {
    await asked
    await route.abort()
  })
  await openWithCart(page, '/checkout', [[serum!]])
  await fillAddress(page, newCustomer())
  await placeOrder(page)
  await expect(page.getByRole('button', { name: 'Redirecting to secure payment...' })).toBeVisible()
  answer()
  await toast(page, 'Failed to place order. Please try again.')
  await page.unroute('**/api/orders')

  const message = 'Clover payment is not configured'
  await page.route('**/api/orders', (route) =>
    route.fulfill({
      status: 409,
      json: { defined: true, code: 'NOT_CONFIGURED', status: 409, message },
    }),
  )
  await placeOrder(page)
  await expect(errorToast(page)).toContainText(message)
})

test.describe('when the provider is in trouble', () => {
  // Shows S8.9
  test('the order and everything typed stay, and the same order is paid once it is back', async ({
    asGuest: page,
    clover,
    ordersMade,
    products: [serum],
    expectTrouble,
  }) => {
    expectTrouble(/503/)
    const ada = newCustomer()
    await openWithCart(page, '/checkout', [[serum!]])
    await fillAddress(page, ada)
    await clover.set({ faults: [{ on: 'create', fault: '500' }] })
    await placeOrder(page)
    await expect(page.getByRole('alert').getByText('Failed to create payment link')).toBeVisible()
    await expect(page.getByText('Your order is saved and nothing was charged')).toBeVisible()
    await expectAccessible(page)
    await page.reload()
    await expect(fieldOf(page, 'email')).toHaveValue(ada.email)

    await clover.reset()
    // The shop spares a provider that just failed for a few seconds.
    await expect(async () => {
      const button = page.getByRole('button', { name: 'Place Order' })
      if (!/mode=checkout/.test(page.url())) await button.click({ timeout: 2000 })
      await page.waitForURL(/mode=checkout/, { timeout: 5000 })
    }).toPass()
    await payByCard(page)
    await expectPaid(page)
    expect(await ordersMade()).toHaveLength(1)
  })

  // Shows S8.9
  test('express checkout says so too, and the cart stays', async ({
    asGuest: page,
    clover,
    products: [serum],
    expectTrouble,
  }) => {
    expectTrouble(/503/)
    await clover.set({ faults: [{ on: 'create', fault: '500' }] })
    await openWithCart(page, '/products', [[serum!]])
    await page.getByRole('button', { name: /^Cart/ }).click()
    const button = page.getByRole('button', { name: 'Go to Checkout' })
    await button.click()
    await toast(page, 'Checkout failed')
    await expect(page.getByText('Failed to create payment link')).toBeVisible()
    await expect(button).toBeEnabled()
    await expect(page.getByRole('dialog').getByText(serum!.name)).toBeVisible()
  })

  // Shows S2.79, S4.14
  test('a payment is shown as unconfirmed until the provider confirms it', async ({
    asGuest: page,
    clover,
    products: [serum],
  }) => {
    await clover.set({
      webhook: { timing: 'hold' },
      faults: [{ on: 'payments', fault: '500' }],
    })
    await openWithCart(page, '/checkout', [[serum!]])
    await fillAddress(page, newCustomer())
    await placeOrder(page)
    await payByCard(page)
    await expect(page.getByRole('heading', { name: 'Processing Payment' })).toBeVisible()
    await expect(
      page.getByRole('heading', { name: 'Your payment is not confirmed yet' }),
    ).toBeVisible()
    await expectAccessible(page)

    await clover.reset()
    await clover.releaseWebhooks()
    await page.getByRole('button', { name: 'Check again' }).click()
    await expectPaid(page)
  })
})
