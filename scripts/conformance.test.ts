import { expect, test } from 'vitest'
import {
  compareNumbers,
  type MarkedTest,
  readSpecification,
  readTests,
  writePage,
} from './conformance.ts'

const DECISIONS = ['021-chat.md']

const readLines = (...lines: string[]) =>
  readSpecification('docs/specification/shop.md', 'S', lines.join('\n'), DECISIONS)

const SHOP = [
  '# The shop',
  '## 2. Screens',
  'An introduction, without a number.',
  '### Home',
  '- S2.1 A grid, at most 4.',
  '- S2.2 A button *or* link.',
  '  Changed by [decision 021](../decisions/021-chat.md): a button.',
]

/** Tests that show these numbers. */
const showing = (...numbers: string[]): MarkedTest[] => [
  { file: 'e2e/home.spec.ts', title: 'four [cards]', numbers },
]

test('a number belongs to the test below it, also with a table of cases', () => {
  const { result, problems } = readTests(
    'e2e/home.spec.ts',
    [
      '// Shows S2.1, S2.2',
      '// Slow on purpose.',
      "test('it\\'s four', () => {})",
      '  // Shows S2.3',
      '  test.each([',
      "    ['a', one('b')],",
      "  ])('%s is found', () => {})",
      '// Shows S2.4',
      'test(',
      "  'a long title', () => {})",
      "test('shows nothing', () => {})",
    ].join('\n'),
  )
  expect(problems).toEqual([])
  expect(result.map(({ title, numbers }) => [title, ...numbers])).toEqual([
    ["it's four", 'S2.1', 'S2.2'],
    ['%s is found', 'S2.3'],
    ['a long title', 'S2.4'],
  ])
})

test('a number that is in no form, or above no test, is a problem', () => {
  const lines = ['// Shows S2.1 and S2.2', '// Shows S2.3', 'const a = 1']
  expect(readTests('a.test.ts', lines.join('\n')).problems).toEqual([
    'a.test.ts:1: not in the form "// Shows S2.14, S2.15"',
    'a.test.ts:3: no test below "// Shows S2.3"',
  ])
})

test('an empty cell, an unknown number and a number that stands twice are problems', () => {
  const { result } = readLines(...SHOP)
  expect(compareNumbers([result], showing('S2.1', 'S2.2'))).toEqual([])
  expect(compareNumbers([result], showing('S2.1', 'S2.3'))).toEqual([
    'e2e/home.spec.ts: "four [cards]" shows S2.3: no such statement',
    'S2.2: no test shows it',
  ])
  expect(compareNumbers([result], showing('S2.1', 'S2.2', 'S2.1'))).toEqual([
    'e2e/home.spec.ts: "four [cards]" has S2.1 twice',
  ])
  const doubled = readLines(...SHOP, '- S2.1 A second line.').result
  expect(compareNumbers([doubled], showing('S2.1', 'S2.2'))).toEqual([
    'S2.1 stands twice in the specification',
  ])
})

test('each line of a list has a number of its chapter, and a change names a decision', () => {
  const lines = ['- No number.', '- S3.1 Elsewhere.', '- S2.3 Text.', '  Changed, somehow.']
  const unknown = '  Changed by [decision 022](../decisions/022-mail.md): no.'
  expect(readLines(...SHOP, ...lines, unknown).problems).toEqual([
    'docs/specification/shop.md:8: a line without a number',
    'docs/specification/shop.md:9: S3.1 is elsewhere',
    'docs/specification/shop.md:11: not in the form "Changed: …"',
    'docs/specification/shop.md:12: decision 022 does not exist',
  ])
})

test('the page joins statement, tests and decision', () => {
  const page = writePage([readLines(...SHOP).result], showing('S2.1', 'S2.2'))
  expect(page).toContain('2 statements of two specifications, shown by 1 tests.')
  expect(page).toContain('## [The shop](specification/shop.md)\n\n### 2. Screens: Home\n')
  const test = '[home.spec.ts](../e2e/home.spec.ts): four \\[cards\\]'
  expect(page).toContain(`\n| S2.1 | A grid, at most 4. | ${test} |  |\n`)
  const decision = 'Changed by [decision 021](decisions/021-chat.md): a button.'
  expect(page).toContain(`\n| S2.2 | A button \\*or\\* link. | ${test} | ${decision} |\n`)
})
