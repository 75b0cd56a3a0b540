import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { Payment } from '#contract/payments.ts'
import { api } from '../../lib/api.ts'
import { errorMessage } from '../../lib/errors.ts'
import { formatMoney } from '../../lib/format.ts'
import { Button } from '../../ui/Button.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Field, Form, Input } from '../../ui/Field.tsx'
import { toast } from '../../ui/toast.ts'
import { showRefundOutcome } from './RefundList.tsx'

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

const FORM_ID = 'refund'

type RefundDialogProps = { payment: Payment; onClose: () => void }

/** Asks for the amount, then for confirmation, because a refund cannot be undone. */
export function RefundDialog({ payment, onClose }: RefundDialogProps) {
  const left = (Math.round(payment.amount * 100) - Math.round(payment.refunded * 100)) / 100
  const [typed, setTyped] = useState(left.toFixed(2))
  const [reason, setReason] = useState('')
  const [problem, setProblem] = useState<string>()
  const [isConfirming, setConfirming] = useState(false)
  const refund = useRefund(onClose, () => setConfirming(false))
  const amount = Number(typed)

  const goOn = (event: FormEvent) => {
    event.preventDefault()
    const found = amountProblem(typed, left)
    setProblem(found)
    if (!found) setConfirming(true)
  }
  if (isConfirming) {
    return (
      <ConfirmDialog
        open
        onOpenChange={setConfirming}
        title={`Refund ${formatMoney(amount)}?`}
        text={`The customer gets ${formatMoney(amount)} of ${formatMoney(payment.amount)} back. This cannot be undone.`}
        confirmLabel="Refund"
        busy={refund.isPending}
        onConfirm={() =>
          refund.mutate({
            payment_id: payment.payment_id,
            amount,
            reason: reason.trim() || undefined,
          })
        }
      />
    )
  }
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Refund"
      description={`Payment ${payment.payment_id} over ${formatMoney(payment.amount)}`}
      footer={
        <>
          <Button look="outline" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={FORM_ID}>
            Continue
          </Button>
        </>
      }
    >
      <Form label="Refund" id={FORM_ID} onSubmit={goOn} className="grid gap-5">
        <Field label="Amount in $" error={problem} hint={`At most ${formatMoney(left)}`}>
          <Input
            inputMode="decimal"
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
        </Field>
        <Field label="Reason" optional>
          <Input
            value={reason}
            maxLength={500}
            onChange={(event) => setReason(event.target.value)}
          />
        </Field>
      </Form>
    </Dialog>
  )
}

function amountProblem(typed: string, left: number) {
  if (!/^\d{1,8}(\.\d{1,2})?$/.test(typed.trim())) return 'Please enter an amount such as 12.50'
  const amount = Number(typed)
  if (amount <= 0) return 'Please enter more than 0'
  return amount > left ? `At most ${formatMoney(left)} is left of this payment` : undefined
}

function useRefund(onDone: () => void, onFailed: () => void) {
  const queryClient = useQueryClient()
  return useMutation(
    api.payments.refund.mutationOptions({
      onSuccess: ({ amount, status }) => {
        onDone()
        showRefundOutcome(status, formatMoney(amount))
      },
      onError: (error) => {
        onFailed()
        toast.error('Error', errorMessage(error))
      },
      onSettled: () => queryClient.invalidateQueries({ queryKey: api.payments.key() }),
    }),
  )
}
