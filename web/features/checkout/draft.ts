import type { ShippingAddress } from '#contract/orders.ts'
import { EMPTY_ADDRESS } from './address-rules.ts'
import { forThisTab, kept } from './kept.ts'

/** What was typed at checkout. The tick for marketing mail is not part of it: consent is given anew each time. */
export type Draft = { address: ShippingAddress; coupon_code: string }

const store = kept('checkout-draft', forThisTab)

/** A guest who signs in keeps what was typed; nobody else finds it. */
export function readDraft(user_id: string | null): Draft {
  const stored = (store.read() ?? {}) as Record<string, unknown>
  const isOwn = !stored.user_id || stored.user_id === user_id
  const typed = (isOwn ? (stored.address ?? {}) : {}) as Record<string, unknown>
  const fields = Object.keys(EMPTY_ADDRESS).map((name) => [name, textOf(typed[name])])
  return {
    address: Object.fromEntries(fields) as ShippingAddress,
    coupon_code: isOwn ? textOf(stored.coupon_code) : '',
  }
}

export function writeDraft(user_id: string | null, change: Partial<Draft>): void {
  store.write({ ...readDraft(user_id), ...change, user_id })
}

export const forgetDraft = store.forget

const textOf = (value: unknown) => (typeof value === 'string' ? value : '')
