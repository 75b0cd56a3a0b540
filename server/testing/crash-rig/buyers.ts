import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { Random } from '#demo/repeatable.ts'
import { address, orderRequest, sessionIn } from '../order-factories.ts'
import { type Browser, describe, WrongAnswer } from './browser.ts'
import type { Diary, Purchase } from './diary.ts'

export type Product = { id: string; price: number }
type Choice = { plenty: Product[]; scarce: Product; coupon: string }

const GOOD_CARD = { number: '4242 4242 4242 4242', expiry: '12/40', cvv: '123', zip: '02110' }
const DECLINED_CARD = { ...GOOD_CARD, number: '4005 5717 0222 2222' }
/** The payment page stays open for as long. */
const PAGE_MS = 14 * 60_000

/** One order: placed, paid at the provider and seen as paid, each until it is answered. One in six is left unpaid. */
export async function buy(browser: Browser, random: Random, from: Choice, diary: Diary) {
  const key = randomUUID()
  const email = `buyer.${key.slice(0, 13)}@crash.example.com`
  const purchase: Purchase = { key, email, paidOn: [], isPromised: false }
  diary.purchases.push(purchase)
  const isScarce = random.happens(0.25)
  const product = isScarce ? from.scarce : random.pick(from.plenty)
  const hasCoupon = !isScarce && random.happens(0.3)
  const order = orderRequest(
    [{ product_id: product.id, quantity: 1 }],
    hasCoupon ? reduced(product.price) : product.price,
    {
      idempotency_key: key,
      shipping_address: { ...address, email },
      ...(hasCoupon && { coupon_code: from.coupon }),
    },
  )
  const placed = await browser.post('/api/orders', order)
  if (placed.body.code === 'OUT_OF_STOCK') {
    purchase.end = 'sold out'
    return
  }
  if (placed.status !== 200) throw new WrongAnswer(`an order: ${describe(placed)}`)
  purchase.id = String(placed.body.id)
  purchase.total = Number(placed.body.total)
  if (random.happens(1 / 6)) {
    purchase.end = 'left'
    return
  }
  await pay(browser, random, purchase)
}

const reduced = (price: number) => {
  const cents = Math.round(price * 100)
  return (cents - Math.floor((cents * 10 + 50) / 100)) / 100
}

async function pay(browser: Browser, random: Random, purchase: Purchase) {
  const { id, total, email } = purchase
  const link = await browser.post('/api/functions/create-payment-link', {
    orderId: id,
    amount: total,
    email,
    customerName: address.fullName,
  })
  if (link.body.code === 'ORDER_CLOSED') {
    purchase.end = 'closed'
    return
  }
  if (link.status !== 200) throw new WrongAnswer(`a payment link: ${describe(link)}`)
  const page = String(link.body.paymentUrl)
  const session = sessionIn(page)
  const enter = (card: Record<string, string>) =>
    browser.insist(() =>
      browser.send(new URL(`/checkout/${session}/pay`, page).href, {
        method: 'POST',
        body: new URLSearchParams(card),
      }),
    )
  if (random.happens(0.15)) await enter(DECLINED_CARD)
  purchase.paidOn.push(session)
  await enter(GOOD_CARD)
  await untilPaid(browser, purchase)
}

/** As the return page does: it asks until the order is paid, then shows it. */
async function untilPaid(browser: Browser, purchase: Purchase) {
  const end = Date.now() + PAGE_MS
  for (;;) {
    const answer = await browser.post('/api/functions/complete-payment', { orderId: purchase.id })
    if (answer.status !== 200) throw new WrongAnswer(`a payment: ${describe(answer)}`)
    if (answer.body.state === 'paid') break
    if (answer.body.state === 'closed') {
      purchase.end = 'closed'
      return
    }
    if (Date.now() > end) throw new WrongAnswer(`order ${purchase.id} is paid, but stays unpaid`)
    await wait(1000)
  }
  const shown = await browser.get(`/api/orders/${purchase.id}`)
  if (shown.status !== 200) throw new WrongAnswer(`the page of an order: ${describe(shown)}`)
  purchase.end = 'paid'
  purchase.isPromised = true
}
