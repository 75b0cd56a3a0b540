import { Plus, Trash2, X } from 'lucide-react'
import { useFieldArray } from 'react-hook-form'
import { METHOD_KINDS, MOST_STEPS, type ZoneEdit } from '#contract/shipping.ts'
import { Button } from '../../ui/Button.tsx'
import { Checkbox, Field, Input, Select } from '../../ui/Field.tsx'
import { asNumber, type EditForm } from '../kit/edit-form.tsx'

type ZoneForm = EditForm<ZoneEdit>
type Method = ZoneEdit['methods'][number]

const KIND_NAMES: Record<(typeof METHOD_KINDS)[number], string> = {
  flat: 'The same for every parcel',
  weight: 'By weight',
  pickup: 'Local pick-up, free',
}

export const NEW_METHOD: Method = {
  id: null,
  name: '',
  delivery_time: '',
  kind: 'flat',
  price: 0,
  free_from: null,
  steps: [],
  pickup_address: '',
  pickup_hours: '',
  active: true,
}

const MONEY = { type: 'number', inputMode: 'decimal', min: 0, step: 0.01 } as const

type MethodFieldsProps = { form: ZoneForm; place: number; onRemove: () => void }

/** One way to send a parcel: what it is called, how long it takes and what it costs. */
export function MethodFields({ form, place, onRemove }: MethodFieldsProps) {
  const at = `methods.${place}` as const
  const problems = form.formState.errors.methods?.[place]
  const kind = form.watch(`${at}.kind`)
  return (
    <fieldset className="grid gap-4 rounded-card border border-line p-4">
      <legend className="px-1 font-medium text-sm">Method {place + 1}</legend>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Name" error={problems?.name?.message} hint="Such as Standard or Express.">
          <Input {...form.register(`${at}.name`)} autoComplete="off" maxLength={60} />
        </Field>
        <Field label="Delivery time" optional error={problems?.delivery_time?.message}>
          <Input {...form.register(`${at}.delivery_time`)} autoComplete="off" maxLength={80} />
        </Field>
        <Field label="Price" error={problems?.kind?.message}>
          <Select {...form.register(`${at}.kind`)}>
            {METHOD_KINDS.map((name) => (
              <option key={name} value={name}>
                {KIND_NAMES[name]}
              </option>
            ))}
          </Select>
        </Field>
        {kind === 'flat' && (
          <Field label="Amount" error={problems?.price?.message}>
            <Input {...MONEY} {...form.register(`${at}.price`, asNumber)} />
          </Field>
        )}
      </div>
      {kind === 'weight' && <Steps form={form} place={place} />}
      {kind === 'pickup' ? (
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label="Where" error={problems?.pickup_address?.message}>
            <Input {...form.register(`${at}.pickup_address`)} maxLength={200} />
          </Field>
          <Field label="When" optional error={problems?.pickup_hours?.message}>
            <Input {...form.register(`${at}.pickup_hours`)} maxLength={200} />
          </Field>
        </div>
      ) : (
        <Field
          label="Free from"
          optional
          error={problems?.free_from?.message}
          hint="When the products cost at least this much, after discounts."
        >
          <Input {...MONEY} {...form.register(`${at}.free_from`, asNumber)} />
        </Field>
      )}
      <div className="flex flex-wrap items-center justify-between gap-3">
        <Checkbox label="Offered at checkout" {...form.register(`${at}.active`)} />
        <Button look="outline" size="small" onClick={onRemove}>
          <Trash2 aria-hidden="true" className="size-4" />
          Remove<span className="sr-only"> method {place + 1}</span>
        </Button>
      </div>
    </fieldset>
  )
}

/** Parcels up to a weight cost this much; heavier ones than the last step do not go. */
function Steps({ form, place }: { form: ZoneForm; place: number }) {
  const name = `methods.${place}.steps` as const
  const { fields, append, remove } = useFieldArray({ control: form.control, name })
  const problems = form.formState.errors.methods?.[place]?.steps
  const message = problems?.root?.message ?? problems?.message
  return (
    <div className="grid gap-2">
      {fields.map((field, n) => (
        <div key={field.id} className="flex items-end gap-2">
          <Field
            label={`Up to (g), step ${n + 1}`}
            error={problems?.[n]?.up_to_grams?.message}
            className="flex-1"
          >
            <Input type="number" min={1} {...form.register(`${name}.${n}.up_to_grams`, asNumber)} />
          </Field>
          <Field
            label={`Price, step ${n + 1}`}
            error={problems?.[n]?.price?.message}
            className="flex-1"
          >
            <Input {...MONEY} {...form.register(`${name}.${n}.price`, asNumber)} />
          </Field>
          <Button look="outline" onClick={() => remove(n)}>
            <X aria-hidden="true" className="size-4" />
            <span className="sr-only">Remove step {n + 1}</span>
          </Button>
        </div>
      ))}
      {message && (
        <p role="alert" className="text-danger text-sm">
          {message}
        </p>
      )}
      {fields.length < MOST_STEPS && (
        <Button
          look="outline"
          size="small"
          className="justify-self-start"
          onClick={() => append(stepAfter(form.getValues(name)))}
        >
          <Plus aria-hidden="true" className="size-4" />
          Add step
        </Button>
      )}
      <p className="text-quiet text-sm">
        The weight of a product is in its form. Products without one count as nothing.
      </p>
    </div>
  )
}

const STEP_GRAMS = 500

/** A new step, a little heavier than the last one. */
function stepAfter(steps: ZoneEdit['methods'][number]['steps']) {
  const last = steps.at(-1)
  return { up_to_grams: (last?.up_to_grams ?? 0) + STEP_GRAMS, price: last?.price ?? 0 }
}
