import { Link } from '@tanstack/react-router'
import { Banknote, Mail, Pencil } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import type { AdminOrder } from '#contract/admin-orders.ts'
import { STATUS_WHEN_PAID } from '#contract/order-status.ts'
import { isByHand } from '#contract/payment-methods.ts'
import { api, client } from '../../lib/api.ts'
import { LocalTime } from '../../ui/Badge.tsx'
import { Button, buttonStyle } from '../../ui/Button.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { Field, Form, Textarea } from '../../ui/Field.tsx'
import { Card } from '../kit/AdminPage.tsx'
import { useAdminMutation } from '../kit/admin-mutation.ts'

const refresh = [api.orders.key(), api.mails.key(), api.payments.key()]

/** What can be done about an order that waits for its payment. */
export function UnpaidOrder({ order }: { order: AdminOrder }) {
  const [isAsked, setAsked] = useState(false)
  const link = useAdminMutation({
    run: client.orders.send_payment_link,
    success: 'The payment link is on its way',
    refresh,
  })
  const cash = useAdminMutation({
    run: client.orders.set_status,
    success: 'Order marked as paid',
    refresh,
    onSuccess: () => setAsked(false),
    onError: () => {
      // The dialog would hide the message.
      setAsked(false)
      return false
    },
  })
  const { id, status, completed_at, link_sent_at, hold_until } = order
  if (status !== 'pending' || completed_at) return null
  // Its card about the payment says until when, and has "Mark as paid".
  const isByCard = !isByHand(order.payment_method)
  return (
    <Card title="Waiting for payment">
      <div className="grid justify-items-start gap-3 text-sm">
        {link_sent_at && (
          <p>
            Link mailed <LocalTime iso={link_sent_at} withTime />
          </p>
        )}
        {isByCard && hold_until && (
          <p className="text-quiet">
            Can be paid until <LocalTime iso={hold_until} withTime />
          </p>
        )}
        <span className="flex flex-wrap gap-2">
          <Link
            to="/admin/orders/$id/edit"
            params={{ id }}
            className={buttonStyle({ look: 'soft', size: 'small' })}
          >
            <Pencil aria-hidden="true" className="size-4" />
            Change order
          </Link>
          <Button
            look="outline"
            size="small"
            busy={link.isPending}
            onClick={() => link.mutate({ id })}
          >
            {!link.isPending && <Mail aria-hidden="true" className="size-4" />}
            {link_sent_at ? 'Mail the link again' : 'Mail a payment link'}
          </Button>
          {isByCard && (
            <Button look="outline" size="small" onClick={() => setAsked(true)}>
              <Banknote aria-hidden="true" className="size-4" />
              Paid in cash
            </Button>
          )}
        </span>
      </div>
      <ConfirmDialog
        open={isAsked}
        onOpenChange={setAsked}
        title="Is this order paid?"
        text="It is completed without a card payment, and the customer gets the confirmation."
        confirmLabel="Mark as paid"
        busy={cash.isPending}
        onConfirm={() => cash.mutate({ id, status: STATUS_WHEN_PAID, seen: status })}
      />
    </Card>
  )
}

/** On the page of the order, in the next mail about it that has room for it, and on the packing slip. */
export function CustomerNoteCard({ order }: { order: AdminOrder }) {
  const stored = order.customer_note ?? ''
  const [typed, setTyped] = useState<string | null>(null)
  const text = typed ?? stored
  const { mutate, isPending } = useAdminMutation({
    run: client.orders.set_customer_note,
    success: 'Note for the customer saved',
    refresh: [api.orders.key()],
    refreshOnError: true,
    onSuccess: () => setTyped(null),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    mutate({ id: order.id, version: order.version, customer_note: text.trim() })
  }
  return (
    <Card title="Note for the customer">
      <Form label="Note for the customer" onSubmit={submit} className="grid gap-3">
        <Field
          label="Text"
          hint="On the page of the order, in its confirmation and on the packing slip."
        >
          <Textarea
            rows={3}
            maxLength={1000}
            value={text}
            onChange={({ target }) => setTyped(target.value)}
          />
        </Field>
        <Button
          type="submit"
          look="soft"
          size="small"
          busy={isPending}
          disabled={text.trim() === stored}
          className="justify-self-start"
        >
          Save note
        </Button>
      </Form>
    </Card>
  )
}
