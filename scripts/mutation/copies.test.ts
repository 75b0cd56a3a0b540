import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { mutantOf, nameCopies, writeCopies } from './copies.ts'
import { isTimeout } from './reporter.ts'

const quote = 'server/modules/orders/quote.test.ts'

test('the name of a copy says its mutant and its place in the order', () => {
  const given = Array.from({ length: 12 }, (_, n) => ({ test: quote, mutant: String(40 - n) }))
  const named = nameCopies([...given, { test: quote }])
  expect(named.map(({ name }) => name).toSorted()).toEqual(named.map(({ name }) => name))
  expect(named.map(({ name }) => mutantOf(`/some/.mutation/0/${name}`))).toEqual([
    ...given.map(({ mutant }) => mutant),
    undefined,
  ])
})

test('two copies of a test file are two modules', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'petal-copies-'))
  try {
    const copies = nameCopies([{ test: path.join(folder, '../a.test.ts'), mutant: '7' }])
    writeCopies(folder, copies)
    expect(readFileSync(path.join(folder, '0000-7.test.ts'), 'utf8')).toBe(
      "import '../a.test.ts?copy=0000-7.test.ts'\n",
    )
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test('a test that did not end is distinguished from one that failed', () => {
  expect(isTimeout('Test timed out in 40000ms.\nIf this is a long-running test')).toBe(true)
  expect(isTimeout('Hook timed out in 60000ms.')).toBe(true)
  expect(isTimeout('expected 3 to be 4')).toBe(false)
})
