import { expect, test } from 'vitest'
import { bannerClip, bannerOverlap } from './banner-shape.ts'

test('a banner without shape is not cut', () => {
  expect(bannerClip('none')).toBeUndefined()
  expect(bannerOverlap('none')).toBe('0px')
})

test('a diagonal banner is cut from its full height on the left to a raised right', () => {
  expect(bannerClip('diagonal')).toBe(
    'polygon(0 0, 100% 0, 100.00% calc(100% - 1.000 * min(5vw, 4.5rem)), 0.00% calc(100% - 0.000 * min(5vw, 4.5rem)))',
  )
})
