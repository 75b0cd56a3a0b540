import type { Chance } from './chance.ts'
import { type DemoOrder, holdsStock } from './demo-order.ts'
import type { DemoCoupon } from './material.ts'

const CANCELLED_WITH_COUPON = 0.3

/**
 * Each coupon goes to as many orders as the demo content says it was used, as far as it was valid in
 * these months. One that is used up went to those who came first.
 */
export function handOutCoupons(orders: DemoOrder[], coupons: DemoCoupon[], chance: Chance) {
  const given = new Map<number, DemoCoupon>()
  const usedUpFirst = coupons.toSorted((a, b) => Number(isUsedUp(b)) - Number(isUsedUp(a)))
  for (const coupon of usedUpFirst) {
    const takers = orders.filter(
      (order) => holdsStock(order) && !given.has(order.number) && isValidFor(coupon, order),
    )
    const lucky = isUsedUp(coupon)
      ? takers.slice(0, coupon.current_uses)
      : chance.draw(takers, coupon.current_uses, () => 1)
    for (const { number } of lucky) given.set(number, coupon)
  }
  return orders.map((order) => ({
    ...order,
    coupon: given.get(order.number) ?? givenBack(order, coupons, chance),
  }))
}

/** A cancelled order may name a coupon too; its use has been given back. */
function givenBack(order: DemoOrder, coupons: DemoCoupon[], chance: Chance) {
  if (holdsStock(order) || !chance.happens(CANCELLED_WITH_COUPON)) return null
  return coupons.find((coupon) => !isUsedUp(coupon) && isValidFor(coupon, order)) ?? null
}

const isUsedUp = ({ max_uses, current_uses }: DemoCoupon) =>
  max_uses !== null && current_uses >= max_uses

const isValidFor = ({ valid_from, valid_until }: DemoCoupon, { created_at }: DemoOrder) =>
  new Date(valid_from) <= created_at && created_at <= new Date(valid_until)
