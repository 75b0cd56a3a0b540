import { ChevronLeft, ChevronRight, Pause, Play } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useRef, useState } from 'react'
import type { BeforeAfter as Item } from '#contract/content.ts'
import { Picture } from '../../ui/Picture.tsx'
import { useNear } from './use-near.ts'
import { useReducedMotion } from './use-reduced-motion.ts'

const CarouselMotion = lazy(async () => ({
  default: (await import('./CarouselMotion.tsx')).CarouselMotion,
}))

type Step = 1 | -1

/** How to turn the slides, once that is known; until then the last wish waits. */
export type Turning = { turn?: (by: Step) => void; wish?: Step }

/**
 * The slides are a strip that can be swiped; once it comes near, Embla takes the strip over and moves it in
 * a circle. It rests while somebody points at it, is inside it with the keyboard, or wants no motion.
 */
export function BeforeAfter({ items }: { items: readonly Item[] }) {
  const viewport = useRef<HTMLDivElement>(null)
  const turning = useRef<Turning>({})
  const near = useNear(viewport)
  const [index, setIndex] = useState(0)
  const [resting, setResting] = useState({ pointer: false, focus: false, wish: false })
  const still = useReducedMotion()
  const turn = (by: Step) => {
    if (turning.current.turn) turning.current.turn(by)
    else turning.current.wish = by
  }
  const rest = (by: Partial<typeof resting>) => setResting((now) => ({ ...now, ...by }))
  const playing = !still && !resting.pointer && !resting.focus && !resting.wish
  const several = items.length > 1
  return (
    // biome-ignore lint/a11y/useSemanticElements: the pattern of a carousel asks for groups.
    <div
      role="group"
      aria-roledescription="carousel"
      aria-label="Before & After slides"
      onPointerEnter={() => rest({ pointer: true })}
      onPointerLeave={() => rest({ pointer: false })}
      onFocus={() => rest({ focus: true })}
      onBlur={({ currentTarget, relatedTarget }) =>
        rest({ focus: currentTarget.contains(relatedTarget) })
      }
      className="grid gap-6"
    >
      {/* biome-ignore lint/a11y/useSemanticElements: nothing else scrolls, has a name and takes the arrow keys. */}
      <div
        ref={viewport}
        role="group"
        aria-label="Use the arrow keys to see the next slide"
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
              label={resting.wish ? 'Play slides' : 'Pause slides'}
              onClick={() => rest({ wish: !resting.wish })}
            >
              {resting.wish ? (
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
            turning={turning}
            playing={playing}
            onSelect={setIndex}
          />
        </Suspense>
      )}
    </div>
  )
}

type SlideProps = {
  item: Item
  label: string
  /** The pictures of the later slides wait until somebody comes near. */
  withPicture: boolean
}

function Slide({ item, label, withPicture }: SlideProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: the pattern of a carousel asks for groups.
    <div
      role="group"
      aria-roledescription="slide"
      aria-label={label}
      className="min-w-0 shrink-0 grow-0 basis-full snap-start lg:grid lg:grid-cols-[1.7fr_1fr] lg:items-center lg:gap-14"
    >
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

const SlidePicture = ({ src, title }: { src: string; title: string }) => (
  <Picture
    src={src}
    alt={`Before and after: ${title}`}
    sizes="(min-width: 80rem) 740px, (min-width: 64rem) 60vw, 92vw"
    className="h-full w-full object-cover"
  />
)

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
