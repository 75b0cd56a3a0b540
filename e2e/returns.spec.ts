import type { APIRequestContext, Browser, Locator, Page } from '@playwright/test'
import type { Product } from '#contract/catalog.ts'
import { fromCents, toCents } from '#contract/money.ts'
import { test as base, mailTo, money, newCustomer } from './checkout-fixtures.ts'
import type { Clover } from './clover.ts'
import { expect, expectAccessible, openPage } from './fixtures.ts'
import { file } from './owner-fixtures.ts'
import { errorToast, toast } from './toasts.ts'

type People = {
  /** A second browser, in which the owner works. */
  desk: Page
  noReturnsLeft: undefined
}

// Each worker has a shop of its own; what a test sets up there is gone after it.
const test = base.extend<People>({
  desk: async ({ browser, baseURL, admin, page }, use) => {
    const desk = await openDesk(browser, { baseURL, admin, page })
    await use(desk)
    await desk.context().close()
  },
  noReturnsLeft: [
    async ({ admin }, use) => {
      await use(undefined)
      await takeReturns(admin, null)
    },
    { auto: true },
  ],
})

test.slow()

type Given = { baseURL?: string; admin: APIRequestContext; page: Page }

async function openDesk(browser: Browser, { baseURL, admin, page }: Given) {
  const context = await browser.newContext({
    baseURL,
    storageState: await admin.storageState(),
    viewport: page.viewportSize(),
  })
  return openPage(context)
}

const INSTRUCTIONS = 'Petal, 12 Orchard Lane, Portland.\nPut your order number into the parcel.'

async function takeReturns(admin: APIRequestContext, days: number | null) {
  const { version } = await (await admin.get('/api/returns/settings')).json()
  const data = { days, instructions: INSTRUCTIONS, version }
  expect((await admin.put('/api/returns/settings', { data })).status()).toBe(200)
}

/** A paid order of the visitor of the page, a guest or signed in. The checkout has tests of its own. */
async function buy(page: Page, clover: Clover, product: Product, quantity: number) {
  const person = newCustomer()
  await page.goto('/shipping-policy')
  const headers = { origin: new URL(page.url()).origin }
  const post = async (path: string, data: object) => {
    const answer = await page.request.post(`/api/${path}`, { headers, data })
    expect(answer.ok(), path).toBe(true)
    return answer.json()
  }
  const total = fromCents(toCents(product.price) * quantity)
  const { id: orderId } = await post('orders', {
    idempotency_key: crypto.randomUUID(),
    lines: [{ product_id: product.id, quantity }],
    shipping_address: person,
    total,
  })
  const { email, fullName: customerName } = person
  const link = { orderId, amount: total, email, customerName }
  const { paymentUrl } = await post('functions/create-payment-link', link)
  const [, session = ''] = /\/checkout\/([\da-f-]{36})/.exec(paymentUrl) ?? []
  await clover.pay(session)
  await expect
    .poll(async () => (await post('functions/complete-payment', { orderId })).state)
    .toBe('paid')
  return person
}

async function openOrder(page: Page, admin: APIRequestContext, email: string) {
  const { items } = await (await admin.get('/api/orders/all', { params: { q: email } })).json()
  const id: string = items[0].id
  await page.goto(`/order/${id}`)
  await expect(page.getByRole('heading', { name: /^Order / })).toBeVisible()
  return id
}

const returnsOf = (page: Page) => page.getByRole('region', { name: 'Returns' })

const stockOf = async (admin: APIRequestContext, id: string) =>
  (await (await admin.get(`/api/products/${id}`)).json()).stock as number

test('a guest asks with a picture, the owner approves, notes the parcel and refunds; a mail comes at each step', {
  tag: '@both',
}, async ({ asGuest: page, desk, admin, clover, products: [serum] }) => {
  await test.step('the owner says for how long returns are taken', async () => {
    await desk.goto('/admin/returns')
    await desk.getByRole('tab', { name: 'Settings' }).click()
    await desk.getByRole('combobox', { name: 'Returns' }).selectOption('true')
    await desk.getByLabel('Days').fill('14')
    await desk.getByLabel('How to send it').fill(INSTRUCTIONS)
    await expectAccessible(desk)
    await desk.getByRole('button', { name: 'Save' }).click()
    await toast(desk, 'Return settings saved successfully')
  })

  const ada = await buy(page, clover, serum!, 2)
  const id = await openOrder(page, admin, ada.email)
  const returns = returnsOf(page)

  await test.step('the guest asks', async () => {
    await returns.getByRole('button', { name: 'Return items' }).click()
    await returns.getByRole('button', { name: 'Ask for a return' }).click()
    await expect(returns.getByText('Choose what you want to return')).toBeVisible()
    await expect(returns.getByText('Please say why you return it')).toBeVisible()
    await returns.getByRole('button', { name: `One more ${serum!.name}` }).click()
    await returns.getByLabel('Why do you return it?').fill('The pump came loose on the way.')
    await returns.getByLabel(/^Pictures/).setInputFiles(await file('pump.png'))
    await expect(returns.getByText('Uploaded', { exact: true })).toBeVisible()
    await expectAccessible(page)
    await returns.getByRole('button', { name: 'Ask for a return' }).click()
    await toast(page, 'Your request was sent')
    await expect(returns.getByText('Requested')).toBeVisible()
    await expectPictureShown(returns.getByRole('img', { name: 'What you sent, 1' }))
    await expectAccessible(page)
    expect((await mailTo(admin, ada.email, 'return-asked')).text).toContain('pump came loose')
  })

  await test.step('the owner sees it among the orders and approves', async () => {
    await desk.goto('/admin/orders')
    await desk.getByRole('link', { name: /^Returns/ }).click()
    await desk.getByLabel('Order number, name, email').fill(ada.email)
    await desk.getByRole('link', { name: `Return of ${id.slice(0, 8)}` }).click()
    // Until then the list is shown, with the returns of earlier tests.
    await expect(desk.getByRole('heading', { level: 1, name: /^Return of/ })).toBeVisible()
    await expect(desk.getByText('The pump came loose on the way.')).toBeVisible()
    await expectPictureShown(desk.getByRole('img', { name: 'What the customer sent, 1' }))
    await expectAccessible(desk)
    await desk.getByRole('button', { name: 'Approve' }).click()
    await toast(desk, 'Return approved')
    await page.reload()
    await expect(returns.getByText('12 Orchard Lane')).toBeVisible()
    expect((await mailTo(admin, ada.email, 'return-approved')).text).toContain('12 Orchard Lane')
  })

  await test.step('the parcel arrives, and its unit goes back to stock', async () => {
    const before = await stockOf(admin, serum!.id)
    await desk.getByRole('button', { name: 'Note what arrived' }).click()
    const dialog = desk.getByRole('dialog', { name: 'What arrived?' })
    await dialog.getByLabel(`Back to stock of ${serum!.name}`).selectOption('1')
    await dialog.getByLabel('Note about the parcel').fill('The seal is unbroken')
    await expectAccessible(desk)
    await dialog.getByRole('button', { name: 'Save arrival' }).click()
    await toast(desk, 'Arrival noted')
    await expect(desk.getByText('1 of 1 arrived')).toBeVisible()
    expect(await stockOf(admin, serum!.id)).toBe(before + 1)
    await mailTo(admin, ada.email, 'return-arrived')
  })

  await test.step('the money goes back once', async () => {
    const price = money(serum!.price)
    await desk.getByRole('button', { name: 'Refund', exact: true }).click()
    await expect(desk.getByLabel('Amount in $')).toHaveValue(serum!.price.toFixed(2))
    await expectAccessible(desk)
    await desk.getByRole('button', { name: 'Continue' }).click()
    await desk.getByRole('alertdialog').getByRole('button', { name: 'Refund' }).click()
    await toast(desk, 'Refund sent')
    await expect(desk.getByRole('button', { name: 'Refund', exact: true })).toHaveCount(0)
    await expectAccessible(desk)
    await page.reload()
    await expect(returns.getByText(`${price} went back to the card you paid with`)).toBeVisible()
    // What the owner wrote down is not for the customer.
    await expect(page.getByText('The seal is unbroken')).toHaveCount(0)
    expect((await mailTo(admin, ada.email, 'refund-processed')).text).toContain(price)
  })

  await test.step('the order shows its return, and the other unit can be returned', async () => {
    await desk.goto(`/admin/orders/${id}`)
    await expect(desk.getByRole('link', { name: `Return of ${id.slice(0, 8)}` })).toBeVisible()
    await expect(desk.getByText(`${money(serum!.price)} refunded`)).toBeVisible()
    await returns.getByRole('button', { name: 'Return items' }).click()
    await expect(returns.getByText(`1 × ${money(serum!.price)}`)).toBeVisible()
  })
})

/** Its bytes came, from an address that only these two can open. */
async function expectPictureShown(picture: Locator) {
  await expect(picture).toBeVisible()
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0)
}

test('a customer comes from My Orders, takes a request back, and reads why the next one is declined', async ({
  asShopper: page,
  desk,
  admin,
  clover,
  products: [serum],
  expectTrouble,
}) => {
  await takeReturns(admin, 30)
  await buy(page, clover, serum!, 1)
  await page.goto('/my-orders')
  await page.getByRole('link', { name: 'Return items' }).first().click()
  await expect(page).toHaveURL(/\/order\/[\da-f-]{36}#returns$/)
  const returns = returnsOf(page)
  const ask = async (reason: string) => {
    await returns.getByRole('button', { name: 'Return items' }).click()
    await returns.getByLabel('Why do you return it?').fill(reason)
    await returns.getByRole('button', { name: 'Ask for a return' }).click()
  }

  await test.step('what was typed survives a failure', async () => {
    expectTrouble(/500|Failed to load resource/)
    const path = '**/api/orders/*/returns'
    await page.route(path, (route) =>
      route.request().method() === 'POST' ? route.fulfill({ status: 500 }) : route.continue(),
    )
    await ask('It is the wrong shade.')
    await expect(errorToast(page)).toBeVisible()
    await page.unroute(path)
    await expect(returns.getByLabel('Why do you return it?')).toHaveValue('It is the wrong shade.')
    await returns.getByRole('button', { name: 'Ask for a return' }).click()
    await toast(page, 'Your request was sent')
  })
  await returns.getByRole('button', { name: 'Withdraw request' }).click()
  await expectAccessible(page)
  await page.getByRole('alertdialog').getByRole('button', { name: 'Withdraw' }).click()
  await expect(returns.getByText('Withdrawn', { exact: true })).toBeVisible()

  await ask('I changed my mind after all.')
  await expect(returns.getByText('Requested')).toBeVisible()
  await expect(returns.getByRole('button', { name: 'Return items' })).toHaveCount(0)
  await desk.goto('/admin/returns?status=asked')
  await desk
    .getByRole('link', { name: /^Return of/ })
    .first()
    .click()
  await desk.getByRole('button', { name: 'Decline' }).click()
  const dialog = desk.getByRole('dialog', { name: 'Decline this return?' })
  await dialog.getByRole('button', { name: 'Decline' }).click()
  await expect(dialog.getByText('Please write a sentence to the customer')).toBeVisible()
  await dialog.getByLabel('Why you do not take it back').fill('It was opened, so we cannot.')
  await expectAccessible(desk)
  await dialog.getByRole('button', { name: 'Decline' }).click()
  await toast(desk, 'Return declined')
  await page.reload()
  await expect(returns.getByText('It was opened, so we cannot.')).toBeVisible()
})

test('of two colleagues who answer, the second keeps the sentence and reads what the first did', async ({
  asGuest: page,
  desk,
  admin,
  clover,
  products: [serum],
}) => {
  await takeReturns(admin, 30)
  const ada = await buy(page, clover, serum!, 1)
  const id = await openOrder(page, admin, ada.email)
  const asked = await page.request.post(`/api/orders/${id}/returns`, {
    headers: { origin: new URL(page.url()).origin },
    data: {
      idempotency_key: crypto.randomUUID(),
      lines: [{ product_id: serum!.id, quantity: 1 }],
      reason: 'Too strong a scent.',
      pictures: [],
    },
  })
  const made = await asked.json()
  await desk.goto(`/admin/returns/${made.id}`)
  await desk.getByRole('button', { name: 'Decline' }).click()
  const sentence = desk.getByLabel('Why you do not take it back')
  await sentence.fill('We are sorry.')
  const approved = await admin.post(`/api/returns/${made.id}/approve`, { data: { version: 1 } })
  expect(approved.status()).toBe(200)
  await desk.getByRole('dialog').getByRole('button', { name: 'Decline' }).click()
  const conflict = desk.getByRole('dialog', { name: 'Changed meanwhile' })
  await expect(conflict.getByText('approved')).toBeVisible()
  await expectAccessible(desk)
  await conflict.getByRole('button', { name: 'Close' }).click()
  await expect(sentence).toHaveValue('We are sorry.')
  const now = await (await admin.get(`/api/returns/${made.id}`)).json()
  expect(now.status).toBe('approved')
})

test('a shop that has not set it up shows nothing of returns', async ({
  asGuest: page,
  desk,
  admin,
  clover,
  products: [serum],
}) => {
  await takeReturns(admin, null)
  const ada = await buy(page, clover, serum!, 1)
  await openOrder(page, admin, ada.email)
  await expect(page.getByRole('heading', { name: 'Keep this order' })).toBeVisible()
  await expect(page.getByRole('main').getByText(/return/i)).toHaveCount(0)
  await desk.goto('/admin/orders')
  await expect(desk.getByRole('link', { name: 'Customers' })).toBeVisible()
  await expect(desk.getByRole('link', { name: 'Returns' })).toHaveCount(0)
  await desk.goto('/admin/notifications')
  await expect(desk.getByRole('checkbox', { name: 'Stock that ran low or out' })).toBeVisible()
  await expect(desk.getByRole('checkbox', { name: /return/ })).toHaveCount(0)
})
