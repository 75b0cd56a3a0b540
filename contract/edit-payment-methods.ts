import * as z from 'zod'
import { conflicts, Version } from './editing.ts'
import { refusals } from './errors.ts'
import { atMostCharacters, Money } from './fields.ts'
import { OwnOrder } from './orders.ts'
import { LONGEST_DEADLINE_DAYS, LONGEST_INSTRUCTIONS, METHODS_BY_HAND } from './payment-methods.ts'
import { adminProcedure, publicProcedure } from './policy.ts'

const Method = z.strictObject({
  active: z.boolean(),
  /** How to pay, in plain text: account and bank, or where to come. Buyers read it once they have ordered. */
  instructions: z.string().trim().max(LONGEST_INSTRUCTIONS, atMostCharacters(LONGEST_INSTRUCTIONS)),
  /** Until the end of that day the items are reserved; then the order is cancelled. */
  days: z
    .int('Enter a whole number of days')
    .min(1, 'At least 1 day')
    .max(LONGEST_DEADLINE_DAYS, `At most ${LONGEST_DEADLINE_DAYS} days`),
})

/** Nobody can transfer money to an account that is not named. */
export const PaymentMethodEdit = Method.refine(
  ({ active, instructions }) => !active || instructions !== '',
  { path: ['instructions'], message: 'Say how to pay' },
)
export type PaymentMethodEdit = z.infer<typeof PaymentMethodEdit>

const MethodId = z.enum(METHODS_BY_HAND)

export const PaymentMethodSettings = z.object({
  ...Method.shape,
  id: MethodId,
  version: Version,
})
export type PaymentMethodSettings = z.infer<typeof PaymentMethodSettings>

/** What the buyer of an unpaid order has to do. */
export const HowToPay = z.object({
  method: MethodId,
  instructions: z.string(),
  /** What to name with the payment: the order's number. */
  reference: z.string(),
  amount: Money,
  /** In the shop's time zone. Null once the order was moved on by hand: it is not cancelled by itself then. */
  last_day: z.iso.date().nullable(),
  /** Whether it can be paid by card instead. */
  by_card: z.boolean(),
})
export type HowToPay = z.infer<typeof HowToPay>

export const payment_methods = {
  of_own_order: publicProcedure
    .meta({ loaded: 'later' })
    .route({
      method: 'GET',
      path: '/orders/{id}/how-to-pay',
      summary: 'How to pay an own order beside cards; null when there is nothing to pay that way',
    })
    .input(OwnOrder)
    .errors(refusals('ORDER_NOT_FOUND'))
    .output(HowToPay.nullable()),
  list: adminProcedure('orders')
    .route({
      method: 'GET',
      path: '/payment_methods',
      summary: 'The payment methods beside cards, and whether each is switched on',
    })
    .output(z.array(PaymentMethodSettings)),
  save: adminProcedure('payment_credentials')
    .route({
      method: 'PUT',
      path: '/payment_methods/{id}',
      summary: 'Switch a payment method on or off, with its instructions and deadline',
    })
    .input(PaymentMethodEdit.safeExtend({ id: MethodId, version: Version }))
    .errors(conflicts)
    .output(PaymentMethodSettings),
}
