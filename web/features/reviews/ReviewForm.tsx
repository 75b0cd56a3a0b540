import { useMutation } from '@tanstack/react-query'
import { Star } from 'lucide-react'
import { useId, useState } from 'react'
import { useForm } from 'react-hook-form'
import type { OwnReview } from '#contract/reviews.ts'
import { REVIEW_LIMITS } from '#contract/rules.ts'
import { api } from '../../lib/api.ts'
import { errorMessage } from '../../lib/errors.ts'
import { Button } from '../../ui/Button.tsx'
import { Field, Form, Input, Textarea } from '../../ui/Field.tsx'
import { toast } from '../../ui/toast.ts'
import { Uploader } from '../../ui/Uploader.tsx'

const DEFAULT_RATING = 5
type ReviewFormProps = {
  product_id: string
  /** The review to change; null for a new one. */
  review: OwnReview | null
  /** Shown when no other name is given. */
  authorName: string
  /** The form stays busy until this ends. */
  onDone: (review: OwnReview) => Promise<void>
  onCancel?: () => void
}

/** Whatever fails, an upload or the sending: what was typed stays. */
export function ReviewForm({ product_id, review, authorName, onDone, onCancel }: ReviewFormProps) {
  const form = useForm({
    defaultValues: {
      rating: String(review?.rating ?? DEFAULT_RATING),
      title: review?.title ?? '',
      comment: review?.comment ?? '',
      reviewer_name: review?.reviewer_name ?? '',
    },
  })
  const { errors } = form.formState
  const [media, setMedia] = useState(() => (review?.media_url ? [review.media_url] : []))
  const [isUploading, setUploading] = useState(false)
  const options = {
    onSuccess: onDone,
    onError: (error: unknown) => toast.error('Error', errorMessage(error)),
  }
  const create = useMutation(api.reviews.create.mutationOptions(options))
  const edit = useMutation(api.reviews.edit.mutationOptions(options))

  const submit = form.handleSubmit(({ rating, reviewer_name, ...texts }) => {
    if (isUploading) return toast.error('Error', 'Please wait until your file is uploaded.')
    const given = {
      ...texts,
      rating: Number(rating),
      reviewer_name: reviewer_name || null,
      media_url: media[0] ?? null,
    }
    if (review) edit.mutate({ ...given, id: review.id })
    else create.mutate({ ...given, product_id })
  })

  return (
    <div className="grid gap-5 rounded-card border border-line bg-paper p-5 sm:p-7">
      <h3 className="text-2xl">{review ? 'Edit your review' : 'Write a review'}</h3>
      <Form label="Review" className="grid gap-5" onSubmit={submit}>
        <RatingField value={Number(form.watch('rating'))} registered={form.register('rating')} />
        <Field label="Title" error={errors.title?.message}>
          <Input
            dir="auto"
            maxLength={REVIEW_LIMITS.title}
            {...form.register('title', required('Please give your review a title'))}
          />
        </Field>
        <Field label="Comment" error={errors.comment?.message}>
          <Textarea
            dir="auto"
            rows={5}
            maxLength={REVIEW_LIMITS.comment}
            {...form.register('comment', required('Please write a few words'))}
          />
        </Field>
        <Field label="Your name" optional hint={`Without one, we show ${authorName}.`}>
          <Input
            dir="auto"
            autoComplete="nickname"
            maxLength={REVIEW_LIMITS.reviewer_name}
            {...form.register('reviewer_name')}
          />
        </Field>
        <Uploader
          purpose="review"
          label="Photo or video (optional)"
          hint="A picture up to 5 MB, or an MP4 or WebM up to 25 MB"
          maxFiles={1}
          value={media}
          onChange={setMedia}
          onBusyChange={setUploading}
        />
        <div className="flex flex-wrap gap-3">
          <Button type="submit" size="large" busy={create.isPending || edit.isPending}>
            {review ? 'Save Review' : 'Submit Review'}
          </Button>
          {onCancel && (
            <Button look="outline" size="large" onClick={onCancel}>
              Cancel
            </Button>
          )}
        </div>
      </Form>
    </div>
  )
}

const required = (message: string) => ({
  validate: (text: string) => text.trim() !== '' || message,
})

type RatingFieldProps = {
  value: number
  registered: ReturnType<ReturnType<typeof useForm>['register']>
}

/** Radio buttons under stars: the arrow keys change the rating. */
function RatingField({ value, registered }: RatingFieldProps) {
  const id = useId()
  return (
    <fieldset>
      <legend className="mb-1 font-medium text-sm">Rating</legend>
      <div className="-ml-2 flex">
        {[1, 2, 3, 4, 5].map((star) => (
          <span key={star} className="relative">
            <input
              {...registered}
              type="radio"
              id={`${id}-${star}`}
              value={star}
              className="peer absolute inset-0 cursor-pointer opacity-0"
            />
            <label
              htmlFor={`${id}-${star}`}
              className="grid size-11 cursor-pointer place-items-center rounded-full peer-focus-visible:outline-2 peer-focus-visible:outline-rose"
            >
              <Star
                aria-hidden="true"
                className={
                  star <= value
                    ? 'size-7 fill-gold text-gold'
                    : 'size-7 fill-transparent text-field'
                }
              />
              <span className="sr-only">
                {star} {star === 1 ? 'star' : 'stars'}
              </span>
            </label>
          </span>
        ))}
      </div>
    </fieldset>
  )
}
