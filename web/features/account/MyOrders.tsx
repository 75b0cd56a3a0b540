import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Package } from 'lucide-react'
import { api } from '../../lib/api.ts'
import { errorMessage } from '../../lib/errors.ts'
import { Button, buttonStyle } from '../../ui/Button.tsx'
import { EmptyState, Skeleton } from '../../ui/Feedback.tsx'
import { GuestOrdersBanner } from './GuestOrdersBanner.tsx'
import { OrderActions, type OrderActionsProps } from './OrderActions.tsx'
import { OrderCard } from './OrderCard.tsx'
import { TEXTS } from './texts.ts'
import { useSignedIn } from './use-signed-in.ts'

type MyOrdersProps = Omit<OrderActionsProps, 'order'>

export function MyOrders(props: MyOrdersProps) {
  const profile = useSignedIn('/my-orders')
  return (
    <div className="page max-w-4xl py-10 lg:py-16">
      <header className="mb-8 flex flex-wrap items-end justify-between gap-4">
        <h1 className="text-title">My Orders</h1>
        <Link to="/account" className={buttonStyle({ look: 'link' })}>
          Your account
        </Link>
      </header>
      {profile ? (
        <>
          <GuestOrdersBanner />
          <Orders {...props} />
        </>
      ) : (
        <Loading />
      )}
    </div>
  )
}

function Orders(props: MyOrdersProps) {
  const orders = useInfiniteQuery(
    api.orders.mine.infiniteOptions({
      input: (page: number) => ({ page }),
      initialPageParam: 1,
      getNextPageParam: ({ page, has_more }) => (has_more ? page + 1 : undefined),
    }),
  )
  if (orders.isPending) return <Loading />
  if (!orders.data) return <Failed error={orders.error} onRetry={orders.refetch} />
  const all = orders.data.pages.flatMap(({ items }) => items)
  if (all.length === 0) return <NoOrders />
  return (
    <div className="grid gap-6">
      <ul className="grid gap-6">
        {all.map((order) => (
          <li key={order.id}>
            <OrderCard order={order} actions={<OrderActions order={order} {...props} />} />
          </li>
        ))}
      </ul>
      {orders.hasNextPage && (
        <Button
          look="outline"
          className="justify-self-center"
          busy={orders.isFetchingNextPage}
          onClick={() => orders.fetchNextPage()}
        >
          Load more
        </Button>
      )}
    </div>
  )
}

function NoOrders() {
  return (
    <EmptyState
      icon={<Package aria-hidden="true" strokeWidth={1.4} />}
      title={TEXTS.noOrders}
      text="What you order will wait for you here, with its invoice."
      action={
        <Link to="/products" className={buttonStyle()}>
          {TEXTS.startShopping}
        </Link>
      }
    />
  )
}

function Failed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  return (
    <div role="alert" className="grid justify-items-center gap-5 py-16 text-center">
      <p>{errorMessage(error)}</p>
      <Button onClick={onRetry}>Try again</Button>
    </div>
  )
}

function Loading() {
  return (
    <div role="status" className="grid gap-6">
      <span className="sr-only">Loading...</span>
      <Skeleton className="h-72" />
      <Skeleton className="h-72" />
    </div>
  )
}
