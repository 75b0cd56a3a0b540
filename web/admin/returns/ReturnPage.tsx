import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ArrowLeft, PackageSearch } from 'lucide-react'
import type { ReactNode } from 'react'
import { orderNumber } from '#contract/ids.ts'
import type { AdminReturn } from '#contract/returns.ts'
import { api } from '../../lib/api.ts'
import { isNotFoundError } from '../../lib/errors.ts'
import { useMoney } from '../../lib/money.ts'
import { LocalTime } from '../../ui/Badge.tsx'
import { buttonStyle } from '../../ui/Button.tsx'
import { EmptyState, Skeleton } from '../../ui/Feedback.tsx'
import { Picture } from '../../ui/Picture.tsx'
import { AdminPage, Card } from '../kit/AdminPage.tsx'
import { ChangeHistory } from '../kit/ChangeHistory.tsx'
import { CustomerLink, OrderLink, textLink } from '../kit/order-marks.tsx'
import { ReturnBadge } from '../kit/return-marks.tsx'
import { WhenLoaded } from '../kit/WhenLoaded.tsx'
import { NextStep } from './NextStep.tsx'

export function ReturnPage({ id }: { id: string }) {
  const query = useQuery(api.returns.get.queryOptions({ input: { id } }))
  if (query.data) return <Details made={query.data} />
  const missing = (
    <EmptyState
      icon={<PackageSearch aria-hidden="true" strokeWidth={1.5} />}
      title="There is no such return"
      action={
        <Link to="/admin/returns" className={buttonStyle()}>
          All returns
        </Link>
      }
    />
  )
  return (
    <AdminPage help="return" title={isNotFoundError(query.error) ? 'Return' : 'Return …'}>
      <WhenLoaded
        query={query}
        failure="Failed to load the return"
        missing={missing}
        placeholder={<Skeleton className="h-96" />}
      />
    </AdminPage>
  )
}

function Details({ made }: { made: AdminReturn }) {
  return (
    <AdminPage
      help="return"
      title={
        <>
          Return of <span className="font-mono text-[0.85em]">{orderNumber(made.order_id)}</span>
        </>
      }
      text={
        <span className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-2">
          <ReturnBadge status={made.status} />
          <span>
            Asked <LocalTime iso={made.created_at} withTime />
          </span>
        </span>
      }
    >
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-4">
          <NextStep made={made} />
          <Card title="Items">
            <Lines made={made} />
          </Card>
          <Card title="What the customer wrote">
            <p dir="auto" className="whitespace-pre-wrap [overflow-wrap:anywhere]">
              {made.reason || <span className="text-quiet">Removed with the account.</span>}
            </p>
            <Pictures urls={made.pictures} />
          </Card>
        </div>
        <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-4">
          <Card title="Order">
            <p className="grid gap-1">
              <OrderLink id={made.order_id} />
              <CustomerLink
                user_id={made.user_id}
                email={made.guest_email}
                name={made.customer_name}
              />
              {made.customer_email && (
                <span className="text-quiet text-sm [overflow-wrap:anywhere]">
                  {made.customer_email}
                </span>
              )}
            </p>
          </Card>
          <Outcome made={made} />
          <details className="rounded-card border border-line bg-paper px-5 py-3">
            <summary className="py-1 font-semibold">Changes</summary>
            <div className="py-3">
              <ChangeHistory type="returns" id={made.id} />
            </div>
          </details>
        </div>
      </div>
      <Link to="/admin/returns" className={`mt-6 inline-flex items-center gap-1.5 ${textLink}`}>
        <ArrowLeft aria-hidden="true" className="size-4" />
        All returns
      </Link>
    </AdminPage>
  )
}

function Lines({ made }: { made: AdminReturn }) {
  const formatMoney = useMoney()
  return (
    <ul className="divide-y divide-line">
      {made.lines.map(({ product_id, name, image_url, quantity, price, arrived, restocked }) => (
        <li key={product_id} className="flex items-center gap-4 py-3 first:pt-0 last:pb-0">
          <span className="h-15 w-12 shrink-0 overflow-hidden rounded-md">
            <Picture src={image_url} alt="" sizes="48px" className="size-full object-cover" />
          </span>
          <span className="grid min-w-0 flex-1 gap-0.5">
            <span className="break-words">{name}</span>
            <span className="text-quiet text-sm tabular-nums">
              {quantity} × {formatMoney(price)}
            </span>
          </span>
          {arrived !== null && (
            <span className="text-right text-sm tabular-nums">
              {arrived} of {quantity} arrived
              <span className="block text-quiet text-xs">{restocked} back to stock</span>
            </span>
          )}
        </li>
      ))}
    </ul>
  )
}

function Pictures({ urls }: { urls: readonly string[] }) {
  if (urls.length === 0) return null
  return (
    <ul className="mt-4 flex flex-wrap gap-3">
      {urls.map((url, place) => {
        const address = `/api/return_pictures/${url.replace('/files/', '')}`
        return (
          <li key={url}>
            <a href={address} target="_blank" rel="noreferrer" className="block rounded-field">
              <img
                src={address}
                alt={`What the customer sent, ${place + 1}`}
                loading="lazy"
                className="size-32 rounded-field bg-blush object-cover"
              />
            </a>
          </li>
        )
      })}
    </ul>
  )
}

/** What was decided, once something was. */
function Outcome({ made }: { made: AdminReturn }) {
  const formatMoney = useMoney()
  const { answer, arrival_note, refund, decided_at, arrived_at, closed_at } = made
  if (!decided_at && !closed_at) return null
  return (
    <Card title="So far">
      <dl className="grid gap-3 text-sm">
        {decided_at && (
          <Fact term={made.status === 'declined' ? 'Declined' : 'Approved'}>
            <LocalTime iso={decided_at} withTime />
          </Fact>
        )}
        {arrived_at && (
          <Fact term="Arrived">
            <LocalTime iso={arrived_at} withTime />
          </Fact>
        )}
        {arrival_note && <Fact term="Note about the parcel">{arrival_note}</Fact>}
        {refund && (
          <Fact term="Refund">
            {formatMoney(refund.amount)}
            {refund.status === 'failed' && (
              <span className="text-danger"> failed. Try it again on the page of the order.</span>
            )}
            {refund.status === 'requested' && ' requested; the shop finds out by itself.'}
          </Fact>
        )}
        {answer && <Fact term="Written to the customer">{answer}</Fact>}
        {closed_at && made.status !== 'declined' && (
          <Fact term={made.status === 'withdrawn' ? 'Withdrawn' : 'Closed'}>
            <LocalTime iso={closed_at} withTime />
          </Fact>
        )}
      </dl>
    </Card>
  )
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="grid gap-0.5">
      <dt className="text-quiet">{term}</dt>
      <dd className="whitespace-pre-wrap [overflow-wrap:anywhere]">{children}</dd>
    </div>
  )
}
