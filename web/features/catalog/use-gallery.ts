import { type KeyboardEvent, useRef, useState } from 'react'

const SETTLED_MS = 120

/** Which picture of a scrolling strip is shown. A finger scrolls the strip, everything else asks it to. */
export function useGallery(count: number) {
  const strip = useRef<HTMLDivElement>(null)
  const settling = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [index, setIndex] = useState(0)

  const show = (next: number) => {
    setIndex(next)
    strip.current?.scrollTo({ left: next * strip.current.clientWidth, behavior: motion() })
  }
  /** Round at both ends. */
  const turn = (by: 1 | -1) => show((index + by + count) % count)

  return {
    strip,
    index,
    show,
    turn,
    onScroll: () => {
      clearTimeout(settling.current)
      settling.current = setTimeout(() => {
        const { scrollLeft = 0, clientWidth = 1 } = strip.current ?? {}
        setIndex(Math.round(scrollLeft / clientWidth))
      }, SETTLED_MS)
    },
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return
      event.preventDefault()
      turn(event.key === 'ArrowLeft' ? -1 : 1)
    },
  }
}

const motion = (): ScrollBehavior =>
  matchMedia('(prefers-reduced-motion: reduce)').matches ? 'instant' : 'smooth'
