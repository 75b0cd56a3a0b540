import { type Chance, createChance } from './chance.ts'
import type { DemoOrder, Draft, Status } from './demo-order.ts'
import { handOutCoupons } from './hand-out-coupons.ts'
import { catalogue, content, type DemoProduct } from './material.ts'
import { type Buyer, type Customer, drawGuest, shopper } from './people.ts'
import { daysBefore } from './time.ts'

const ORDER_COUNT = 400
const OLDEST_DAYS = 90
const CANCELLED_SHARE = 0.08
/** What is sold out today was still there before. */
const SOLD_OUT_SINCE_DAYS = 12
const MINUTE = 1 / 1440

/** Three months of a small shop that is doing well. The same orders each time, counted back from now. */
export function drawOrders(customers: Customer[], now: Date): DemoOrder[] {
  const chance = createChance(400)
  const known = [...shopperDrafts(), ...customers.flatMap((one) => customerDrafts(chance, one))]
  const drafts = [...known, ...guestDrafts(chance, ORDER_COUNT - known.length)]
  const orders = drafts
    .toSorted((a, b) => b.age_days - a.age_days)
    .map((draft, index) => ({
      ...draft,
      number: index + 1,
      created_at: daysBefore(now, draft.age_days),
      lines: drawLines(chance, draft),
      coupon: null,
    }))
  return handOutCoupons(orders, content.coupons, chance)
}

/** My Orders of the demo shopper shows every status. */
function shopperDrafts(): Draft[] {
  const orders: [age_days: number, status: Status][] = [
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
function customerDrafts(chance: Chance, buyer: Customer): Draft[] {
  const first = chance.between(28, 86)
  const later = Array.from({ length: chance.whole(1, 5) }, () =>
    ordinaryDraft(chance, buyer, chance.between(0.05, first - 1)),
  )
  return [
    { buyer, age_days: first, status: 'completed', wants: buyer.review.product_slug },
    ...later,
  ]
}

function guestDrafts(chance: Chance, count: number): Draft[] {
  const openMinutes = [0.5, 2, 3]
  const guests = Array.from({ length: Math.ceil(count * 0.7) }, () => drawGuest(chance))
  const open = openMinutes.map(
    (minutes): Draft => ({
      buyer: chance.pick(guests),
      age_days: minutes * MINUTE,
      status: 'pending',
    }),
  )
  // A little more business each week.
  const age = () => Math.max(0.05, OLDEST_DAYS * (1 - chance.between(0, 1) ** 0.7))
  const others = Array.from({ length: count - open.length }, () =>
    ordinaryDraft(chance, chance.pick(guests), age()),
  )
  return [...open, ...others]
}

function ordinaryDraft(chance: Chance, buyer: Buyer, age_days: number): Draft {
  return { buyer, age_days, status: drawStatus(chance, age_days) }
}

function drawStatus(chance: Chance, age_days: number): Status {
  if (chance.happens(CANCELLED_SHARE)) return 'cancelled'
  if (age_days < 1.5) return chance.happens(0.5) ? 'processing' : 'completed'
  if (age_days < 6) return chance.happens(0.75) ? 'shipped' : 'processing'
  return age_days < 11 && chance.happens(0.2) ? 'shipped' : 'completed'
}

function drawLines(chance: Chance, { age_days, wants }: Draft) {
  const count = chance.pick([1, 1, 1, 2, 2, 2, 3, 3, 4])
  const onShelf = catalogue.products.filter(
    ({ stock }) => stock > 0 || age_days > SOLD_OUT_SINCE_DAYS,
  )
  const weigh = (product: DemoProduct) => (product.slug === wants ? 1e9 : popularity(product))
  return chance.draw(onShelf, count, weigh).map((product) => ({
    product,
    quantity: chance.pick([1, 1, 1, 1, 1, 1, 1, 2, 2, 3]),
  }))
}

function popularity({ slug, featured }: DemoProduct) {
  const reviews = content.reviews.filter(({ product_slug }) => product_slug === slug).length
  return 1 + reviews + (featured ? 3 : 0)
}
