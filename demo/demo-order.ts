import type { DemoCoupon, DemoProduct } from './material.ts'
import type { Buyer } from './people.ts'
import { minutesAfter } from './time.ts'

export type Status = 'pending' | 'processing' | 'shipped' | 'completed' | 'cancelled'
export type Draft = { buyer: Buyer; status: Status; age_days: number; wants?: string }
export type DemoOrder = Draft & {
  number: number
  created_at: Date
  lines: { product: DemoProduct; quantity: number }[]
  coupon: DemoCoupon | null
}

export const isPaid = ({ status }: Draft) => status !== 'pending' && status !== 'cancelled'
export const holdsStock = ({ status }: Draft) => status !== 'cancelled'

/** The pages of the payment provider take most people a few minutes. */
export const paidAt = (order: DemoOrder) => minutesAfter(order.created_at, 1 + (order.number % 6))
