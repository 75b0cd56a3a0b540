import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { type UseFormReturn, useForm } from 'react-hook-form'
import type { Profile } from '#contract/accounts.ts'
import type { ShippingAddress } from '#contract/orders.ts'
import { api } from '../../lib/api.ts'
import { ADDRESS_FIELDS } from './address-rules.ts'
import { readDraft, writeDraft } from './draft.ts'

/** The address form: what was typed outlives a reload, and a customer's last address is offered. */
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

/** Only empty fields are filled in: whatever was typed counts more. */
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
