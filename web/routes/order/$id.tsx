import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useEffect } from 'react'
import { KeepOrder } from '../../features/account/KeepOrder.tsx'
import { OrderDetails, OrderSkeleton } from '../../features/checkout/OrderDetails.tsx'
import { OrderReturns } from '../../features/returns/OrderReturns.tsx'
import { ErrorPage, NotFoundPage } from '../../frame/ErrorPages.tsx'
import { api } from '../../lib/api.ts'
import { isNotFoundError } from '../../lib/errors.ts'
import { useHydrated } from '../../lib/hydration.ts'
import { pageHead } from '../../lib/page-head.ts'
import { orderAgain } from './-order-again.ts'

const TITLE = 'Your order'

/** A guest's order, from the link in a mail. Loaded in the browser, which has the cookie. */
export const Route = createFileRoute('/order/$id')({
  validateSearch: ({ key }: Record<string, unknown>): { key?: string } => ({
    key: typeof key === 'string' && key !== '' ? key.slice(0, 100) : undefined,
  }),
  head: ({ matches }) => pageHead(matches, TITLE),
  component: OrderPage,
})

/** The server rendered the title without knowing whether there is such an order. */
function OrderNotFound() {
  useEffect(() => {
    document.title = document.title.replace(TITLE, 'Page not found')
  }, [])
  return <NotFoundPage />
}

function OrderPage() {
  const { id } = Route.useParams()
  const { key } = Route.useSearch()
  const isHydrated = useHydrated()
  const {
    data: order,
    error,
    refetch,
  } = useQuery({
    ...api.orders.get.queryOptions({ input: { id, key } }),
    enabled: isHydrated,
  })
  if (order) {
    return (
      <OrderDetails
        order={order}
        orderKey={key}
        onOrderAgain={orderAgain}
        returns={<OrderReturns order={order} orderKey={key} />}
        keep={<KeepOrder order={order} orderKey={key} onKept={() => refetch()} />}
      />
    )
  }
  if (!error) return <OrderSkeleton />
  if (isNotFoundError(error)) return <OrderNotFound />
  return <ErrorPage error={error} reset={refetch} />
}
