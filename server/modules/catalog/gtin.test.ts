import { expect, test } from 'vitest'
import { isGtin, plainGtin } from '#contract/gtin.ts'

test.each(['4006381333931', '036000291452', '96385074', '10012345678902', '9780306406157'])(
  '%s is a GTIN',
  (code) => {
    expect(isGtin(code)).toBe(true)
  },
)

test.each([
  ['4006381333932', 'its last digit is wrong'],
  ['4006381333913', 'two digits changed places'],
  ['400638133393', 'a digit is missing'],
  ['40063813339310', 'it has one too many'],
  ['0000000000000', 'it says nothing'],
  ['400638133393X', 'it has a letter'],
  ['', 'it is empty'],
])('%s is none: %s', (code) => {
  expect(isGtin(code)).toBe(false)
})

test('spaces and dashes are left out', () => {
  expect(plainGtin(' 978-0-306-40615-7 ')).toBe('9780306406157')
})
