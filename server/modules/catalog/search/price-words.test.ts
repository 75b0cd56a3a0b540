import { expect, test } from 'vitest'
import { readPriceWords } from './price-words.ts'

test.each([
  ['toner under 30', 'toner', { max_price: 30 }],
  ['toner under $30', 'toner', { max_price: 30 }],
  ['Serum less than 19.50 dollars', 'Serum', { max_price: 19.5 }],
  ['<20 mask', 'mask', { max_price: 20 }],
  ['cream over $50', 'cream', { min_price: 50 }],
  ['oil between 20 and 40', 'oil', { min_price: 20, max_price: 40 }],
  ['oil $20-$40', 'oil', { min_price: 20, max_price: 40 }],
  ['toner under £30', 'toner', { max_price: 30 }],
  ['cream over €50', 'cream', { min_price: 50 }],
  ['cream over 50 euros', 'cream', { min_price: 50 }],
  ['oil 20 gbp to mask over CAD 20', 'oil 20 gbp to mask', { min_price: 20 }],
  ['oil £20-£40', 'oil', { min_price: 20, max_price: 40 }],
  ['under 25', '', { max_price: 25 }],
  ['more than $10 up to $20 soap', 'soap', { min_price: 10, max_price: 20 }],
])('%j asks for %j at %j', (text, words, range) => {
  const read = readPriceWords(text)
  expect(read.words.trim().replaceAll(/\s+/g, ' ')).toBe(words)
  expect(read.range).toEqual(range)
})

test.each([
  'cream for skin over 40',
  'spf 30',
  'under eye cream',
  'thunder 30',
  'under 30ml',
  'vitamin c 10%',
])('%j names no price', (text) => {
  expect(readPriceWords(text)).toEqual({ words: text, range: {} })
})
