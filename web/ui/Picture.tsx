import { clsx } from 'clsx'
import { useCallback, useState } from 'react'
import { pictureSources } from '../lib/pictures.ts'

const PETAL = 'M0-3.5C-8-10-7-20 0-23 7-20 8-10 0-3.5Z'

/** The shop's mark: five petals. */
export function Flower({ className }: { className?: string }) {
  return (
    <svg aria-hidden="true" viewBox="-25 -25 50 50" className={className} fill="currentColor">
      {[0, 72, 144, 216, 288].map((turn) => (
        <path key={turn} d={PETAL} transform={`rotate(${turn})`} />
      ))}
    </svg>
  )
}

type PictureProps = {
  src: string | null
  /** Empty for a picture that only decorates. */
  alt: string
  /** How wide it is shown, as the `sizes` attribute. */
  sizes: string
  /** Loaded at once and first: the one large picture on top of a page. */
  eager?: boolean
  className?: string
}

type Attempt = 'variants' | 'original' | 'placeholder'

/** A picture in the size that the screen needs; a quiet placeholder when there is none or it fails. */
export function Picture({ src, ...rest }: PictureProps) {
  if (!src) return <Placeholder alt={rest.alt} className={rest.className} />
  return <LoadedPicture key={src} src={src} {...rest} />
}

function LoadedPicture({ src, alt, sizes, eager, className }: PictureProps & { src: string }) {
  const sources = pictureSources(src)
  const [attempt, setAttempt] = useState<Attempt>(sources.avif ? 'variants' : 'original')
  const onError = () => setAttempt(attempt === 'variants' ? 'original' : 'placeholder')

  // It may have failed before React was there to hear of it.
  const checkFailed = useCallback((img: HTMLImageElement | null) => {
    if (img?.complete && img.naturalWidth === 0) {
      setAttempt((now) => (now === 'variants' ? 'original' : 'placeholder'))
    }
  }, [])

  if (attempt === 'placeholder') return <Placeholder alt={alt} className={className} />
  return (
    <picture className="contents">
      {attempt === 'variants' && (
        <>
          <source type="image/avif" srcSet={sources.avif} sizes={sizes} />
          <source type="image/webp" srcSet={sources.webp} sizes={sizes} />
        </>
      )}
      <img
        key={attempt}
        ref={checkFailed}
        src={src}
        alt={alt}
        width={sources.width}
        height={sources.height}
        loading={eager ? 'eager' : 'lazy'}
        fetchPriority={eager ? 'high' : undefined}
        decoding={eager ? 'sync' : 'async'}
        onError={onError}
        className={className}
      />
    </picture>
  )
}

function Placeholder({ alt, className }: { alt: string; className?: string }) {
  const speaks = alt ? ({ role: 'img', 'aria-label': alt } as const) : {}
  return (
    <span {...speaks} className={clsx('grid place-items-center bg-blush text-rose/25', className)}>
      <Flower className="w-1/4 min-w-5 max-w-24" />
    </span>
  )
}
