import { clsx } from 'clsx'
import { X } from 'lucide-react'
import { type MouseEvent, useEffect, useRef, useState } from 'react'
import { Arrow } from './ProductGallery.tsx'

type PictureZoomProps = {
  name: string
  images: readonly string[]
  gallery: {
    index: number
    turn: (by: 1 | -1) => void
    onKeyDown: (e: React.KeyboardEvent) => void
  }
  onClose: () => void
}

/** The whole picture on the whole screen; a press brings the pressed place nearer. */
export function PictureZoom({ name, images, gallery, onClose }: PictureZoomProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const several = images.length > 1
  useEffect(() => dialog.current?.showModal(), [])
  return (
    <dialog
      ref={dialog}
      aria-label={`Enlarged picture of ${name}`}
      onClose={onClose}
      onKeyDown={several ? gallery.onKeyDown : undefined}
      className="m-0 h-dvh max-h-none w-screen max-w-none animate-appear bg-ground backdrop:bg-shade"
    >
      <NearerPicture
        key={gallery.index}
        src={images[gallery.index] ?? ''}
        alt={`${name}, picture ${gallery.index + 1} of ${images.length}`}
      />
      {several && (
        <>
          <Arrow side="left" label="Previous picture" onClick={() => gallery.turn(-1)} />
          <Arrow side="right" label="Next picture" onClick={() => gallery.turn(1)} />
        </>
      )}
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

function NearerPicture({ src, alt }: { src: string; alt: string }) {
  const [near, setNear] = useState(false)
  const frame = useRef<HTMLButtonElement>(null)
  const press = ({ currentTarget, clientX, clientY }: MouseEvent) => {
    setNear(!near)
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
      aria-label={near ? 'Show the whole picture' : 'Come nearer'}
      aria-pressed={near}
      onClick={press}
      className={clsx(
        'block h-full w-full overflow-auto -outline-offset-4 [scrollbar-width:none]',
        near ? 'cursor-zoom-out' : 'cursor-zoom-in',
      )}
    >
      <img
        src={src}
        alt={alt}
        className={near ? 'w-[220%] max-w-none lg:w-[150%]' : 'h-full w-full object-contain'}
      />
    </button>
  )
}
