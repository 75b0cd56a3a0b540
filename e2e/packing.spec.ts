import type { APIRequestContext, Page } from '@playwright/test'
import type { Product } from '#contract/catalog.ts'
import { test as base, mailTo, newCustomer } from './checkout-fixtures.ts'
import { expect, expectAccessible } from './fixtures.ts'
import { openDeskOf, removePeople } from './people-fixtures.ts'
import { toast } from './toasts.ts'

const test = base.extend<{ noColleaguesLeft: undefined }>({
  noColleaguesLeft: [
    async ({ admin }, use) => {
      await use(undefined)
      await removePeople(admin)
    },
    { auto: true },
  ],
})

test.slow()

/** A guest's order that the owner marked as paid. */
async function givenPaid(
  request: APIRequestContext,
  admin: APIRequestContext,
  { product, origin }: { product: Product; origin: string },
) {
  const person = { ...newCustomer(), fullName: `Pia ${crypto.randomUUID().slice(0, 8)}` }
  const placed = await request.post('/api/orders', {
    headers: { origin },
    data: {
      idempotency_key: crypto.randomUUID(),
      lines: [{ product_id: product.id, quantity: 2 }],
      shipping_address: person,
      total: product.price * 2,
    },
  })
  expect(placed.ok(), await placed.text()).toBe(true)
  const { id }: { id: string } = await placed.json()
  const paid = await admin.put(`/api/orders/${id}/status`, { data: { status: 'completed' } })
  expect(paid.ok()).toBe(true)
  return { id, number: id.slice(0, 8), ...person }
}

const csvFile = (rows: string[]) => ({
  name: 'parcels.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(['order,tracking number,tracking link', ...rows].join('\n')),
})

async function openCsvDialog(page: Page) {
  await page.getByRole('button', { name: 'Packing' }).click()
  await page.getByRole('menuitem', { name: 'Ship from a CSV file' }).click()
  return page.getByRole('dialog', { name: 'Ship from a CSV file' })
}

test('a colleague of fulfilment packs orders and ships them from a file; support has no part in it', {
  tag: '@both',
}, async ({ asGuest: page, admin, browser, baseURL, request, products: [serum] }) => {
  const origin = baseURL ?? ''
  const given = { product: serum!, origin }
  const one = await givenPaid(request, admin, given)
  const other = await givenPaid(request, admin, given)
  const desk = await openDeskOf('fulfilment', { admin, browser, page, baseURL })

  await test.step('the pick list of the selected orders, and both are packed', async () => {
    await desk.goto('/admin/orders?q=Pia&to_ship=true')
    for (const { number } of [one, other]) {
      await desk.getByRole('checkbox', { name: `Select order ${number}` }).click()
    }
    await expect(desk.getByText('2 selected')).toBeVisible()
    const link = await desk.getByRole('link', { name: 'Print pick list' }).getAttribute('href')
    const list = await desk.request.get(link ?? '')
    expect(list.headers()['content-type']).toContain('application/pdf')
    await desk.getByRole('button', { name: 'Mark as packed' }).click()
    await toast(desk, '2 orders marked as packed')
    await expect(desk.locator('span', { hasText: /^Packed$/ }).first()).toBeVisible()
    await desk.getByLabel('Packing', { exact: true }).selectOption('to-pack')
    await expect(desk.getByRole('link', { name: one.number })).toHaveCount(0)
    await expectAccessible(desk)
  })

  await test.step('a file ships what it can, and says what it cannot', async () => {
    await desk.goto('/admin/orders')
    const dialog = await openCsvDialog(desk)
    const file = csvFile([
      `${one.id},T-1,https://carrier.example.com/1`,
      `${other.id},T-2,`,
      'deadbeer,T-3,',
    ])
    await dialog.getByLabel(/^Choose a CSV file/).setInputFiles(file)
    await expect(dialog.getByText('2 orders to ship, 1 row is left out.')).toBeVisible()
    await expect(dialog.getByText(/^No order has this number/)).toBeVisible()
    await expectAccessible(desk)
    await dialog.getByRole('button', { name: 'Ship 2 orders' }).click()
    await toast(desk, '2 orders shipped')
    await expect(dialog).toHaveCount(0)
    const mail = await mailTo(admin, one.email, 'order-shipped')
    expect(mail.text).toContain('T-1')
  })

  await test.step('the same file again does nothing', async () => {
    const dialog = await openCsvDialog(desk)
    await dialog.getByLabel(/^Choose a CSV file/).setInputFiles(csvFile([`${one.id},T-1,`]))
    await expect(dialog.getByText('0 orders to ship, 1 order shipped before.')).toBeVisible()
    await expect(dialog.getByRole('button', { name: 'Ship', exact: true })).toBeDisabled()
    await desk.keyboard.press('Escape')
    await desk.goto(`/admin/orders/${one.id}`)
    await expect(desk.getByText('T-1').first()).toBeVisible()
    await expect(desk.getByText('Packed', { exact: true })).toHaveCount(0)
  })
  await desk.context().close()

  const support = await openDeskOf('support', { admin, browser, page, baseURL })
  await support.goto('/admin/orders')
  await expect(
    support.getByRole('heading', { name: 'This screen is not part of your role' }),
  ).toBeVisible()
  for (const [path, data] of [
    ['packed', { ids: [one.id], packed: true }],
    ['shipments', { csv: `order,tracking\n${one.id},T-9`, dry_run: false }],
  ] as const) {
    const method = path === 'packed' ? 'PUT' : 'POST'
    const headers = { origin }
    const answer = await support.request.fetch(`/api/orders/${path}`, { method, data, headers })
    expect(answer.status(), path).toBe(403)
  }
  await support.context().close()
})
