import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ArrowLeft, FileText, PackageSearch, Printer } from 'lucide-react'
import type { ReactNode } from 'react'
import type { AdminOrder } from '#contract/admin-orders.ts'
import { chargesOf } from '#contract/charges.ts'
import { orderNumber } from '#contract/ids.ts'
import { fromCents, lineTotal, toCents } from '#contract/money.ts'
import { api } from '../../lib/api.ts'
import { isNotFoundError } from '../../lib/errors.ts'
import { useMoney } from '../../lib/money.ts'
import { LocalTime } from '../../ui/Badge.tsx'
import { buttonStyle } from '../../ui/Button.tsx'
import { EmptyState, Skeleton } from '../../ui/Feedback.tsx'
import { Picture } from '../../ui/Picture.tsx'
import { AdminPage, Card } from '../kit/AdminPage.tsx'
import { ChangeHistory } from '../kit/ChangeHistory.tsx'
import { OrderMarks, textLink } from '../kit/order-marks.tsx'
import { IfMay } from '../kit/rights.tsx'
import { WhenLoaded } from '../kit/WhenLoaded.tsx'
import { OrderCustomer, OrderShipment } from './OrderDelivery.tsx'
import { OrderNotes } from './OrderNotes.tsx'
import { OrderPayments } from './OrderPayments.tsx'
import { OrderReturns } from './OrderReturns.tsx'
import { packingSlipsUrl } from './OrdersPage.tsx'
import { OrderTimeline } from './OrderTimeline.tsx'
import { StatusSelect } from './StatusSelect.tsx'
import { CustomerNoteCard, UnpaidOrder } from './UnpaidOrder.tsx'

export function OrderPage({ id }: { id: string }) {
  const order = useQuery(api.orders.admin_get.queryOptions({ input: { id } }))
  if (order.data) return <Details order={order.data} />
  const isMissing = isNotFoundError(order.error)
  const missing = (
    <EmptyState
      icon={<PackageSearch aria-hidden="true" strokeWidth={1.5} />}
      title="There is no such order"
      action={
        <Link to="/admin/orders" className={buttonStyle()}>
          All orders
        </Link>
      }
    />
  )
  return (
    <AdminPage help="order" title={isMissing ? 'Order' : `Order ${orderNumber(id)}`}>
      <WhenLoaded
        query={order}
        failure="Failed to load the order"
        missing={missing}
        placeholder={<LoadingOrder />}
      />
    </AdminPage>
  )
}

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
            {order.placed_by && ` by hand, by ${order.placed_by}`}
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
          <OrderReturns order_id={order.id} />
          <OrderPayments order={order} />
          <Card title="Timeline">
            <OrderTimeline order={order} />
          </Card>
        </div>
        <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-4">
          <UnpaidOrder order={order} />
          <OrderCustomer order={order} />
          <OrderShipment order={order} />
          <CustomerNoteCard order={order} />
          <OrderNotes order={order} />
          <IfMay area="changes">
            <details className="rounded-card border border-line bg-paper px-5 py-3">
              <summary className="py-1 font-semibold">Changes</summary>
              <div className="py-3">
                <ChangeHistory type="orders" id={order.id} />
              </div>
            </details>
          </IfMay>
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
  const formatMoney = useMoney()
  const ofCoupon = fromCents(toCents(order.discount) - toCents(order.extra_discount ?? 0))
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
              {formatMoney(lineTotal({ price, quantity }))}
            </span>
          </li>
        ))}
      </ul>
      <dl className="ml-auto grid max-w-72 grid-cols-[minmax(0,1fr)_auto] gap-x-6 gap-y-1.5 border-line border-t pt-4 text-right tabular-nums">
        <Sum label="Subtotal">{formatMoney(order.subtotal)}</Sum>
        {ofCoupon > 0 && (
          <Sum
            label={
              order.coupon_code ? (
                <>
                  Coupon{' '}
                  <Link
                    to="/admin/orders"
                    search={{ coupon_code: order.coupon_code }}
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
            −{formatMoney(ofCoupon)}
          </Sum>
        )}
        {chargesOf({ ...order, discount: order.extra_discount ?? 0 }, formatMoney, '−').map(
          ({ key, label, amount }) => (
            <Sum key={key} label={label}>
              {amount}
            </Sum>
          ),
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
