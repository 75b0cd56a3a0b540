import { clsx } from 'clsx'
import type { CSSProperties, ReactNode } from 'react'
import type { Gradient, SectionBackground } from '#contract/content.ts'
import { luminance } from '#contract/luminance.ts'

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
  const parts = [luminance(start.colour, start.opacity), luminance(middle.colour, middle.opacity)]
  return parts.reduce((sum, part) => sum + part, luminance(end.colour)) / 3 < DARK_BELOW
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
