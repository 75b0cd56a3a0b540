import { clsx } from 'clsx'
import { Monitor, Smartphone } from 'lucide-react'
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'

const WIDTHS = { phone: 390, desktop: 1280 } as const
type Device = keyof typeof WIDTHS

/**
 * Shows the storefront's own components at the width of a phone and of a desktop. They are rendered into a frame
 * with a viewport of its own, since their styles depend on it.
 */
export function PreviewFrame({ label, children }: { label: string; children: ReactNode }) {
  const [device, setDevice] = useState<Device>('desktop')
  return (
    <section aria-label={label} className="grid gap-2">
      <div className="flex items-center justify-between">
        <h2 className="font-medium font-sans text-sm tracking-normal">{label}</h2>
        <fieldset className="flex rounded-field border border-line bg-paper p-0.5">
          <legend className="sr-only">Width of the preview</legend>
          <DeviceButton device="desktop" chosen={device} onChoose={setDevice} />
          <DeviceButton device="phone" chosen={device} onChoose={setDevice} />
        </fieldset>
      </div>
      <Frame key={device} label={label} width={WIDTHS[device]}>
        {children}
      </Frame>
    </section>
  )
}

type DeviceButtonProps = {
  device: Device
  chosen: Device
  onChoose: (device: Device) => void
}

function DeviceButton({ device, chosen, onChoose }: DeviceButtonProps) {
  const Icon = device === 'phone' ? Smartphone : Monitor
  return (
    <button
      type="button"
      aria-pressed={device === chosen}
      aria-label={device === 'phone' ? 'Phone' : 'Desktop'}
      onClick={() => onChoose(device)}
      className={clsx(
        'grid h-8 w-10 place-items-center rounded-md pointer-coarse:h-11',
        device === chosen ? 'bg-blush text-ink' : 'text-quiet hover:text-ink',
      )}
    >
      <Icon aria-hidden="true" className="size-4" />
    </button>
  )
}

type FrameProps = { label: string; width: number; children: ReactNode }

/** A frame of the given width, scaled down to the room that there is. Nothing in it can be clicked. */
function Frame({ label, width, children }: FrameProps) {
  const box = useRef<HTMLDivElement>(null)
  const [root, setRoot] = useState<HTMLElement | null>(null)
  const [room, setRoom] = useState(width)
  const [height, setHeight] = useState(500)
  useLayoutEffect(() => {
    if (!box.current) return
    const observer = new ResizeObserver(([entry]) => setRoom(entry?.contentRect.width ?? width))
    observer.observe(box.current)
    return () => observer.disconnect()
  }, [width])
  useEffect(() => {
    if (!root) return
    const observer = new ResizeObserver(() => setHeight(root.offsetHeight))
    observer.observe(root)
    return () => observer.disconnect()
  }, [root])
  const scale = Math.min(1, room / width)
  return (
    <div ref={box} className="overflow-hidden rounded-card border border-line bg-paper">
      <div style={{ height: height * scale }} className="mx-auto">
        <iframe
          title={label}
          inert
          ref={(frame) => setRoot(frame ? prepare(frame) : null)}
          style={{
            width,
            height,
            transform: `scale(${scale})`,
            transformOrigin: 'top left',
            marginLeft: Math.max(0, (room - width * scale) / 2),
          }}
        />
        {root && createPortal(children, root)}
      </div>
    </div>
  )
}

/**
 * The frame's document gets the styles of this page. What is shown stands in an element of its own: the body is never
 * less high than the frame, so it would not show when the frame could shrink.
 */
function prepare(frame: HTMLIFrameElement): HTMLElement | null {
  const page = frame.contentDocument
  if (!page) return null
  if (!page.head.hasChildNodes()) {
    page.documentElement.lang = 'en'
    for (const style of document.querySelectorAll('link[rel=stylesheet], style')) {
      page.head.append(style.cloneNode(true))
    }
    const root = page.createElement('div')
    root.style.display = 'flow-root'
    page.body.append(root)
  }
  return page.body.firstElementChild as HTMLElement
}
