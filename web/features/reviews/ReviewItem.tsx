import { useMutation } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { BadgeCheck, ThumbsUp } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { isVideoUrl, VIDEO_POSTER_URL } from '#contract/media.ts'
import type { ListedReview, Review } from '#contract/reviews.ts'
import { api } from '../../lib/api.ts'
import { errorMessage } from '../../lib/errors.ts'
import { useHydrated } from '../../lib/hydration.ts'
import { LocalTime, Stars } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { Picture } from '../../ui/Picture.tsx'
import { toast } from '../../ui/toast.ts'
import { storeVote, useVoted } from './helpful-votes.ts'

/** Shorter ones are shown whole. */
const LONG_COMMENT = 700

type ReviewItemProps = {
  review: ListedReview
  onOpenMedia: () => void
  /** What the owner of the shop can do. */
  tools?: ReactNode
}

/** Texts are written by strangers: in any direction, with words of any length. */
export function ReviewItem({ review, onOpenMedia, tools }: ReviewItemProps) {
  return (
    <div className="grid grid-cols-1 gap-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <Stars rating={review.rating} />
        <h3
          dir="auto"
          className="wrap-anywhere min-w-0 font-medium font-sans text-base tracking-normal"
        >
          {review.title}
        </h3>
      </div>
      <p className="wrap-anywhere flex flex-wrap items-center gap-x-2.5 gap-y-1 text-quiet text-sm">
        <bdi className="text-ink">{review.reviewer_name}</bdi>
        {review.verified_purchase && (
          <span className="inline-flex items-center gap-1 font-medium text-leaf">
            <BadgeCheck aria-hidden="true" className="size-4" />
            Verified purchase
          </span>
        )}
        {review.group_value && <bdi>{review.group_value}</bdi>}
        <span>
          <LocalTime iso={review.created_at} />
          {review.edited_at && ', edited'}
        </span>
      </p>
      <Comment text={review.comment} />
      {review.media_url && (
        <Thumbnail url={review.media_url} name={review.reviewer_name} onOpen={onOpenMedia} />
      )}
      <HelpfulButton review={review} />
      {review.answer && <Answer text={review.answer} at={review.answered_at} />}
      {tools}
    </div>
  )
}

function Comment({ text }: { text: string }) {
  const [whole, setWhole] = useState(text.length <= LONG_COMMENT)
  return (
    <>
      <p
        dir="auto"
        className={clsx(
          'wrap-anywhere max-w-prose whitespace-pre-line leading-relaxed',
          !whole && 'line-clamp-6 overflow-hidden',
        )}
      >
        {text}
      </p>
      {!whole && (
        <Button
          look="link"
          size="small"
          className="justify-self-start"
          onClick={() => setWhole(true)}
        >
          Read more
        </Button>
      )}
    </>
  )
}

type ThumbnailProps = { url: string; name: string; onOpen: () => void }

function Thumbnail({ url, name, onOpen }: ThumbnailProps) {
  const isVideo = isVideoUrl(url)
  return (
    <button
      type="button"
      aria-label={`Open the ${isVideo ? 'video' : 'photo'} of ${name}`}
      onClick={onOpen}
      className="relative size-24 justify-self-start overflow-hidden rounded-field bg-blush"
    >
      <Picture
        src={isVideo ? VIDEO_POSTER_URL : url}
        alt=""
        sizes="96px"
        className="size-full object-cover transition-transform hover:scale-105"
      />
      {isVideo && (
        <span className="absolute inset-0 grid place-items-center">
          <span className="grid size-10 place-items-center rounded-full bg-paper/90 shadow-raised">
            <svg aria-hidden="true" viewBox="0 0 20 20" className="size-5 fill-current">
              <path d="M6 4v12l10-6z" />
            </svg>
          </span>
        </span>
      )}
    </button>
  )
}

function HelpfulButton({ review }: { review: Review }) {
  const hydrated = useHydrated()
  const voted = useVoted(review.id, hydrated)
  const [count, setCount] = useState<number>()
  const options = {
    onSuccess: (answer: { helpful_count: number; voted: boolean }) => {
      setCount(answer.helpful_count)
      storeVote(review.id, answer.voted)
    },
    onError: (error: unknown) => toast.error('Error', errorMessage(error)),
  }
  const vote = useMutation(api.reviews.vote.mutationOptions(options))
  const unvote = useMutation(api.reviews.unvote.mutationOptions(options))
  const shown = count ?? review.helpful_count
  return (
    <Button
      look={voted ? 'soft' : 'quiet'}
      size="small"
      className="-ml-3 justify-self-start"
      aria-pressed={voted}
      aria-label={`Helpful: ${review.title}`}
      busy={vote.isPending || unvote.isPending}
      onClick={() => (voted ? unvote : vote).mutate({ id: review.id })}
    >
      <ThumbsUp aria-hidden="true" className="size-4" />
      Helpful
      {shown > 0 && <span className="tabular-nums">({shown})</span>}
    </Button>
  )
}

function Answer({ text, at }: { text: string; at: string | null }) {
  return (
    <div className="grid max-w-prose gap-1 rounded-card bg-blush px-4 py-3.5">
      <p className="flex flex-wrap gap-x-2 text-sm">
        <span className="font-medium">Answer from the shop</span>
        {at && (
          <span className="text-quiet">
            <LocalTime iso={at} />
          </span>
        )}
      </p>
      <p dir="auto" className="wrap-anywhere whitespace-pre-line text-[0.9375rem]">
        {text}
      </p>
    </div>
  )
}
