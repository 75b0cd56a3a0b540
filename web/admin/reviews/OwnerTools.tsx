import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import type { Review } from '#contract/reviews.ts'
import { REVIEW_LIMITS } from '#contract/rules.ts'
import { api } from '../../lib/api.ts'
import { errorMessage } from '../../lib/errors.ts'
import { Badge, Stars } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { Field, Form, Textarea } from '../../ui/Field.tsx'
import { toast } from '../../ui/toast.ts'
import { IfMay } from '../kit/rights.tsx'
import { WhenLoaded } from '../kit/WhenLoaded.tsx'

const showFailure = (error: unknown) => toast.error('Error', errorMessage(error))

/** Every list of reviews with hidden ones is read again. */
function useChanged(message: string, onChanged: () => void) {
  const queries = useQueryClient()
  return () => {
    toast.success(message)
    void queries.invalidateQueries({ queryKey: api.reviews.all.key() })
    onChanged()
  }
}

type ReviewToolsProps = { review: Review; onChanged: () => void }

/** Below each review on the product page: hide it, answer it. */
export const ReviewTools = (props: ReviewToolsProps) => (
  <IfMay area="reviews">
    <Tools {...props} />
  </IfMay>
)

function Tools({ review, onChanged }: ReviewToolsProps) {
  const [answering, setAnswering] = useState(false)
  const hide = useMutation(
    api.reviews.set_hidden.mutationOptions({
      onSuccess: useChanged('The review is hidden', onChanged),
      onError: showFailure,
    }),
  )
  const removeAnswer = useMutation(
    api.reviews.remove_answer.mutationOptions({
      onSuccess: useChanged('The answer is removed', onChanged),
      onError: showFailure,
    }),
  )
  if (answering) {
    return <AnswerForm review={review} onChanged={onChanged} onClose={() => setAnswering(false)} />
  }
  const { id, title } = review
  return (
    <div className="flex flex-wrap gap-2">
      <Button
        look="outline"
        size="small"
        aria-label={`${review.answer ? 'Edit the answer to' : 'Answer'} ${title}`}
        onClick={() => setAnswering(true)}
      >
        {review.answer ? 'Edit answer' : 'Answer'}
      </Button>
      {review.answer && (
        <Button
          look="ghost-danger"
          size="small"
          aria-label={`Remove the answer to ${title}`}
          busy={removeAnswer.isPending}
          onClick={() => removeAnswer.mutate({ id })}
        >
          Remove answer
        </Button>
      )}
      <Button
        look="outline"
        size="small"
        aria-label={`Hide ${title}`}
        busy={hide.isPending}
        onClick={() => hide.mutate({ id, hidden: true })}
      >
        Hide
      </Button>
    </div>
  )
}

function AnswerForm({ review, onChanged, onClose }: ReviewToolsProps & { onClose: () => void }) {
  const form = useForm({ defaultValues: { answer: review.answer ?? '' } })
  const changed = useChanged('The answer is saved', onChanged)
  const save = useMutation(
    api.reviews.answer.mutationOptions({
      onSuccess: () => {
        changed()
        onClose()
      },
      onError: showFailure,
    }),
  )
  return (
    <Form
      label={`Answer to ${review.title}`}
      className="grid max-w-prose gap-3"
      onSubmit={form.handleSubmit(({ answer }) => save.mutate({ id: review.id, answer }))}
    >
      <Field label="Your answer" error={form.formState.errors.answer?.message}>
        <Textarea
          // The button that had the focus is replaced by this form.
          autoFocus
          rows={3}
          maxLength={REVIEW_LIMITS.answer}
          {...form.register('answer', {
            validate: (text) => text.trim() !== '' || 'Please write an answer',
          })}
        />
      </Field>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" size="small" busy={save.isPending}>
          Save answer
        </Button>
        <Button look="outline" size="small" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </Form>
  )
}

type HiddenReviewsProps = { product_id: string; onChanged: () => void }

/** The product's hidden reviews, below the others. */
export const HiddenReviews = (props: HiddenReviewsProps) => (
  <IfMay area="reviews">
    <HiddenList {...props} />
  </IfMay>
)

function HiddenList({ product_id, onChanged }: HiddenReviewsProps) {
  const input = { product_id, hidden: true }
  const hidden = useQuery(api.reviews.all.queryOptions({ input }))
  const show = useMutation(
    api.reviews.set_hidden.mutationOptions({
      onSuccess: useChanged('The review is shown again', onChanged),
      onError: showFailure,
    }),
  )
  const { data } = hidden
  if (!data) {
    const failure = 'Failed to load hidden reviews'
    return <WhenLoaded query={hidden} failure={failure} isSmall placeholder={null} />
  }
  if (data.total === 0) return null
  return (
    <section aria-labelledby="hidden-reviews" className="grid gap-4 rounded-card bg-blush p-5">
      <h3 id="hidden-reviews" className="flex items-center gap-3 text-xl">
        Hidden reviews
        <Badge tone="paper" className="font-sans">
          {data.total}
        </Badge>
      </h3>
      <ul className="grid gap-4">
        {data.items.map(({ id, rating, title, comment, reviewer_name }) => (
          <li key={id} className="grid grid-cols-1 justify-items-start gap-1.5">
            <p className="wrap-anywhere flex flex-wrap items-center gap-x-3">
              <Stars rating={rating} size="small" />
              <span dir="auto" className="font-medium">
                {title}
              </span>
              <bdi className="text-quiet text-sm">{reviewer_name}</bdi>
            </p>
            <p dir="auto" className="wrap-anywhere line-clamp-3 text-quiet text-sm">
              {comment}
            </p>
            <Button
              look="outline"
              size="small"
              aria-label={`Show ${title}`}
              busy={show.isPending && show.variables.id === id}
              onClick={() => show.mutate({ id, hidden: false })}
            >
              Show
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
