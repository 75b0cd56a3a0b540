import { createFileRoute } from '@tanstack/react-router'
import type { Order } from '#contract/orders.ts'
import { MyOrders } from '../features/account/MyOrders.tsx'
import { isPayable, PayAgainButton } from '../features/checkout/PaymentButtons.tsx'
import { ReturnItemsLink } from '../features/returns/ReturnItemsLink.tsx'
import { headWithTitle } from '../lib/page-head.ts'
import { orderAgain } from './order/-order-again.ts'

export const Route = createFileRoute('/my-orders')({
  head: headWithTitle('My Orders'),
  component: () => <MyOrders onOrderAgain={orderAgain} payNow={payNow} returnItems={returnItems} />,
})

const returnItems = (order: Order) => <ReturnItemsLink order={order} />

const payNow = (order: Order) =>
  isPayable(order) && (
    <>
      {!order.holds_stock && <span className="text-quiet text-sm">Not reserved until paid</span>}
      <PayAgainButton order_id={order.id} label="Pay now" />
    </>
  )
