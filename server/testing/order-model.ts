import type { OrderStatus } from '#contract/orders.ts'

/**
 * What must be true of orders, money and stock, in the fewest words: no database, no provider, no time but minutes.
 * `orders-and-payments.model.test.ts` does the same things to it and to a real shop, and compares.
 */
export type Model = {
  price: number
  stock: number
  coupon: { uses: number; most: number }
  orders: ModelOrder[]
  now: number
}

export type ModelOrder = {
  quantity: number
  hasCoupon: boolean
  status: OrderStatus
  /** Whether it was paid, and by whose word. */
  paid: null | 'provider' | 'by-hand'
  placedAt: number
  holdUntil: number | null
  holdsCoupon: boolean
  /** Units taken from the stock and not given back. */
  held: number
  version: number
  page: { cents: number; until: number; isPaid: boolean } | null
  payments: ModelPayment[]
}

/** `isSeen`: the shop knows of it. */
export type ModelPayment = { cents: number; refunded: number; isSeen: boolean; isSettled: boolean }

export const HOLD_MINUTES = 20
const LONGEST_HOLD_MINUTES = 30
const PAGE_MINUTES = 15
const AFTER_PAGE_MINUTES = 5
const LINK_MINUTES = 3 * 24 * 60

/** Ten percent off with the coupon. */
export const totalOf = (
  { price }: Model,
  { quantity, hasCoupon }: Pick<ModelOrder, 'quantity' | 'hasCoupon'>,
) => Math.round(price * quantity * (hasCoupon ? 0.9 : 1))

const canTake = (model: Model, units: number, withCoupon: boolean) =>
  model.stock >= units && (!withCoupon || model.coupon.uses < model.coupon.most)

function take(model: Model, order: ModelOrder) {
  model.stock -= order.quantity
  order.held = order.quantity
  order.holdsCoupon = order.hasCoupon
  if (order.hasCoupon) model.coupon.uses++
}

function giveBack(model: Model, order: ModelOrder) {
  model.stock += order.held
  order.held = 0
  if (order.holdsCoupon) model.coupon.uses--
  order.holdsCoupon = false
}

/** False: refused, and nothing changed. The same for all that follow. */
export function place(model: Model, quantity: number, hasCoupon: boolean) {
  if (!canTake(model, quantity, hasCoupon)) return false
  const order: ModelOrder = {
    ...{ quantity, hasCoupon, status: 'pending', paid: null, placedAt: model.now },
    ...{ holdUntil: model.now + HOLD_MINUTES, holdsCoupon: false, held: 0, version: 1 },
    ...{ page: null, payments: [] },
  }
  take(model, order)
  model.orders.push(order)
  return true
}

export function openPage(model: Model, order: ModelOrder) {
  if (order.status !== 'pending' || order.paid || (order.holdUntil ?? 0) <= model.now) return false
  const cents = totalOf(model, order)
  const isOpen = order.page && order.page.cents === cents && order.page.until > model.now + 3
  if (isOpen) return true
  const deadline = Math.max(order.holdUntil ?? 0, order.placedAt + LONGEST_HOLD_MINUTES)
  const until = model.now + PAGE_MINUTES
  if (until > deadline) return false
  order.page = { cents, until, isPaid: false }
  const needed = Math.min(until + AFTER_PAGE_MINUTES, deadline)
  order.holdUntil = Math.max(order.holdUntil ?? 0, needed)
  return true
}

/** The shop hears of a payment: it completes its order, or waits for a person. */
export function hearOf(model: Model, order: ModelOrder, payment: ModelPayment) {
  if (payment.isSeen) return
  payment.isSeen = true
  if (order.paid || payment.cents !== totalOf(model, order) || order.held === 0) return
  payment.isSettled = true
  order.paid = 'provider'
  order.holdUntil = null
  if (order.status === 'pending') order.status = 'completed'
}

/** Time passes. What the shop has not heard of a due order is asked for before it is cancelled. */
export function wait(model: Model, minutes: number) {
  model.now += minutes
  for (const order of model.orders)
    for (const payment of order.payments) hearOf(model, order, payment)
  for (const order of model.orders) {
    const isDue = order.holdUntil !== null && order.holdUntil <= model.now
    if (order.status !== 'pending' || order.paid || !isDue) continue
    giveBack(model, order)
    order.status = 'cancelled'
    order.holdUntil = null
  }
}

/** An admin may set any status. */
export function setStatus(model: Model, order: ModelOrder, status: OrderStatus) {
  const isCancelled = order.status === 'cancelled'
  if (isCancelled && status !== 'cancelled') {
    if (!canTake(model, order.quantity, order.hasCoupon)) return false
    take(model, order)
  }
  if (!isCancelled && status === 'cancelled') giveBack(model, order)
  if (status === 'completed') order.paid ??= 'by-hand'
  if (status === 'pending' && order.paid === 'by-hand') order.paid = null
  order.holdUntil = status === 'pending' && !order.paid ? model.now + LONGEST_HOLD_MINUTES : null
  order.status = status
  return true
}

/** Only what nobody has paid for, or is about to. */
export function edit(model: Model, order: ModelOrder, quantity: number) {
  const isPageOpen = order.page && order.page.until + AFTER_PAGE_MINUTES > model.now
  const isHeardOf = order.payments.some(({ isSeen }) => isSeen)
  if (order.status !== 'pending' || order.paid || isPageOpen || isHeardOf) return false
  if (model.stock + order.held < quantity) return false
  giveBack(model, order)
  order.quantity = quantity
  take(model, order)
  order.holdUntil = model.now + LINK_MINUTES
  order.version++
  return true
}

/** Never more than was paid. */
export function refund(payment: ModelPayment, cents: number) {
  if (payment.refunded + cents > payment.cents) return false
  payment.refunded += cents
  return true
}

/** Units come back, of which some can be sold again. */
export function takeBack(model: Model, order: ModelOrder, units: number) {
  order.held -= units
  model.stock += units
}
