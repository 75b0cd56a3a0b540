import { expect, test } from 'vitest'
import { CURRENCIES, currencyOf, formatMoney, moneyIn } from '#contract/money.ts'

// Shows S1.7, B9.12
test.each([
  ['USD', '$0.00', '$5.50', '$1,234.50', '-$2.00'],
  ['CAD', '$0.00', '$5.50', '$1,234.50', '-$2.00'],
  ['GBP', '£0.00', '£5.50', '£1,234.50', '-£2.00'],
  ['EUR', '€0.00', '€5.50', '€1,234.50', '-€2.00'],
] as const)('%s is written with its sign and two decimals', (currency, ...written) => {
  expect([0, 5.5, 1234.5, -2].map((amount) => formatMoney(amount, currency))).toEqual(written)
})

// Shows S1.7
test('a shop that has set no currency, or one that we do not know, sells in dollars', () => {
  expect(CURRENCIES.map(currencyOf)).toEqual([...CURRENCIES])
  expect([undefined, '', 'JPY', 'usd'].map(currencyOf)).toEqual(['USD', 'USD', 'USD', 'USD'])
})

test.each([
  ['USD', 'en-US'],
  ['CAD', 'en-CA'],
  ['GBP', 'en-GB'],
  ['EUR', 'en-IE'],
] as const)('%s is written as in %s', (currency, locale) => {
  const { format } = new Intl.NumberFormat(locale, { style: 'currency', currency })
  const amounts = [0.01, 0.1, 9.99, 999.99, 1000, 12_345.67, 123_456.78, 9_999_999.99]
  for (const amount of amounts.flatMap((amount) => [amount, -amount]))
    expect(formatMoney(amount, currency)).toBe(format(amount))
})

test('the function that writes a currency is always the same', () => {
  expect(moneyIn('EUR')).toBe(moneyIn('EUR'))
})
