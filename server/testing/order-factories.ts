import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { OrderLine, PlaceOrder } from '#contract/orders.ts'
import { coupons, order_items, orders } from '#server/modules/orders/orders.table.ts'
import type { Db } from '#server/platform/database.ts'
import { checkInvariants } from '#server/programs/check-invariants.ts'
import { startSimulator } from '#simulator/simulator.ts'
import { onFileEnd } from './cleanup.ts'
import { givenProduct, PASSWORD } from './factories.ts'
import { givenClock, givenServer } from './server.ts'

export const address = {
  fullName: 'Iris Bloom',
  email: 'iris@example.com',
  address: '1 Garden Row',
  city: 'Boston',
  state: 'MA',
  zipCode: '02110',
  country: 'United States',
}

export async function givenCoupon(db: Db, given: Partial<typeof coupons.$inferInsert> = {}) {
  const discount = given.discount_amount ? {} : { discount_percentage: 10 }
  const [coupon] = await db
    .insert(coupons)
    .values({
      code: `SPRING${randomUUID().slice(0, 8).toUpperCase()}`,
      ...discount,
      valid_from: '2020-01-01T00:00:00Z',
      valid_until: '2099-01-01T00:00:00Z',
      ...given,
    })
    .returning()
  if (!coupon) throw new Error('No coupon')
  return coupon
}

type GivenOrder = Partial<typeof orders.$inferInsert> & {
  items?: { product: { id: string; name: string; price: number }; quantity: number }[]
}

/** An order as it is stored, without stock, events or mails. */
export async function givenOrder(db: Db, { items = [], ...given }: GivenOrder = {}) {
  const total = items.reduce((sum, { product, quantity }) => sum + product.price * quantity, 0)
  const [order] = await db
    .insert(orders)
    .values({
      guest_email: given.user_id ? null : (given.shipping_address?.email ?? address.email),
      shipping_address: address,
      subtotal: total || 20,
      total: total || 20,
      item_names: items.map(({ product }) => product.name).join(', '),
      ...given,
    })
    .returning()
  if (!order) throw new Error('No order')
  if (items.length > 0) {
    await db.insert(order_items).values(
      items.map(({ product, quantity }) => ({
        order_id: order.id,
        product_id: product.id,
        name: product.name,
        price: product.price,
        quantity,
      })),
    )
  }
  return order
}

/** What the checkout page sends. */
export const orderRequest = (
  lines: OrderLine[],
  total: number,
  more: Partial<PlaceOrder> = {},
): PlaceOrder => ({
  idempotency_key: randomUUID(),
  lines,
  shipping_address: address,
  total,
  ...more,
})

export type PayableShop = Awaited<ReturnType<typeof givenPayableShop>>

type PayableShopOptions = {
  env?: Record<string, string>
  /** Whether queued jobs are also worked on, and those of the clock run; else they stay queued, to be counted. */
  workers?: boolean
  /** The provider's accounts, when none is in the environment of the shop. */
  merchants?: NonNullable<Parameters<typeof startSimulator>[0]>['merchants']
}

const SIMULATED_ACCOUNT = {
  CLOVER_MERCHANT_ID: 'MERCHANTSIM01',
  CLOVER_PRIVATE_TOKEN: 'sim_private_token',
  CLOVER_WEBHOOK_SECRET: 'sim_signing_secret',
}

/** A shop with the simulated provider behind it, over HTTP both ways, and a clock that can be moved. */
export async function givenPayableShop({
  env = {},
  workers = false,
  merchants,
}: PayableShopOptions = {}) {
  const clock = givenClock()
  const simulator = await startSimulator({
    now: () => clock.now().getTime(),
    merchants,
    // A busy machine may take longer than the provider would wait.
    webhookLimitMs: 300_000,
  })
  const shop = await givenServer({
    now: clock.now,
    env: {
      TRUST_PROXY: '1',
      CLOVER_API_URL: simulator.url,
      CLOVER_ECOMMERCE_URL: simulator.url,
      ...(merchants ? {} : SIMULATED_ACCOUNT),
      ...env,
    },
  })
  if (!workers) await shop.jobs.stop()
  const origin = shop.config.publicUrl
  const local = `http://127.0.0.1:${shop.config.port}`
  const webhookUrl = `${local}/webhooks/clover`
  simulator.control.set({ webhook: { url: webhookUrl } })
  onFileEnd(() => simulator.stop())
  return {
    ...shop,
    clock,
    simulator,
    webhookUrl,
    /** A browser with a network address of its own, which stores cookies. */
    visitor: (ip = nextAddress()) => givenVisitor(local, origin, ip),
    findings: () => checkInvariants(shop.db, clock.now()),
  }
}

let visitors = 0
const nextAddress = () => {
  visitors++
  return `10.${(visitors >> 16) & 255}.${(visitors >> 8) & 255}.${visitors & 255}`
}

type Answer<Body = Record<string, never>> = { status: number; body: Body; headers: Headers }
export type Visitor = ReturnType<typeof givenVisitor>

function givenVisitor(local: string, origin: string, ip: string) {
  const cookies = new Map<string, string>()

  async function send(method: string, path: string, body?: unknown) {
    const response = await fetch(`${local}${path}`, {
      method,
      headers: {
        origin,
        'x-forwarded-for': ip,
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      body: body === undefined ? undefined : JSON.stringify(body),
    })
    for (const line of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (name) cookies.set(name, value ?? '')
    }
    return response
  }

  /** biome-ignore lint/suspicious/noExplicitAny: tests read what they expect */
  async function ask(method: string, path: string, body?: unknown): Promise<Answer<any>> {
    const response = await send(method, path, body)
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.includes('json')
    return {
      status: response.status,
      headers: response.headers,
      body: isJson ? JSON.parse(text) : text,
    }
  }

  return {
    cookies,
    send,
    get: (path: string) => ask('GET', `/api${path}`),
    post: (path: string, body: unknown) => ask('POST', `/api${path}`, body),
    put: (path: string, body: unknown) => ask('PUT', `/api${path}`, body),
    place: (order: PlaceOrder) => ask('POST', '/api/orders', order),
    complete: (orderId: string) => ask('POST', '/api/functions/complete-payment', { orderId }),
    link: (order: { id: string; total: number }) =>
      ask('POST', '/api/functions/create-payment-link', {
        orderId: order.id,
        amount: order.total,
        email: address.email,
        customerName: address.fullName,
      }),
    signIn: (profile: { email: string }) =>
      ask('POST', '/api/auth/sign-in/email', { email: profile.email, password: PASSWORD }),
  }
}

export const sessionIn = (paymentUrl: string) => {
  const id = /\/checkout\/([^?]+)/.exec(paymentUrl)?.[1]
  if (!id) throw new Error(`${paymentUrl} is no payment page`)
  return id
}

/** An order that waits for its payment, with its open payment page. */
export async function givenOpenPage(
  shop: PayableShop,
  product: { id: string; price: number },
  quantity = 1,
) {
  const buyer = shop.visitor()
  const order = await placed(buyer, product, quantity)
  const { body } = await buyer.link(order)
  return { buyer, order, session: sessionIn(body.paymentUrl) }
}

/** Many of them, of different products, so that they do not all queue for one. */
export async function givenOpenPages(shop: PayableShop, count: number) {
  const range = await Promise.all(
    Array.from({ length: 20 }, () => givenProduct(shop.db, { price: 38.5, stock: count })),
  )
  return inLanes(Array.from({ length: count }), 25, (_, place) => {
    const product = range[place % range.length]
    if (!product) throw new Error('The range is empty')
    return givenOpenPage(shop, product)
  })
}

export async function placed(
  buyer: Visitor,
  product: { id: string; price: number },
  quantity = 1,
): Promise<{ id: string; total: number; status: string; holds_stock: boolean }> {
  const total = Math.round(product.price * 100 * quantity) / 100
  const { status, body } = await buyer.place(
    orderRequest([{ product_id: product.id, quantity }], total),
  )
  if (status !== 200) throw new Error(`Not placed: ${status} ${JSON.stringify(body)}`)
  return body
}

/** How many confirmations were ever queued, sent ones included: all, or those of one order. */
export async function countConfirmations(db: Db, order_id?: string) {
  const { rows } = await db.execute<{ count: number }>(sql`
    select count(*)::int as count from pgboss.job
    where name = 'send-mail' and coalesce(data->>'paid_order_id' = ${order_id ?? null}, data ? 'paid_order_id')`)
  return rows[0]?.count ?? 0
}

/** How many jobs of a name were ever queued, finished ones included. */
export async function countJobs(db: Db, name: string, order_id?: string) {
  const { rows } = await db.execute<{ count: number }>(sql`
    select count(*)::int as count from pgboss.job
    where name = ${name} and (${order_id ?? null}::text is null or data->>'order_id' = ${order_id ?? null})`)
  return rows[0]?.count ?? 0
}

/** Does something for each of many, a few at a time. */
export async function inLanes<Item, Result>(
  items: Item[],
  lanes: number,
  work: (item: Item, place: number) => Promise<Result>,
) {
  const waiting = items.entries()
  const results: Result[] = []
  const lane = async () => {
    for (const [place, item] of waiting) results[place] = await work(item, place)
  }
  await Promise.all(Array.from({ length: lanes }, lane))
  return results
}
