import type { AdminReturn, ReturnRefund } from '#contract/returns.ts'
import { client } from '../../lib/api.ts'
import { useMoney } from '../../lib/money.ts'
import { useAdminMutation } from '../kit/admin-mutation.ts'
import { RefundAmountDialog } from '../kit/RefundAmountDialog.tsx'
import { showRefundOutcome } from '../kit/RefundPartFields.tsx'
import { refreshReturns } from './refresh-returns.ts'

type RefundReturnDialogProps = {
  made: AdminReturn
  refundable: ReturnRefund
  onClose: () => void
}

/** Begins with what the units that arrived cost; the owner may add shipping or take something off. */
export function RefundReturnDialog({ made, refundable, onClose }: RefundReturnDialogProps) {
  const formatMoney = useMoney()
  const { amount, left, parts, parts_left } = refundable
  const refund = useAdminMutation({
    run: client.returns.refund,
    refresh: refreshReturns,
    refreshOnError: true,
    onSuccess: (done) => {
      onClose()
      if (done.refund) showRefundOutcome(done.refund.status, formatMoney(done.refund.amount))
    },
  })
  return (
    <RefundAmountDialog
      title="Refund this return"
      description={`What arrived cost ${formatMoney(amount)}${parts_left ? ' with its tax' : ''}, after any discount. ${formatMoney(left)} is left of the payment.`}
      confirmText={(money) =>
        `The customer gets ${money} back, and the return is done. This cannot be undone.`
      }
      left={left}
      most={parts_left}
      amount={amount}
      parts={parts}
      busy={refund.isPending}
      refund={(chosen) => refund.mutateAsync({ id: made.id, version: made.version, ...chosen })}
      onClose={onClose}
    />
  )
}
