import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ArrowLeft, FileText, PackageSearch, Printer, Truck } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { type AdminOrder, orderNumber } from '#contract/admin-orders.ts'
import { api, client } from '../../lib/api.ts'
import { hasErrorCode } from '../../lib/errors.ts'
import { formatMoney } from '../../lib/format.ts'
import { LocalTime } from '../../ui/Badge.tsx'
import { Button, buttonStyle } from '../../ui/Button.tsx'
import { EmptyState, Skeleton } from '../../ui/Feedback.tsx'
import { Picture } from '../../ui/Picture.tsx'
import { AdminPage, Card } from '../kit/AdminPage.tsx'
import { useAct } from '../kit/act.ts'
import { ChangeHistory } from '../kit/ChangeHistory.tsx'
import { FailedLoad } from '../kit/Loaded.tsx'
import { CustomerLink, OrderMarks, textLink } from '../kit/order-marks.tsx'
import { OrderNotes } from './OrderNotes.tsx'
import { OrderPayments } from './OrderPayments.tsx'
import { packingSlipsUrl } from './OrdersPage.tsx'
import { OrderTimeline } from './OrderTimeline.tsx'
import { ShipDialog, StatusSelect } from './StatusSelect.tsx'

export function OrderPage({ id }: { id: string }) {
  const order = useQuery(api.orders.admin_get.queryOptions({ input: { id } }))
  const isMissing = order.isError && isGone(order.error)
  if (order.data) return <Details order={order.data} />
  return (
    <AdminPage help="order" title={isMissing ? 'Order' : `Order ${orderNumber(id)}`}>
      {order.isPending && <LoadingOrder />}
      {order.isError &&
        (isMissing ? (
          <EmptyState
            icon={<PackageSearch aria-hidden="true" strokeWidth={1.5} />}
            title="There is no such order"
            action={
              <Link to="/admin/orders" className={buttonStyle()}>
                All orders
              </Link>
            }
          />
        ) : (
          <FailedLoad
            failure="Failed to load the order"
            error={order.error}
            failedAt={order.errorUpdatedAt}
            onRetry={() => order.refetch()}
          />
        ))}
    </AdminPage>
  )
}

/** Also for an address that is no id at all. */
const isGone = (error: unknown) =>
  hasErrorCode(error, 'ORDER_NOT_FOUND') || (error as { status?: number }).status === 400

function LoadingOrder() {
  return (
    <div role="status" className="grid gap-4 lg:grid-cols-[minmax(0,1fr)_22rem]">
      <span className="sr-only">Loading...</span>
      <Skeleton className="h-96" />
      <Skeleton className="h-72" />
    </div>
  )
}

function Details({ order }: { order: AdminOrder }) {
  return (
    <AdminPage
      help="order"
      title={
        <>
          Order <span className="font-mono text-[0.85em]">{orderNumber(order.id)}</span>
        </>
      }
      text={
        <span className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-2">
          <StatusSelect order={order} />
          <OrderMarks {...order} />
          <span>
            Placed <LocalTime iso={order.created_at} withTime />
          </span>
        </span>
      }
      actions={<Documents order={order} />}
    >
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-4">
          <Card title="Items">
            <Lines order={order} />
          </Card>
          <OrderPayments order={order} />
          <Card title="Timeline">
            <OrderTimeline order={order} />
          </Card>
        </div>
        <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-4">
          <Customer order={order} />
          <Shipment order={order} />
          <OrderNotes order={order} />
          <details className="rounded-card border border-line bg-paper px-5 py-3">
            <summary className="py-1 font-semibold">Changes</summary>
            <div className="py-3">
              <ChangeHistory type="orders" id={order.id} />
            </div>
          </details>
        </div>
      </div>
      <Link to="/admin/orders" className={`mt-6 inline-flex items-center gap-1.5 ${textLink}`}>
        <ArrowLeft aria-hidden="true" className="size-4" />
        All orders
      </Link>
    </AdminPage>
  )
}

function Documents({ order }: { order: AdminOrder }) {
  const look = buttonStyle({ look: 'outline', size: 'small' })
  return (
    <>
      <a href={packingSlipsUrl([order.id])} target="_blank" rel="noreferrer" className={look}>
        <Printer aria-hidden="true" className="size-4" />
        Packing slip
      </a>
      {order.completed_at && (
        <a
          href={`/api/orders/${order.id}/invoice-copy`}
          target="_blank"
          rel="noreferrer"
          className={look}
        >
          <FileText aria-hidden="true" className="size-4" />
          Invoice
        </a>
      )}
    </>
  )
}

/** As bought: the product may have another name, picture or price by now. */
function Lines({ order }: { order: AdminOrder }) {
  return (
    <>
      <ul className="divide-y divide-line">
        {order.items.map(({ product_id, name, image_url, quantity, price }) => (
          <li key={product_id} className="flex items-center gap-4 py-3 first:pt-0">
            <span className="h-15 w-12 shrink-0 overflow-hidden rounded-md">
              <Picture src={image_url} alt="" sizes="48px" className="size-full object-cover" />
            </span>
            <span className="grid min-w-0 flex-1 grid-cols-[minmax(0,1fr)] gap-0.5">
              <span>
                <Link to="/product/$id" params={{ id: product_id }} className={textLink}>
                  {name}
                </Link>
              </span>
              <span className="text-quiet text-sm tabular-nums">
                {quantity} × {formatMoney(price)}
              </span>
            </span>
            <span className="text-right tabular-nums">
              {formatMoney((Math.round(price * 100) * quantity) / 100)}
            </span>
          </li>
        ))}
      </ul>
      <dl className="ml-auto grid max-w-72 grid-cols-[minmax(0,1fr)_auto] gap-x-6 gap-y-1.5 border-line border-t pt-4 text-right tabular-nums">
        <Sum label="Subtotal">{formatMoney(order.subtotal)}</Sum>
        {order.discount > 0 && (
          <Sum
            label={
              order.coupon_code ? (
                <>
                  Coupon{' '}
                  <Link
                    to="/admin/orders"
                    search={{ coupon_code: order.coupon_code } as never}
                    className={`font-mono ${textLink}`}
                  >
                    {order.coupon_code}
                  </Link>
                </>
              ) : (
                'Discount'
              )
            }
          >
            −{formatMoney(order.discount)}
          </Sum>
        )}
        <Sum label="Total" strong>
          {formatMoney(order.total)}
        </Sum>
      </dl>
    </>
  )
}

function Sum({
  label,
  strong,
  children,
}: {
  label: ReactNode
  strong?: boolean
  children: ReactNode
}) {
  const weight = strong ? 'font-semibold text-lg' : ''
  return (
    <>
      <dt className={strong ? weight : 'text-quiet'}>{label}</dt>
      <dd className={weight}>{children}</dd>
    </>
  )
}

function Customer({ order }: { order: AdminOrder }) {
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

function Shipment({ order }: { order: AdminOrder }) {
  const [isEditing, setEditing] = useState(false)
  const close = () => setEditing(false)
  const { mutate, isPending } = useAct({
    run: client.orders.set_status,
    success: 'Order status updated',
    refresh: [api.orders.key(), api.mails.key()],
    onSuccess: close,
  })
  const { id, status, shipped_at, tracking_number, tracking_link } = order
  const isShippable = status !== 'cancelled' && status !== 'pending'
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
        {isShippable && (
          <Button look="soft" size="small" onClick={() => setEditing(true)}>
            <Truck aria-hidden="true" className="size-4" />
            {status === 'shipped' ? 'Change tracking' : 'Set to shipped'}
          </Button>
        )}
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
