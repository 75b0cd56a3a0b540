/** The currencies of the countries where the payment provider works. Each has two decimals, as all our amounts. */
export const CURRENCIES = ['USD', 'CAD', 'GBP', 'EUR'] as const
export type Currency = (typeof CURRENCIES)[number]

/** The currency that a shop has set; without one, or with one unknown to this version, US dollars. */
export const currencyOf = (setting: string | undefined): Currency =>
  CURRENCIES.find((currency) => currency === setting) ?? 'USD'

export type Money = (amount: number) => string

const writeWith =
  (sign: string): Money =>
  (amount) => {
    const [whole = '', decimals] = Math.abs(amount).toFixed(2).split('.')
    const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',')
    return `${amount < 0 ? '-' : ''}${sign}${grouped}.${decimals}`
  }

/**
 * As English writes them where they are at home. `Intl.NumberFormat` writes the same, but making the first one blocks
 * a phone for 130 ms while the page becomes usable.
 */
const WRITERS: Record<Currency, Money> = {
  USD: writeWith('$'),
  CAD: writeWith('$'),
  GBP: writeWith('£'),
  EUR: writeWith('€'),
}

/** Writes amounts in this currency; the same function each time. */
export const moneyIn = (currency: Currency): Money => WRITERS[currency]

export const formatMoney = (amount: number, currency: Currency): string => moneyIn(currency)(amount)

export const toCents = (amount: number) => Math.round(amount * 100)
export const fromCents = (cents: number) => cents / 100

type Line = { price: number; quantity: number }

const centsOf = ({ price, quantity }: Line) => toCents(price) * quantity

export const lineTotal = (line: Line) => fromCents(centsOf(line))

/** Before discount, shipping and tax: those only the server knows (`orders.quote`). */
export const subtotalOf = (lines: readonly Line[]) =>
  fromCents(lines.reduce((cents, line) => cents + centsOf(line), 0))
