import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Payment } from '#contract/payments.ts'
import { api } from '../../lib/api.ts'
import { errorMessage } from '../../lib/errors.ts'
import { formatMoney } from '../../lib/format.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { toast } from '../../ui/toast.ts'

type ResolveDialogProps = { payment: Payment; onClose: () => void }

export function ResolveDialog({ payment, onClose }: ResolveDialogProps) {
  const queryClient = useQueryClient()
  const resolve = useMutation(
    api.payments.resolve.mutationOptions({
      onSuccess: () => {
        onClose()
        toast.success('Marked as resolved', payment.payment_id)
      },
      onError: (error) => toast.error('Error', errorMessage(error)),
      onSettled: () => queryClient.invalidateQueries({ queryKey: api.payments.key() }),
    }),
  )
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title="Mark as resolved?"
      text={`The payment of ${formatMoney(payment.amount)} leaves this list. No money moves.`}
      confirmLabel="Mark as resolved"
      busy={resolve.isPending}
      onConfirm={() => resolve.mutate({ payment_id: payment.payment_id })}
    />
  )
}
