import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { BeforeAfterEdit, type EditableBeforeAfter } from '#contract/edit-stories.ts'
import { api, client } from '../../lib/api.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { EmptyState } from '../../ui/Feedback.tsx'
import { Checkbox, Field, Form, Input, Textarea } from '../../ui/Field.tsx'
import { Picture } from '../../ui/Picture.tsx'
import { toast } from '../../ui/toast.ts'
import { Uploader } from '../../ui/Uploader.tsx'
import { AdminPage, Card } from '../kit/AdminPage.tsx'
import { useAdminMutation } from '../kit/admin-mutation.ts'
import { EditFormFrame, FormField, useEditForm } from '../kit/edit-form.tsx'
import { LeaveGuard } from '../kit/unsaved-changes.tsx'
import { StoryList } from './StoryList.tsx'

const refresh = [api.before_after.key()]

export function BeforeAfterPage() {
  const query = useQuery(api.before_after.editable.queryOptions())
  return (
    <AdminPage help="beforeAfter" title="Before & After">
      <div className="grid gap-6">
        <AddItems />
        <StoryList
          label="Before & After items"
          failure="Failed to load Before & After items"
          query={query}
          nameOf={({ title }) => title}
          textOf={({ description }) => description}
          picture={({ image_url }) => (
            <Picture
              src={image_url}
              alt=""
              sizes="96px"
              className="h-12 w-18 shrink-0 rounded-field object-cover"
            />
          )}
          empty={<EmptyState title="No items yet" text="Upload pictures above to begin." />}
          refresh={refresh}
          calls={{
            reorder: (ids) => client.before_after.reorder({ ids }),
            show: ({ created_at: _, ...item }, is_visible) =>
              client.before_after.update({ ...item, is_visible }),
            remove: (id) => client.before_after.remove({ id }),
          }}
          removal={{
            title: 'Delete this item?',
            text: ({ title }) => `“${title}” and its picture disappear from the home page.`,
            success: 'Item deleted successfully',
            failure: 'Failed to delete item',
          }}
          dialog={(item, onClose) => <EditDialog item={item} onClose={onClose} />}
        />
      </div>
    </AdminPage>
  )
}

type Draft = { image_url: string; title: string; description: string }

/** Pictures first, then a title and a description for each. Those without both are not added and stay here. */
function AddItems() {
  const [drafts, setDrafts] = useState<Draft[]>([])
  const [isUploading, setUploading] = useState(false)
  const isFilled = ({ title, description }: Draft) => Boolean(title.trim() && description.trim())
  const { mutate, isPending } = useAdminMutation({
    run: client.before_after.create,
    success: (items) => `${items.length} item(s) added successfully`,
    failure: 'Failed to add items',
    refresh,
    onSuccess: () => setDrafts((all) => all.filter((draft) => !isFilled(draft))),
  })
  const setUrls = (urls: string[]) =>
    setDrafts((all) =>
      urls.map(
        (image_url) =>
          all.find((draft) => draft.image_url === image_url) ?? {
            image_url,
            title: '',
            description: '',
          },
      ),
    )
  const change = (image_url: string, values: Partial<Draft>) =>
    setDrafts((all) =>
      all.map((draft) => (draft.image_url === image_url ? { ...draft, ...values } : draft)),
    )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const items = drafts.filter(isFilled)
    if (items.length === 0) {
      toast.error('Error', 'Please fill at least one item with title and description')
      return
    }
    mutate({ items })
  }
  return (
    <Card title="Add items">
      <Form label="New items" onSubmit={submit} className="grid gap-5">
        <Uploader
          purpose="before-after"
          label="Images"
          hint="One or more, at most 5MB each."
          maxFiles={20}
          stopAtFirstBad
          value={drafts.map(({ image_url }) => image_url)}
          onChange={setUrls}
          onBusyChange={setUploading}
          onUploaded={(urls) =>
            toast.success(
              `${urls.length} image(s) uploaded successfully. Fill in the details below.`,
            )
          }
          onProblem={({ title, message }) => toast.error(title, message)}
          texts={UPLOAD_TEXTS}
        />
        {drafts.map((draft, n) => (
          <fieldset
            key={draft.image_url}
            className="grid gap-3 border-line border-t pt-4 sm:grid-cols-[8rem_1fr]"
          >
            <legend className="sr-only">Item {n + 1}</legend>
            <Picture
              src={draft.image_url}
              alt={`Picture ${n + 1}`}
              sizes="128px"
              className="aspect-3/2 w-32 rounded-field object-cover"
            />
            <div className="grid gap-3">
              <Field label="Title">
                <Input
                  value={draft.title}
                  maxLength={200}
                  onChange={({ target }) => change(draft.image_url, { title: target.value })}
                />
              </Field>
              <Field label="Description">
                <Textarea
                  rows={2}
                  value={draft.description}
                  maxLength={2000}
                  onChange={({ target }) => change(draft.image_url, { description: target.value })}
                />
              </Field>
            </div>
          </fieldset>
        ))}
        <Button
          type="submit"
          hidden={drafts.length === 0}
          disabled={drafts.length === 0}
          busy={isPending || isUploading}
          className="justify-self-end"
        >
          Add items
        </Button>
        <LeaveGuard isDirty={drafts.length > 0 || isUploading} />
      </Form>
    </Card>
  )
}

/** The words of the specification. */
const UPLOAD_TEXTS = {
  failed: () => ({
    title: 'Upload failed',
    message: 'Failed to upload images. Please try again.',
  }),
  notAccepted: ({ name }: File) => ({
    title: 'Invalid file type',
    message: `File "${name}" is not an image`,
  }),
  tooLarge: ({ name }: File) => ({
    title: 'File too large',
    message: `File "${name}" is larger than 5MB`,
  }),
}

function EditDialog({ item, onClose }: { item: EditableBeforeAfter; onClose: () => void }) {
  const [isUploading, setUploading] = useState(false)
  const { title, description, image_url, is_visible } = item
  const form = useEditForm({
    schema: BeforeAfterEdit,
    values: { title, description, image_url, is_visible },
    version: item.version,
    save: (values, version = item.version) =>
      client.before_after.update({ ...values, id: item.id, version }),
    success: 'Item updated successfully',
    failure: 'Failed to update item',
    refresh,
    onSaved: onClose,
    reload: onClose,
  })
  const image = form.watch('image_url')
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title="Edit item">
      <EditFormFrame
        form={form}
        label="Item"
        inDialog
        isBlocked={isUploading}
        onCancel={onClose}
        className="grid gap-4"
      >
        <FormField form={form} name="title" label="Title">
          <Input {...form.register('title')} maxLength={200} />
        </FormField>
        <FormField form={form} name="description" label="Description">
          <Textarea {...form.register('description')} rows={4} maxLength={2000} />
        </FormField>
        <Uploader
          purpose="before-after"
          label="Image"
          maxFiles={1}
          texts={UPLOAD_TEXTS}
          value={image ? [image] : []}
          onChange={([url]) => form.setValue('image_url', url ?? null, { shouldDirty: true })}
          onBusyChange={setUploading}
        />
        <Checkbox label="Shown on the home page" {...form.register('is_visible')} />
      </EditFormFrame>
    </Dialog>
  )
}
