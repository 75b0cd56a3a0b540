import { type AdminCategory, CategoryEdit } from '#contract/edit-categories.ts'
import { api, client } from '../../lib/api.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { Checkbox, Input, Textarea } from '../../ui/Field.tsx'
import { ChangeHistory } from '../kit/ChangeHistory.tsx'
import { asNumber, EditFormFrame, FormField, useEditForm } from '../kit/edit-form.tsx'

type CategoryDialogProps = {
  /** Null: a new one. */
  category: AdminCategory | null
  onSaved?: (name: string) => void
  onClose: () => void
}

export function CategoryDialog({ category, onSaved, onClose }: CategoryDialogProps) {
  const form = useEditForm({
    schema: CategoryEdit,
    values: category ? editable(category) : NEW_CATEGORY,
    version: category?.version,
    save: (values, version) =>
      category && version !== undefined
        ? client.categories.update({ ...values, id: category.id, version })
        : client.categories.create(values),
    success: `Category ${category ? 'updated' : 'created'} successfully`,
    refresh: [api.categories.key(), api.products.key()],
    fieldOf: { CATEGORY_NAME_TAKEN: 'name' },
    onSaved: ({ name }) => {
      onSaved?.(name)
      onClose()
    },
    reload: onClose,
  })
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={category ? 'Edit category' : 'New category'}
    >
      <EditFormFrame
        form={form}
        label="Category"
        inDialog
        onCancel={onClose}
        className="grid gap-4"
      >
        <FormField
          form={form}
          name="name"
          label="Name"
          hint={category ? 'A new name is also that of its products.' : undefined}
        >
          <Input {...form.register('name')} autoFocus autoComplete="off" maxLength={100} />
        </FormField>
        <FormField form={form} name="description" label="Description" optional>
          <Textarea rows={3} maxLength={1000} {...form.register('description')} />
        </FormField>
        <FormField
          form={form}
          name="display_order"
          label="Display order"
          hint="The lowest number comes first."
        >
          <Input
            type="number"
            inputMode="numeric"
            step={1}
            {...form.register('display_order', asNumber)}
          />
        </FormField>
        <Checkbox label="Active: visitors see it" {...form.register('is_active')} />
      </EditFormFrame>
      {category && (
        <details className="mt-2">
          <summary className="py-2 font-medium text-sm">Changes</summary>
          <ChangeHistory type="categories" id={category.id} />
        </details>
      )}
    </Dialog>
  )
}

const NEW_CATEGORY: CategoryEdit = {
  name: '',
  description: null,
  display_order: 0,
  is_active: true,
}

const editable = ({
  name,
  description,
  display_order,
  is_active,
}: AdminCategory): CategoryEdit => ({
  name,
  description,
  display_order,
  is_active,
})
