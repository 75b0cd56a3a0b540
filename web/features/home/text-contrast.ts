import { contrastOf } from '#contract/colours.ts'
import { luminance } from '#contract/luminance.ts'
import { type Background, isDark } from './HomeSection.tsx'

// Luminances of the ink and of the light text, as in styles.css.
const INK = luminance('#2a1f24')
const LIGHT_TEXT = luminance('#fff6f3')

/** The lowest contrast of text on a background. The presets are made to be readable. */
export function textContrast(background: Background): number {
  if (background.background_type === 'preset') return 21
  const { start, middle, end } = background.background_value
  const text = isDark(background.background_value) ? LIGHT_TEXT : INK
  const stops = [
    luminance(start.colour, start.opacity),
    luminance(middle.colour, middle.opacity),
    luminance(end.colour),
  ]
  return Math.min(...stops.map((stop) => contrastOf(stop, text)))
}
