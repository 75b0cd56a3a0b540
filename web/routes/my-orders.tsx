import { createFileRoute } from '@tanstack/react-router'
import type { Order } from '#contract/orders.ts'
import { MyOrders } from '../features/account/MyOrders.tsx'
import { isPayable } from '../features/checkout/open-order.ts'
import { PayAgainButton } from '../features/checkout/PayAgainButton.tsx'
import { pageHead } from '../lib/page-head.ts'
import { orderAgain } from './order/-order-again.ts'

export const Route = createFileRoute('/my-orders')({
  head: ({ matches }) => pageHead(matches, 'My Orders'),
  component: () => <MyOrders onOrderAgain={orderAgain} payNow={payNow} />,
})

const payNow = (order: Order) =>
  isPayable(order) && <PayAgainButton order_id={order.id} label="Pay now" />
