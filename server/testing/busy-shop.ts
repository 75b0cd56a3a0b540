import { randomUUID } from 'node:crypto'
import { expect, vi } from 'vitest'
import { givenVisitor, type Visitor } from './account-factories.ts'
import { givenBuiltShop } from './built-shop.ts'
import { address, orderRequest, sessionIn } from './order-factories.ts'
import { givenMailServer, type ReceivedMail } from './smtp.ts'

/** Only to end a test that would wait for ever; a busy machine takes its time. */
export const PATIENCE = { timeout: 900_000, interval: 250 }

export type BusyShop = Awaited<ReturnType<typeof givenBusyShop>>
export type PlacedOrder = { id: string; total: number; holds_stock: boolean }
type Line = { id: string; price: number; quantity?: number }

/**
 * The built shop with a real mail server, a product of which there is plenty, and people who use it. Each of their
 * requests is a new connection, which the supervisor gives to the two web processes in turn.
 */
export async function givenBusyShop(
  env: Record<string, string> = {},
  options: Parameters<typeof givenBuiltShop>[1] = {},
) {
  const mail = await givenMailServer()
  const shop = await givenBuiltShop({ ...mail.env, ...env }, options)
  const product = await givenPlenty(shop.query)
  const people = givenPeople(shop, product)

  async function signedInAs({ email, password }: { email: string; password: string }) {
    const browser = people.visitor()
    expect(await browser.signIn(email, password)).toMatchObject({ status: 200 })
    return browser
  }

  const mailsTo = (email: string) => mail.received.filter(({ to }) => to.includes(email))

  /** The token of the link in the last mail with this path to this address. */
  const mailedToken = (email: string, path: string) =>
    vi.waitFor(() => {
      const links = mailsTo(email).map((one) => new RegExp(`/${path}#([\\w-]+)`).exec(textOf(one)))
      const token = links.findLast((link) => link)?.[1]
      if (!token) throw new Error(`No mail with a link to /${path} reached ${email}`)
      return token
    }, PATIENCE)

  /** At the end of a file: nothing ended by itself, and the numbers add up. */
  async function expectUnharmed() {
    expect(shop.output()).not.toContain('A web process ended')
    expect(await shop.doctor()).toEqual({ code: 0, output: 'Everything adds up.' })
  }

  return {
    ...shop,
    ...people,
    product,
    signedInAs,
    mailsTo,
    mailedToken,
    expectUnharmed,
  }
}

export type People = ReturnType<typeof givenPeople>

/** Visitors of a shop at this address, each from a network of their own, and what they buy. */
export function givenPeople(shop: { url: string }, product: Line) {
  let networks = 0
  const nextIp = () => `10.9.${Math.floor(++networks / 250)}.${(networks % 250) + 1}`
  const visitor = (ip = nextIp(), cookies?: Map<string, string>) =>
    givenVisitor(shop, { ip, cookies, headers: { connection: 'close' } })

  async function place(browser: Visitor, order = orderOf([product])) {
    const { status, body, text } = await browser.post('/api/orders', order)
    if (status !== 200) throw new Error(`Expected an order, the answer was ${status} ${text}`)
    return body as PlacedOrder
  }

  /** An order with its open payment page. */
  async function openPage() {
    const email = `buyer.${randomUUID().slice(0, 8)}@example.com`
    const buyer = visitor()
    const order = await place(buyer, orderOf([product], email))
    const { status, body, text } = await buyer.post('/api/functions/create-payment-link', {
      orderId: order.id,
      amount: order.total,
      email,
      customerName: address.fullName,
    })
    if (status !== 200) throw new Error(`Expected a payment page, it was ${status} ${text}`)
    return { buyer, email, order, session: sessionIn((body as { paymentUrl: string }).paymentUrl) }
  }

  return { nextIp, visitor, place, openPage }
}

export const orderOf = (lines: Line[], email?: string) =>
  orderRequest(
    lines.map(({ id, quantity = 1 }) => ({ product_id: id, quantity })),
    Math.round(lines.reduce((sum, one) => sum + one.price * 100 * (one.quantity ?? 1), 0)) / 100,
    email ? { shipping_address: { ...address, email } } : {},
  )

async function givenPlenty(query: Awaited<ReturnType<typeof givenBuiltShop>>['query']) {
  const [row] = await query<{ id: string; price: string; stock: number }>(
    'select id, price, stock from products where stock > 0 order by id limit 1',
  )
  if (!row) throw new Error('The demo has no products')
  const stock = 50_000
  await query('update products set stock = $2 where id = $1', [row.id, stock])
  await query(`insert into stock_movements (product_id, change, reason) values ($1, $2, 'set')`, [
    row.id,
    stock - row.stock,
  ])
  return { id: row.id, price: Number(row.price), stock }
}

/** Quoted-printable or not, as text. */
const textOf = ({ raw }: ReceivedMail) =>
  raw
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
