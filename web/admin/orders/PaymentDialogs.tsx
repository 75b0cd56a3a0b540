import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Payment } from '#contract/payments.ts'
import { api } from '../../lib/api.ts'
import { errorMessage } from '../../lib/errors.ts'
import { useMoney } from '../../lib/money.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { Field, Input } from '../../ui/Field.tsx'
import { toast } from '../../ui/toast.ts'
import { RefundAmountDialog } from '../kit/RefundAmountDialog.tsx'
import { showRefundOutcome } from '../kit/RefundPartFields.tsx'

const FULFIL_TEXTS = {
  late: 'Its items are taken from stock again, and the order is completed with this payment.',
  unconfirmed:
    'The provider has not confirmed this payment. Continue only if you have seen it in the provider’s dashboard.',
}

type FulfilDialogProps = { payment: Payment; onClose: () => void }

/** For a late payment, if the stock is still available, and for one that only the admin can confirm. */
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
      text={FULFIL_TEXTS[payment.attention_reason === 'unconfirmed' ? 'unconfirmed' : 'late']}
      confirmLabel="Fulfil order"
      busy={accept.isPending}
      onConfirm={() => accept.mutate({ payment_id: payment.payment_id })}
    />
  )
}

type ResolveDialogProps = { payment: Payment; onClose: () => void }

export function ResolveDialog({ payment, onClose }: ResolveDialogProps) {
  const formatMoney = useMoney()
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

const _FORM_ID = 'refund'

type RefundDialogProps = { payment: Payment; onClose: () => void }

export function RefundDialog({ payment, onClose }: RefundDialogProps) {
  const formatMoney = useMoney()
  const queryClient = useQueryClient()
  const left = (Math.round(payment.amount * 100) - Math.round(payment.refunded * 100)) / 100
  const [reason, setReason] = useState('')
  const refund = useMutation(
    api.payments.refund.mutationOptions({
      onSuccess: ({ amount, status }) => {
        onClose()
        showRefundOutcome(status, formatMoney(amount))
      },
      onError: (error) => toast.error('Error', errorMessage(error)),
      onSettled: () => queryClient.invalidateQueries({ queryKey: api.payments.key() }),
    }),
  )
  const { payment_id } = payment
  return (
    <RefundAmountDialog
      title="Refund"
      description={`Payment ${payment_id} over ${formatMoney(payment.amount)}`}
      confirmText={(money) =>
        `The customer gets ${money} of ${formatMoney(payment.amount)} back. This cannot be undone.`
      }
      left={left}
      most={payment.parts_left}
      amount={left}
      busy={refund.isPending}
      refund={(chosen) =>
        refund.mutateAsync({ payment_id, reason: reason.trim() || undefined, ...chosen })
      }
      onClose={onClose}
    >
      <Field label="Reason" optional>
        <Input value={reason} maxLength={500} onChange={(event) => setReason(event.target.value)} />
      </Field>
    </RefundAmountDialog>
  )
}
