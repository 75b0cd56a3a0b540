import { Plus, X } from 'lucide-react'
import { useFieldArray } from 'react-hook-form'
import { MOST_METHODS, type ShippingZone, ZoneEdit } from '#contract/shipping.ts'
import { api, client } from '../../lib/api.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Field, Input, Select } from '../../ui/Field.tsx'
import { type EditForm, EditFormFrame, FormField, useEditForm } from '../kit/edit-form.tsx'
import { PLACE_GROUPS, placeName } from '../kit/place-names.ts'
import { MethodFields, NEW_METHOD } from './MethodFields.tsx'

type ZoneDialogProps = {
  /** Null: a new one. */
  zone: ShippingZone | null
  onClose: () => void
}

const NEW: ZoneEdit = { name: '', places: [], methods: [NEW_METHOD] }

export function ZoneDialog({ zone, onClose }: ZoneDialogProps) {
  const form = useEditForm<ZoneEdit, ShippingZone>({
    schema: ZoneEdit,
    values: zone ? { name: zone.name, places: zone.places, methods: zone.methods } : NEW,
    version: zone?.version,
    save: (values, version) =>
      zone && version !== undefined
        ? client.shipping.update({ ...values, id: zone.id, version })
        : client.shipping.create(values),
    success: `Zone ${zone ? 'updated' : 'created'} successfully`,
    refresh: [api.shipping.key(), api.setup.key()],
    fieldOf: { PLACE_TAKEN: 'places', TOO_MANY_ZONES: 'name' },
    onSaved: onClose,
    reload: onClose,
  })
  // Its own key: `id` is the id of the method.
  const { fields, append, remove } = useFieldArray({
    control: form.control,
    name: 'methods',
    keyName: 'key',
  })
  const { methods: problems } = form.formState.errors
  const message = problems?.root?.message ?? problems?.message
  return (
    <Dialog
      open
      wide
      onOpenChange={(open) => !open && onClose()}
      title={zone ? 'Edit zone' : 'New zone'}
    >
      <EditFormFrame form={form} label="Zone" inDialog onCancel={onClose} className="grid gap-5">
        <FormField
          form={form}
          name="name"
          label="Name"
          hint="Only you see it, unless there are several zones."
        >
          <Input {...form.register('name')} autoFocus autoComplete="off" maxLength={60} />
        </FormField>
        <Places form={form} />
        {fields.map((field, n) => (
          <MethodFields key={field.key} form={form} place={n} onRemove={() => remove(n)} />
        ))}
        {message && (
          <p role="alert" className="text-danger text-sm">
            {message}
          </p>
        )}
        {fields.length < MOST_METHODS && (
          <Button
            look="outline"
            size="small"
            className="justify-self-start"
            onClick={() => append(NEW_METHOD)}
          >
            <Plus aria-hidden="true" className="size-4" />
            Add method
          </Button>
        )}
      </EditFormFrame>
    </Dialog>
  )
}

/** Chosen one after the other from a list. */
function Places({ form }: { form: EditForm<ZoneEdit> }) {
  const chosen = form.watch('places')
  const choose = (places: string[]) =>
    form.setValue('places', places, { shouldDirty: true, shouldValidate: true })
  return (
    <div className="grid gap-2">
      <Field label="Places" error={form.formState.errors.places?.message}>
        <Select
          value=""
          onChange={({ target }) => target.value && choose([...chosen, target.value])}
        >
          <option value="">Add a place …</option>
          {PLACE_GROUPS.map(({ label, places }) => (
            <optgroup key={label} label={label}>
              {places
                .filter((place) => !chosen.includes(place))
                .map((place) => (
                  <option key={place} value={place}>
                    {placeName(place)}
                  </option>
                ))}
            </optgroup>
          ))}
        </Select>
      </Field>
      <ul className="flex flex-wrap gap-2 empty:hidden">
        {chosen.map((place) => (
          <li
            key={place}
            className="flex items-center gap-1 rounded-full bg-blush py-1 pr-1 pl-3 text-sm"
          >
            {placeName(place)}
            <button
              type="button"
              aria-label={`Remove ${placeName(place)}`}
              onClick={() => choose(chosen.filter((one) => one !== place))}
              className="grid size-7 place-items-center rounded-full hover:bg-ink/10"
            >
              <X aria-hidden="true" className="size-3.5" />
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}
