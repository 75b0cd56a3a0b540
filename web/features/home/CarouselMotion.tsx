import Autoplay from 'embla-carousel-autoplay'
import useEmblaCarousel from 'embla-carousel-react'
import { type RefObject, useEffect } from 'react'
import type { Turn } from './BeforeAfter.tsx'

const DELAY_MS = 3000

type CarouselMotionProps = {
  viewport: RefObject<HTMLDivElement | null>
  turn: RefObject<Turn | null>
  playing: boolean
  onSelect: (index: number) => void
}

const autoplay = Autoplay({ delay: DELAY_MS, stopOnInteraction: false, stopOnFocusIn: false })

/** Sets slides that are already on the page in motion; shows nothing itself. */
export function CarouselMotion({ viewport, turn, playing, onSelect }: CarouselMotionProps) {
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
    turn.current = (by) => (by === 1 ? embla.scrollNext() : embla.scrollPrev())
    embla.on('select', select)
    return () => {
      embla.off('select', select)
    }
  }, [embla, turn, onSelect])

  return null
}
