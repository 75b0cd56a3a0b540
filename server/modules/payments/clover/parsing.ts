import { ProviderError } from './provider-error.ts'

// Clover's documentation and its answers differ in places, so only the fields that we need are checked.

type Fields = Record<string, unknown>

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const LONGEST_CODE = 64

const text = (value: unknown) => (typeof value === 'string' && value ? value : null)

const unexpected = (what: string) =>
  new ProviderError(`The payment provider's answer has no usable ${what}`, { sent: true })

export type ProviderSession = { checkout_session_id: string; href: string; expires_at: Date | null }

export function parseSession(answer: unknown): ProviderSession {
  const { href, checkoutSessionId, expirationTime } = isFields(answer) ? answer : {}
  if (!text(href) || !text(checkoutSessionId)) throw unexpected('page')
  return {
    href: String(href),
    checkout_session_id: String(checkoutSessionId),
    expires_at: parseTime(expirationTime),
  }
}

/** Seconds or milliseconds, or a text with `T` or `@` between day and hour. */
export function parseTime(value: unknown): Date | null {
  const number = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value
  if (typeof number === 'number') return new Date(number < 1e11 ? number * 1000 : number)
  if (typeof number !== 'string') return null
  const iso = number.replace('@', 'T').replace(/([+-]\d\d)(\d\d)$/, '$1:$2')
  const time = new Date(iso)
  return Number.isNaN(time.getTime()) ? null : time
}

export type ProviderPayment = {
  payment_id: string
  /** Only SUCCESS counts as paid. */
  result: string
  amount_cents: number
  /** Why a failed one was declined, such as `expired_card`; null when the provider does not say. */
  decline_code: string | null
  provider_order_id: string | null
  /** The notes of its lines, where the answer has them: one of them names our order. */
  notes: string[] | null
}

export function parsePayment(answer: unknown): ProviderPayment {
  const { id, result, amount, order, decline_code } = isFields(answer) ? answer : {}
  if (!text(id) || !text(result) || !Number.isSafeInteger(amount)) throw unexpected('payment')
  return {
    payment_id: String(id),
    result: String(result),
    amount_cents: Number(amount),
    decline_code: text(decline_code)?.slice(0, LONGEST_CODE) ?? null,
    provider_order_id: isFields(order) ? text(order.id) : null,
    notes: parseNotes(order),
  }
}

export function parseNotes(order: unknown): string[] | null {
  if (!isFields(order) || !isFields(order.lineItems)) return null
  return parseElements(order.lineItems).flatMap((line) => {
    const note = isFields(line) ? text(line.note) : null
    return note ? [note] : []
  })
}

export function parseElements(answer: unknown): unknown[] {
  const elements = isFields(answer) ? answer.elements : null
  if (!Array.isArray(elements)) throw unexpected('list')
  return elements
}

export type ProviderMerchant = {
  id: string
  name: string
  address: { address1: string | null; city: string | null; state: string | null } | null
}

export function parseMerchant(answer: unknown): ProviderMerchant {
  const { id, name, address } = isFields(answer) ? answer : {}
  if (!text(id)) throw unexpected('merchant')
  return {
    id: String(id),
    name: text(name) ?? String(id),
    address: isFields(address)
      ? { address1: text(address.address1), city: text(address.city), state: text(address.state) }
      : null,
  }
}

/** Such as `USD`. */
export function parseCurrency(merchant: unknown): string | null {
  const { properties } = isFields(merchant) ? merchant : {}
  return isFields(properties) ? text(properties.defaultCurrency) : null
}

export type ProviderRefund = { provider_refund_id: string; amount_cents: number }

export function parseRefund(answer: unknown): ProviderRefund {
  const { id, amount } = isFields(answer) ? answer : {}
  if (!text(id) || !Number.isSafeInteger(amount)) throw unexpected('refund')
  return { provider_refund_id: String(id), amount_cents: Number(amount) }
}

export type WebhookEvent = {
  payment_id: string
  merchant_id: string
  checkout_session_id: string
  status: 'APPROVED' | 'DECLINED'
  /** From the message; null when it has none. */
  amount_cents: number | null
}

const LONGEST_ID = 64

/** Null when it is not about a payment. Keys are matched in any case, because integrations report several spellings. */
export function parseWebhookEvent(body: string): WebhookEvent | null {
  const fields = lowerKeys(parseJson(body))
  const data = isFields(fields.data) ? lowerKeys(fields.data) : {}
  const checkout_session_id =
    id(fields.checkoutsessionid) ?? id(fields.data) ?? id(data.checkoutsessionid)
  const payment_id = id(fields.id)
  const merchant_id = id(fields.merchantid)
  const status = String(fields.status ?? '').toUpperCase()
  if (!checkout_session_id || !payment_id || !merchant_id) return null
  if (fields.type !== undefined && String(fields.type).toUpperCase() !== 'PAYMENT') return null
  if (status !== 'APPROVED' && status !== 'DECLINED') return null
  return {
    payment_id,
    merchant_id,
    checkout_session_id,
    status,
    amount_cents: amountIn(fields.message),
  }
}

function parseJson(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return null
  }
}

const lowerKeys = (value: unknown): Record<string, unknown> =>
  isFields(value)
    ? Object.fromEntries(Object.entries(value).map(([key, one]) => [key.toLowerCase(), one]))
    : {}

const id = (value: unknown) =>
  typeof value === 'string' && value !== '' && value.length <= LONGEST_ID ? value : null

/** "Approved for 1999": cents. */
function amountIn(message: unknown) {
  const digits = /^approved for (\d{1,10})$/i.exec(String(message ?? '').trim())?.[1]
  return digits ? Number(digits) : null
}
