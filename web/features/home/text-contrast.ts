import { type Background, isDark, lightness } from './HomeSection.tsx'

// Of the ink and of the light text, as in styles.css.
const INK = lightness('#2a1f24', 100)
const LIGHT_TEXT = lightness('#fff6f3', 100)

/** The lowest contrast of text on a background. The presets are made to be readable. */
export function textContrast(background: Background): number {
  if (background.background_type === 'preset') return 21
  const { start, middle, end } = background.background_value
  const text = isDark(background.background_value) ? LIGHT_TEXT : INK
  const stops = [
    lightness(start.colour, start.opacity),
    lightness(middle.colour, middle.opacity),
    lightness(end.colour, 100),
  ]
  const contrasts = stops.map(
    (stop) => (Math.max(stop, text) + 0.05) / (Math.min(stop, text) + 0.05),
  )
  return Math.min(...contrasts)
}
