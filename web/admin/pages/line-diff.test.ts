import fc from 'fast-check'
import { expect, test } from 'vitest'
import { lineDiff } from './line-diff.ts'

test('a changed line is shown with its neighbours, the rest is left out', () => {
  const before = ['a', 'b', 'c', 'd', 'e', 'f', 'g']
  const after = before.with(3, 'D')
  expect(
    lineDiff(before.join('\n'), after.join('\n')).map(({ kind, text }) => `${kind} ${text}`),
  ).toEqual([
    'skipped …',
    'same b',
    'same c',
    'removed d',
    'added D',
    'same e',
    'same f',
    'skipped …',
  ])
})

test('removed and added lines lead from one text to the other', () => {
  const text = fc
    .array(fc.constantFrom('a', 'b', 'c', ''), { maxLength: 12 })
    .map((all) => all.join('\n'))
  fc.assert(
    fc.property(text, text, (before, after) => {
      const count = (all: string[], line: string) => all.filter((one) => one === line).length
      const diff = lineDiff(before, after)
      for (const line of ['a', 'b', 'c', '']) {
        const added = diff.filter((one) => one.kind === 'added' && one.text === line).length
        const removed = diff.filter((one) => one.kind === 'removed' && one.text === line).length
        expect(added - removed).toBe(
          count(after.split('\n'), line) - count(before.split('\n'), line),
        )
      }
    }),
  )
})
