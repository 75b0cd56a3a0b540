import { ChevronLeft, ChevronRight, Pause, Play } from 'lucide-react'
import {
  lazy,
  type ReactNode,
  type RefObject,
  Suspense,
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import type { BeforeAfter as Item } from '#contract/content.ts'
import { Picture } from '../../ui/Picture.tsx'
import type { SlideControl, Step } from './CarouselMotion.tsx'

const CarouselMotion = lazy(async () => ({
  default: (await import('./CarouselMotion.tsx')).CarouselMotion,
}))

/** True once the element is about to scroll into view. */
function useNear(target: RefObject<Element | null>): boolean {
  const [near, setNear] = useState(false)
  useEffect(() => {
    if (!target.current) return
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (!entry?.isIntersecting) return
        setNear(true)
        observer.disconnect()
      },
      { rootMargin: '300px' },
    )
    observer.observe(target.current)
    return () => observer.disconnect()
  }, [target])
  return near
}

const REDUCED_MOTION = '(prefers-reduced-motion: reduce)'

const useReducedMotion = (): boolean =>
  useSyncExternalStore(
    (listener) => {
      const media = matchMedia(REDUCED_MOTION)
      media.addEventListener('change', listener)
      return () => media.removeEventListener('change', listener)
    },
    () => matchMedia(REDUCED_MOTION).matches,
    () => false,
  )

const SlidePicture = ({ src, title }: { src: string; title: string }) => (
  <Picture
    src={src}
    alt={`Before and after: ${title}`}
    sizes="(min-width: 80rem) 740px, (min-width: 64rem) 60vw, 92vw"
    className="h-full w-full object-cover"
  />
)

type SlideProps = {
  item: Item
  label: string
  /** Later pictures load shortly before the strip is seen. */
  withPicture: boolean
}

function Slide({ item, label, withPicture }: SlideProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: the pattern of a carousel asks for groups.
    <div role="group" aria-roledescription="slide" aria-label={label} className="slide">
      <div className="aspect-3/2 w-full overflow-hidden rounded-card bg-blush">
        {item.image_url ? (
          withPicture && <SlidePicture src={item.image_url} title={item.title} />
        ) : (
          <p className="grid h-full place-items-center text-quiet">No image</p>
        )}
        {item.image_url && !withPicture && (
          <noscript>
            <SlidePicture src={item.image_url} title={item.title} />
          </noscript>
        )}
      </div>
      <div className="grid content-center gap-3 px-1 pt-5 lg:pt-0 lg:pr-8">
        <h3 className="break-words text-[1.625rem] lg:text-3xl">{item.title}</h3>
        <p className="max-w-prose whitespace-pre-line break-words text-quiet leading-relaxed">
          {item.description}
        </p>
      </div>
    </div>
  )
}

type ControlProps = { label: string; onClick: () => void; children: ReactNode }

function Control({ label, onClick, children }: ControlProps) {
  return (
    <button
      type="button"
      aria-label={label}
      onClick={onClick}
      className="grid size-11 place-items-center rounded-full border border-field/45 transition-colors hover:border-ink"
    >
      {children}
    </button>
  )
}

/**
 * The slides are a scrollable strip; shortly before it is seen, Embla takes over and moves it in a loop. It
 * pauses under a pointer, with the focus inside, on request, and with reduced motion.
 */
export function BeforeAfter({ items }: { items: readonly Item[] }) {
  const viewport = useRef<HTMLDivElement>(null)
  const control = useRef<SlideControl>({})
  const near = useNear(viewport)
  const [index, setIndex] = useState(0)
  const [paused, setPaused] = useState({ pointer: false, focus: false, button: false })
  const still = useReducedMotion()
  const turn = (by: Step) => {
    if (control.current.turn) control.current.turn(by)
    else control.current.queued = by
  }
  const pause = (by: Partial<typeof paused>) => setPaused((now) => ({ ...now, ...by }))
  const playing = !still && !paused.pointer && !paused.focus && !paused.button
  const several = items.length > 1
  return (
    // biome-ignore lint/a11y/useSemanticElements: the pattern of a carousel asks for groups.
    <div
      role="group"
      aria-roledescription="carousel"
      aria-label="Before & After slides"
      onPointerEnter={() => pause({ pointer: true })}
      onPointerLeave={() => pause({ pointer: false })}
      onFocus={() => pause({ focus: true })}
      onBlur={({ currentTarget, relatedTarget }) =>
        pause({ focus: currentTarget.contains(relatedTarget) })
      }
      className="grid gap-6"
    >
      {/* biome-ignore lint/a11y/useSemanticElements: nothing else scrolls, has a name and takes the arrow keys. */}
      <div
        ref={viewport}
        role="group"
        aria-label="Use the arrow keys to see the next slide"
        // Slides that move by themselves must not interrupt a screen reader.
        aria-live={playing ? 'off' : 'polite'}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a strip that scrolls must be reachable by keyboard.
        tabIndex={0}
        onKeyDown={({ key }) => {
          if (key === 'ArrowLeft') turn(-1)
          if (key === 'ArrowRight') turn(1)
        }}
        className="-outline-offset-4 scroll-strip snap-x snap-mandatory rounded-card data-moving:snap-none data-moving:overflow-hidden"
      >
        <div className="flex touch-pan-y touch-pinch-zoom">
          {items.map((item, n) => (
            <Slide
              key={item.id}
              item={item}
              label={`${n + 1} of ${items.length}`}
              withPicture={n === 0 || near}
            />
          ))}
        </div>
      </div>
      {several && (
        <div className="flex items-center justify-center gap-2">
          <Control label="Previous slide" onClick={() => turn(-1)}>
            <ChevronLeft aria-hidden="true" className="size-5" />
          </Control>
          <p aria-hidden="true" className="min-w-14 text-center text-quiet text-sm tabular-nums">
            {index + 1} / {items.length}
          </p>
          <Control label="Next slide" onClick={() => turn(1)}>
            <ChevronRight aria-hidden="true" className="size-5" />
          </Control>
          {!still && (
            <Control
              label={paused.button ? 'Play slides' : 'Pause slides'}
              onClick={() => pause({ button: !paused.button })}
            >
              {paused.button ? (
                <Play aria-hidden="true" className="size-4" />
              ) : (
                <Pause aria-hidden="true" className="size-4" />
              )}
            </Control>
          )}
        </div>
      )}
      {near && several && (
        <Suspense>
          <CarouselMotion
            viewport={viewport}
            control={control}
            playing={playing}
            onSelect={setIndex}
          />
        </Suspense>
      )}
    </div>
  )
}
