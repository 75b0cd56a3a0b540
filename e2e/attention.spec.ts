import type { APIRequestContext, Page } from '@playwright/test'
import type { Product } from '#contract/catalog.ts'
import { newCustomer, test } from './checkout-fixtures.ts'
import type { Clover } from './clover.ts'
import { expect, expectAccessible } from './fixtures.ts'
import { toast } from './toasts.ts'

/** A guest's order that is paid at the provider. */
async function payOrder(request: APIRequestContext, clover: Clover, product: Product) {
  const shipping_address = newCustomer()
  const placed = await request.post('/api/orders', {
    data: {
      idempotency_key: crypto.randomUUID(),
      lines: [{ product_id: product.id, quantity: 1 }],
      shipping_address,
      total: product.price,
    },
  })
  const { id: orderId } = await placed.json()
  const link = await request.post('/api/functions/create-payment-link', {
    data: {
      orderId,
      amount: product.price,
      email: shipping_address.email,
      customerName: shipping_address.fullName,
    },
  })
  const { paymentUrl } = await link.json()
  const [, sessionId = ''] = /\/checkout\/([\da-f-]{36})/.exec(paymentUrl) ?? []
  const { payment } = await clover.pay(sessionId)
  return { orderId, payment_id: payment.id }
}

const cardOf = (page: Page, payment_id: string) =>
  page.getByRole('article', { name: `Payment ${payment_id}` })

test('a failed refund can be tried again, or marked as done by hand', async ({
  asAdmin: page,
  admin,
  clover,
  products: [serum],
}) => {
  const { payment_id } = await payOrder(admin, clover, serum!)
  await clover.set({ faults: [{ on: 'refunds', fault: '403' }] })
  for (const amount of [1, 2]) {
    await admin.post(`/api/payments/${payment_id}/refunds`, { data: { amount } })
  }
  await page.goto('/admin/orders')
  const card = cardOf(page, payment_id)
  await expect(card.getByText('Failed')).toHaveCount(2)
  await expect(card).toContainText('Refund not done')
  await expectAccessible(page)

  await card.getByRole('button', { name: 'Try again the refund of $1.00' }).click()
  await toast(page, 'Refund failed')
  await clover.set({ faults: [] })
  await card.getByRole('button', { name: 'Try again the refund of $1.00' }).click()
  await expect(card.getByText('Confirmed')).toBeVisible()

  await card.getByRole('button', { name: 'Mark the refund of $2.00' }).click()
  const dialog = page.getByRole('alertdialog').or(page.getByRole('dialog'))
  await dialog.getByRole('button', { name: 'Mark as done by hand' }).click()
  await toast(page, 'Marked as done by hand')
  await expect(card).toHaveCount(0)
})

test('an unconfirmed payment is shown, and completes its order when the admin says so', async ({
  asAdmin: page,
  admin,
  clover,
  products: [, serum],
}) => {
  await clover.set({ faults: [{ on: 'payments', fault: '403' }] })
  const { orderId, payment_id } = await payOrder(admin, clover, serum!)
  await page.goto('/admin/orders')
  const card = cardOf(page, payment_id)
  await expect(card).toContainText('Unconfirmed')
  await card.getByRole('button', { name: `Fulfil the order of ${payment_id}` }).click()
  await page.getByRole('button', { name: 'Fulfil order' }).click()
  await toast(page, 'Order completed')
  await expect(card).toHaveCount(0)
  const answer = await admin.post('/api/functions/complete-payment', { data: { orderId } })
  expect(await answer.json()).toMatchObject({ state: 'paid' })
})
