import type { KeyboardEvent, MouseEvent } from 'react'

type Point = { x: number; y: number }
type FocalPointProps = Point & { picture: string; onChange: (point: Point) => void }

const STEP = 2

/** The whole mark stays on the picture, also at its edges. */
const inside = (percent: number) => `clamp(0.75rem, ${percent}%, calc(100% - 0.75rem))`

/** What stays in sight when the picture is cropped: clicked on the picture, or moved with the arrow keys. */
export function FocalPoint({ picture, x, y, onChange }: FocalPointProps) {
  const limit = (value: number) => Math.min(100, Math.max(0, Math.round(value)))
  const click = (event: MouseEvent<HTMLElement>) => {
    const box = event.currentTarget.getBoundingClientRect()
    // A click by keyboard has no place.
    if (event.detail === 0) return
    onChange({
      x: limit(((event.clientX - box.left) / box.width) * 100),
      y: limit(((event.clientY - box.top) / box.height) * 100),
    })
  }
  const press = (event: KeyboardEvent) => {
    const steps: Record<string, Point> = {
      ArrowLeft: { x: -STEP, y: 0 },
      ArrowRight: { x: STEP, y: 0 },
      ArrowUp: { x: 0, y: -STEP },
      ArrowDown: { x: 0, y: STEP },
    }
    const step = steps[event.key]
    if (!step) return
    event.preventDefault()
    onChange({ x: limit(x + step.x), y: limit(y + step.y) })
  }
  return (
    <div className="grid gap-1.5">
      <p className="font-medium text-sm">Focal point</p>
      <button
        type="button"
        aria-label={`Focal point: ${x} % from the left, ${y} % from the top. Arrow keys move it.`}
        onClick={click}
        onKeyDown={press}
        className="relative block w-full cursor-crosshair overflow-hidden rounded-field"
      >
        <img src={picture} alt="" className="block w-full" />
        <span
          aria-hidden="true"
          style={{ left: inside(x), top: inside(y) }}
          className="absolute size-6 -translate-1/2 rounded-full border-2 border-paper bg-rose/70 shadow-raised"
        />
      </button>
      <p className="text-quiet text-sm">
        Click what must stay visible when the picture is cropped.
      </p>
    </div>
  )
}
