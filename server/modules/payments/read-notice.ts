import { isFields } from './read-provider-answer.ts'

export type Notice = {
  payment_id: string
  merchant_id: string
  checkout_session_id: string
  status: 'APPROVED' | 'DECLINED'
  /** From the message, where it says so. */
  amount_cents: number | null
}

const LONGEST_ID = 64

/** What a notice says, or null when it is not about a payment. Keys are read in any case, as integrations found them. */
export function readNotice(body: string): Notice | null {
  const fields = lowerKeys(parse(body))
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

function parse(body: string): unknown {
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
