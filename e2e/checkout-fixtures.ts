import type { APIRequestContext, Page } from '@playwright/test'
import type { Product } from '#contract/catalog.ts'
import type { MailText } from '#contract/mail.ts'
import type { ShippingAddress } from '#contract/orders.ts'
import { type Clover, cloverAt } from './clover.ts'
import { type Database, openDatabase } from './database.ts'
import { test as base, expect } from './fixtures.ts'
import { productsInStock } from './shop-data.ts'

type Fixtures = {
  /** Products with plenty in stock that no other test uses at the same time. */
  products: Product[]
  clover: Clover
  /** The orders that this test has made so far; what is still unpaid at its end is cancelled. */
  ordersMade: () => Promise<string[]>
}
type WorkerFixtures = { database: Database }

export const test = base.extend<Fixtures, WorkerFixtures>({
  database: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern.
    async ({}, use) => {
      const database = await openDatabase()
      await use(database)
      await database.close()
    },
    { scope: 'worker' },
  ],

  clover: async ({ baseURL }, use) => {
    const clover = cloverAt(`http://127.0.0.1:${Number(new URL(baseURL ?? '').port) + 1}`)
    await use(clover)
    await clover.reset()
  },

  products: async ({ request }, use) => {
    await use((await productsInStock(request)).filter(({ stock }) => stock > 20))
  },

  ordersMade: [
    async ({ admin, database }, use) => {
      const [start] = await database.query<{ now: string }>('select now()::text as now')
      // Asked of the database: the browser drops an answer once the page is on its way to the provider.
      const ordersMade = async () => {
        const since = 'select id from orders where created_at >= $1::timestamptz'
        return (await database.query<{ id: string }>(since, [start?.now])).map(({ id }) => id)
      }
      await use(ordersMade)
      for (const id of await ordersMade()) await cancelUnpaid(admin, id)
    },
    { auto: true },
  ],
})

/** An account may have three unpaid orders, and the tests share the demo shopper's. */
async function cancelUnpaid(admin: APIRequestContext, orderId: string) {
  const answer = await admin.post('/api/functions/complete-payment', { data: { orderId } })
  const { state } = await answer.json()
  if (state !== 'pending') return
  await admin.put(`/api/orders/${orderId}/status`, { data: { status: 'cancelled' } })
}

let people = 0

/** Nobody twice: each test finds its own mails and orders. */
export function newCustomer(): ShippingAddress {
  people++
  return {
    fullName: 'Ada Example',
    email: `ada.${Date.now().toString(36)}.${process.pid}.${people}@example.com`,
    address: '12 Rose Lane',
    city: 'Boston',
    state: 'MA',
    zipCode: '02110',
    country: 'United States',
  }
}

const LABELS: Record<keyof ShippingAddress, string> = {
  fullName: 'Full name',
  email: 'Email',
  address: 'Address',
  city: 'City',
  state: 'State',
  zipCode: 'ZIP code',
  country: 'Country',
}

export const fieldOf = (page: Page, name: keyof ShippingAddress) =>
  page.getByLabel(LABELS[name], { exact: true })

export async function fillAddress(page: Page, address: ShippingAddress) {
  for (const name of Object.keys(LABELS) as (keyof ShippingAddress)[]) {
    await fieldOf(page, name).fill(address[name])
  }
}

/** Where the shop delivers to, country and state are lists, and chosen by the test. */
export async function fillAddressButPlace(page: Page, address: ShippingAddress) {
  for (const name of ['fullName', 'email', 'address', 'city', 'zipCode'] as const) {
    await fieldOf(page, name).fill(address[name])
  }
}

/** Opens a page in a browser whose cart holds these products, one of each by default. */
export async function openWithCart(
  page: Page,
  path: string,
  lines: [Pick<Product, 'id' | 'name' | 'price' | 'image_url'>, number?][],
) {
  const cart = lines.map(([{ id, name, price, image_url }, quantity = 1]) => ({
    id,
    name,
    price,
    image_url,
    quantity,
  }))
  await page.goto('/shipping-policy')
  await page.evaluate((items) => localStorage.setItem('cart', JSON.stringify(items)), cart)
  await page.goto(path)
}

export const placeOrder = (page: Page) => page.getByRole('button', { name: 'Place Order' }).click()

export const expectPaid = (page: Page) =>
  expect(page.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible()

export const storedCart = (page: Page) =>
  page.evaluate(() => JSON.parse(localStorage.getItem('cart') ?? '[]'))

export const money = (dollars: number) => `$${dollars.toFixed(2)}`

/** Mail leaves through a queue, so it is waited for. */
export async function mailTo(admin: APIRequestContext, email: string, template: string) {
  let found: { id: string } | undefined
  await expect(async () => {
    const answer = await admin.get('/api/mails', { params: { q: email } })
    const { items } = (await answer.json()) as { items: { id: string; template: string }[] }
    found = items.find((mail) => mail.template === template)
    expect(found, `${template} to ${email}`).toBeDefined()
  }).toPass()
  return (await (await admin.get(`/api/mails/${found?.id}`)).json()) as MailText
}
