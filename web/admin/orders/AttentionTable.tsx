import { useState } from 'react'
import type { Payment } from '#contract/payments.ts'
import { formatMoney } from '../../lib/format.ts'
import { Button } from '../../ui/Button.tsx'
import { LocalTime } from '../../ui/LocalTime.tsx'
import { type Column, Table } from '../../ui/Table.tsx'
import { ATTENTION_REASONS } from './attention-reasons.ts'
import { FulfilDialog } from './FulfilDialog.tsx'
import { RefundDialog } from './RefundDialog.tsx'
import { ResolveDialog } from './ResolveDialog.tsx'

type Act = 'refund' | 'fulfil' | 'resolve'
type Chosen = { payment: Payment; act: Act }

export function AttentionTable({ payments }: { payments: readonly Payment[] }) {
  const [chosen, setChosen] = useState<Chosen | null>(null)
  const close = () => setChosen(null)
  return (
    <>
      <Table
        caption="Payments that need attention"
        columns={columns((payment, act) => setChosen({ payment, act }))}
        rows={payments}
        rowKey={({ payment_id }) => payment_id}
      />
      {chosen?.act === 'refund' && <RefundDialog payment={chosen.payment} onClose={close} />}
      {chosen?.act === 'fulfil' && <FulfilDialog payment={chosen.payment} onClose={close} />}
      {chosen?.act === 'resolve' && <ResolveDialog payment={chosen.payment} onClose={close} />}
    </>
  )
}

const columns = (choose: (payment: Payment, act: Act) => void): readonly Column<Payment>[] => [
  {
    key: 'payment_id',
    head: 'Payment',
    cell: ({ payment_id }) => <span className="font-medium">{payment_id}</span>,
  },
  { key: 'amount', head: 'Amount', align: 'right', cell: (payment) => <Amount {...payment} /> },
  {
    key: 'reason',
    head: 'Reason',
    className: 'min-w-64',
    cell: ({ attention_reason }) => <Reason reason={attention_reason} />,
  },
  { key: 'order', head: 'Order', cell: ({ order }) => <OrderCell order={order} /> },
  {
    key: 'created_at',
    head: 'Date',
    className: 'whitespace-nowrap',
    cell: ({ created_at }) => <LocalTime iso={created_at} withTime />,
  },
  {
    key: 'acts',
    head: <span className="sr-only">Actions</span>,
    cell: (payment) => <Acts payment={payment} onChoose={(act) => choose(payment, act)} />,
  },
]

function Amount({ amount, refunded }: Payment) {
  return (
    <>
      {formatMoney(amount)}
      {refunded > 0 && (
        <span className="block whitespace-nowrap text-quiet text-xs">
          {formatMoney(refunded)} refunded
        </span>
      )}
    </>
  )
}

function Reason({ reason }: { reason: Payment['attention_reason'] }) {
  if (!reason) return null
  const { title, advice } = ATTENTION_REASONS[reason]
  return (
    <>
      <span className="font-medium">{title}</span>
      <span className="block text-quiet text-xs leading-relaxed">{advice}</span>
    </>
  )
}

function OrderCell({ order }: { order: Payment['order'] }) {
  if (!order) return <span className="text-quiet">None</span>
  return (
    <>
      <span className="font-medium">{order.id.slice(0, 8)}</span>
      <span className="block whitespace-nowrap text-quiet text-xs">
        {order.status}, {formatMoney(order.total)}
      </span>
    </>
  )
}

function Acts({ payment, onChoose }: { payment: Payment; onChoose: (act: Act) => void }) {
  const name = payment.payment_id
  const isLate = payment.attention_reason === 'late' && payment.refunded === 0
  return (
    <div className="flex justify-end gap-2">
      {isLate && (
        <Button
          look="soft"
          size="small"
          aria-label={`Fulfil the order of ${name}`}
          onClick={() => onChoose('fulfil')}
        >
          Fulfil
        </Button>
      )}
      {payment.refunded < payment.amount && (
        <Button
          look="soft"
          size="small"
          aria-label={`Refund ${name}`}
          onClick={() => onChoose('refund')}
        >
          Refund
        </Button>
      )}
      <Button
        look="outline"
        size="small"
        className="whitespace-nowrap"
        aria-label={`Mark ${name} as resolved`}
        onClick={() => onChoose('resolve')}
      >
        Mark as resolved
      </Button>
    </div>
  )
}
