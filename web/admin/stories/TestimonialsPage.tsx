import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { type EditableTestimonial, TestimonialEdit } from '#contract/edit-stories.ts'
import { api, client } from '../../lib/api.ts'
import { Stars } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { EmptyState } from '../../ui/Feedback.tsx'
import { Checkbox, Input, Textarea } from '../../ui/Field.tsx'
import { Picture } from '../../ui/Picture.tsx'
import { Uploader } from '../../ui/Uploader.tsx'
import { AdminPage } from '../kit/AdminPage.tsx'
import { asNumber, EditFormFrame, FormField, useEditForm } from '../kit/edit-form.tsx'
import { StoryList } from './StoryList.tsx'

const refresh = [api.testimonials.key()]

export function TestimonialsPage() {
  const query = useQuery(api.testimonials.editable.queryOptions())
  const [isAdding, setAdding] = useState(false)
  const add = (
    <Button onClick={() => setAdding(true)}>
      <Plus aria-hidden="true" className="size-4" />
      Add testimonial
    </Button>
  )
  return (
    <AdminPage help="testimonials" title="Testimonials" actions={add}>
      <StoryList
        label="Testimonials"
        failure="Failed to load testimonials"
        query={query}
        nameOf={({ name }) => name}
        textOf={({ text }) => text}
        picture={({ image_url }) =>
          image_url && (
            <Picture
              src={image_url}
              alt=""
              sizes="44px"
              className="hidden size-11 shrink-0 rounded-full object-cover sm:block"
            />
          )
        }
        mark={({ rating }) => <Stars rating={rating} size="small" />}
        empty={
          <EmptyState
            title="No testimonials yet"
            text="What your customers say about you convinces others."
            action={add}
          />
        }
        refresh={refresh}
        calls={{
          reorder: (ids) => client.testimonials.reorder({ ids }),
          show: ({ created_at: _, ...item }, is_visible) =>
            client.testimonials.update({ ...item, is_visible }),
          remove: (id) => client.testimonials.remove({ id }),
        }}
        removal={{
          title: 'Delete this testimonial?',
          text: ({ name }) => `What ${name} said disappears from the home page.`,
          success: 'Testimonial deleted successfully',
          failure: 'Failed to delete testimonial',
        }}
        dialog={(testimonial, onClose) => (
          <TestimonialDialog testimonial={testimonial} onClose={onClose} />
        )}
      />
      {isAdding && <TestimonialDialog testimonial={null} onClose={() => setAdding(false)} />}
    </AdminPage>
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
    invalid: ({ name, text, rating }) => (name ?? text ?? rating)?.message,
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
