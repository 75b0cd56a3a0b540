import { createFileRoute, Link } from '@tanstack/react-router'
import type { Order } from '#contract/orders.ts'
import { isByHand } from '#contract/payment-methods.ts'
import { MyOrders } from '../features/account/MyOrders.tsx'
import { isPayable, PayAgainButton } from '../features/checkout/PaymentButtons.tsx'
import { ReturnItemsLink } from '../features/returns/ReturnItemsLink.tsx'
import { headWithTitle } from '../lib/page-head.ts'
import { buttonStyle } from '../ui/Button.tsx'
import { orderAgain } from './order/-order-again.ts'

export const Route = createFileRoute('/my-orders')({
  head: headWithTitle('My Orders'),
  component: () => <MyOrders onOrderAgain={orderAgain} payNow={payNow} returnItems={returnItems} />,
})

const returnItems = (order: Order) => <ReturnItemsLink order={order} />

const payNow = (order: Order) => {
  if (!isPayable(order)) return null
  if (isByHand(order.payment_method)) return <HowToPayLink id={order.id} />
  return (
    <>
      {!order.holds_stock && <span className="text-quiet text-sm">Not reserved until paid</span>}
      <PayAgainButton order_id={order.id} label="Pay now" />
    </>
  )
}

const HowToPayLink = ({ id }: { id: string }) => (
  <Link to="/order/$id" params={{ id }} className={buttonStyle()}>
    How to pay
  </Link>
)
