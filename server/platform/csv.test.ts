import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fromCell, toCell } from './csv.ts'

test.each([
  ['=1+1', "'=1+1"],
  ['x;=1+1', "x;'=1+1"],
  ['x;-1+1', "x;'-1+1"],
  ['x\t@SUM(A1)', "x\t'@SUM(A1)"],
  ['x\n+1', "x\n'+1"],
  ["it's 5 - 3 = 2; really", "it's 5 - 3 = 2; really"],
  ['Benefits:\n- soft\n- smooth', 'Benefits:\n- soft\n- smooth'],
])('no part of %j is run as a formula', (text, cell) => {
  expect(toCell(text)).toBe(cell)
})

test('every text is read again as it was written', () => {
  const text = fc.string({ unit: fc.constantFrom(...'=+-@\t\r\n\';, "ax') })
  fc.assert(fc.property(text, (value) => fromCell(toCell(value)) === value))
})
