import type { OrderStatus } from '#contract/orders.ts'
import { catalogue, content, type DemoCoupon, type DemoProduct } from './fixtures.ts'
import { type Buyer, type Customer, drawGuest, shopper } from './people.ts'
import { createRandom, daysBefore, minutesAfter, type Random } from './repeatable.ts'

type Draft = { buyer: Buyer; status: OrderStatus; age_days: number; wants?: string }
export type DemoOrder = Draft & {
  number: number
  created_at: Date
  lines: { product: DemoProduct; quantity: number }[]
  coupon: DemoCoupon | null
}

export const isPaid = ({ status }: Draft) => status !== 'pending' && status !== 'cancelled'
export const holdsStock = ({ status }: Draft) => status !== 'cancelled'

/** Paying takes most people a few minutes. */
export const paidAt = (order: DemoOrder) => minutesAfter(order.created_at, 1 + (order.number % 6))

const ORDER_COUNT = 400
const OLDEST_DAYS = 90
const CANCELLED_SHARE = 0.08
const CANCELLED_WITH_COUPON = 0.3
/** What is sold out today was still there before. */
const SOLD_OUT_SINCE_DAYS = 12
const MINUTE = 1 / 1440

/** Three months of a small shop that is doing well. The same orders each time, counted back from now. */
export function drawOrders(customers: Customer[], now: Date): DemoOrder[] {
  const random = createRandom(400)
  const known = [...shopperDrafts(), ...customers.flatMap((one) => customerDrafts(random, one))]
  const drafts = [...known, ...guestDrafts(random, ORDER_COUNT - known.length)]
  const orders = drafts
    .toSorted((a, b) => b.age_days - a.age_days)
    .map((draft, index) => ({
      ...draft,
      number: index + 1,
      created_at: daysBefore(now, draft.age_days),
      lines: drawLines(random, draft),
      coupon: null,
    }))
  return handOutCoupons(orders, content.coupons, random)
}

/** My Orders of the demo shopper shows every status. */
function shopperDrafts(): Draft[] {
  const orders: [age_days: number, status: OrderStatus][] = [
    [82.3, 'completed'],
    [61.1, 'completed'],
    [47.6, 'cancelled'],
    [33.4, 'completed'],
    [20.2, 'completed'],
    [12.7, 'completed'],
    [4.6, 'shipped'],
    [1.2, 'processing'],
    [MINUTE, 'pending'],
  ]
  return orders.map(([age_days, status]) => ({ buyer: shopper, age_days, status }))
}

/** The first order brought what they wrote their review about; later ones are anything. */
function customerDrafts(random: Random, buyer: Customer): Draft[] {
  const first = random.between(28, 86)
  const later = Array.from({ length: random.whole(1, 5) }, () =>
    ordinaryDraft(random, buyer, random.between(0.05, first - 1)),
  )
  return [
    { buyer, age_days: first, status: 'completed', wants: buyer.review.product_slug },
    ...later,
  ]
}

function guestDrafts(random: Random, count: number): Draft[] {
  const openMinutes = [0.5, 2, 3]
  const guests = Array.from({ length: Math.ceil(count * 0.7) }, () => drawGuest(random))
  const open = openMinutes.map(
    (minutes): Draft => ({
      buyer: random.pick(guests),
      age_days: minutes * MINUTE,
      status: 'pending',
    }),
  )
  // A little more business each week.
  const age = () => Math.max(0.05, OLDEST_DAYS * (1 - random.between(0, 1) ** 0.7))
  const others = Array.from({ length: count - open.length }, () =>
    ordinaryDraft(random, random.pick(guests), age()),
  )
  return [...open, ...others]
}

function ordinaryDraft(random: Random, buyer: Buyer, age_days: number): Draft {
  return { buyer, age_days, status: drawStatus(random, age_days) }
}

function drawStatus(random: Random, age_days: number): OrderStatus {
  if (random.happens(CANCELLED_SHARE)) return 'cancelled'
  if (age_days < 1.5) return random.happens(0.5) ? 'processing' : 'completed'
  if (age_days < 6) return random.happens(0.75) ? 'shipped' : 'processing'
  return age_days < 11 && random.happens(0.2) ? 'shipped' : 'completed'
}

function drawLines(random: Random, { age_days, wants }: Draft) {
  const count = random.pick([1, 1, 1, 2, 2, 2, 3, 3, 4])
  const onShelf = catalogue.products.filter(
    ({ stock }) => stock > 0 || age_days > SOLD_OUT_SINCE_DAYS,
  )
  const weigh = (product: DemoProduct) => (product.slug === wants ? 1e9 : popularity(product))
  return random.draw(onShelf, count, weigh).map((product) => ({
    product,
    quantity: random.pick([1, 1, 1, 1, 1, 1, 1, 2, 2, 3]),
  }))
}

function popularity({ slug, featured }: DemoProduct) {
  const reviews = content.reviews.filter(({ product_slug }) => product_slug === slug).length
  return 1 + reviews + (featured ? 3 : 0)
}

/**
 * Each coupon goes to as many orders as the demo content says it was used, as far as it was valid in
 * these months. One that is used up went to those who came first.
 */
function handOutCoupons(orders: DemoOrder[], coupons: DemoCoupon[], random: Random) {
  const given = new Map<number, DemoCoupon>()
  const usedUpFirst = coupons.toSorted((a, b) => Number(isUsedUp(b)) - Number(isUsedUp(a)))
  for (const coupon of usedUpFirst) {
    const takers = orders.filter(
      (order) => holdsStock(order) && !given.has(order.number) && isValidFor(coupon, order),
    )
    const lucky = isUsedUp(coupon)
      ? takers.slice(0, coupon.current_uses)
      : random.draw(takers, coupon.current_uses, () => 1)
    for (const { number } of lucky) given.set(number, coupon)
  }
  return orders.map((order) => ({
    ...order,
    coupon: given.get(order.number) ?? givenBack(order, coupons, random),
  }))
}

/** A cancelled order may name a coupon too; its use has been given back. */
function givenBack(order: DemoOrder, coupons: DemoCoupon[], random: Random) {
  if (holdsStock(order) || !random.happens(CANCELLED_WITH_COUPON)) return null
  return coupons.find((coupon) => !isUsedUp(coupon) && isValidFor(coupon, order)) ?? null
}

const isUsedUp = ({ max_uses, current_uses }: DemoCoupon) =>
  max_uses !== null && current_uses >= max_uses

const isValidFor = ({ valid_from, valid_until }: DemoCoupon, { created_at }: DemoOrder) =>
  new Date(valid_from) <= created_at && created_at <= new Date(valid_until)
