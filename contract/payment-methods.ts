// Apart from the schemas, so that zod stays out of shoppers' bundles.

/** How an order is paid. `card` is the provider's page; the others are marked as paid by a person of the team. */
export const PAYMENT_METHODS = ['card', 'pick_up', 'bank_transfer'] as const
export type PaymentMethod = (typeof PAYMENT_METHODS)[number]

/** The methods beside cards, which the owner switches on. */
export const METHODS_BY_HAND = ['pick_up', 'bank_transfer'] as const
export type MethodByHand = (typeof METHODS_BY_HAND)[number]

export const isByHand = (method: PaymentMethod): method is MethodByHand => method !== 'card'

export const PAYMENT_METHOD_NAMES: Record<PaymentMethod, string> = {
  card: 'Card',
  pick_up: 'Pay on pick-up',
  bank_transfer: 'Bank transfer',
}

/** As in "waits for your payment …" and "paid …". */
export const PAID_HOW: Record<PaymentMethod, string> = {
  card: 'by card',
  pick_up: 'on pick-up',
  bank_transfer: 'by bank transfer',
}

export const LONGEST_DEADLINE_DAYS = 30
export const LONGEST_INSTRUCTIONS = 2000
