import { type FormEvent, useState } from 'react'
import type { AdminOrder } from '#contract/admin-orders.ts'
import { orderNumber } from '#contract/ids.ts'
import { isByHand, PAID_HOW, PAYMENT_METHOD_NAMES } from '#contract/payment-methods.ts'
import { api, client } from '../../lib/api.ts'
import { useMoney } from '../../lib/money.ts'
import { Badge, LocalTime } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Field, Form, Input } from '../../ui/Field.tsx'
import { useAdminMutation } from '../kit/admin-mutation.ts'

const FORM_ID = 'mark-as-paid'

/** What is to be paid by bank transfer or on pick-up, or was; nothing for an order that is paid by card. */
export function PaidByHand({ order }: { order: AdminOrder }) {
  const [isAsked, setAsked] = useState(false)
  if (!isByHand(order.payment_method)) return null
  return (
    <div className="grid gap-3">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <span className="font-medium">{PAYMENT_METHOD_NAMES[order.payment_method]}</span>
        <State order={order} />
      </p>
      {order.completed_at ? <Noted order={order} /> : <Waiting order={order} />}
      {!order.completed_at && (
        <Button
          size="small"
          look={order.status === 'cancelled' ? 'outline' : 'primary'}
          className="justify-self-start"
          onClick={() => setAsked(true)}
        >
          Mark as paid
        </Button>
      )}
      {isAsked && <MarkPaidDialog order={order} onClose={() => setAsked(false)} />}
    </div>
  )
}

function State({ order: { completed_at, status } }: { order: AdminOrder }) {
  if (completed_at) return <Badge tone="green">Paid</Badge>
  if (status === 'cancelled') return <Badge tone="blush">Not paid</Badge>
  return <Badge tone="yellow">Waits for payment</Badge>
}

function Waiting({ order }: { order: AdminOrder }) {
  if (order.status === 'cancelled') {
    return (
      <p className="text-quiet text-sm">
        If the money has arrived after all, mark it as paid: its items are taken from stock again.
      </p>
    )
  }
  return (
    <p className="text-quiet text-sm">
      {order.hold_until ? (
        <>
          Its items are reserved until <LocalTime iso={order.hold_until} withTime />; then it is
          cancelled.
        </>
      ) : (
        'It has no deadline any more, because its status was changed.'
      )}
    </p>
  )
}

/** There is no card payment that could be refunded from here. */
function Noted({ order }: { order: AdminOrder }) {
  return (
    <div className="grid gap-1 text-sm">
      <p className="text-quiet">
        Noted{order.paid_by && ` by ${order.paid_by}`}{' '}
        {order.completed_at && <LocalTime iso={order.completed_at} withTime />}
      </p>
      {order.paid_note && <p className="[overflow-wrap:anywhere]">{order.paid_note}</p>}
      <p className="text-quiet">
        To give money back, transfer or hand it out yourself, then write it into the notes: no
        refund can be sent from here. Setting the status to Pending takes the payment back.
      </p>
    </div>
  )
}

type MarkPaidDialogProps = { order: AdminOrder; onClose: () => void }

function MarkPaidDialog({ order, onClose }: MarkPaidDialogProps) {
  const formatMoney = useMoney()
  const [note, setNote] = useState('')
  // What was seen when the question was asked: an answer to another order is refused.
  const [seen] = useState(order.status)
  const mark = useAdminMutation({
    run: client.orders.mark_paid,
    success: 'Marked as paid',
    refresh: [api.orders.key(), api.mails.key(), api.customers.key()],
    refreshOnError: true,
    onSuccess: onClose,
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    mark.mutate({ id: order.id, seen, note: note.trim() || undefined })
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Was order ${orderNumber(order.id)} paid?`}
      description={`${formatMoney(order.total)} ${PAID_HOW[order.payment_method]}. The customer gets the confirmation with the invoice.`}
      footer={
        <>
          <Button look="outline" onClick={onClose}>
            Not yet
          </Button>
          <Button type="submit" form={FORM_ID} busy={mark.isPending}>
            Mark as paid
          </Button>
        </>
      }
    >
      <Form id={FORM_ID} label="Payment" onSubmit={submit}>
        <Field
          label="Reference or note"
          optional
          hint="For your team, such as the number of the transfer."
        >
          <Input
            autoFocus
            autoComplete="off"
            maxLength={200}
            value={note}
            onChange={(event) => setNote(event.target.value)}
          />
        </Field>
      </Form>
    </Dialog>
  )
}
