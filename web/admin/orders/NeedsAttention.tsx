import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Payment } from '#contract/payments.ts'
import { api } from '../../lib/api.ts'
import { useMoney } from '../../lib/money.ts'
import { Badge, LocalTime } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { Pagination } from '../../ui/Pagination.tsx'
import { OrderLink, STATUS_NAMES } from '../kit/order-marks.tsx'
import { IfMay } from '../kit/rights.tsx'
import { WhenLoaded } from '../kit/WhenLoaded.tsx'
import { FulfilDialog, RefundDialog, ResolveDialog } from './PaymentDialogs.tsx'
import { RefundList } from './RefundList.tsx'

type Reason = NonNullable<Payment['attention_reason']>

/** Why the admin must look at a payment, and what to do about it. */
const ATTENTION_REASONS: Record<Reason, { title: string; advice: string }> = {
  late: {
    title: 'Paid too late',
    advice: 'The order was already cancelled. Fulfil it after all, or refund.',
  },
  'second-payment': {
    title: 'Paid twice',
    advice: 'The order already has a payment. Refund this one.',
  },
  'wrong-amount': {
    title: 'Wrong amount',
    advice: 'It differs from the order total. Refund, or settle it with the customer.',
  },
  'unknown-order': {
    title: 'Unknown order',
    advice: 'No order of this shop belongs to it. Refund, or find out who paid.',
  },
  'wrong-merchant': {
    title: 'Other merchant account',
    advice: 'It did not come through the account that the order was sent to.',
  },
  unconfirmed: {
    title: 'Unconfirmed',
    advice:
      'A signed message reports this payment, but the provider does not confirm it. We keep asking. If you see it in the provider’s dashboard, fulfil the order.',
  },
  denied: {
    title: 'Denied by the provider',
    advice:
      'The order was completed, but the provider says that this payment failed or was voided.',
  },
}

/** The payment itself is in order. */
const REFUND_OPEN = {
  title: 'Refund not done',
  advice: 'The provider has not confirmed the refund. Try it again, or do it by hand.',
}

export type Act = 'refund' | 'fulfil' | 'resolve'
export type Chosen = { payment: Payment; act: Act }

function AttentionList({ payments }: { payments: readonly Payment[] }) {
  const [chosen, setChosen] = useState<Chosen | null>(null)
  return (
    <>
      <ul className="grid grid-cols-[minmax(0,1fr)] gap-2">
        {payments.map((payment) => (
          <li key={payment.payment_id}>
            <AttentionCard payment={payment} onChoose={(act) => setChosen({ payment, act })} />
          </li>
        ))}
      </ul>
      {chosen && <PaymentDialog chosen={chosen} onClose={() => setChosen(null)} />}
    </>
  )
}

type PaymentActsProps = { payment: Payment; onChoose: (act: Act) => void }

function AttentionCard({ payment, onChoose }: PaymentActsProps) {
  const { payment_id, status, attention_reason, refunds, order, created_at } = payment
  return (
    <article
      aria-label={`Payment ${payment_id}`}
      className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-6 gap-y-3 rounded-card border border-line bg-paper p-4 text-sm lg:grid-cols-[minmax(0,1fr)_7rem_9rem_auto]"
    >
      <div className="grid content-start gap-2">
        <p>
          <Reason reason={status === 'resolved' ? null : attention_reason} />
        </p>
        <p className="wrap-anywhere text-quiet text-xs">
          Payment {payment_id}, <LocalTime iso={created_at} withTime />
        </p>
        {refunds.length > 0 && <RefundList payment_id={payment_id} refunds={refunds} />}
      </div>
      <p className="text-right tabular-nums">
        <Amount {...payment} />
      </p>
      <p className="max-lg:col-span-2">
        <OrderOf order={order} />
      </p>
      <div className="max-lg:col-span-2">
        <IfMay area="refunds">
          <Acts payment={payment} onChoose={onChoose} />
        </IfMay>
      </div>
    </article>
  )
}

export function PaymentDialog({ chosen, onClose }: { chosen: Chosen; onClose: () => void }) {
  const { payment, act } = chosen
  if (act === 'refund') return <RefundDialog payment={payment} onClose={onClose} />
  if (act === 'fulfil') return <FulfilDialog payment={payment} onClose={onClose} />
  return <ResolveDialog payment={payment} onClose={onClose} />
}

function Amount({ amount, refunded }: Payment) {
  const formatMoney = useMoney()
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

export function Reason({ reason }: { reason: Payment['attention_reason'] }) {
  const { title, advice } = reason ? ATTENTION_REASONS[reason] : REFUND_OPEN
  return (
    <>
      <span className="font-medium">{title}</span>
      <span className="block text-quiet text-xs leading-relaxed">{advice}</span>
    </>
  )
}

function OrderOf({ order }: { order: Payment['order'] }) {
  const formatMoney = useMoney()
  if (!order) return <span className="text-quiet">No order</span>
  return (
    <>
      <OrderLink id={order.id} />
      <span className="block whitespace-nowrap text-quiet text-xs">
        {STATUS_NAMES[order.status]}, {formatMoney(order.total)}
      </span>
    </>
  )
}

export function Acts({ payment, onChoose }: PaymentActsProps) {
  const name = payment.payment_id
  const isAcceptable =
    payment.status === 'needs-attention' &&
    (payment.attention_reason === 'late' || payment.attention_reason === 'unconfirmed') &&
    payment.refunded === 0
  return (
    <div className="flex flex-wrap gap-2 lg:justify-end">
      {isAcceptable && (
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

/** Payments that completed no order, and refunds that are not done: the admin decides. Nothing, when there are none. */
export function NeedsAttention() {
  const [page, setPage] = useState(1)
  const payments = useQuery(api.payments.attention.queryOptions({ input: { page } }))
  const { data } = payments
  const isEmpty = !data || (data.items.length === 0 && page === 1)
  return (
    <>
      <IfMay area="payment_credentials">
        <UnreadableCredentials />
      </IfMay>
      <WhenLoaded
        query={payments}
        failure="Failed to load payments that need attention"
        isSmall
        placeholder={null}
      />
      {!isEmpty && (
        <section aria-labelledby="needs-attention" className="grid grid-cols-[minmax(0,1fr)] gap-4">
          <h2 id="needs-attention" className="flex items-center gap-3 text-2xl">
            Needs attention
            <Badge tone="red" className="font-sans">
              {data.items.length}
              {data.has_more ? '+' : ''}
            </Badge>
          </h2>
          <AttentionList payments={data.items} />
          <Pagination page={data.page} hasMore={data.has_more} onPage={setPage} />
        </section>
      )}
    </>
  )
}

/** Payments go on without these accounts, so nothing else would show that they need to be entered again. */
function UnreadableCredentials() {
  const accounts = useQuery(api.clover_settings.unreadable.queryOptions())
  if (!accounts.data) {
    const failure = 'Failed to load payment accounts'
    return <WhenLoaded query={accounts} failure={failure} isSmall placeholder={null} />
  }
  const { data } = accounts
  if (data.length === 0) return null
  const names = data.map(
    ({ merchant_name, merchant_id, is_active }) =>
      `${merchant_name} (${merchant_id}${is_active ? ', active' : ''})`,
  )
  return (
    <p role="alert" className="rounded-card bg-danger-tint px-4 py-3 text-[0.9375rem] text-danger">
      The stored payment credentials of {names.join(', ')} cannot be read and are not used. Please
      enter them again.
    </p>
  )
}
