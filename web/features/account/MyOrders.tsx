import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Package } from 'lucide-react'
import type { ReactNode } from 'react'
import { api } from '../../lib/api.ts'
import { errorMessage } from '../../lib/errors.ts'
import { Button, buttonStyle } from '../../ui/Button.tsx'
import { EmptyState, FailedState, Skeleton } from '../../ui/Feedback.tsx'
import { toast } from '../../ui/toast.ts'
import { useSendConfirmation } from './AccountSection.tsx'
import { showFailure } from './account-fields.tsx'
import { TEXTS } from './form-rules.ts'
import { OrderActions, type OrderActionsProps, OrderCard } from './OrderCard.tsx'
import { useSignedIn } from './sign-in-redirect.ts'

/** Orders placed as a guest can join the account once its address is confirmed. */
function GuestOrdersBanner() {
  const { data } = useQuery(api.account.guest_orders.queryOptions())
  if (!data) return null
  if (!data.email_verified) return <ConfirmFirst />
  return data.count > 0 ? <Claim count={data.count} /> : null
}

function ConfirmFirst() {
  const { send, isPending, isSuccess } = useSendConfirmation()
  if (isSuccess) return <Banner text="A link is on its way. Press it, then come back here." />
  return (
    <Banner text="Did you order as a guest before? Confirm your address, and those orders can join you here.">
      <Button look="link" busy={isPending} onClick={send}>
        Send me a link
      </Button>
    </Banner>
  )
}

function Claim({ count }: { count: number }) {
  const queries = useQueryClient()
  const claim = useMutation(
    api.account.claim_guest_orders.mutationOptions({
      onSuccess: async (claimed) => {
        toast.success(claimed.count === 1 ? 'One order added' : `${claimed.count} orders added`)
        await Promise.all([
          queries.invalidateQueries({ queryKey: api.orders.mine.key() }),
          queries.invalidateQueries({ queryKey: api.account.guest_orders.key() }),
        ])
      },
      onError: showFailure,
    }),
  )
  const what = count === 1 ? 'an order' : `${count} orders`
  return (
    <Banner text={`You placed ${what} as a guest with this address.`}>
      <Button look="link" busy={claim.isPending} onClick={() => claim.mutate(undefined)}>
        {count === 1 ? 'Add it to my account' : 'Add them to my account'}
      </Button>
    </Banner>
  )
}

function Banner({ text, children }: { text: string; children?: ReactNode }) {
  return (
    <div className="mb-6 flex animate-appear flex-wrap items-center gap-x-4 gap-y-1 rounded-card bg-sage px-5 py-3.5 text-[0.9375rem]">
      <p className="flex-1 basis-64">{text}</p>
      {children}
    </div>
  )
}

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
  if (!orders.data) {
    return <FailedState message={errorMessage(orders.error)} onRetry={orders.refetch} />
  }
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

function Loading() {
  return (
    <div role="status" className="grid gap-6">
      <span className="sr-only">Loading...</span>
      <Skeleton className="h-72" />
      <Skeleton className="h-72" />
    </div>
  )
}
