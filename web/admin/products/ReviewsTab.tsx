import { Link } from '@tanstack/react-router'
import { Ellipsis, Eye, EyeOff, MessageSquareReply, Trash2 } from 'lucide-react'
import { useState } from 'react'
import * as z from 'zod'
import { type AdminReview, AdminReviewQuery } from '#contract/reviews.ts'
import { REVIEW_LIMITS } from '#contract/rules.ts'
import { api, client } from '../../lib/api.ts'
import { Badge, LocalTime, Stars } from '../../ui/Badge.tsx'
import { Button, buttonStyle } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Textarea } from '../../ui/Field.tsx'
import { Menu, MenuItem } from '../../ui/Menu.tsx'
import { useAdminMutation } from '../kit/admin-mutation.ts'
import { DataTable } from '../kit/DataTable.tsx'
import { EditFormFrame, FormField, useEditForm } from '../kit/edit-form.tsx'
import { FilterSelect, FilterSwitch } from '../kit/ListControls.tsx'
import { useList } from '../kit/list.ts'
import { IfMay } from '../kit/rights.tsx'
import type { Column } from '../kit/table-rows.tsx'

const refresh = [api.reviews.key()]

/** What customers wrote about all products: hide, show and answer. */
export function ReviewsTab() {
  const list = useList(AdminReviewQuery, (input) => api.reviews.all.queryOptions({ input }))
  const [answered, setAnswered] = useState<AdminReview | null>(null)
  return (
    <>
      <DataTable
        label="reviews"
        list={list}
        columns={COLUMNS}
        rowName={({ title }) => title}
        searchLabel="Search reviews"
        empty={{
          title: 'No reviews yet',
          text: 'What customers write on the product pages appears here. A mail asks for it a week after an order is completed.',
          action: (
            <IfMay area="mail_texts">
              <Link
                to="/admin/email-templates"
                search={{ tab: 'post-purchase' }}
                className={buttonStyle({ look: 'outline' })}
              >
                See that mail
              </Link>
            </IfMay>
          ),
        }}
        filters={
          <>
            <FilterSelect
              list={list}
              name="rating"
              label="Stars"
              options={[5, 4, 3, 2, 1].map((stars) => ({
                value: String(stars),
                label: stars === 1 ? '1 star' : `${stars} stars`,
              }))}
            />
            <FilterSwitch list={list} name="unanswered" label="Unanswered" />
            <FilterSwitch list={list} name="hidden" label="Hidden" />
          </>
        }
        rowActions={(review) => <ReviewMenu review={review} onAnswer={() => setAnswered(review)} />}
      />
      {answered && <AnswerDialog review={answered} onClose={() => setAnswered(null)} />}
    </>
  )
}

const COLUMNS: readonly Column<AdminReview>[] = [
  {
    id: 'review',
    header: 'Review',
    sort: 'rating',
    phone: 'title',
    className: 'w-full min-w-72',
    cell: ({ rating, title, comment, answer }) => (
      <div className="grid gap-1 py-1 [overflow-wrap:anywhere]">
        <span className="flex flex-wrap items-center gap-x-2.5">
          <Stars rating={rating} size="small" />
          <span dir="auto" className="font-medium">
            {title}
          </span>
        </span>
        <span dir="auto" className="line-clamp-3 font-normal text-quiet">
          {comment}
        </span>
        {answer && (
          <span dir="auto" className="line-clamp-2 border-line border-l-2 pl-3 font-normal">
            {answer}
          </span>
        )}
      </div>
    ),
  },
  {
    id: 'product',
    header: 'Product',
    className: 'min-w-40',
    cell: ({ product_id, product_name }) => (
      <IfMay area="products" otherwise={product_name}>
        <Link
          to="/admin/products/$id"
          params={{ id: product_id }}
          className="line-clamp-2 underline decoration-line underline-offset-4 [overflow-wrap:anywhere] hover:decoration-ink"
        >
          {product_name}
        </Link>
      </IfMay>
    ),
  },
  {
    id: 'author',
    header: 'By',
    cell: ({ reviewer_name }) => (
      <bdi className="block truncate md:max-w-40" title={reviewer_name}>
        {reviewer_name}
      </bdi>
    ),
  },
  {
    id: 'created_at',
    header: 'Written',
    sort: 'created_at',
    className: 'whitespace-nowrap',
    cell: ({ created_at }) => <LocalTime iso={created_at} />,
  },
  {
    id: 'state',
    header: 'State',
    cell: ({ hidden_at, answer }) => {
      if (hidden_at) return <Badge tone="red">Hidden</Badge>
      return answer ? <Badge tone="green">Answered</Badge> : <Badge tone="yellow">Unanswered</Badge>
    },
  },
]

function ReviewMenu({ review, onAnswer }: { review: AdminReview; onAnswer: () => void }) {
  const { id, title, hidden_at, answer } = review
  const hide = useAdminMutation({
    run: client.reviews.set_hidden,
    success: (saved) => (saved.hidden_at ? 'The review is hidden' : 'The review is shown again'),
    refresh,
  })
  const removeAnswer = useAdminMutation({
    run: client.reviews.remove_answer,
    success: 'The answer is removed',
    refresh,
  })
  return (
    <Menu
      trigger={
        <Button look="ghost" size="icon" aria-label={`Actions for ${title}`}>
          <Ellipsis aria-hidden="true" className="size-4" />
        </Button>
      }
    >
      <MenuItem onSelect={onAnswer}>
        <MessageSquareReply aria-hidden="true" />
        {answer ? 'Edit answer' : 'Answer'}
      </MenuItem>
      <MenuItem onSelect={() => hide.mutate({ id, hidden: !hidden_at })}>
        {hidden_at ? <Eye aria-hidden="true" /> : <EyeOff aria-hidden="true" />}
        {hidden_at ? 'Show' : 'Hide'}
      </MenuItem>
      {answer && (
        <MenuItem danger onSelect={() => removeAnswer.mutate({ id })}>
          <Trash2 aria-hidden="true" />
          Remove answer
        </MenuItem>
      )}
    </Menu>
  )
}

const Answer = z.object({
  answer: z
    .string()
    .trim()
    .min(1, 'Please write an answer')
    .max(REVIEW_LIMITS.answer, `At most ${REVIEW_LIMITS.answer} characters`),
})

function AnswerDialog({ review, onClose }: { review: AdminReview; onClose: () => void }) {
  const form = useEditForm({
    schema: Answer,
    values: { answer: review.answer ?? '' },
    save: ({ answer }) => client.reviews.answer({ id: review.id, answer }),
    success: 'The answer is saved',
    refresh,
    onSaved: onClose,
  })
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Answer to ${review.reviewer_name}`}
      description={`${review.product_name}: “${review.title}”`}
    >
      <EditFormFrame
        form={form}
        label="Answer"
        saveLabel="Save answer"
        inDialog
        onCancel={onClose}
        className="grid gap-4"
      >
        <p dir="auto" className="max-h-40 overflow-auto whitespace-pre-line text-quiet">
          {review.comment}
        </p>
        <FormField
          form={form}
          name="answer"
          label="Your answer"
          hint="Visitors see it below the review."
        >
          <Textarea rows={4} autoFocus {...form.register('answer')} />
        </FormField>
      </EditFormFrame>
    </Dialog>
  )
}
