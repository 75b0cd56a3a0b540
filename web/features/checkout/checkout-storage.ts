import type { Order, OrderLine, ShippingAddress } from '#contract/orders.ts'
import { randomUuid } from '../../lib/random-uuid.ts'
import { EMPTY_ADDRESS } from './address-rules.ts'

/** A JSON value in the browser's storage; what was read must be checked, others can write there too. */
function storedValue(name: string, storage: () => Storage) {
  return {
    read(): unknown {
      try {
        return JSON.parse(storage().getItem(name) ?? 'null')
      } catch {
        return null
      }
    },
    write(value: unknown): void {
      try {
        storage().setItem(name, JSON.stringify(value))
      } catch {
        // Storage may be full or forbidden; then the value lives as long as the page.
      }
    },
    remove(): void {
      try {
        storage().removeItem(name)
      } catch {
        // As above.
      }
    },
  }
}

const perTab = () => sessionStorage
const perBrowser = () => localStorage

/** Contents of an attempt to order; other contents are another attempt. */
type Contents = { lines: readonly OrderLine[] } & Record<string, unknown>
type Attempt = { contents: string; key: string; order_id?: string }

/**
 * The idempotency key of one attempt to order. It stays the same after a double click, a failure, a reload or
 * the return from the payment page, so the server finds the same order.
 */
export function createAttempts(name: string) {
  const stored = storedValue(name, perTab)
  // Where the storage refuses to write.
  let inMemory: Attempt | null = null

  const read = (): Attempt | null => {
    const value = stored.read()
    return isAttempt(value) ? value : inMemory
  }
  const write = (attempt: Attempt) => {
    inMemory = attempt
    stored.write(attempt)
  }
  return {
    keyFor(contents: Contents): string {
      const text = JSON.stringify(contents)
      const attempt = read()
      if (attempt?.contents === text) return attempt.key
      const key = randomUuid()
      write({ contents: text, key })
      return key
    },
    placed(order_id: string): void {
      const attempt = read()
      if (attempt) write({ ...attempt, order_id })
    },
    orderId: () => read()?.order_id,
    linesOf(order_id: string): readonly OrderLine[] | null {
      const attempt = read()
      return attempt?.order_id === order_id ? (JSON.parse(attempt.contents).lines ?? null) : null
    },
    clear(): void {
      inMemory = null
      stored.remove()
    },
  }
}

function isAttempt(value: unknown): value is Attempt {
  if (typeof value !== 'object' || value === null) return false
  const { contents, key } = value as Record<string, unknown>
  return typeof contents === 'string' && typeof key === 'string'
}

export const checkoutAttempts = createAttempts('checkout-attempt')
export const expressAttempts = createAttempts('express-attempt')

const MAX_PAID_ORDERS = 50
const paidOrders = storedValue('paid-orders', perBrowser)

/**
 * Ends the attempt of a paid order and returns what to take out of the cart. Nothing when this browser did so
 * before: a reload must not remove what was added since. `order` is null when this browser may not read it.
 */
export function finishCheckout(order_id: string, order: Order | null): readonly OrderLine[] {
  const attempts = [checkoutAttempts, expressAttempts]
  const lines = order?.items ?? attempts.map((one) => one.linesOf(order_id)).find(Boolean) ?? []
  for (const one of attempts) if (one.orderId() === order_id) one.clear()

  const stored = paidOrders.read()
  const known: unknown[] = Array.isArray(stored) ? stored : []
  if (known.includes(order_id)) return []
  paidOrders.write([order_id, ...known].slice(0, MAX_PAID_ORDERS))
  return lines
}

/** What was typed at checkout, without the marketing consent: that is given anew for each order. */
export type Draft = { address: ShippingAddress; coupon_code: string }

const draft = storedValue('checkout-draft', perTab)

/** A guest's draft survives signing in; a customer's draft is shown to that customer alone. */
export function readDraft(user_id: string | null): Draft {
  const stored = (draft.read() ?? {}) as Record<string, unknown>
  const isOwn = !stored.user_id || stored.user_id === user_id
  const typed = (isOwn ? (stored.address ?? {}) : {}) as Record<string, unknown>
  const fields = Object.keys(EMPTY_ADDRESS).map((name) => [name, textOf(typed[name])])
  return {
    address: Object.fromEntries(fields) as ShippingAddress,
    coupon_code: isOwn ? textOf(stored.coupon_code) : '',
  }
}

export function writeDraft(user_id: string | null, change: Partial<Draft>): void {
  draft.write({ ...readDraft(user_id), ...change, user_id })
}

export const clearDraft = draft.remove

const textOf = (value: unknown) => (typeof value === 'string' ? value : '')
