import { clsx } from 'clsx'
import type { UseFormReturn } from 'react-hook-form'
import type { ShippingAddress } from '#contract/orders.ts'
import { Field, Input } from '../../ui/Field.tsx'
import { ADDRESS_FIELDS, addressProblem } from './address-rules.ts'

/** The seven fields of a shipping address, each with what is wrong with it. */
export function AddressFields({ form }: { form: UseFormReturn<ShippingAddress> }) {
  const { errors } = form.formState
  return (
    <div className="grid gap-x-4 gap-y-5 sm:grid-cols-2">
      <p className="-mt-2 text-quiet text-sm sm:col-span-2">All fields are required.</p>
      {ADDRESS_FIELDS.map((field) => (
        <Field
          key={field.name}
          label={field.label}
          error={errors[field.name]?.message}
          className={clsx(!field.half && 'sm:col-span-2')}
        >
          <Input
            {...form.register(field.name, { validate: (value) => addressProblem(field, value) })}
            type={field.type ?? 'text'}
            inputMode={field.type}
            autoComplete={field.autoComplete}
            maxLength={field.longest}
            aria-required="true"
          />
        </Field>
      ))}
    </div>
  )
}
