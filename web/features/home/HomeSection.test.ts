import { describe, expect, test } from 'vitest'
import type { Gradient } from '#contract/content.ts'
import { backgroundLook, gradientCss } from './HomeSection.tsx'

const dawn: Gradient = {
  direction: 'to-br',
  start: { colour: '#fde0d0', opacity: 50 },
  middle: { colour: '#fff6ea', opacity: 100 },
  end: { colour: '#ffffff' },
}

describe('the background of a home page section', () => {
  // Shows S2.29
  test('is a class for a preset', () => {
    const look = backgroundLook({ background_type: 'preset', background_value: 'aloe-fresh' })
    expect(look).toEqual({ className: 'preset-aloe-fresh' })
  })

  // Shows S2.29
  test('is drawn from its parts when the owner mixed it', () => {
    expect(gradientCss(dawn)).toBe(
      'linear-gradient(to bottom right, #fde0d080, #fff6eaff, #ffffff)',
    )
  })

  test('turns the text light when the mixture is dark', () => {
    const night = {
      ...dawn,
      middle: { colour: '#431b38', opacity: 100 },
      end: { colour: '#200c1c' },
    }
    const custom = (background_value: Gradient) =>
      backgroundLook({ background_type: 'custom', background_value }).className
    expect(custom(dawn)).toBe('')
    expect(custom(night)).toBe('section-dark')
  })
})
