import { forThisTab, kept } from './kept.ts'

type Attempt = { contents: string; key: string; order_id?: string }

/**
 * One attempt to order something has one key, however often it is sent: after a double click, a failure, a
 * reload or the way back from the payment page, the server finds the same order. Other contents are another attempt.
 */
export function createAttempts(name: string) {
  const store = kept(name, forThisTab)
  // What the storage refuses to keep lives as long as the page.
  let last: Attempt | null = null

  const read = (): Attempt | null => {
    const stored = store.read()
    return isAttempt(stored) ? stored : last
  }
  const write = (attempt: Attempt) => {
    last = attempt
    store.write(attempt)
  }
  return {
    keyFor(contents: string): string {
      const known = read()
      if (known?.contents === contents) return known.key
      const key = newKey()
      write({ contents, key })
      return key
    },
    /** The server has made an order of it. */
    placed(order_id: string): void {
      const attempt = read()
      if (attempt) write({ ...attempt, order_id })
    },
    orderId: () => read()?.order_id,
    forget(): void {
      last = null
      store.forget()
    },
  }
}

function isAttempt(value: unknown): value is Attempt {
  if (typeof value !== 'object' || value === null) return false
  const { contents, key } = value as Record<string, unknown>
  return typeof contents === 'string' && typeof key === 'string'
}

/** A random UUID, also where the page does not come over HTTPS and the browser has no ready-made one. */
function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

export const checkoutAttempts = createAttempts('checkout-attempt')
export const expressAttempts = createAttempts('express-attempt')
