import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Refund } from '#contract/payments.ts'
import { api } from '../../lib/api.ts'
import { errorMessage } from '../../lib/errors.ts'
import { useMoney } from '../../lib/money.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { toast } from '../../ui/toast.ts'
import { showRefundOutcome } from '../kit/RefundPartFields.tsx'
import { IfMay } from '../kit/rights.tsx'

type Status = Refund['status']

const STATUSES = {
  requested: { label: 'Requested', tone: 'yellow' },
  confirmed: { label: 'Confirmed', tone: 'green' },
  failed: { label: 'Failed', tone: 'red' },
  'done-by-hand': { label: 'Done by hand', tone: 'green' },
} as const satisfies Record<Status, { label: string; tone: string }>

type RefundListProps = { payment_id: string; refunds: readonly Refund[] }

export function RefundList({ payment_id, refunds }: RefundListProps) {
  const formatMoney = useMoney()
  return (
    <ul className="grid gap-3">
      {refunds.map((refund) => (
        <li key={refund.id} className="grid justify-items-start gap-1.5">
          <span className="flex items-center gap-2 whitespace-nowrap">
            {formatMoney(refund.amount)}
            <Badge tone={STATUSES[refund.status].tone}>{STATUSES[refund.status].label}</Badge>
          </span>
          {refund.tax > 0 && (
            <span className="text-quiet text-xs">
              {refund.shipping > 0 && `${formatMoney(refund.shipping)} shipping, `}
              {formatMoney(refund.tax)} tax
            </span>
          )}
          {refund.failure && <span className="text-quiet text-xs">{refund.failure}</span>}
          <IfMay area="refunds">
            <RefundActions payment_id={payment_id} refund={refund} />
          </IfMay>
        </li>
      ))}
    </ul>
  )
}

/** What is requested may have been done: only what failed can be tried again. */
function RefundActions({ payment_id, refund }: { payment_id: string; refund: Refund }) {
  const formatMoney = useMoney()
  const [isAsking, setAsking] = useState(false)
  const { retry, mark } = useRefundActions(refund, () => setAsking(false))
  const name = `the refund of ${formatMoney(refund.amount)} of ${payment_id}`
  const input = { payment_id, id: refund.id }
  if (refund.status !== 'failed' && refund.status !== 'requested') return null
  return (
    <span className="flex flex-wrap gap-2">
      {refund.status === 'failed' && (
        <Button
          look="soft"
          size="small"
          aria-label={`Try again ${name}`}
          busy={retry.isPending}
          onClick={() => retry.mutate(input)}
        >
          Try again
        </Button>
      )}
      <Button
        look="outline"
        size="small"
        aria-label={`Mark ${name} as done by hand`}
        onClick={() => setAsking(true)}
      >
        Mark as done by hand
      </Button>
      {isAsking && (
        <ConfirmDialog
          open
          onOpenChange={setAsking}
          title="Mark as done by hand?"
          text={`You have refunded ${formatMoney(refund.amount)} in the provider's dashboard. The customer gets a mail.`}
          confirmLabel="Mark as done by hand"
          busy={mark.isPending}
          onConfirm={() => mark.mutate(input)}
        />
      )}
    </span>
  )
}

function useRefundActions({ amount }: Refund, onMarked: () => void) {
  const formatMoney = useMoney()
  const queryClient = useQueryClient()
  const onError = (error: unknown) => {
    onMarked()
    toast.error('Error', errorMessage(error))
  }
  const onSettled = () => queryClient.invalidateQueries({ queryKey: api.payments.key() })
  const retry = useMutation(
    api.payments.retry_refund.mutationOptions({
      onSuccess: ({ status }) => showRefundOutcome(status, formatMoney(amount)),
      onError,
      onSettled,
    }),
  )
  const mark = useMutation(
    api.payments.mark_refunded.mutationOptions({
      onSuccess: () => {
        onMarked()
        toast.success('Marked as done by hand', 'The customer gets a mail about it.')
      },
      onError,
      onSettled,
    }),
  )
  return { retry, mark }
}
