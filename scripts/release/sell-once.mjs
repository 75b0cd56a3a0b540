// @ts-check
/** Buys something in the demo shop at SHOP_URL and pays at SIMULATOR_URL, with nothing but Node; prints the order. */
import { randomUUID } from 'node:crypto'

const { SHOP_URL = '', SIMULATOR_URL = '' } = process.env
let cookie = ''

/** @param {string} url @param {object} [body] @returns {Promise<any>} */
async function ask(url, body) {
  const response = await fetch(url, {
    method: body ? 'POST' : 'GET',
    headers: {
      'content-type': 'application/json',
      // The simulator answers no browser.
      ...(url.startsWith(SHOP_URL) ? { origin: SHOP_URL, cookie } : {}),
    },
    body: body ? JSON.stringify(body) : null,
  })
  // Whose order it is.
  const set = response.headers.getSetCookie().map((line) => line.split(';')[0])
  cookie = [cookie, ...set].filter(Boolean).join('; ')
  const text = await response.text()
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${text}`)
  return text.startsWith('{') ? JSON.parse(text) : text
}

const page = await ask(`${SHOP_URL}/`)
const { items } = await ask(`${SHOP_URL}/api/products`)
const product = items.find((/** @type {any} */ one) => one.stock > 5)
const email = 'iris@example.com'
const order = await ask(`${SHOP_URL}/api/orders`, {
  idempotency_key: randomUUID(),
  lines: [{ product_id: product.id, quantity: 1 }],
  total: product.price,
  shipping_address: {
    ...{ fullName: 'Iris Bloom', email, address: '1 Garden Row', city: 'Boston' },
    ...{ state: 'MA', zipCode: '02110', country: 'United States' },
  },
})
const { paymentUrl } = await ask(`${SHOP_URL}/api/functions/create-payment-link`, {
  orderId: order.id,
  amount: order.total,
  email,
  customerName: 'Iris Bloom',
})
const sessionId = new URL(paymentUrl).pathname.split('/').at(-1)
await ask(`${SIMULATOR_URL}/_control/pay`, { sessionId })
console.log(JSON.stringify({ hasHeading: page.includes('<h1'), id: order.id, total: order.total }))
