import { Plus, X } from 'lucide-react'
import { useFieldArray } from 'react-hook-form'
import { type AdminAttribute, AttributeEdit, MOST_OPTIONS } from '#contract/attributes.ts'
import { api, client } from '../../lib/api.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Field, Input } from '../../ui/Field.tsx'
import { EditFormFrame, FormField, useEditForm } from '../kit/edit-form.tsx'

type AttributeDialogProps = {
  /** Null: a new one. */
  attribute: AdminAttribute | null
  onClose: () => void
}

const NEW: AttributeEdit = { name: '', options: [{ id: null, label: '' }] }

export function AttributeDialog({ attribute, onClose }: AttributeDialogProps) {
  const form = useEditForm<AttributeEdit, AdminAttribute>({
    schema: AttributeEdit,
    values: attribute ? { name: attribute.name, options: attribute.options } : NEW,
    version: attribute?.version,
    save: (values, version) =>
      attribute && version !== undefined
        ? client.attributes.update({ ...values, id: attribute.id, version })
        : client.attributes.create(values),
    success: `Attribute ${attribute ? 'updated' : 'created'} successfully`,
    refresh: [api.attributes.key(), api.products.key(), api.audit_log.key()],
    fieldOf: { ATTRIBUTE_NAME_TAKEN: 'name', TOO_MANY_ATTRIBUTES: 'name' },
    onSaved: onClose,
    reload: onClose,
  })
  // Its own key: `id` is the number of the option.
  const { fields, append, remove } = useFieldArray({
    control: form.control,
    name: 'options',
    keyName: 'key',
  })
  const problems = form.formState.errors.options
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={attribute ? 'Edit attribute' : 'New attribute'}
    >
      <EditFormFrame
        form={form}
        label="Attribute"
        inDialog
        onCancel={onClose}
        className="grid gap-4"
      >
        <FormField form={form} name="name" label="Name" hint="Such as Skin type or Concern.">
          <Input {...form.register('name')} autoFocus autoComplete="off" maxLength={60} />
        </FormField>
        {fields.map((field, n) => (
          <div key={field.key} className="flex items-end gap-2">
            <Field
              label={`Option ${n + 1}`}
              error={problems?.[n]?.label?.message}
              className="flex-1"
            >
              <Input {...form.register(`options.${n}.label`)} autoComplete="off" maxLength={60} />
            </Field>
            <Button look="outline" onClick={() => remove(n)}>
              <X aria-hidden="true" className="size-4" />
              <span className="sr-only">Remove option {n + 1}</span>
            </Button>
          </div>
        ))}
        {(problems?.root?.message ?? problems?.message) && (
          <p role="alert" className="text-danger text-sm">
            {problems?.root?.message ?? problems?.message}
          </p>
        )}
        {fields.length < MOST_OPTIONS && (
          <Button
            look="outline"
            size="small"
            className="justify-self-start"
            onClick={() => append({ id: null, label: '' })}
          >
            <Plus aria-hidden="true" className="size-4" />
            Add option
          </Button>
        )}
      </EditFormFrame>
    </Dialog>
  )
}
