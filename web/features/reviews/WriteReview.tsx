import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import type { OwnReview } from '#contract/reviews.ts'
import { api } from '../../lib/api.ts'
import { errorMessage } from '../../lib/errors.ts'
import { useSession } from '../../lib/session.ts'
import { Stars } from '../../ui/Badge.tsx'
import { Button, buttonStyle } from '../../ui/Button.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { toast } from '../../ui/toast.ts'
import { WRITE_REVIEW } from './review-queries.ts'

const loadForm = () => import('./ReviewForm.tsx')
const ReviewForm = lazy(async () => ({ default: (await loadForm()).ReviewForm }))

export const TEXTS = {
  signedOut: 'You must be logged in to leave a review',
  thanks: 'Thank you for your review!',
  saved: 'Your review was changed',
  deleted: 'Your review was deleted',
}

type WriteReviewProps = {
  product_id: string
  /** How often "Write a review" was pressed. */
  requests: number
  /** Ends when the list shows what was written. */
  onChanged: () => Promise<void>
  placeholder: ReactNode
}

/** The form, or why there is none. */
export function WriteReview({ product_id, requests, onChanged, placeholder }: WriteReviewProps) {
  const session = useSession()
  const signedIn = session.profile !== null
  const mine = useQuery({
    ...api.reviews.mine.queryOptions({ input: { product_id } }),
    enabled: signedIn,
  })
  const store = useStoreMine(product_id)
  // The visitor may choose another size meanwhile, of which there is another review.
  const [edited, setEdited] = useState<string>()
  const editing = edited === product_id
  const box = useRef<HTMLDivElement>(null)
  const isReady = session.status === 'guest' || mine.data !== undefined
  useFocusOnRequest(box, requests, isReady)

  // The list changes first: it stands above, and would push away what the visitor is about to press.
  const saved = async (review: OwnReview, text: string) => {
    await onChanged()
    store(review)
    setEdited(undefined)
    toast.success(text)
    requestAnimationFrame(() => box.current?.focus())
  }

  let content = placeholder
  if (session.status === 'guest') content = <SignedOut product_id={product_id} />
  else if (session.profile && mine.data !== undefined) {
    content =
      mine.data === null || editing ? (
        <Suspense fallback={placeholder}>
          <ReviewForm
            key={product_id}
            product_id={product_id}
            review={mine.data}
            authorName={session.profile.full_name}
            onDone={(review) => saved(review, editing ? TEXTS.saved : TEXTS.thanks)}
            onCancel={editing ? () => setEdited(undefined) : undefined}
          />
        </Suspense>
      ) : (
        <Mine
          review={mine.data}
          onEdit={() => setEdited(product_id)}
          onDeleted={async () => {
            await onChanged()
            store(null)
            toast.success(TEXTS.deleted)
          }}
        />
      )
  }
  return (
    <div ref={box} tabIndex={-1} className="outline-none">
      {content}
    </div>
  )
}

function useStoreMine(product_id: string) {
  const queries = useQueryClient()
  const key = api.reviews.mine.queryKey({ input: { product_id } })
  return (review: OwnReview | null) => queries.setQueryData(key, review)
}

/** Focuses the first control when the address or the button asks for it; the form may still be loading. */
function useFocusOnRequest(
  box: { current: HTMLElement | null },
  requests: number,
  isReady: boolean,
) {
  const [fromAddress] = useState(() => (location.hash === `#${WRITE_REVIEW}` ? 1 : 0))
  const wanted = requests + fromAddress
  const answered = useRef(0)
  useEffect(() => {
    if (wanted === answered.current || !isReady) return
    const focusFirst = () => {
      const find = (selector: string) => box.current?.querySelector<HTMLElement>(selector)
      const control = find('input:checked') ?? find('a, button')
      if (!control) return false
      answered.current = wanted
      box.current?.scrollIntoView({ block: 'start' })
      control.focus({ preventScroll: true })
      return true
    }
    if (focusFirst() || !box.current) return
    const observer = new MutationObserver(() => focusFirst() && observer.disconnect())
    observer.observe(box.current, { childList: true, subtree: true })
    return () => observer.disconnect()
  }, [box, wanted, isReady])
}

const BOX = 'grid gap-3 rounded-card bg-blush px-5 py-5 sm:px-6'

function SignedOut({ product_id }: { product_id: string }) {
  const redirect = `/product/${product_id}#${WRITE_REVIEW}`
  return (
    <div className={`${BOX} sm:flex sm:items-center sm:justify-between`}>
      <p>{TEXTS.signedOut}</p>
      <Link
        to="/auth"
        search={{ mode: 'signin', redirect }}
        className={buttonStyle({ className: 'shrink-0' })}
      >
        Sign in to review
      </Link>
    </div>
  )
}

type MineProps = { review: OwnReview; onEdit: () => void; onDeleted: () => Promise<void> }

function Mine({ review, onEdit, onDeleted }: MineProps) {
  const [asking, setAsking] = useState(false)
  const remove = useMutation(
    api.reviews.remove.mutationOptions({
      onSuccess: () => {
        setAsking(false)
        return onDeleted()
      },
      onError: (error) => toast.error('Error', errorMessage(error)),
    }),
  )
  return (
    <div className={BOX}>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="font-medium">You have reviewed this product</span>
        <Stars rating={review.rating} />
      </p>
      {review.hidden_at && (
        <p className="text-quiet text-sm">
          The shop does not show your review at the moment. You can change it, or contact us.
        </p>
      )}
      <div className="flex flex-wrap gap-2.5">
        <Button
          look="outline"
          size="small"
          onPointerEnter={loadForm}
          onFocus={loadForm}
          onClick={onEdit}
        >
          Edit your review
        </Button>
        <Button look="ghost-danger" size="small" onClick={() => setAsking(true)}>
          Delete
        </Button>
      </div>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title="Delete your review?"
        text="Its text, rating and picture will be gone. You can write a new one later."
        confirmLabel="Delete"
        busy={remove.isPending}
        onConfirm={() => remove.mutate({ id: review.id })}
      />
    </div>
  )
}
