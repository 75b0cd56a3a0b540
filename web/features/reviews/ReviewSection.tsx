import { useQuery, useQueryClient } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import type { ProductDetails } from '#contract/catalog.ts'
import type { Review } from '#contract/reviews.ts'
import { api } from '../../lib/api.ts'
import { useIdle } from '../../lib/hydration.ts'
import { Button, buttonStyle } from '../../ui/Button.tsx'
import { FailedState, Skeleton } from '../../ui/Feedback.tsx'
import { Flower } from '../../ui/Picture.tsx'
import { FilterBar, Histogram } from './ReviewFilterBar.tsx'
import { ReviewItem } from './ReviewItem.tsx'
import { type ReviewFilters, type ReviewList, reviewPage, WRITE_REVIEW } from './review-queries.ts'

const WriteReview = lazy(async () => ({
  default: (await import('./WriteReview.tsx')).WriteReview,
}))
const MediaLightbox = lazy(async () => ({
  default: (await import('./MediaLightbox.tsx')).MediaLightbox,
}))

/** What only the owner of the shop sees; the route knows who that is. */
export type OwnerTools = {
  review: (review: Review, onChanged: () => void) => ReactNode
  hidden: (onChanged: () => void) => ReactNode
}

type ReviewSectionProps = { product: ProductDetails; owner?: OwnerTools }

/** The first page of reviews is rendered by the server; everything about the visitor follows after hydration. */
export function ReviewSection({ product, owner }: ReviewSectionProps) {
  const product_id = product.id
  const [filters, setFilters] = useState<ReviewFilters>({})
  const [pages, setPages] = useState(1)
  const [changed, reload] = useReload(product)
  const [opened, setOpened] = useState<string>()
  const [writeRequests, setWriteRequests] = useState(0)
  const idle = useIdle()
  const list = { product_id, filters, changed }
  const { data, isPlaceholderData, isError, refetch } = useReviews(list, 1)
  const loaded = useLoadedReviews(list, pages)

  const filter = (next: ReviewFilters) => {
    setFilters(next)
    setPages(1)
  }
  const hasReviews = (data?.summary.review_count ?? product.review_count) > 0
  return (
    <section aria-labelledby="reviews" className="scroll-mt-(--bar-height)">
      <h2 id="reviews" className="mb-8 text-section">
        Reviews
      </h2>
      <div className="grid items-start gap-10 lg:grid-cols-[18rem_minmax(0,1fr)] lg:gap-16">
        <div className="grid gap-6 lg:sticky lg:top-[calc(var(--bar-height)+2rem)]">
          {data && hasReviews && (
            <Histogram summary={data.summary} filters={filters} onChange={filter} />
          )}
          {!hasReviews && <NoReviews />}
          <a
            href={`#${WRITE_REVIEW}`}
            className={buttonStyle({ look: 'outline' })}
            onClick={() => setWriteRequests((count) => count + 1)}
          >
            Write a review
          </a>
        </div>
        <div className="grid min-w-0 gap-8">
          {hasReviews && <FilterBar filters={filters} onChange={filter} />}
          {isError && !data && (
            <FailedState message="The reviews could not be loaded." onRetry={() => refetch()} />
          )}
          {!data && !isError && <Loading />}
          {data && hasReviews && (
            <div aria-busy={isPlaceholderData} className={clsx(isPlaceholderData && 'opacity-60')}>
              <p role="status" className="sr-only">
                {isPlaceholderData ? 'Loading reviews...' : `${loaded().length} reviews shown`}
              </p>
              {data.items.length === 0 && <NoMatch onReset={() => filter({})} />}
              {Array.from({ length: pages }, (_, n) => n + 1).map((page) => (
                <ReviewPage
                  key={page}
                  list={list}
                  page={page}
                  onMore={page === pages ? () => setPages(pages + 1) : undefined}
                  onOpenMedia={setOpened}
                  tools={owner && ((review) => owner.review(review, reload))}
                />
              ))}
            </div>
          )}
          {owner?.hidden(reload)}
          <div id={WRITE_REVIEW} className="scroll-mt-[calc(var(--bar-height)+1rem)]">
            {idle ? (
              <Suspense fallback={<Placeholder />}>
                <WriteReview
                  product_id={product_id}
                  requests={writeRequests}
                  onChanged={reload}
                  placeholder={<Placeholder />}
                />
              </Suspense>
            ) : (
              <Placeholder />
            )}
          </div>
        </div>
      </div>
      {opened && (
        <Suspense>
          <MediaLightbox reviews={loaded()} first={opened} onClose={() => setOpened(undefined)} />
        </Suspense>
      )}
    </section>
  )
}

/** The last list stays until the next one is there. */
const useReviews = (list: ReviewList, page: number) =>
  useQuery({ ...reviewPage(api, list, page), placeholderData: (last) => last })

/** After a write: the list, and the rating beside the product's name, newer than any cache. */
function useReload({ id: product_id, group }: ProductDetails) {
  const [changed, setChanged] = useState<string>()
  const queries = useQueryClient()
  const reload = async () => {
    const next = `${Date.now()}-${Math.random().toString(36).slice(2)}`
    const options = reviewPage(api, { product_id, filters: {}, changed: next })
    // What was written is stored, even if it cannot be shown yet.
    const list = await queries.fetchQuery(options).catch(() => undefined)
    if (!list) return setChanged(next)
    const { rating_average, review_count } = list.summary
    // All sizes have one rating.
    const ids = group?.choices.map((choice) => choice.product_id) ?? [product_id]
    for (const id of ids) {
      queries.setQueryData(
        api.products.get.queryKey({ input: { id } }),
        (product) => product && { ...product, rating_average, review_count },
      )
    }
    setChanged(next)
  }
  return [changed, reload] as const
}

/** The reviews of all pages shown so far. */
function useLoadedReviews(list: ReviewList, pages: number) {
  const queries = useQueryClient()
  return () =>
    Array.from({ length: pages }, (_, n) =>
      queries.getQueryData(reviewPage(api, list, n + 1).queryKey),
    ).flatMap((page) => page?.items ?? [])
}

type ReviewPageProps = {
  list: ReviewList
  page: number
  /** Given to the last page. */
  onMore?: () => void
  onOpenMedia: (id: string) => void
  tools?: (review: Review) => ReactNode
}

function ReviewPage({ list, page, onMore, onOpenMedia, tools }: ReviewPageProps) {
  const { data, isPending } = useReviews(list, page)
  const first = useRef<HTMLLIElement>(null)
  const isNext = page > 1 && data !== undefined
  // The button that asked for this page is gone or further down.
  useEffect(() => {
    if (isNext) first.current?.focus({ preventScroll: true })
  }, [isNext])
  return (
    <>
      <ul className="grid">
        {data?.items.map((review, n) => (
          <li
            key={review.id}
            ref={n === 0 ? first : undefined}
            tabIndex={n === 0 && page > 1 ? -1 : undefined}
            className="border-line border-b py-7 outline-none first:pt-0 not-first:pt-7"
          >
            <ReviewItem
              review={review}
              onOpenMedia={() => onOpenMedia(review.id)}
              tools={tools?.(review)}
            />
          </li>
        ))}
      </ul>
      {onMore && (data?.has_more || isPending) && (
        <Button look="outline" className="mt-8" busy={isPending} onClick={onMore}>
          Show more reviews
        </Button>
      )}
    </>
  )
}

function NoReviews() {
  return (
    <div className="flex items-center gap-4">
      <span className="grid size-14 shrink-0 place-items-center rounded-full bg-blush text-rose">
        <Flower className="size-6" />
      </span>
      <p>
        <span className="block font-medium">No reviews yet</span>
        <span className="text-quiet">Be the first to say how it feels.</span>
      </p>
    </div>
  )
}

function NoMatch({ onReset }: { onReset: () => void }) {
  return (
    <div className="grid justify-items-start gap-3 py-4">
      <p className="text-quiet">No review matches these filters.</p>
      <Button look="outline" onClick={onReset}>
        Show all reviews
      </Button>
    </div>
  )
}

function Loading() {
  return (
    <div className="grid gap-6">
      {[1, 2, 3].map((n) => (
        <Skeleton key={n} className="h-32 w-full" />
      ))}
    </div>
  )
}

/** In the size of what guests see. */
const Placeholder = () => <div className="min-h-22" />
