import { clsx } from 'clsx'
import { ChevronLeft, ChevronRight, X } from 'lucide-react'
import { type KeyboardEvent, type TouchEvent, useEffect, useRef, useState } from 'react'
import { isVideoUrl, VIDEO_POSTER_URL } from '#contract/media.ts'
import type { Review } from '#contract/reviews.ts'
import { Stars } from '../../ui/Badge.tsx'

/** Shorter movements are taps. */
const SWIPE_PX = 48

type MediaLightboxProps = {
  reviews: readonly Review[]
  /** The id of the review whose media is shown first. */
  first: string
  onClose: () => void
}

/** The photos and videos of all listed reviews, one at a time. Closing returns the focus to what opened it. */
export function MediaLightbox({ reviews, first, onClose }: MediaLightboxProps) {
  const shown = reviews.filter(({ media_url }) => media_url !== null)
  const [index, setIndex] = useState(() =>
    Math.max(
      0,
      shown.findIndex(({ id }) => id === first),
    ),
  )
  const dialog = useRef<HTMLDialogElement>(null)
  const touchedAt = useRef(0)
  useEffect(() => dialog.current?.showModal(), [])
  const review = shown[index]
  if (!review?.media_url) return null
  const several = shown.length > 1
  const turn = (by: 1 | -1) => setIndex((index + by + shown.length) % shown.length)

  const onKeyDown = (event: KeyboardEvent) => {
    // In a video the arrow keys go back and forth in time.
    if (!several || event.target instanceof HTMLVideoElement) return
    if (event.key === 'ArrowLeft') turn(-1)
    if (event.key === 'ArrowRight') turn(1)
  }
  const onTouchEnd = ({ changedTouches }: TouchEvent) => {
    const moved = (changedTouches[0]?.clientX ?? 0) - touchedAt.current
    if (several && Math.abs(moved) >= SWIPE_PX) turn(moved > 0 ? -1 : 1)
  }
  return (
    <dialog
      ref={dialog}
      aria-label={`Photo or video ${index + 1} of ${shown.length}`}
      onClose={onClose}
      onKeyDown={onKeyDown}
      onTouchStart={({ changedTouches }) => {
        touchedAt.current = changedTouches[0]?.clientX ?? 0
      }}
      onTouchEnd={onTouchEnd}
      className="m-0 h-dvh max-h-none w-screen max-w-none animate-appear bg-ground backdrop:bg-shade"
    >
      <div className="flex h-full flex-col">
        <Media key={review.id} url={review.media_url} name={review.reviewer_name} />
        <p className="wrap-anywhere flex flex-wrap items-center gap-x-3 gap-y-1 border-line border-t px-5 py-4">
          <Stars rating={review.rating} />
          <span dir="auto" className="line-clamp-2 font-medium">
            {review.title}
          </span>
          <bdi className="text-quiet text-sm">{review.reviewer_name}</bdi>
        </p>
      </div>
      {several && (
        <>
          <RoundButton
            label="Previous"
            className="top-1/2 left-3 -translate-y-1/2"
            onClick={() => turn(-1)}
          >
            <ChevronLeft aria-hidden="true" className="size-5" />
          </RoundButton>
          <RoundButton
            label="Next"
            className="top-1/2 right-3 -translate-y-1/2"
            onClick={() => turn(1)}
          >
            <ChevronRight aria-hidden="true" className="size-5" />
          </RoundButton>
        </>
      )}
      <RoundButton label="Close" className="top-3 right-3" onClick={() => dialog.current?.close()}>
        <X aria-hidden="true" className="size-5" />
      </RoundButton>
    </dialog>
  )
}

function Media({ url, name }: { url: string; name: string }) {
  const frame = 'min-h-0 w-full flex-1 object-contain'
  if (!isVideoUrl(url)) return <img src={url} alt={`By ${name}`} className={frame} />
  return (
    // biome-ignore lint/a11y/useMediaCaption: shoppers upload no captions.
    <video
      src={url}
      poster={VIDEO_POSTER_URL}
      aria-label={`Video by ${name}`}
      controls
      playsInline
      preload="metadata"
      className={frame}
    />
  )
}

type RoundButtonProps = {
  label: string
  className: string
  onClick: () => void
  children: React.ReactNode
}

function RoundButton({ label, className, onClick, children }: RoundButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      onClick={onClick}
      className={clsx(
        'absolute z-10 grid size-11 place-items-center rounded-full bg-paper/85 shadow-raised hover:bg-paper',
        className,
      )}
    >
      {children}
    </button>
  )
}
