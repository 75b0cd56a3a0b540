import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { type FormEvent, useEffect } from 'react'
import { type UseFormReturn, useForm } from 'react-hook-form'
import type { Profile } from '#contract/accounts.ts'
import type { Order, ShippingAddress } from '#contract/orders.ts'
import { api } from '../../lib/api.ts'
import { errorMessage } from '../../lib/errors.ts'
import { useSession } from '../../lib/session.ts'
import { Button } from '../../ui/Button.tsx'
import { Field, Form, Input } from '../../ui/Field.tsx'
import { toast } from '../../ui/toast.ts'
import { ADDRESS_FIELDS, addressProblem, trimAddress } from './address-rules.ts'
import { clearDraft, readDraft, writeDraft } from './checkout-storage.ts'

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

/** What was typed survives a reload; a customer's last address is filled in. */
export function useAddressForm(profile: Profile | null) {
  const user_id = profile?.id ?? null
  const form = useForm<ShippingAddress>({
    defaultValues: readDraft(user_id).address,
    mode: 'onTouched',
  })
  useEffect(
    () =>
      form.subscribe({
        formState: { values: true },
        callback: ({ values }) => writeDraft(user_id, { address: values }),
      }),
    [form, user_id],
  )
  const isFilledIn = usePrefill(form, profile)
  return { form, isFilledIn }
}

/** Fills empty fields only. */
function usePrefill(form: UseFormReturn<ShippingAddress>, profile: Profile | null) {
  const last = useQuery({
    ...api.orders.last_address.queryOptions(),
    enabled: profile !== null,
    retry: false,
  })
  useEffect(() => {
    if (!profile || last.isPending) return
    const { full_name: fullName, email } = profile
    const known: Partial<ShippingAddress> = { ...last.data, fullName, email }
    for (const { name } of ADDRESS_FIELDS) {
      const isFree = form.getValues(name) === '' && !form.getFieldState(name).isTouched
      const value = known[name]
      if (isFree && value) form.setValue(name, value)
    }
  }, [form, profile, last.isPending, last.data])
  return Boolean(last.data)
}

type LateAddressFormProps = { order: Order; orderKey?: string }

/** The address of an express order, given after payment. */
export function LateAddressForm({ order, orderKey }: LateAddressFormProps) {
  const { profile } = useSession()
  const { form, isFilledIn } = useAddressForm(profile)
  const queryClient = useQueryClient()
  const readAgain = () => queryClient.invalidateQueries({ queryKey: api.orders.get.key() })
  const saving = useMutation(
    api.orders.set_address.mutationOptions({
      onSuccess: () => {
        clearDraft()
        toast.success('Thank you!', 'We know where to send your order.')
        return readAgain()
      },
      onError: (error) => {
        toast.error('Error', errorMessage(error, 'Your address was not saved. Please try again.'))
        return readAgain()
      },
    }),
  )
  const save = form.handleSubmit((address) => {
    if (saving.isPending) return
    saving.mutate({ id: order.id, key: orderKey, shipping_address: trimAddress(address) })
  })
  const onSubmit = (event: FormEvent) => void save(event)
  return (
    <Form label="Shipping address" onSubmit={onSubmit} className="grid gap-6">
      {isFilledIn && (
        <p className="text-quiet text-sm">
          We filled in the address of your last order. Please check it.
        </p>
      )}
      <AddressFields form={form} />
      <Button type="submit" size="large" busy={saving.isPending} className="justify-self-start">
        {saving.isPending ? 'Saving...' : 'Save Address'}
      </Button>
    </Form>
  )
}
