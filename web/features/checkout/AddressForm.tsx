import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { type FormEvent, useEffect } from 'react'
import { type UseFormReturn, useForm } from 'react-hook-form'
import type { Profile } from '#contract/accounts.ts'
import type { Order, ShippingAddress } from '#contract/orders.ts'
import type { Country } from '#contract/shipping.ts'
import { api } from '../../lib/api.ts'
import { errorMessage } from '../../lib/errors.ts'
import { useSession } from '../../lib/session.ts'
import { Button } from '../../ui/Button.tsx'
import { Field, Form, Input, Select } from '../../ui/Field.tsx'
import { toast } from '../../ui/toast.ts'
import {
  ADDRESS_FIELDS,
  type AddressField,
  addressProblem,
  type FieldSpec,
  trimAddress,
} from './address-rules.ts'
import { clearDraft, readDraft, writeDraft } from './checkout-storage.ts'

type AddressFieldsProps = {
  form: UseFormReturn<ShippingAddress>
  /** Where the shop delivers to; without it, any address can be typed. */
  countries: readonly Country[] | null
}

/** The seven fields of a shipping address, each with what is wrong with it. */
export function AddressFields({ form, countries }: AddressFieldsProps) {
  const { errors } = form.formState
  const states = countries?.find(({ name }) => name === form.watch('country'))?.states
  const choicesOf = (name: AddressField) => {
    if (name === 'country') return countries?.map((country) => [country.name, country.name])
    return name === 'state' ? states?.map(({ code, name: label }) => [code, label]) : undefined
  }
  return (
    <div className="grid gap-x-4 gap-y-5 sm:grid-cols-2">
      <p className="-mt-2 text-quiet text-sm sm:col-span-2">All fields are required.</p>
      {(countries ? COUNTRY_FIRST : ADDRESS_FIELDS).map((field) => (
        <Field
          key={field.name}
          label={field.label}
          error={errors[field.name]?.message}
          hint={countries && field.name === 'country' ? SERVED : undefined}
          className={clsx(!field.half && 'sm:col-span-2')}
        >
          <AddressInput form={form} field={field} choices={choicesOf(field.name)} />
        </Field>
      ))}
    </div>
  )
}

/** The lists of states follow the country. */
const COUNTRY_FIRST = [
  ...ADDRESS_FIELDS.filter(({ half }) => !half),
  ...ADDRESS_FIELDS.filter(({ name }) => name === 'country'),
  ...ADDRESS_FIELDS.filter(({ name, half }) => half && name !== 'country'),
]

const SERVED = 'We deliver to the places in this list.'

type AddressInputProps = {
  form: UseFormReturn<ShippingAddress>
  field: FieldSpec
  /** Values with their labels; undefined where any text is taken. */
  choices: string[][] | undefined
}

function AddressInput({ form, field, choices }: AddressInputProps) {
  const { name, type, autoComplete, longest } = field
  const registered = form.register(name, { validate: (value) => addressProblem(field, value) })
  const common = { ...registered, autoComplete, 'aria-required': true } as const
  if (!choices) {
    return <Input {...common} type={type ?? 'text'} inputMode={type} maxLength={longest} />
  }
  // The values of a select that is filled in before its options are there would be lost.
  return (
    <Select {...common} value={form.watch(name)}>
      <option value="">Choose …</option>
      {choices.map(([value, label]) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </Select>
  )
}

/**
 * Where the shop delivers to; null: anywhere. What was filled in from before is fitted to the lists. `isByZip` says that
 * the total depends on the ZIP code too.
 */
export function useServedPlaces(form: UseFormReturn<ShippingAddress>) {
  const { data } = useQuery(api.shipping.places.queryOptions())
  const countries = data?.countries ?? null
  const [typed, state] = form.watch(['country', 'state'])
  useEffect(() => {
    if (!countries) return
    const only = countries.length === 1 ? countries[0] : undefined
    const country = countries.find(({ name }) => isSame(name, typed)) ?? only
    if ((country?.name ?? '') !== typed) form.setValue('country', country?.name ?? '')
    const known = country?.states?.find(
      ({ code, name }) => isSame(code, state) || isSame(name, state),
    )
    if (country?.states && (known?.code ?? '') !== state) form.setValue('state', known?.code ?? '')
  }, [form, countries, typed, state])
  return { countries, isByZip: data?.by_zip === true }
}

const isSame = (one: string, other: string) => one.toLowerCase() === other.trim().toLowerCase()

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
      <AddressFields form={form} countries={null} />
      <Button type="submit" size="large" busy={saving.isPending} className="justify-self-start">
        {saving.isPending ? 'Saving...' : 'Save Address'}
      </Button>
    </Form>
  )
}
