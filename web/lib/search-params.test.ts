import { expect, test } from 'vitest'
import { parseSearch, stringifySearch } from './search-params.ts'

test.each([['61e33203'], ['1e5'], ['12345678901234567890'], ['007'], ['1.50'], ['rose serum']])(
  '%s is read as the text that it is',
  (q) => {
    expect(parseSearch(`?q=${encodeURIComponent(q)}`)).toEqual({ q })
    expect(stringifySearch({ q })).not.toContain('%22')
  },
)

test.each([['61e33203'], ['123'], ['true'], ['null'], [7], [true], [['Dry', '50']]])(
  '%j comes back as it was written',
  (value) => expect(parseSearch(stringifySearch({ value }))).toEqual({ value }),
)
