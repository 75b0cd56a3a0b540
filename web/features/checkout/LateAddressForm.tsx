import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import type { Order } from '#contract/orders.ts'
import { api } from '../../lib/api.ts'
import { errorMessage } from '../../lib/errors.ts'
import { useSession } from '../../lib/session.ts'
import { Button } from '../../ui/Button.tsx'
import { Form } from '../../ui/Field.tsx'
import { toast } from '../../ui/toast.ts'
import { AddressFields } from './AddressFields.tsx'
import { trimAddress } from './address-rules.ts'
import { forgetDraft } from './draft.ts'
import { useAddressForm } from './use-address-form.ts'

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
        forgetDraft()
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
    <Form onSubmit={onSubmit} className="grid gap-6">
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
