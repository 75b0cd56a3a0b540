import { clsx } from 'clsx'
import { X } from 'lucide-react'
import {
  type KeyboardEvent,
  type MouseEvent,
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

/** One picture over the whole screen; a click magnifies it around the clicked point. */
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

function Magnifier({ src, alt }: { src: string; alt: string }) {
  const [magnified, setMagnified] = useState(false)
  const frame = useRef<HTMLButtonElement>(null)
  const press = ({ currentTarget, clientX, clientY }: MouseEvent) => {
    setMagnified(!magnified)
    const box = currentTarget.getBoundingClientRect()
    const [x, y] = [(clientX - box.left) / box.width, (clientY - box.top) / box.height]
    requestAnimationFrame(() => {
      const view = frame.current
      view?.scrollTo(
        x * (view.scrollWidth - view.clientWidth),
        y * (view.scrollHeight - view.clientHeight),
      )
    })
  }
  return (
    <button
      ref={frame}
      type="button"
      aria-label={magnified ? 'Show the whole picture' : 'Come nearer'}
      aria-pressed={magnified}
      onClick={press}
      className={clsx(
        'block h-full w-full overflow-auto -outline-offset-4 [scrollbar-width:none]',
        magnified ? 'cursor-zoom-out' : 'cursor-zoom-in',
      )}
    >
      <img
        src={src}
        alt={alt}
        className={magnified ? 'w-[220%] max-w-none lg:w-[150%]' : 'h-full w-full object-contain'}
      />
    </button>
  )
}
