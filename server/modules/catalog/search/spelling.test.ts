import { expect, test } from 'vitest'
import { sharesEnough, spellingDistance } from './spelling.ts'

test.each([
  ['serum', 'serum', 0],
  ['seru', 'serum', 0],
  ['serrum', 'serum', 1],
  ['sreum', 'serum', 1],
  ['clenser', 'cleanser', 1],
  ['clens', 'cleanser', 1],
  ['moistruizer', 'moisturizer', 1],
  ['nicinmide', 'niacinamide', 2],
  ['bicycle', 'serum', 6],
])('from %s to the beginning of %s it is %i', (typed, word, distance) => {
  expect(spellingDistance(typed, word)).toBe(distance)
})

test.each([
  ['tonr', 'toner'],
  ['oill', 'oil'],
  ['msak', 'mask'],
  ['erum', 'serum'],
  ['sreum', 'serum'],
  ['seram', 'serum'],
  ['kleanser', 'cleanser'],
])('%s may be %s', (typed, word) => expect(sharesEnough(typed, word)).toBe(true))

test.each([
  ['gift', 'lifts'],
  ['bath', 'both'],
  ['mist', 'missing'],
  ['gold', 'cold'],
  ['money', 'honey'],
])('%s is not %s', (typed, word) => expect(sharesEnough(typed, word)).toBe(false))
