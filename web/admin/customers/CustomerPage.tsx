import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ArrowLeft, UserSearch } from 'lucide-react'
import type { ReactNode } from 'react'
import type { CustomerDetails, OrderRow } from '#contract/admin-orders.ts'
import { api } from '../../lib/api.ts'
import { useMoney } from '../../lib/money.ts'
import { Badge, LocalTime, Stars } from '../../ui/Badge.tsx'
import { buttonStyle } from '../../ui/Button.tsx'
import { EmptyState, Skeleton } from '../../ui/Feedback.tsx'
import { AdminPage, Card } from '../kit/AdminPage.tsx'
import { OrderLink, OrderMarks, StatusBadge, textLink } from '../kit/order-marks.tsx'
import { IfMay } from '../kit/rights.tsx'
import { WhenLoaded } from '../kit/WhenLoaded.tsx'
import { ImportedContact } from './ImportedContact.tsx'

/** One page per account or guest address; `id` is the account's id or the address. */
export function CustomerPage({ id }: { id: string }) {
  const customer = useQuery(api.customers.get.queryOptions({ input: { key: id } }))
  if (customer.data) return <Details customer={customer.data} />
  const missing = (
    <EmptyState
      icon={<UserSearch aria-hidden="true" strokeWidth={1.5} />}
      title="There is no such customer"
      action={
        <Link to="/admin/customers" className={buttonStyle()}>
          All customers
        </Link>
      }
    />
  )
  return (
    <AdminPage help="customer" title="Customer">
      <WhenLoaded
        query={customer}
        failure="Failed to load the customer"
        missing={missing}
        placeholder={
          <div role="status">
            <span className="sr-only">Loading...</span>
            <Skeleton className="h-72" />
          </div>
        }
      />
    </AdminPage>
  )
}

function Details({ customer }: { customer: CustomerDetails }) {
  const { full_name, email, user_id } = customer
  return (
    <AdminPage
      help="customer"
      title={
        <span className="flex flex-wrap items-center gap-3 [overflow-wrap:anywhere]">
          {full_name || email}
          {!user_id && <Badge className="font-sans">Guest</Badge>}
        </span>
      }
      text={
        <a href={`mailto:${email}`} className={textLink}>
          {email}
        </a>
      }
    >
      <div className="grid gap-4">
        <Figures customer={customer} />
        <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-[minmax(0,1fr)_22rem]">
          <Orders customer={customer} />
          <div className="grid min-w-0 gap-4">
            <Consent customer={customer} />
            <ImportedContact customer={customer} />
            <Reviews reviews={customer.reviews} />
            <Conversations customer={customer} />
          </div>
        </div>
      </div>
      <Link to="/admin/customers" className={`mt-6 inline-flex items-center gap-1.5 ${textLink}`}>
        <ArrowLeft aria-hidden="true" className="size-4" />
        All customers
      </Link>
    </AdminPage>
  )
}

function Figures({ customer }: { customer: CustomerDetails }) {
  const formatMoney = useMoney()
  const { order_count, spent, last_order_at, created_at, user_id } = customer
  return (
    <dl className="grid grid-cols-2 gap-4 rounded-card border border-line bg-paper p-5 sm:grid-cols-4 sm:p-6">
      <Figure label="Orders">{order_count}</Figure>
      <Figure label="Total of completed orders">{formatMoney(spent)}</Figure>
      <Figure label="Last order">
        {last_order_at ? <LocalTime iso={last_order_at} /> : 'None'}
      </Figure>
      <Figure label={user_id ? 'Account since' : order_count > 0 ? 'First order' : 'Imported'}>
        <LocalTime iso={created_at} />
      </Figure>
    </dl>
  )
}

function Figure({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="grid content-start gap-1">
      <dt className="text-quiet text-sm">{label}</dt>
      <dd className="text-xl tabular-nums">{children}</dd>
    </div>
  )
}

function Orders({ customer }: { customer: CustomerDetails }) {
  const key = customer.user_id ?? customer.email
  const orders = useQuery(api.customers.orders.queryOptions({ input: { key } }))
  return (
    <Card title="Orders">
      <WhenLoaded
        query={orders}
        failure="Failed to load orders"
        isSmall
        placeholder={<Skeleton className="h-32" />}
      >
        {({ items, total }) => (
          <>
            {total === 0 && <p className="text-quiet text-sm">No orders yet.</p>}
            <ul className="divide-y divide-line">
              {items.map((order) => (
                <OneOrder key={order.id} order={order} />
              ))}
            </ul>
            {total > items.length && (
              <IfMay area="orders">
                <Link
                  to="/admin/orders"
                  search={{ customer: key }}
                  className={`mt-3 inline-block text-sm ${textLink}`}
                >
                  All {total} orders
                </Link>
              </IfMay>
            )}
          </>
        )}
      </WhenLoaded>
    </Card>
  )
}

function OneOrder({ order }: { order: OrderRow }) {
  const formatMoney = useMoney()
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 gap-y-1 py-3 text-sm first:pt-0">
      <span className="flex flex-wrap items-center gap-2">
        <OrderLink id={order.id} />
        <StatusBadge status={order.status} />
        <OrderMarks {...order} />
      </span>
      <span className="text-right tabular-nums">{formatMoney(order.total)}</span>
      <span className="truncate text-quiet">
        {order.items.map(({ name, quantity }) => `${quantity} × ${name}`).join(', ')}
      </span>
      <span className="whitespace-nowrap text-right text-quiet">
        <LocalTime iso={order.created_at} />
      </span>
    </li>
  )
}

function Consent({ customer }: { customer: CustomerDetails }) {
  const { consent_at, consent_source, consent_proof, unsubscribed_at } = customer
  return (
    <Card title="Marketing mail">
      <p className="text-sm">
        {consent_at && (
          <>
            Allowed since <LocalTime iso={consent_at} withTime />
            {consent_source && <span className="block text-quiet">Given at: {consent_source}</span>}
            {consent_proof && (
              <span className="block text-quiet [overflow-wrap:anywhere]">{consent_proof}</span>
            )}
          </>
        )}
        {!consent_at && unsubscribed_at && (
          <>
            Unsubscribed <LocalTime iso={unsubscribed_at} withTime />
          </>
        )}
        {!consent_at && !unsubscribed_at && <span className="text-quiet">Not allowed.</span>}
      </p>
    </Card>
  )
}

function Reviews({ reviews }: { reviews: CustomerDetails['reviews'] }) {
  return (
    <Card title="Reviews">
      {reviews.length === 0 && <p className="text-quiet text-sm">None yet.</p>}
      <ul className="grid gap-4">
        {reviews.map(({ id, product_id, rating, title, comment, created_at }) => (
          <li key={id} className="grid gap-1 text-sm [overflow-wrap:anywhere]">
            <span className="flex items-center justify-between gap-2">
              <Stars rating={rating} size="small" />
              <span className="text-quiet text-xs">
                <LocalTime iso={created_at} />
              </span>
            </span>
            <Link
              to="/product/$id"
              params={{ id: product_id }}
              className={`font-medium ${textLink}`}
            >
              {title}
            </Link>
            <span className="line-clamp-3 text-quiet">{comment}</span>
          </li>
        ))}
      </ul>
    </Card>
  )
}

function Conversations({ customer }: { customer: CustomerDetails }) {
  const { contact_messages, chats } = customer
  if (contact_messages.length + chats.length === 0) return null
  return (
    <Card title="Messages and chats">
      <ul className="grid gap-3 text-sm">
        {contact_messages.map(({ id, message, status, created_at }) => (
          <li key={id} className="grid gap-0.5 [overflow-wrap:anywhere]">
            <span className="line-clamp-2">{message}</span>
            <span className="text-quiet text-xs">
              Message, <span className="capitalize">{status}</span>, <LocalTime iso={created_at} />
            </span>
          </li>
        ))}
        {chats.map(({ id, status, message_count, created_at }) => (
          <li key={id} className="text-quiet text-xs">
            Chat with {message_count} messages, <span className="capitalize">{status}</span>,{' '}
            <LocalTime iso={created_at} />
          </li>
        ))}
      </ul>
    </Card>
  )
}
