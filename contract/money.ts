/** The currencies of the countries where the payment provider works. Each has two decimals, as all our amounts. */
export const CURRENCIES = ['USD', 'CAD', 'GBP', 'EUR'] as const
export type Currency = (typeof CURRENCIES)[number]

/** The shop speaks English, so each is written as where it is at home. */
export const MONEY_LOCALES: Record<Currency, string> = {
  USD: 'en-US',
  CAD: 'en-CA',
  GBP: 'en-GB',
  EUR: 'en-IE',
}

/** The currency that a shop has set; without one, or with one unknown to this version, US dollars. */
export const currencyOf = (setting: string | undefined): Currency =>
  CURRENCIES.find((currency) => currency === setting) ?? 'USD'

export type Money = (amount: number) => string

const writers = new Map<Currency, Money>()

/** Writes amounts in this currency; the same function each time. */
export function moneyIn(currency: Currency): Money {
  const known = writers.get(currency)
  if (known) return known
  const format = new Intl.NumberFormat(MONEY_LOCALES[currency], { style: 'currency', currency })
  const write = (amount: number) => format.format(amount)
  writers.set(currency, write)
  return write
}

export const formatMoney = (amount: number, currency: Currency): string => moneyIn(currency)(amount)

export const toCents = (amount: number) => Math.round(amount * 100)
export const fromCents = (cents: number) => cents / 100

type Line = { price: number; quantity: number }

const centsOf = ({ price, quantity }: Line) => toCents(price) * quantity

export const lineTotal = (line: Line) => fromCents(centsOf(line))

/** Before discount, shipping and tax: those only the server knows (`orders.quote`). */
export const subtotalOf = (lines: readonly Line[]) =>
  fromCents(lines.reduce((cents, line) => cents + centsOf(line), 0))
