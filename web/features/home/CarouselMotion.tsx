import Autoplay from 'embla-carousel-autoplay'
import useEmblaCarousel from 'embla-carousel-react'
import { type RefObject, useEffect } from 'react'
import type { Turning } from './BeforeAfter.tsx'

const DELAY_MS = 3000

type CarouselMotionProps = {
  viewport: RefObject<HTMLDivElement | null>
  turning: RefObject<Turning>
  playing: boolean
  onSelect: (index: number) => void
}

const autoplay = Autoplay({ delay: DELAY_MS, stopOnInteraction: false, stopOnFocusIn: false })

/** Sets slides that are already on the page in motion; shows nothing itself. */
export function CarouselMotion({ viewport, turning, playing, onSelect }: CarouselMotionProps) {
  const [attach, embla] = useEmblaCarousel({ loop: true }, playing ? [autoplay] : [])

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
    const turn = (by: 1 | -1) => (by === 1 ? embla.scrollNext() : embla.scrollPrev())
    embla.on('select', select)
    if (turning.current.wish) turn(turning.current.wish)
    turning.current = { turn }
    return () => {
      embla.off('select', select)
    }
  }, [embla, turning, onSelect])

  return null
}
