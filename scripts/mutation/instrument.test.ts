import { expect, test } from 'vitest'
import { instrument, textAt } from './instrument.ts'

test('a change is written with the text that it replaces, and no two have the same key', async () => {
  const { code, mutants } = await instrument('contract/split-cents.ts')
  expect(mutants.map(({ change }) => change)).toContain('amount === 0 → false')
  expect(new Set(mutants.map(({ key }) => key)).size).toBe(mutants.length)
  for (const { id } of mutants) expect(code).toContain(`stryMutAct_9fa48("${id}")`)
})

test('a text may begin and end in the middle of a line', () => {
  const source = 'one two\nthree\nfour five'
  const at = (line: number, column: number) => ({ line, column })
  expect(textAt(source, { start: at(0, 4), end: at(0, 7) })).toBe('two')
  expect(textAt(source, { start: at(0, 4), end: at(2, 4) })).toBe('two\nthree\nfour')
})
