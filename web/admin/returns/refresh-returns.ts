import { api } from '../../lib/api.ts'

/** What shows something else after a step of a return. */
export const refreshReturns = [
  api.returns.key(),
  api.orders.key(),
  api.payments.key(),
  api.products.key(),
]
