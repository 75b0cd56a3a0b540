import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useRef } from 'react'
import { type EditablePage, PageEdit } from '#contract/edit-pages.ts'
import { api, client } from '../../lib/api.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { Checkbox, Input, Textarea } from '../../ui/Field.tsx'
import { asNumber, EditFormFrame, FormField, useEditForm } from '../kit/edit-form.tsx'
import { PreviewFrame } from '../kit/PreviewFrame.tsx'
import { WhenLoaded } from '../kit/WhenLoaded.tsx'

type Preview = (page: { title: string; content: string }) => ReactNode
type PageDialogProps = { id: string | null; preview: Preview; onClose: () => void }

/** Creates a page, or edits the one with this id. */
export function PageDialog({ id, preview, onClose }: PageDialogProps) {
  const page = useQuery({
    ...api.pages.read.queryOptions({ input: { id: id ?? '' } }),
    enabled: id !== null,
    // What is edited must be what is stored.
    staleTime: 0,
  })
  const form = { preview, onClose, reload: () => void page.refetch() }
  return (
    <Dialog
      wide
      open
      onOpenChange={(open) => !open && onClose()}
      title={id ? 'Edit page' : 'New page'}
    >
      {id === null ? (
        <PageForm page={null} {...form} />
      ) : (
        <WhenLoaded query={page} failure="Failed to load the page">
          {(stored) => <PageForm page={stored} {...form} />}
        </WhenLoaded>
      )}
    </Dialog>
  )
}

type PageFormProps = {
  page: EditablePage | null
  preview: Preview
  onClose: () => void
  reload: () => void
}

function PageForm({ page, preview, onClose, reload }: PageFormProps) {
  const form = useEditForm({
    schema: PageEdit,
    values: page ? editable(page) : NEW,
    version: page?.version,
    save: (values, version) =>
      page && version !== undefined
        ? client.pages.update({ ...values, id: page.id, version })
        : client.pages.create(values),
    success: page ? 'Page updated successfully' : 'Page created successfully',
    failure: page ? 'Failed to update page' : 'Failed to create page',
    refresh: [api.pages.key()],
    fieldOf: { SLUG_TAKEN: 'slug', SLUG_OF_SHOP: 'slug' },
    onSaved: onClose,
    reload,
  })
  const [title, slug, content] = form.watch(['title', 'slug', 'content'])
  // Until the owner types a slug, it follows the title of a new page.
  const isSlugTyped = useRef(page !== null)
  const slugField = form.register('slug')
  const titleField = form.register('title', {
    onChange: (event) => {
      if (isSlugTyped.current) return
      form.setValue('slug', slugOf(event.target.value), { shouldDirty: true })
    },
  })
  return (
    <EditFormFrame
      form={form}
      label="Page"
      inDialog
      onCancel={onClose}
      className="grid gap-4 sm:grid-cols-2"
    >
      <FormField form={form} name="title" label="Title">
        <Input {...titleField} autoFocus={page === null} maxLength={200} />
      </FormField>
      <FormField form={form} name="slug" label="Slug" hint={`Page URL: /${slug}`}>
        <Input
          {...slugField}
          onChange={(event) => {
            isSlugTyped.current = true
            return slugField.onChange(event)
          }}
          maxLength={100}
          autoCapitalize="none"
          spellCheck={false}
        />
      </FormField>
      <FormField
        form={form}
        name="content"
        label="Content"
        className="sm:col-span-2"
        hint="# and ## begin headings, **a line** is bold, - and 1. make lists. An empty line begins a new paragraph."
      >
        <Textarea {...form.register('content')} rows={12} className="font-mono" />
      </FormField>
      <div className="sm:col-span-2">
        <PreviewFrame label="Preview">{preview({ title, content })}</PreviewFrame>
      </div>
      <div className="grid">
        <Checkbox label="Active" {...form.register('is_active')} />
        <Checkbox label="Show in navigation" {...form.register('show_in_nav')} />
      </div>
      <FormField form={form} name="nav_order" label="Navigation order">
        <Input type="number" step={1} {...form.register('nav_order', asNumber)} />
      </FormField>
    </EditFormFrame>
  )
}

const NEW: PageEdit = {
  title: '',
  slug: '',
  content: '',
  is_active: true,
  show_in_nav: false,
  nav_order: 0,
}

const editable = ({ id, version, ...values }: EditablePage): PageEdit => values

/** "Crème & Co" is `creme-co`. */
const slugOf = (title: string) =>
  title
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
    .slice(0, 100)
