import { luminance } from './luminance.ts'

export const HEX_COLOUR = /^#[0-9a-f]{6}$/i

/** The shop's own accent colour, when the owner chose none; `--accent` in styles.css. */
export const DEFAULT_ACCENT = '#a23b55'

/** WCAG AA for text. */
export const LOWEST_CONTRAST = 4.5

/** The darkest ground that links stand on without a tint below: that of the back office. */
const GROUND = '#faf8f7'

export function contrastOf(one: number, other: number): number {
  return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05)
}

/** The contrast of the accent as text on a page, or of light text on a button of that colour: the lower one. */
export const accentContrast = (accent: string) => contrastOf(luminance(accent), luminance(GROUND))

/** The colour itself if text in it is readable, else the lightest shade of it that is. */
export function readableAccent(accent: string): string {
  let shade = accent.toLowerCase()
  for (let share = 99; accentContrast(shade) < LOWEST_CONTRAST; share--) {
    shade = darkened(accent, share / 100)
  }
  return shade
}

const darkened = (colour: string, share: number) =>
  `#${[1, 3, 5]
    .map((at) => Math.round(Number.parseInt(colour.slice(at, at + 2), 16) * share))
    .map((value) => value.toString(16).padStart(2, '0'))
    .join('')}`
