import { clsx } from 'clsx'
import { X } from 'lucide-react'
import {
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type ReactNode,
  useEffect,
  useRef,
  useState,
} from 'react'

type PictureZoomProps = {
  name: string
  images: readonly string[]
  index: number
  onKeyDown: (event: KeyboardEvent) => void
  onClose: () => void
  /** The arrows, when there are several pictures. */
  children: ReactNode
}

/** One picture over the whole screen, which can be magnified. */
export function PictureZoom({ name, images, index, children, ...on }: PictureZoomProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => dialog.current?.showModal(), [])
  return (
    <dialog
      ref={dialog}
      aria-label={`Enlarged picture of ${name}`}
      onClose={on.onClose}
      onKeyDown={on.onKeyDown}
      className="m-0 h-dvh max-h-none w-screen max-w-none animate-appear bg-ground backdrop:bg-shade"
    >
      <Magnifier
        key={index}
        src={images[index] ?? ''}
        alt={`${name}, picture ${index + 1} of ${images.length}`}
      />
      {children}
      <button
        type="button"
        aria-label="Close"
        onClick={() => dialog.current?.close()}
        className="absolute top-3 right-3 z-10 grid size-11 place-items-center rounded-full bg-paper/85 shadow-raised hover:bg-paper"
      >
        <X aria-hidden="true" className="size-5" />
      </button>
    </dialog>
  )
}

type Point = { x: number; y: number }
/** How the picture lies in its frame: enlarged from its top left corner, then moved. */
type View = Point & { scale: number }

const WHOLE: View = { scale: 1, x: 0, y: 0 }
const NEAR = 2.5
const NEAREST = 5
const DOUBLE_TAP_MS = 350
/** A finger or mouse that moved no further has pressed, not moved the picture. */
const STILL_PX = 8

/** Mouse and keyboard magnify by a press, fingers by two taps or by spreading; what is magnified can be moved. */
function Magnifier({ src, alt }: { src: string; alt: string }) {
  const frame = useRef<HTMLButtonElement>(null)
  const fingers = useRef(new Map<number, Point>())
  const moved = useRef(0)
  const lastTap = useRef(0)
  const [view, setView] = useState(WHOLE)
  const isMagnified = view.scale > 1

  const boxOf = () => frame.current?.getBoundingClientRect() ?? new DOMRect()
  const pointOf = ({ clientX, clientY }: Pick<MouseEvent, 'clientX' | 'clientY'>): Point => {
    const { left, top } = boxOf()
    return { x: clientX - left, y: clientY - top }
  }
  const toggle = (at: Point) => setView(isMagnified ? WHOLE : zoomAt(WHOLE, NEAR, at, boxOf()))

  const press = (event: MouseEvent) => {
    if (moved.current > STILL_PX) return
    const { width, height } = boxOf()
    // A press by keyboard has no place.
    const at = event.detail === 0 ? { x: width / 2, y: height / 2 } : pointOf(event)
    if (!isTouch(event)) return toggle(at)
    const isSecond = event.timeStamp - lastTap.current < DOUBLE_TAP_MS
    lastTap.current = isSecond ? 0 : event.timeStamp
    if (isSecond) toggle(at)
  }
  const start = (event: PointerEvent) => {
    if (fingers.current.size === 0) moved.current = 0
    fingers.current.set(event.pointerId, pointOf(event))
    frame.current?.setPointerCapture(event.pointerId)
  }
  const move = (event: PointerEvent) => {
    const before = fingers.current.get(event.pointerId)
    if (!before) return
    const now = pointOf(event)
    const by = { x: now.x - before.x, y: now.y - before.y }
    moved.current += Math.hypot(by.x, by.y)
    fingers.current.set(event.pointerId, now)
    const other = [...fingers.current].find(([id]) => id !== event.pointerId)?.[1]
    setView((old) => (other ? pinch(old, other, before, now, boxOf()) : pan(old, by, boxOf())))
  }
  const end = (event: PointerEvent) => fingers.current.delete(event.pointerId)
  return (
    <button
      ref={frame}
      type="button"
      aria-label={isMagnified ? 'Show the whole picture' : 'Come nearer'}
      aria-pressed={isMagnified}
      onClick={press}
      onPointerDown={start}
      onPointerMove={move}
      onPointerUp={end}
      onPointerCancel={end}
      onWheel={({ deltaX, deltaY }) =>
        setView((old) => pan(old, { x: -deltaX, y: -deltaY }, boxOf()))
      }
      className={clsx(
        'block h-full w-full touch-none overflow-hidden -outline-offset-4',
        isMagnified ? 'cursor-zoom-out' : 'cursor-zoom-in',
      )}
    >
      <img
        src={src}
        alt={alt}
        draggable={false}
        style={{ transform: `translate(${view.x}px, ${view.y}px) scale(${view.scale})` }}
        className="h-full w-full origin-top-left object-contain"
      />
    </button>
  )
}

const isTouch = ({ nativeEvent }: MouseEvent) =>
  'pointerType' in nativeEvent && nativeEvent.pointerType === 'touch'

type Frame = { width: number; height: number }

/** Around a point, which stays where it is. */
function zoomAt(view: View, scale: number, at: Point, frame: Frame): View {
  const next = Math.min(Math.max(scale, 1), NEAREST)
  const ratio = next / view.scale
  const x = at.x - (at.x - view.x) * ratio
  const y = at.y - (at.y - view.y) * ratio
  return pan({ scale: next, x, y }, { x: 0, y: 0 }, frame)
}

/** No further than to the edges of the picture. */
function pan({ scale, x, y }: View, by: Point, { width, height }: Frame): View {
  const within = (place: number, size: number) => Math.min(0, Math.max(size * (1 - scale), place))
  return { scale, x: within(x + by.x, width), y: within(y + by.y, height) }
}

/** One finger moves while the other holds. */
function pinch(view: View, held: Point, before: Point, now: Point, frame: Frame): View {
  const distance = (to: Point) => Math.hypot(to.x - held.x, to.y - held.y) || 1
  const middle = { x: (held.x + now.x) / 2, y: (held.y + now.y) / 2 }
  return zoomAt(view, (view.scale * distance(now)) / distance(before), middle, frame)
}
