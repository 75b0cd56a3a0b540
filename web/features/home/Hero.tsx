import { Link } from '@tanstack/react-router'
import { clsx } from 'clsx'
import type { CSSProperties } from 'react'
import type { Banner } from '#contract/content.ts'
import { buttonStyle } from '../../ui/Button.tsx'
import { Flower, Picture } from '../../ui/Picture.tsx'
import type { SectionLook } from './HomeSection.tsx'
import { HERO_SIZES } from './home-head.ts'

type Shape = Exclude<Banner['shape_type'], 'none'>

const WIDTH = 1440

const HEIGHT = 80

const TEETH = 24

/** The lower edge of the banner as an SVG path. */
const EDGES: Record<Shape, string> = {
  wave: `C240,${HEIGHT + 26} 460,${HEIGHT - 4} 720,${HEIGHT / 2} S1210,-26 ${WIDTH},30`,
  curve: `Q${WIDTH / 2},${HEIGHT * 2} ${WIDTH},0`,
  diagonal: `L0,${HEIGHT} L${WIDTH},0`,
  zigzag: zigzag(),
}

const STARTS: Record<Shape, number> = { wave: 34, curve: 0, diagonal: HEIGHT, zigzag: HEIGHT }

function zigzag(): string {
  const tooth = WIDTH / TEETH
  return Array.from({ length: TEETH }, (_, n) => {
    const x = n * tooth
    return `L${x + tooth / 2},${HEIGHT * 0.55} L${x + tooth},${HEIGHT}`
  }).join(' ')
}

export const heroShapePath = (shape: Shape) =>
  `M0,0 L0,${STARTS[shape]} ${EDGES[shape]} L${WIDTH},0 Z`

const DEPTH = 'clamp(2rem, 5vw, 4.5rem)'

/** Cuts the banner along the shape and pulls the next section up under the cut, so that its background shows. */
export function heroShapeStyle(shape: Banner['shape_type']): CSSProperties {
  if (shape === 'none') return {}
  const svg =
    `<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 ${WIDTH} ${HEIGHT}' preserveAspectRatio='none'>` +
    `<path d='${heroShapePath(shape)}'/></svg>`
  const above = `linear-gradient(#000,#000) 0 0/100% calc(100% - ${DEPTH} + 1px) no-repeat`
  const edge = `url("data:image/svg+xml,${encodeURIComponent(svg)}") 0 100%/100% ${DEPTH} no-repeat`
  return { mask: `${above}, ${edge}`, marginBottom: `calc(-1 * ${DEPTH})` }
}

/** The browser itself scrolls to an anchor of the page. */
function HeroLink({ to, children }: { to: string; children: string }) {
  const className = buttonStyle({ size: 'large', className: 'mt-2' })
  if (to.startsWith('/')) {
    return (
      <Link to={to} className={className}>
        {children}
      </Link>
    )
  }
  return (
    <a href={to} className={className}>
      {children}
    </a>
  )
}

function HeroText({ banner, className }: { banner: Banner; className: string }) {
  return (
    <div className={clsx('grid gap-4 md:gap-6', className)}>
      <h1 className="text-hero">{banner.title}</h1>
      <p className="max-w-md text-quiet leading-relaxed md:text-lg lg:text-xl">{banner.subtitle}</p>
      <HeroLink to={banner.button_link}>{banner.button_text}</HeroLink>
    </div>
  )
}

/** The picture is twice as wide as high and calm on its left quarter, where the text goes. */
function PicturedHero({ banner, picture }: { banner: Banner; picture: string }) {
  return (
    <div className="grid min-h-(--banner-height) grid-rows-[auto_1fr] md:grid-rows-none md:items-center">
      <div className="page pt-6 pb-6 md:py-4">
        <HeroText banner={banner} className="max-w-[29rem] justify-items-start" />
      </div>
      <div
        className="hero-picture"
        style={{ '--focal-point': focalPoint(banner) } as CSSProperties}
      >
        <Picture
          src={picture}
          alt=""
          eager
          sizes={HERO_SIZES}
          className="absolute h-full w-full object-cover [object-position:var(--focal-point)]"
        />
      </div>
    </div>
  )
}

const focalPoint = ({ focal_x, focal_y }: Banner) => `${focal_x ?? 72}% ${focal_y ?? 100}%`

function PlainHero({ banner }: { banner: Banner }) {
  return (
    <div className="page grid min-h-(--banner-height) place-items-center py-4 text-center">
      <Flower className="absolute top-1/2 left-1/2 -z-10 w-[min(90vw,42rem)] -translate-1/2 text-rose/5" />
      <HeroText banner={banner} className="max-w-2xl justify-items-center" />
    </div>
  )
}

type HeroProps = { banner: Banner; look: SectionLook }

export function Hero({ banner, look }: HeroProps) {
  const height = { '--banner': banner.banner_height } as CSSProperties
  return (
    <section
      aria-label="Welcome"
      data-shape={banner.shape_type}
      className={clsx('hero relative isolate z-10 overflow-hidden', look.className)}
      style={{ ...look.style, ...heroShapeStyle(banner.shape_type), ...height }}
    >
      {banner.background_image_url ? (
        <PicturedHero banner={banner} picture={banner.background_image_url} />
      ) : (
        <PlainHero banner={banner} />
      )}
    </section>
  )
}
