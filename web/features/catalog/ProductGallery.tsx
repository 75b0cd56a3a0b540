import { clsx } from 'clsx'
import { ChevronLeft, ChevronRight, ZoomIn } from 'lucide-react'
import { type KeyboardEvent, lazy, Suspense, useEffect, useRef, useState } from 'react'
import { Picture } from '../../ui/Picture.tsx'
import { GALLERY_SIZES } from './product-heads.ts'

const SETTLED_MS = 120

/** The index of the picture in view. Touch scrolls the strip; arrows, dots and keys scroll it by script. */
function useGallery(count: number) {
  const strip = useRef<HTMLDivElement>(null)
  const settling = useRef<ReturnType<typeof setTimeout>>(undefined)
  // Where a scroll by script ends. A slow phone or a picture that loads can interrupt it half-way.
  const target = useRef<number>(undefined)
  const [index, setIndex] = useState(0)

  const scrollTo = (next: number, behavior: ScrollBehavior) =>
    strip.current?.scrollTo({ left: next * strip.current.clientWidth, behavior })
  const show = (next: number) => {
    target.current = next
    setIndex(next)
    scrollTo(next, motion())
  }
  /** Wraps around at both ends. */
  const turn = (by: 1 | -1) => show((index + by + count) % count)
  const settle = () => {
    const { scrollLeft = 0, clientWidth = 1 } = strip.current ?? {}
    const inView = Math.round(scrollLeft / clientWidth)
    if (target.current !== undefined && target.current !== inView) {
      scrollTo(target.current, 'instant')
      return
    }
    target.current = undefined
    setIndex(inView)
  }
  // A shopper may have swiped before this was hydrated.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only once.
  useEffect(settle, [])
  const followShopper = () => {
    target.current = undefined
  }

  return {
    strip,
    index,
    show,
    turn,
    handlers: {
      onTouchStart: followShopper,
      onWheel: followShopper,
      onScroll: () => {
        clearTimeout(settling.current)
        settling.current = setTimeout(settle, SETTLED_MS)
      },
      onKeyDown: (event: KeyboardEvent) => {
        if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return
        event.preventDefault()
        turn(event.key === 'ArrowLeft' ? -1 : 1)
      },
    },
  }
}

const motion = (): ScrollBehavior =>
  matchMedia('(prefers-reduced-motion: reduce)').matches ? 'instant' : 'smooth'

const loadZoom = () => import('./PictureZoom.tsx')
const PictureZoom = lazy(async () => ({ default: (await loadZoom()).PictureZoom }))

type ProductGalleryProps = { name: string; images: readonly string[] }

/** A strip that scrolls sideways, also without script, with arrows, dots and thumbnails. */
export function ProductGallery({ name, images }: ProductGalleryProps) {
  const gallery = useGallery(images.length)
  const [zoomed, setZoomed] = useState(false)
  const several = images.length > 1
  return (
    <section
      aria-roledescription="carousel"
      aria-label={`Pictures of ${name}`}
      className={clsx(
        'grid min-w-0 content-start gap-3',
        // Beside the picture, so that a usual screen shows both whole.
        several && 'lg:grid-cols-[5rem_minmax(0,1fr)]',
      )}
    >
      <div
        className={clsx(
          'group relative overflow-hidden rounded-card bg-blush',
          several && 'lg:col-start-2 lg:row-start-1',
        )}
      >
        <Strip name={name} images={images} gallery={gallery} />
        {several && <Arrows {...gallery} />}
        {several && <Dots count={images.length} {...gallery} />}
        {images.length > 0 && (
          <button
            type="button"
            aria-label="Enlarge picture"
            onPointerEnter={loadZoom}
            onFocus={loadZoom}
            onClick={() => setZoomed(true)}
            className={clsx(ROUND, 'top-3 right-3')}
          >
            <ZoomIn aria-hidden="true" className="size-5" />
          </button>
        )}
      </div>
      {several && <Thumbnails images={images} {...gallery} />}
      {zoomed && (
        <Suspense>
          <PictureZoom
            name={name}
            images={images}
            index={gallery.index}
            onKeyDown={gallery.handlers.onKeyDown}
            onClose={() => setZoomed(false)}
          >
            {several && <Arrows {...gallery} />}
          </PictureZoom>
        </Suspense>
      )}
    </section>
  )
}

type Gallery = ReturnType<typeof useGallery>

function Strip({ name, images, gallery }: ProductGalleryProps & { gallery: Gallery }) {
  if (images.length === 0) {
    return <Picture src={null} alt={name} sizes="" className={PICTURE} />
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: nothing else scrolls, has a name and takes the arrow keys.
    <div
      ref={gallery.strip}
      role="group"
      aria-label="Use the arrow keys to see the next picture"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a strip that scrolls must be reachable by keyboard.
      tabIndex={0}
      {...gallery.handlers}
      className="scroll-strip flex snap-x snap-mandatory overscroll-x-contain -outline-offset-4"
    >
      {images.map((image, n) => (
        <div
          key={image}
          aria-hidden={n !== gallery.index}
          className="w-full shrink-0 snap-center snap-always"
        >
          <Picture
            src={image}
            alt={images.length > 1 ? `${name}, picture ${n + 1} of ${images.length}` : name}
            eager={n === 0}
            sizes={GALLERY_SIZES}
            className={PICTURE}
          />
        </div>
      ))}
    </div>
  )
}

/** On phones not as tall as it could be: name and price are to be seen below it. */
const PICTURE = 'aspect-4/5 w-full object-cover max-md:max-h-[38svh]'

const ROUND =
  'absolute z-10 grid size-11 place-items-center rounded-full bg-paper/85 text-ink shadow-raised backdrop-blur transition-colors hover:bg-paper'

function Arrows({ turn }: Pick<Gallery, 'turn'>) {
  return (
    <>
      <Arrow side="left" label="Previous picture" onClick={() => turn(-1)} />
      <Arrow side="right" label="Next picture" onClick={() => turn(1)} />
    </>
  )
}

type ArrowProps = { side: 'left' | 'right'; label: string; onClick: () => void }

function Arrow({ side, label, onClick }: ArrowProps) {
  const Icon = side === 'left' ? ChevronLeft : ChevronRight
  return (
    <button
      type="button"
      aria-label={label}
      onClick={onClick}
      className={clsx(ROUND, 'top-1/2 -translate-y-1/2', side === 'left' ? 'left-3' : 'right-3')}
    >
      <Icon aria-hidden="true" className="size-5" />
    </button>
  )
}

type PickerProps = { index: number; show: (index: number) => void }

/** Smaller than a touch target should be: the thumbnails do the same. */
function Dots({ count, index, show }: PickerProps & { count: number }) {
  return (
    <div className="absolute inset-x-0 bottom-1 z-10 flex justify-center">
      {Array.from({ length: count }, (_, n) => n).map((n) => (
        <button
          key={n}
          type="button"
          aria-label={`Show picture ${n + 1}`}
          aria-current={n === index}
          onClick={() => show(n)}
          className="group/dot grid h-8 w-6 place-items-center"
        >
          <span className="size-2 rounded-full bg-paper/70 shadow-raised ring-1 ring-ink/15 transition-[width,background-color] group-aria-[current=true]/dot:w-5 group-aria-[current=true]/dot:bg-ink" />
        </button>
      ))}
    </div>
  )
}

function Thumbnails({ images, index, show }: PickerProps & { images: readonly string[] }) {
  return (
    <div className="relative lg:col-start-1 lg:row-start-1">
      <ul className="scroll-strip flex gap-3 p-1 lg:absolute lg:inset-0 lg:flex-col lg:overflow-y-auto">
        {images.map((image, n) => (
          <li key={image} className="w-12 shrink-0 lg:w-18">
            <button
              type="button"
              aria-label={`Picture ${n + 1} of ${images.length}`}
              aria-current={n === index}
              onClick={() => show(n)}
              className="block w-full overflow-hidden rounded-field ring-offset-2 ring-offset-ground transition-shadow hover:ring-1 hover:ring-field aria-[current=true]:ring-2 aria-[current=true]:ring-rose"
            >
              <Picture src={image} alt="" sizes="96px" className="aspect-4/5 w-full object-cover" />
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}
