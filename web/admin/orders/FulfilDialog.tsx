import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Payment } from '#contract/payments.ts'
import { api } from '../../lib/api.ts'
import { errorMessage } from '../../lib/errors.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { toast } from '../../ui/toast.ts'

type FulfilDialogProps = { payment: Payment; onClose: () => void }

/** A late payment revives its order, if there is still enough of everything. */
export function FulfilDialog({ payment, onClose }: FulfilDialogProps) {
  const queryClient = useQueryClient()
  const accept = useMutation(
    api.payments.accept.mutationOptions({
      onSuccess: () => {
        onClose()
        toast.success('Order completed', 'The customer gets the confirmation by mail.')
      },
      onError: (error) => {
        onClose()
        toast.error('Error', errorMessage(error))
      },
      onSettled: () =>
        Promise.all([
          queryClient.invalidateQueries({ queryKey: api.payments.key() }),
          queryClient.invalidateQueries({ queryKey: api.orders.key() }),
        ]),
    }),
  )
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title="Fulfil this order after all?"
      text="Its items are taken from stock again, and the order is completed with this payment."
      confirmLabel="Fulfil order"
      busy={accept.isPending}
      onConfirm={() => accept.mutate({ payment_id: payment.payment_id })}
    />
  )
}
