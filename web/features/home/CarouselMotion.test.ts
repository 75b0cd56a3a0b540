import { expect, test } from 'vitest'
import { autoplay, CIRCLE } from './CarouselMotion.tsx'

// Shows S2.27, S9.6
test('slides move on every three seconds, in a circle', () => {
  expect(autoplay.options).toMatchObject({ delay: 3000 })
  expect(CIRCLE).toEqual({ loop: true })
})
