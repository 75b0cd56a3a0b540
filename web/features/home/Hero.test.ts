import { expect, test } from 'vitest'
import { heroShapePath, heroShapeStyle } from './Hero.tsx'

test('a banner without shape is not cut', () => {
  expect(heroShapeStyle('none')).toEqual({})
})

test.each(['wave', 'curve', 'diagonal', 'zigzag'] as const)(
  'a %s reaches from the left to the right edge',
  (shape) => {
    expect(heroShapePath(shape)).toMatch(/^M0,0 L0,\d+ .*(1440,\d+) L1440,0 Z$/)
    expect(heroShapeStyle(shape).mask).toContain('data:image/svg+xml')
  },
)
