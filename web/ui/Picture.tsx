import { clsx } from 'clsx'
import { useState } from 'react'
import { pictureSources } from '../lib/pictures.ts'

const PETAL = 'M0-3.5C-8-10-7-20 0-23 7-20 8-10 0-3.5Z'

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
  /** Loaded at once and first, for the pictures in view when the page opens. */
  eager?: boolean
  className?: string
}

type Failure = { src: string; failed: 'renditions' | 'original' }

/** A picture in the size that the screen needs; a placeholder when there is none or it fails to load. */
export function Picture({ src, alt, sizes, eager, className }: PictureProps) {
  const [failure, setFailure] = useState<Failure>()
  const failed = failure?.src === src ? failure.failed : undefined
  if (!src || failed === 'original') return <Placeholder alt={alt} className={className} />

  const { avif, webp, width, height } = pictureSources(src)
  const hasRenditions = avif !== undefined && failed === undefined
  const onError = () => setFailure({ src, failed: hasRenditions ? 'renditions' : 'original' })
  return (
    <picture className="contents">
      {hasRenditions && <source type="image/avif" srcSet={avif} sizes={sizes} />}
      <img
        key={failed}
        // It may have failed before hydration, when nothing listened for the error.
        ref={(img) => {
          if (img?.complete && img.naturalWidth === 0) onError()
        }}
        src={src}
        srcSet={hasRenditions ? webp : undefined}
        sizes={hasRenditions ? sizes : undefined}
        alt={alt}
        width={width}
        height={height}
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
