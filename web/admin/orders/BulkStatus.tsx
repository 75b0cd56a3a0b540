import { ChevronDown } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import type { OrderRow } from '#contract/admin-orders.ts'
import { Link } from '#contract/fields.ts'
import { orderNumber } from '#contract/ids.ts'
import type { OrderStatus } from '#contract/orders.ts'
import { api, client } from '../../lib/api.ts'
import { Button } from '../../ui/Button.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Field, Form, Input } from '../../ui/Field.tsx'
import { Menu } from '../../ui/Menu.tsx'
import { toast } from '../../ui/toast.ts'
import { useAdminMutation } from '../kit/admin-mutation.ts'
import { StatusItems } from './StatusSelect.tsx'

type BulkStatusProps = { orders: OrderRow[]; clear: () => void }

/** One status for the selected orders. What sends mails to customers asks first. */
export function BulkStatus({ orders, clear }: BulkStatusProps) {
  const [asked, setAsked] = useState<'shipped' | 'cancelled' | null>(null)
  const ids = orders.map(({ id }) => id)
  const { mutate, isPending } = useAdminMutation({
    run: client.orders.set_statuses,
    refresh: [api.orders.key(), api.mails.key(), api.customers.key()],
    onSuccess: ({ refused }) => {
      setAsked(null)
      const [first] = refused
      if (!first) {
        toast.success('Order status updated')
        clear()
        return
      }
      const others = refused.length > 1 ? ` and ${refused.length - 1} more` : ''
      toast.error('Error', `Order ${orderNumber(first.id)}${others}: ${first.message}`)
    },
  })
  const choose = (status: OrderStatus) =>
    status === 'shipped' || status === 'cancelled' ? setAsked(status) : mutate({ ids, status })
  return (
    <>
      <Menu
        align="start"
        trigger={
          <Button look="outline" size="small" busy={isPending}>
            Set status
            <ChevronDown aria-hidden="true" className="size-4" />
          </Button>
        }
      >
        <StatusItems onChoose={choose} />
      </Menu>
      {asked === 'shipped' && (
        <ShipSeveral
          orders={orders}
          busy={isPending}
          onShip={(shipments) => mutate({ ids, status: 'shipped', shipments })}
          onClose={() => setAsked(null)}
        />
      )}
      <ConfirmDialog
        open={asked === 'cancelled'}
        onOpenChange={() => setAsked(null)}
        title={`Cancel ${countOf(orders)}?`}
        text="Their items go back into stock, and each customer gets a mail. Payments are not refunded by this."
        confirmLabel={`Cancel ${countOf(orders)}`}
        busy={isPending}
        onConfirm={() => mutate({ ids, status: 'cancelled' })}
      />
    </>
  )
}

const countOf = ({ length }: OrderRow[]) => (length === 1 ? '1 order' : `${length} orders`)

type Shipment = { id: string; tracking_number?: string; tracking_link?: string }
type ShipSeveralProps = {
  orders: OrderRow[]
  busy: boolean
  onShip: (shipments: Shipment[]) => void
  onClose: () => void
}

const FORM_ID = 'ship-orders'

/** Tracking for each order, or for none of them. */
function ShipSeveral({ orders, busy, onShip, onClose }: ShipSeveralProps) {
  const [typed, setTyped] = useState<Record<string, { number?: string; link?: string }>>({})
  const [isChecked, setChecked] = useState(false)
  const change = (id: string, values: { number?: string; link?: string }) =>
    setTyped((all) => ({ ...all, [id]: { ...all[id], ...values } }))
  const isBad = (link = '') => link.trim() !== '' && !Link.safeParse(link.trim()).success
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setChecked(true)
    if (Object.values(typed).some(({ link }) => isBad(link))) return
    onShip(
      Object.entries(typed).map(([id, { number = '', link = '' }]) => ({
        id,
        tracking_number: number.trim() || undefined,
        tracking_link: link.trim() || undefined,
      })),
    )
  }
  return (
    <Dialog
      wide
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Ship ${countOf(orders)}`}
      description="Each customer gets a mail with the tracking that you enter for their order. Leave it empty to send the mail without."
      footer={
        <>
          <Button look="outline" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={FORM_ID} busy={busy}>
            Set {countOf(orders)} to shipped
          </Button>
        </>
      }
    >
      <Form id={FORM_ID} label="Shipments" onSubmit={submit} className="grid gap-4">
        {orders.map(({ id, customer_name, customer_email }) => (
          <fieldset
            key={id}
            className="grid gap-x-3 gap-y-2 border-line border-t pt-3 sm:grid-cols-2"
          >
            <legend className="sr-only">Order {orderNumber(id)}</legend>
            <p className="truncate text-sm sm:col-span-2">
              <span className="font-medium">{orderNumber(id)}</span>{' '}
              <span className="text-quiet">{customer_name ?? customer_email}</span>
            </p>
            <Field label="Tracking number" optional>
              <Input
                autoComplete="off"
                maxLength={100}
                value={typed[id]?.number ?? ''}
                onChange={({ target }) => change(id, { number: target.value })}
              />
            </Field>
            <Field
              label="Tracking link"
              optional
              error={
                isChecked && isBad(typed[id]?.link)
                  ? 'Enter a link that starts with https://'
                  : undefined
              }
            >
              <Input
                type="url"
                inputMode="url"
                autoComplete="off"
                placeholder="https://"
                value={typed[id]?.link ?? ''}
                onChange={({ target }) => change(id, { link: target.value })}
              />
            </Field>
          </fieldset>
        ))}
      </Form>
    </Dialog>
  )
}
