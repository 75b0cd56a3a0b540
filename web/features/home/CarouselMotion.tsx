import Autoplay from 'embla-carousel-autoplay'
import useEmblaCarousel from 'embla-carousel-react'
import { type RefObject, useEffect } from 'react'

export type Step = 1 | -1

/** `turn` is set once Embla has started; a turn asked for earlier waits in `queued`. */
export type SlideControl = { turn?: (by: Step) => void; queued?: Step }

const DELAY_MS = 3000
export const CIRCLE = { loop: true }

type CarouselMotionProps = {
  viewport: RefObject<HTMLDivElement | null>
  control: RefObject<SlideControl>
  playing: boolean
  onSelect: (index: number) => void
}

export const autoplay = Autoplay({
  delay: DELAY_MS,
  stopOnInteraction: false,
  stopOnFocusIn: false,
})

/** Moves the slides that BeforeAfter rendered; renders nothing itself. */
export function CarouselMotion({ viewport, control, playing, onSelect }: CarouselMotionProps) {
  const [attach, embla] = useEmblaCarousel(CIRCLE, playing ? [autoplay] : [])

  useEffect(() => {
    const node = viewport.current
    if (!node) return
    node.scrollLeft = 0
    node.dataset.moving = ''
    attach(node)
    return () => {
      delete node.dataset.moving
    }
  }, [viewport, attach])

  useEffect(() => {
    if (!embla) return
    const select = () => onSelect(embla.selectedScrollSnap())
    const turn = (by: Step) => (by === 1 ? embla.scrollNext() : embla.scrollPrev())
    embla.on('select', select)
    if (control.current.queued) turn(control.current.queued)
    control.current = { turn }
    return () => {
      embla.off('select', select)
    }
  }, [embla, control, onSelect])

  return null
}
