import { Truck } from 'lucide-react'
import { useState } from 'react'
import type { AdminOrder } from '#contract/admin-orders.ts'
import { api, client } from '../../lib/api.ts'
import { LocalTime } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../kit/AdminPage.tsx'
import { useAdminMutation } from '../kit/admin-mutation.ts'
import { CustomerLink, textLink } from '../kit/order-marks.tsx'
import { useSetPacked } from './Packing.tsx'
import { ShipDialog } from './StatusSelect.tsx'

/** Who bought it, and where it goes. */
export function OrderCustomer({ order }: { order: AdminOrder }) {
  const { customer_name, customer_email, user_id, guest_email, shipping_address: to } = order
  return (
    <Card title="Customer">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4 [overflow-wrap:anywhere]">
        <p>
          <CustomerLink user_id={user_id} email={guest_email} name={customer_name} />
          {!user_id && <span className="text-quiet"> (guest)</span>}
          {customer_email && (
            <a href={`mailto:${customer_email}`} className={`block text-quiet text-sm ${textLink}`}>
              {customer_email}
            </a>
          )}
        </p>
        {to ? (
          <address className="text-sm not-italic leading-relaxed">
            <span className="mb-0.5 block text-quiet text-xs">Ships to</span>
            {to.fullName}
            <br />
            {to.address}
            <br />
            {to.city}, {to.state} {to.zipCode}
            <br />
            {to.country}
            {to.email !== customer_email && <span className="block text-quiet">{to.email}</span>}
          </address>
        ) : order.in_person ? (
          <p className="text-quiet text-sm">Handed over in person: nothing is shipped.</p>
        ) : (
          <p className="rounded-field bg-honey-tint px-3.5 py-2.5 text-honey text-sm">
            Address missing. The customer is asked for it on the page after payment and in My
            Orders.
          </p>
        )}
      </div>
    </Card>
  )
}

function PackButton({ order: { id, packed_at } }: { order: AdminOrder }) {
  const { mutate, isPending } = useSetPacked()
  return (
    <Button
      look="outline"
      size="small"
      busy={isPending}
      onClick={() => mutate({ ids: [id], packed: packed_at === null })}
    >
      {packed_at ? 'Mark as not packed' : 'Mark as packed'}
    </Button>
  )
}

export function OrderShipment({ order }: { order: AdminOrder }) {
  const [isEditing, setEditing] = useState(false)
  const close = () => setEditing(false)
  const { mutate, isPending } = useAdminMutation({
    run: client.orders.set_status,
    success: 'Order status updated',
    refresh: [api.orders.key(), api.mails.key()],
    onSuccess: close,
  })
  const { id, status, shipped_at, tracking_number, tracking_link } = order
  const isShippable = status !== 'cancelled' && status !== 'pending' && !order.in_person
  if (!shipped_at && !isShippable) return null
  return (
    <Card title="Shipment">
      <div className="grid justify-items-start gap-3 text-sm">
        {shipped_at ? (
          <p>
            Shipped <LocalTime iso={shipped_at} withTime />
          </p>
        ) : (
          <p className="text-quiet">Not shipped yet.</p>
        )}
        {order.packed_at && (
          <p>
            Packed <LocalTime iso={order.packed_at} withTime />
            {order.packed_by && ` by ${order.packed_by}`}
          </p>
        )}
        {tracking_number && (
          <p className="[overflow-wrap:anywhere]">
            <span className="block text-quiet text-xs">Tracking number</span>
            {tracking_link ? (
              <a href={tracking_link} target="_blank" rel="noreferrer" className={textLink}>
                {tracking_number}
              </a>
            ) : (
              tracking_number
            )}
          </p>
        )}
        <span className="flex flex-wrap gap-2">
          {isShippable && (
            <Button look="soft" size="small" onClick={() => setEditing(true)}>
              <Truck aria-hidden="true" className="size-4" />
              {status === 'shipped' ? 'Change tracking' : 'Set to shipped'}
            </Button>
          )}
          {isShippable && order.completed_at && !shipped_at && <PackButton order={order} />}
        </span>
      </div>
      {isEditing && (
        <ShipDialog
          order={order}
          busy={isPending}
          onShip={(tracking) => mutate({ id, status: 'shipped', seen: status, ...tracking })}
          onClose={close}
        />
      )}
    </Card>
  )
}
