import { clsx } from 'clsx'
import { Check, ChevronDown } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { Link } from '#contract/fields.ts'
import { orderNumber } from '#contract/ids.ts'
import { ORDER_STATUSES } from '#contract/order-status.ts'
import type { Order, OrderStatus } from '#contract/orders.ts'
import { api, client } from '../../lib/api.ts'
import { Button } from '../../ui/Button.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Field, Form, Input } from '../../ui/Field.tsx'
import { Menu, MenuItem } from '../../ui/Menu.tsx'
import { useAdminMutation } from '../kit/admin-mutation.ts'
import { STATUS_NAMES, toneOf } from '../kit/order-marks.tsx'

type Changeable = Pick<Order, 'id' | 'status' | 'tracking_number' | 'tracking_link'>

const TONES = {
  green: 'bg-leaf-tint text-leaf',
  yellow: 'bg-honey-tint text-honey',
  blue: 'bg-sky-tint text-sky',
}

const FORM_ID = 'ship-order'

/** The status of an order as a badge that can be changed in place. */
export function StatusSelect({ order }: { order: Changeable }) {
  const [asked, setAsked] = useState<'shipped' | 'cancelled' | null>(null)
  const close = () => setAsked(null)
  const { mutate, isPending, variables } = useAdminMutation({
    run: client.orders.set_status,
    success: 'Order status updated',
    refresh: [api.orders.key(), api.mails.key(), api.customers.key()],
    onSuccess: close,
    onError: () => {
      // A dialog about a refused change would hide the message.
      if (asked === 'cancelled') close()
      return false
    },
  })
  const { id, status } = order
  const set = (next: OrderStatus, more: Tracking = {}) =>
    mutate({ id, status: next, seen: status, ...more })
  const choose = (next: OrderStatus) =>
    next === 'shipped' || next === 'cancelled' ? setAsked(next) : set(next)
  // What was chosen is shown at once; after a refusal the stored status comes back.
  const shown = (isPending && variables?.status) || status
  return (
    <>
      <Menu
        align="start"
        trigger={
          <button
            type="button"
            aria-label={`Status of order ${orderNumber(id)}: ${STATUS_NAMES[shown]}`}
            aria-busy={isPending || undefined}
            className={clsx(
              'inline-flex h-7 items-center gap-1 rounded-full pr-2 pl-3 font-semibold text-xs pointer-coarse:h-11',
              TONES[toneOf(shown)],
            )}
          >
            {STATUS_NAMES[shown]}
            <ChevronDown aria-hidden="true" className="size-3.5 opacity-70" />
          </button>
        }
      >
        <StatusItems current={shown} onChoose={choose} />
      </Menu>
      {asked === 'shipped' && (
        <ShipDialog
          order={order}
          busy={isPending}
          onShip={(tracking) => set('shipped', tracking)}
          onClose={close}
        />
      )}
      <ConfirmDialog
        open={asked === 'cancelled'}
        onOpenChange={close}
        title={`Cancel order ${orderNumber(id)}?`}
        text="Its items go back into stock, and the customer gets a mail. A payment is not refunded by this."
        confirmLabel="Cancel order"
        cancelLabel="Keep order"
        busy={isPending}
        onConfirm={() => set('cancelled')}
      />
    </>
  )
}

type StatusItemsProps = { current?: OrderStatus; onChoose: (status: OrderStatus) => void }

/** A menu, not a select: arrow keys on a select would change the status, and send mails, on their way. */
export function StatusItems({ current, onChoose }: StatusItemsProps) {
  return ORDER_STATUSES.map((status) => (
    <MenuItem key={status} onSelect={() => status !== current && onChoose(status)}>
      <Check aria-hidden="true" className={status === current ? undefined : 'invisible'} />
      {STATUS_NAMES[status]}
    </MenuItem>
  ))
}

type Tracking = { tracking_number?: string; tracking_link?: string }

type ShipDialogProps = {
  order: Changeable
  busy: boolean
  onShip: (tracking: Tracking) => void
  onClose: () => void
}

/** Both fields may stay empty: not every parcel has a number. */
export function ShipDialog({ order, busy, onShip, onClose }: ShipDialogProps) {
  const [number, setNumber] = useState(order.tracking_number ?? '')
  const [link, setLink] = useState(order.tracking_link ?? '')
  const [problem, setProblem] = useState<string>()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const parsed = Link.safeParse(link.trim())
    const found =
      link.trim() && !parsed.success ? 'Enter a link that starts with https://' : undefined
    setProblem(found)
    if (found) return
    onShip({
      tracking_number: number.trim() || undefined,
      tracking_link: link.trim() || undefined,
    })
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Ship order ${orderNumber(order.id)}`}
      description="The customer gets a mail with what you enter here."
      footer={
        <>
          <Button look="outline" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={FORM_ID} busy={busy}>
            Set to shipped
          </Button>
        </>
      }
    >
      <Form id={FORM_ID} label="Shipment" onSubmit={submit} className="grid gap-5">
        <Field label="Tracking number" optional>
          <Input
            autoFocus
            autoComplete="off"
            maxLength={100}
            value={number}
            onChange={(event) => setNumber(event.target.value)}
          />
        </Field>
        <Field label="Tracking link" optional error={problem}>
          <Input
            type="url"
            inputMode="url"
            autoComplete="off"
            placeholder="https://"
            value={link}
            onChange={(event) => setLink(event.target.value)}
          />
        </Field>
      </Form>
    </Dialog>
  )
}
