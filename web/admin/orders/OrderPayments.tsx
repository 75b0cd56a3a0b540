import { useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { useState } from 'react'
import type { AdminOrder } from '#contract/admin-orders.ts'
import { isByHand } from '#contract/payment-methods.ts'
import type { Payment } from '#contract/payments.ts'
import { api } from '../../lib/api.ts'
import { useMoney } from '../../lib/money.ts'
import { Badge, LocalTime } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { Skeleton } from '../../ui/Feedback.tsx'
import { Card } from '../kit/AdminPage.tsx'
import { IfMay } from '../kit/rights.tsx'
import { WhenLoaded } from '../kit/WhenLoaded.tsx'
import { Acts, type Chosen, PaymentDialog, Reason } from './NeedsAttention.tsx'
import { PaidByHand } from './PaidByHand.tsx'
import { RefundList } from './RefundList.tsx'

/** What was paid and given back, with what the admin can do about it. */
export function OrderPayments({ order }: { order: AdminOrder }) {
  const input = { order_id: order.id }
  const payments = useQuery(api.payments.of_order.queryOptions({ input }))
  const [chosen, setChosen] = useState<Chosen | null>(null)
  return (
    <Card title="Payment">
      <WhenLoaded
        query={payments}
        failure="Failed to load payments"
        isSmall
        placeholder={<Skeleton className="h-20" />}
      >
        {(list) => (
          <>
            <PaidByHand order={order} />
            {list.length === 0 && !isByHand(order.payment_method) && (
              <p className="text-quiet text-sm">{unpaidText(order)}</p>
            )}
            <ul
              className={clsx('grid gap-5', isByHand(order.payment_method) && 'mt-5 empty:hidden')}
            >
              {list.map((payment) => (
                <li key={payment.payment_id}>
                  <OnePayment payment={payment} onChoose={setChosen} />
                </li>
              ))}
            </ul>
          </>
        )}
      </WhenLoaded>
      {chosen && <PaymentDialog chosen={chosen} onClose={() => setChosen(null)} />}
    </Card>
  )
}

function unpaidText({ completed_at, total, completed_by_hand, status }: AdminOrder) {
  if (completed_at && total === 0) return 'Nothing to pay: the discount covers everything.'
  if (completed_by_hand) return 'Paid some other way: an administrator completed the order.'
  return status === 'cancelled' ? 'It has not been paid.' : 'Not paid yet.'
}

const STATUSES = {
  settled: { label: 'Paid', tone: 'green' },
  'needs-attention': { label: 'Needs attention', tone: 'red' },
  resolved: { label: 'Resolved', tone: 'blush' },
} as const

type OnePaymentProps = { payment: Payment; onChoose: (chosen: Chosen) => void }

function OnePayment({ payment, onChoose }: OnePaymentProps) {
  const formatMoney = useMoney()
  const { payment_id, amount, refunded, status, attention_reason, refunds, created_at } = payment
  const isOpen = status === 'needs-attention' || (status === 'settled' && attention_reason !== null)
  return (
    <article aria-label={`Payment ${payment_id}`} className="grid gap-3">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <span className="font-medium font-mono text-sm [overflow-wrap:anywhere]">{payment_id}</span>
        <Badge tone={STATUSES[status].tone}>{STATUSES[status].label}</Badge>
        <span className="text-quiet text-sm">
          <LocalTime iso={created_at} withTime />
        </span>
        <span className="ml-auto text-right tabular-nums">
          {formatMoney(amount)}
          {refunded > 0 && (
            <span className="block text-quiet text-xs">{formatMoney(refunded)} refunded</span>
          )}
        </span>
      </div>
      {isOpen && (
        <p className="rounded-field bg-danger-tint/60 px-3.5 py-2.5 text-sm">
          <Reason reason={attention_reason} />
        </p>
      )}
      {refunds.length > 0 && (
        <div className="grid gap-1.5 text-sm">
          <h3 className="font-sans text-quiet text-xs tracking-normal">Refunds</h3>
          <RefundList payment_id={payment_id} refunds={refunds} />
        </div>
      )}
      <IfMay area="refunds">
        {isOpen ? (
          <Acts payment={payment} onChoose={(act) => onChoose({ payment, act })} />
        ) : (
          refunded < amount && (
            <Button
              look="soft"
              size="small"
              className="justify-self-start"
              aria-label={`Refund ${payment_id}`}
              onClick={() => onChoose({ payment, act: 'refund' })}
            >
              Refund
            </Button>
          )
        )}
      </IfMay>
    </article>
  )
}
