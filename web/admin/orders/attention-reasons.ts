import type { Payment } from '#contract/payments.ts'

type Reason = NonNullable<Payment['attention_reason']>

/** Why a person must look at a payment, and what that person may want to do. */
export const ATTENTION_REASONS: Record<Reason, { title: string; advice: string }> = {
  late: {
    title: 'Paid too late',
    advice: 'The order was already cancelled. Fulfil it after all, or refund.',
  },
  'second-payment': {
    title: 'Paid twice',
    advice: 'The order already has a payment. Refund this one.',
  },
  'wrong-amount': {
    title: 'Wrong amount',
    advice: 'It differs from the order total. Refund, or settle it with the customer.',
  },
  'unknown-order': {
    title: 'Unknown order',
    advice: 'No order of this shop belongs to it. Refund, or find out who paid.',
  },
  'wrong-merchant': {
    title: 'Other merchant account',
    advice: 'It did not come through the account that the order was sent to.',
  },
  'not-confirmed': {
    title: 'Not confirmed',
    advice: 'A signed notice completed the order, but the provider’s books say otherwise.',
  },
}
