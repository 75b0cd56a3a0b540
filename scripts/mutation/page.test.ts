import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { EXPLAINED } from './explained.ts'
import { MONEY_FILES } from './money-files.ts'
import { findProblems, onOneLine, type Results, renderPage } from './page.ts'

const root = path.resolve(import.meta.dirname, '../..')
const read = (file: string) => readFileSync(path.join(root, file), 'utf8')
const results: Results = JSON.parse(read('scripts/mutation/results.json'))
const files = MONEY_FILES.map(({ file }) => file)

test('each change that no test detects is explained', () => {
  expect(findProblems(results, EXPLAINED, files)).toEqual([])
})

test('the code that a reason is about is still there', () => {
  for (const [file, reasons] of Object.entries(EXPLAINED)) {
    const source = onOneLine(read(file))
    const gone = Object.keys(reasons).filter((one) => !source.includes(one.split(' → ')[0] ?? one))
    expect(gone, `${file}: test it again with npm run test:mutation`).toEqual([])
  }
})

test('docs/mutation.md is what the last results say', () => {
  expect(read('docs/mutation.md')).toBe(renderPage(results, EXPLAINED, files))
})

test('files and tests of the table exist', () => {
  for (const { file, tests } of MONEY_FILES) for (const name of [file, ...tests]) read(name)
})

const SURVIVOR = { line: 3, mutator: 'ConditionalExpression', change: 'a → b', isCovered: true }
const given = (detected: number): Results => ({
  versions: {},
  files: { 'a.ts': { tested: '2026-11-18', detected, endless: 0, survivors: [SURVIVOR] } },
})

test('a survivor without a reason, a reason without a survivor, and a low score fail', () => {
  expect(findProblems(given(99), { 'a.ts': { 'a → b': 'Equal.' } }, ['a.ts'])).toEqual([])
  expect(findProblems(given(99), {}, ['a.ts'])).toEqual(['a.ts:3 no test detects: a → b'])
  const stale = { 'a.ts': { 'a → b': 'Equal.', 'c → d': 'Was equal.' } }
  expect(findProblems(given(99), stale, ['a.ts'])).toEqual([
    'a.ts: a reason for no survivor: c → d',
  ])
  expect(findProblems(given(1), { 'a.ts': { 'a → b': 'Equal.' } }, ['a.ts'])).toEqual([
    'The score is 50.0 %.',
  ])
})

test('the page names what was not tested', () => {
  expect(renderPage(given(99), {}, ['a.ts', 'b.ts'])).toContain('Not tested yet')
  expect(renderPage(given(99), {}, ['a.ts'])).not.toContain('Not tested yet')
})
