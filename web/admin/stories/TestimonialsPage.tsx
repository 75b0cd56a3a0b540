import { useQuery } from '@tanstack/react-query'
import { Eye, EyeOff, Pencil, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { type EditableTestimonial, TestimonialEdit } from '#contract/edit-content.ts'
import { api, client } from '../../lib/api.ts'
import { errorMessage } from '../../lib/errors.ts'
import { Badge, Stars } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { EmptyState, FailedState, Skeleton } from '../../ui/Feedback.tsx'
import { Checkbox, Input, Textarea } from '../../ui/Field.tsx'
import { Picture } from '../../ui/Picture.tsx'
import { Uploader } from '../../ui/Uploader.tsx'
import { AdminPage } from '../kit/AdminPage.tsx'
import { useAct } from '../kit/act.ts'
import { asNumber, EditFormFrame, FormField, useEditForm } from '../kit/edit-form.tsx'
import { SortableList } from '../kit/SortableList.tsx'

const refresh = [api.testimonials.key()]

export function TestimonialsPage() {
  const list = useQuery(api.testimonials.editable.queryOptions())
  const [edited, setEdited] = useState<EditableTestimonial | 'new' | null>(null)
  const [deleted, setDeleted] = useState<EditableTestimonial | null>(null)
  const { mutate: reorder } = useAct({
    run: (ids: string[]) => client.testimonials.reorder({ ids }),
    refresh,
  })
  const add = (
    <Button onClick={() => setEdited('new')}>
      <Plus aria-hidden="true" className="size-4" />
      Add testimonial
    </Button>
  )
  return (
    <AdminPage
      title="Testimonials"
      text="Kind words from customers, on the home page in this order. Drag them to sort."
      actions={add}
    >
      {list.isPending && <Skeleton className="h-64" />}
      {list.isError && (
        <FailedState message={errorMessage(list.error)} onRetry={() => list.refetch()} />
      )}
      {list.data?.length === 0 && (
        <EmptyState
          title="No testimonials yet"
          text="What your customers say about you convinces others."
          action={add}
        />
      )}
      {list.data && (
        <SortableList
          label="Testimonials"
          items={list.data}
          itemName={({ name }) => name}
          onReorder={reorder}
        >
          {(testimonial) => (
            <Row
              testimonial={testimonial}
              onEdit={() => setEdited(testimonial)}
              onDelete={() => setDeleted(testimonial)}
            />
          )}
        </SortableList>
      )}
      {edited && (
        <TestimonialDialog
          testimonial={edited === 'new' ? null : edited}
          onClose={() => setEdited(null)}
        />
      )}
      <DeleteTestimonial testimonial={deleted} onClose={() => setDeleted(null)} />
    </AdminPage>
  )
}

type RowProps = { testimonial: EditableTestimonial; onEdit: () => void; onDelete: () => void }

function Row({ testimonial, onEdit, onDelete }: RowProps) {
  const { name, text, rating, image_url, is_visible } = testimonial
  return (
    <>
      {image_url && (
        <Picture
          src={image_url}
          alt=""
          sizes="44px"
          className="hidden size-11 shrink-0 rounded-full object-cover sm:block"
        />
      )}
      <div className="grid min-w-0 flex-1 gap-0.5">
        <p className="flex flex-wrap items-center gap-2 font-medium">
          <span className="min-w-0 break-words">{name}</span>
          <Stars rating={rating} size="small" />
          {!is_visible && <Badge>Hidden</Badge>}
        </p>
        <p className="line-clamp-2 break-words text-quiet text-sm">{text}</p>
      </div>
      <ShowButton testimonial={testimonial} />
      <Button look="ghost" size="icon" aria-label={`Edit ${name}`} onClick={onEdit}>
        <Pencil aria-hidden="true" className="size-4" />
      </Button>
      <Button look="ghost-danger" size="icon" aria-label={`Delete ${name}`} onClick={onDelete}>
        <Trash2 aria-hidden="true" className="size-4" />
      </Button>
    </>
  )
}

function ShowButton({ testimonial }: { testimonial: EditableTestimonial }) {
  const { created_at: _, ...values } = testimonial
  const { name, is_visible } = testimonial
  const { mutate, isPending } = useAct({ run: client.testimonials.update, refresh })
  const Icon = is_visible ? Eye : EyeOff
  return (
    <Button
      look="ghost"
      size="icon"
      busy={isPending}
      aria-label={is_visible ? `Hide ${name}` : `Show ${name}`}
      onClick={() => mutate({ ...values, is_visible: !is_visible })}
    >
      {!isPending && <Icon aria-hidden="true" className="size-4" />}
    </Button>
  )
}

type DialogProps = { testimonial: EditableTestimonial | null; onClose: () => void }

function TestimonialDialog({ testimonial, onClose }: DialogProps) {
  const [isUploading, setUploading] = useState(false)
  const form = useEditForm({
    schema: TestimonialEdit,
    values: testimonial ? editable(testimonial) : NEW,
    version: testimonial?.version,
    save: (values, version) =>
      testimonial && version !== undefined
        ? client.testimonials.update({ ...values, id: testimonial.id, version })
        : client.testimonials.create(values),
    success: testimonial ? 'Testimonial updated successfully' : 'Testimonial added successfully',
    failure: testimonial ? 'Failed to update testimonial' : 'Failed to add testimonial',
    invalid: 'Please fill all fields',
    refresh,
    onSaved: onClose,
    reload: onClose,
  })
  const image = form.watch('image_url')
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={testimonial ? 'Edit testimonial' : 'Add testimonial'}
    >
      <EditFormFrame
        form={form}
        label="Testimonial"
        inDialog
        isBlocked={isUploading}
        onCancel={onClose}
        className="grid gap-4"
      >
        <FormField form={form} name="name" label="Name">
          <Input {...form.register('name')} autoFocus maxLength={200} />
        </FormField>
        <FormField form={form} name="text" label="Text">
          <Textarea {...form.register('text')} rows={5} maxLength={2000} />
        </FormField>
        <FormField form={form} name="rating" label="Rating" hint="From 1 to 5.">
          <Input
            type="number"
            inputMode="numeric"
            min={1}
            max={5}
            step={1}
            {...form.register('rating', asNumber)}
          />
        </FormField>
        <Uploader
          purpose="testimonial"
          label="Image (optional)"
          maxFiles={1}
          value={image ? [image] : []}
          onChange={([url]) => form.setValue('image_url', url ?? null, { shouldDirty: true })}
          onBusyChange={setUploading}
        />
        <Checkbox label="Shown on the home page" {...form.register('is_visible')} />
      </EditFormFrame>
    </Dialog>
  )
}

const NEW: TestimonialEdit = { name: '', text: '', rating: 5, image_url: null, is_visible: true }

const editable = ({ name, text, rating, image_url, is_visible }: EditableTestimonial) => ({
  name,
  text,
  rating,
  image_url,
  is_visible,
})

function DeleteTestimonial({ testimonial, onClose }: DialogProps) {
  const { mutate, isPending } = useAct({
    run: client.testimonials.remove,
    success: 'Testimonial deleted successfully',
    failure: 'Failed to delete testimonial',
    refresh,
    onSuccess: onClose,
  })
  return (
    <ConfirmDialog
      open={testimonial !== null}
      onOpenChange={(open) => !open && onClose()}
      title="Delete this testimonial?"
      text={`What ${testimonial?.name ?? 'the customer'} said disappears from the home page.`}
      confirmLabel="Delete"
      busy={isPending}
      onConfirm={() => testimonial && mutate({ id: testimonial.id })}
    />
  )
}
