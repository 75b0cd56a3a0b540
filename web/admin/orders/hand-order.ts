import type * as z from 'zod'
import type { AdminOrder } from '#contract/admin-orders.ts'
import type { Quote, ShippingAddress } from '#contract/orders.ts'
import type { QuoteByHand } from '#contract/orders-by-hand.ts'

/** An order as it is being typed; the server prices it. */
export type Draft = {
  lines: { product_id: string; name: string; image_url: string | null; quantity: number }[]
  /** The account that it is for; null: a guest. */
  account: { user_id: string; email: string; full_name: string } | null
  in_person: boolean
  address: ShippingAddress
  guest_name: string
  guest_email: string
  /** Where it is handed over, for the tax. */
  sold_at: { country: string; state: string; zipCode: string }
  shipping_method_id: string | null
  coupon_code: string
  extra_discount: string
  discount_reason: string
  customer_note: string
  payment: 'link' | 'cash'
}

const NO_ADDRESS: ShippingAddress = {
  fullName: '',
  email: '',
  address: '',
  city: '',
  state: '',
  zipCode: '',
  country: '',
}

export const NEW_DRAFT: Draft = {
  lines: [],
  account: null,
  in_person: false,
  address: NO_ADDRESS,
  guest_name: '',
  guest_email: '',
  sold_at: { country: '', state: '', zipCode: '' },
  shipping_method_id: null,
  coupon_code: '',
  extra_discount: '',
  discount_reason: '',
  customer_note: '',
  payment: 'link',
}

export function draftOf(order: AdminOrder): Draft {
  const { user_id, customer_email, customer_name, extra_discount = 0 } = order
  return {
    ...NEW_DRAFT,
    lines: order.items.map(({ product_id, name, image_url, quantity }) => ({
      product_id,
      name,
      image_url,
      quantity,
    })),
    account: user_id
      ? { user_id, email: customer_email ?? '', full_name: customer_name ?? '' }
      : null,
    in_person: order.in_person ?? false,
    address: order.shipping_address ?? NO_ADDRESS,
    guest_name: order.guest_name ?? '',
    guest_email: order.guest_email ?? '',
    coupon_code: order.coupon_code ?? '',
    extra_discount: extra_discount > 0 ? extra_discount.toFixed(2) : '',
    discount_reason: order.discount_reason ?? '',
    customer_note: order.customer_note ?? '',
  }
}

/** Undefined for what is no amount. */
export function amountOf(text: string): number | null | undefined {
  const plain = text.trim().replace(',', '.')
  if (plain === '') return null
  return /^\d{1,8}(\.\d{1,2})?$/.test(plain) ? Number(plain) : undefined
}

const linesOf = ({ lines }: Draft) =>
  lines.map(({ product_id, quantity }) => ({ product_id, quantity }))

/** Null as long as there is nothing to price. */
export function quoteRequestOf(draft: Draft): QuoteByHand | null {
  if (draft.lines.length === 0) return null
  const { country, state, zipCode } = draft.in_person ? draft.sold_at : draft.address
  return {
    lines: linesOf(draft),
    in_person: draft.in_person,
    coupon_code: draft.coupon_code.trim() || null,
    extra_discount: amountOf(draft.extra_discount) ?? null,
    destination: country.trim() ? { country, state, zipCode } : null,
    shipping_method_id: draft.shipping_method_id,
  }
}

/** What both procedures take. */
export function contentsOf(draft: Draft, quote: Quote | undefined) {
  const { in_person, sold_at } = draft
  return {
    lines: linesOf(draft),
    coupon_code: draft.coupon_code.trim() || null,
    extra_discount: amountOf(draft.extra_discount) ?? null,
    discount_reason: draft.discount_reason.trim() || null,
    in_person,
    shipping_address: in_person ? null : draft.address,
    shipping_method_id: in_person ? null : (quote?.shipping_method_id ?? null),
    sold_at: in_person && sold_at.country.trim() ? sold_at : null,
    guest_name: in_person ? draft.guest_name.trim() || null : null,
    guest_email: in_person ? draft.guest_email.trim() || null : null,
    customer_note: draft.customer_note.trim() || null,
    total: quote?.total ?? 0,
  }
}

export type Problems = Record<string, string>

/** By the path of the field; the first problem of each. */
export function problemsOf(schema: z.ZodType, input: unknown, draft: Draft): Problems {
  const problems: Problems = {}
  const { error } = schema.safeParse(input)
  for (const { path, message } of error?.issues ?? []) {
    problems[path.join('.')] ??= message
  }
  if (amountOf(draft.extra_discount) === undefined) {
    problems.extra_discount = 'Enter an amount, such as 5.00'
  }
  return problems
}
