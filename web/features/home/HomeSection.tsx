import { clsx } from 'clsx'
import type { CSSProperties, ReactNode } from 'react'
import type { Gradient, SectionBackground } from '#contract/content.ts'

export type Background = SectionBackground extends infer Section
  ? Section extends SectionBackground
    ? Pick<Section, 'background_type' | 'background_value'>
    : never
  : never
export type SectionLook = { className: string; style?: CSSProperties }

const SIDES: Record<string, string> = { t: 'top', r: 'right', b: 'bottom', l: 'left' }

/** A preset is a class; a custom background is put together from its parts, light text on dark ones. */
export function backgroundLook(background: Background | undefined): SectionLook {
  if (!background) return { className: 'preset-white' }
  if (background.background_type === 'preset') {
    return { className: `preset-${background.background_value}` }
  }
  const gradient = background.background_value
  return {
    className: isDark(gradient) ? 'section-dark' : '',
    style: { background: gradientCss(gradient) },
  }
}

export function gradientCss({ direction, start, middle, end }: Gradient): string {
  const sides = [...direction.slice('to-'.length)].map((letter) => SIDES[letter]).join(' ')
  const stops = [withOpacity(start), withOpacity(middle), end.colour].join(', ')
  return `linear-gradient(to ${sides}, ${stops})`
}

function withOpacity({ colour, opacity }: { colour: string; opacity: number }): string {
  const alpha = Math.round((opacity / 100) * 255)
  return `${colour}${alpha.toString(16).padStart(2, '0')}`
}

// Below this lightness our ink no longer reaches AA, and the light text does.
const DARK_BELOW = 0.36

export function isDark({ start, middle, end }: Gradient): boolean {
  const parts = [lightness(start.colour, start.opacity), lightness(middle.colour, middle.opacity)]
  return parts.reduce((sum, part) => sum + part, lightness(end.colour, 100)) / 3 < DARK_BELOW
}

/** Relative luminance over our near-white ground. */
export function lightness(colour: string, opacity: number): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => channel(colour.slice(at, at + 2), opacity))
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

function channel(hex: string, opacity: number): number {
  const value = 1 - (1 - Number.parseInt(hex, 16) / 255) * (opacity / 100)
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
}

type HomeSectionProps = {
  id: string
  eyebrow?: string
  title: ReactNode
  look: SectionLook
  children: ReactNode
}

export function HomeSection({ id, eyebrow, title, look, children }: HomeSectionProps) {
  return (
    <section
      id={id}
      aria-labelledby={`${id}-title`}
      className={clsx('py-20 lg:py-28', look.className)}
      style={look.style}
    >
      <div className="page">
        <header className="mb-8 grid gap-2.5 lg:mb-10">
          {eyebrow && <p className="text-eyebrow text-quiet">{eyebrow}</p>}
          <h2 id={`${id}-title`} className="text-section">
            {title}
          </h2>
        </header>
        {children}
      </div>
    </section>
  )
}
