import { STATUS_WHEN_DELIVERED, STATUS_WHEN_PAID } from '#contract/order-status.ts'
import type { OrderStatus } from '#contract/orders.ts'
import { stock_movements } from '#server/modules/catalog/catalog.table.ts'
import { coupons, order_events, order_items, orders } from '#server/modules/orders/orders.table.ts'
import { payments } from '#server/modules/payments/payments.table.ts'
import type { Db } from '#server/platform/database.ts'
import { type DemoOrder, holdsStock, isPaid, paidAt } from './draw-orders.ts'
import { content } from './fixtures.ts'
import { type Pictures, pictureUrl, productPictures } from './pictures.ts'
import { daysAfter, daysBefore, demoId, minutesAfter } from './repeatable.ts'

const MERCHANT = 'MERCHANTSIM01'
const HOLD_MINUTES = 20
/** A paid order of this age has left the house. */
const SHIPPED_AFTER_DAYS = 1.4

export async function loadOrders(db: Db, pictures: Pictures, drawn: DemoOrder[], now: Date) {
  await loadCoupons(db, now)
  await db.insert(orders).values(drawn.map((order) => orderRow(order, now)))
  await db.insert(order_items).values(drawn.flatMap((order) => itemRows(order, pictures)))
  await db.insert(order_events).values(drawn.flatMap((order) => eventRows(order, now)))
  await db.insert(stock_movements).values(drawn.flatMap(movementRows))
  await db.insert(payments).values(drawn.filter(isPaid).map(paymentRow))
}

/** current_uses is not copied: it is counted from the orders, once they are all there. */
async function loadCoupons(db: Db, now: Date) {
  await db.insert(coupons).values(
    content.coupons.map((coupon, index) => ({
      ...coupon,
      id: demoId('coupon', coupon.code),
      current_uses: 0,
      created_at: daysBefore(now, 93 + index).toISOString(),
    })),
  )
}

function orderRow(order: DemoOrder, now: Date) {
  const { number, buyer, status, created_at } = order
  return {
    id: orderId(order),
    idempotency_key: demoId('order-submit', number),
    user_id: buyer.user_id,
    guest_email: buyer.user_id ? null : buyer.address.email,
    shipping_address: buyer.address,
    item_names: order.lines.map(({ product }) => product.full_name).join(', '),
    ...amounts(order),
    coupon_code: order.coupon?.code ?? null,
    status,
    holds_stock: holdsStock(order),
    hold_until: status === 'pending' ? minutesAfter(now, HOLD_MINUTES).toISOString() : null,
    payment_id: isPaid(order) ? paymentId(order) : null,
    created_at: created_at.toISOString(),
    completed_at: isPaid(order) ? paidAt(order).toISOString() : null,
    cancelled_at: status === 'cancelled' ? heldUntil(order).toISOString() : null,
    ...shipment(order),
  }
}

const orderId = ({ number }: DemoOrder) => demoId('order', number)
const paymentId = ({ number }: DemoOrder) => `PAYDEMO${String(number).padStart(6, '0')}`
const heldUntil = ({ created_at }: DemoOrder) => minutesAfter(created_at, HOLD_MINUTES)

/** In cents, as all arithmetic with money. */
function amounts({ lines, coupon }: DemoOrder) {
  const subtotal = lines.reduce(
    (sum, { product, quantity }) => sum + Math.round(product.price * 100) * quantity,
    0,
  )
  const percentage = Math.round((subtotal * (coupon?.discount_percentage ?? 0)) / 100)
  const fixed = Math.round((coupon?.discount_amount ?? 0) * 100)
  const discount = Math.min(subtotal, percentage + fixed)
  return {
    subtotal: subtotal / 100,
    discount: discount / 100,
    total: (subtotal - discount) / 100,
  }
}

function shipment(order: DemoOrder) {
  const left = order.status !== 'processing' && order.age_days > SHIPPED_AFTER_DAYS
  if (!isPaid(order) || !left)
    return { shipped_at: null, tracking_number: null, tracking_link: null }
  const tracking_number = `DEMO${String(order.number * 7919).padStart(10, '0')}`
  return {
    shipped_at: daysAfter(order.created_at, 0.6 + (order.number % 8) / 10).toISOString(),
    tracking_number,
    tracking_link: `https://carrier.example.com/track/${tracking_number}`,
  }
}

const itemRows = (order: DemoOrder, pictures: Pictures) =>
  order.lines.map(({ product, quantity }) => ({
    id: demoId('order-item', `${order.number}/${product.slug}`),
    order_id: orderId(order),
    product_id: demoId('product', product.slug),
    quantity,
    price: product.price,
    name: product.full_name,
    image_url: productPictures(product).map((name) => pictureUrl(pictures, name))[0],
  }))

type Step = {
  to_status: OrderStatus
  actor: 'customer' | 'admin' | 'provider' | 'job'
  reason: string
  at: Date
}

/** What an order has been, in order. */
function eventRows(order: DemoOrder, now: Date) {
  const { status } = order
  const { shipped_at } = shipment(order)
  const byAdmin = { actor: 'admin', reason: 'Set in the back office' } as const
  const steps: Step[] = [
    { to_status: 'pending', actor: 'customer', reason: 'Order placed', at: order.created_at },
  ]
  if (status === 'cancelled') {
    const at = heldUntil(order)
    steps.push({ to_status: 'cancelled', actor: 'job', reason: 'Not paid in time', at })
  }
  if (isPaid(order)) {
    const at = paidAt(order)
    steps.push({ to_status: STATUS_WHEN_PAID, actor: 'provider', reason: 'Payment received', at })
  }
  if (status === 'processing') {
    steps.push({ to_status: 'processing', ...byAdmin, at: minutesAfter(paidAt(order), 30) })
  }
  if (shipped_at) steps.push({ to_status: 'shipped', ...byAdmin, at: new Date(shipped_at) })
  if (shipped_at && status === STATUS_WHEN_DELIVERED) {
    const delivered = daysAfter(new Date(shipped_at), 3)
    steps.push({
      to_status: STATUS_WHEN_DELIVERED,
      ...byAdmin,
      at: delivered < now ? delivered : now,
    })
  }
  return steps.map(({ at, ...step }, place) => ({
    ...step,
    order_id: orderId(order),
    from_status: steps[place - 1]?.to_status ?? null,
    actor_id: step.actor === 'provider' ? paymentId(order) : null,
    created_at: at.toISOString(),
  }))
}

/** Every order took its stock; a cancelled one gave it back when its time was over. */
function movementRows(order: DemoOrder) {
  const move = (reason: 'ordered' | 'given-back', sign: 1 | -1, at: Date) =>
    order.lines.map(({ product, quantity }) => ({
      id: demoId(reason, `${order.number}/${product.slug}`),
      product_id: demoId('product', product.slug),
      change: sign * quantity,
      reason,
      order_id: orderId(order),
      created_at: at.toISOString(),
    }))
  const taken = move('ordered', -1, order.created_at)
  return holdsStock(order) ? taken : [...taken, ...move('given-back', 1, heldUntil(order))]
}

const paymentRow = (order: DemoOrder) => ({
  payment_id: paymentId(order),
  order_id: orderId(order),
  merchant_id: MERCHANT,
  amount: amounts(order).total,
  status: 'settled' as const,
  created_at: paidAt(order).toISOString(),
})
