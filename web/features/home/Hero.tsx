import { Link } from '@tanstack/react-router'
import { clsx } from 'clsx'
import type { CSSProperties } from 'react'
import type { Banner } from '#contract/content.ts'
import { buttonStyle } from '../../ui/Button.tsx'
import { Flower, Picture } from '../../ui/Picture.tsx'
import type { SectionLook } from './HomeSection.tsx'
import { heroShapeStyle } from './hero-shape.ts'
import { HERO_SIZES } from './hero-sizes.ts'

type HeroProps = { banner: Banner; look: SectionLook }

export function Hero({ banner, look }: HeroProps) {
  return (
    <section
      aria-label="Welcome"
      data-shape={banner.shape_type}
      className={clsx('relative isolate z-10 overflow-hidden', look.className)}
      style={{ ...look.style, ...heroShapeStyle(banner.shape_type) }}
    >
      {banner.background_image_url ? (
        <PicturedHero banner={banner} picture={banner.background_image_url} />
      ) : (
        <PlainHero banner={banner} />
      )}
    </section>
  )
}

/** The picture is twice as wide as high, quiet on its left quarter: that quarter goes under the words. */
function PicturedHero({ banner, picture }: { banner: Banner; picture: string }) {
  const height = { '--banner-height': `${banner.banner_height}px` } as CSSProperties
  return (
    <div className="lg:grid lg:min-h-(--banner-height) lg:items-center" style={height}>
      <div className="page pt-12 pb-2 lg:py-16">
        <HeroText banner={banner} className="max-w-xl justify-items-start lg:max-w-[29rem]" />
      </div>
      <div className="hero-picture">
        <Picture
          src={picture}
          alt=""
          eager
          sizes={HERO_SIZES}
          className="h-full w-full object-cover object-[72%_100%]"
        />
      </div>
    </div>
  )
}

function PlainHero({ banner }: { banner: Banner }) {
  return (
    <div
      className="page grid place-items-center py-20 text-center"
      style={{ minHeight: banner.banner_height }}
    >
      <Flower className="absolute top-1/2 left-1/2 -z-10 w-[min(90vw,42rem)] -translate-1/2 text-rose/5" />
      <HeroText banner={banner} className="max-w-2xl justify-items-center" />
    </div>
  )
}

function HeroText({ banner, className }: { banner: Banner; className: string }) {
  return (
    <div className={clsx('grid gap-6', className)}>
      <h1 className="text-hero">{banner.title}</h1>
      <p className="max-w-md text-lg text-quiet leading-relaxed lg:text-xl">{banner.subtitle}</p>
      <HeroLink to={banner.button_link}>{banner.button_text}</HeroLink>
    </div>
  )
}

/** A place on the page is scrolled to by the browser itself. */
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
