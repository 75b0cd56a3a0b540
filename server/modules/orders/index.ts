export { findAddressed } from './addressed-order.ts'
export { adminOrdersRouter, customersRouter } from './admin-orders.router.ts'
export { type People, peopleAt, peopleMatching, salesOfCampaign } from './audience.ts'
export { bestSellers } from './best-sellers.ts'
export {
  forgetCustomer,
  hasBought,
  hasOrderUnderWay,
} from './customer-data.ts'
export {
  claimGuestOrders,
  countGuestOrders,
  findOwnOrder,
  isOwnOrder,
  setGuestCookie,
} from './guest-access.ts'
export { buyerOf, extendHold, paymentDeadline } from './holds.ts'
export { ordersExport, ordersOfBuyer } from './list-orders.ts'
export {
  type ConfirmationJob,
  confirmationOf,
  ordersJobs,
  queueOrderMail,
} from './order-mails.ts'
export {
  cancelUnpaidOrder,
  completeOrder,
  findUnpaidOrders,
  type LockedOrder,
  lockOrder,
  reserveForPayment,
  reviveOrder,
  type UnpaidOrder,
} from './order-states.ts'
export { cartRouter, couponsRouter, ordersRouter } from './orders.router.ts'
export { placeOrder } from './place-order.ts'
export { findCoupon } from './quote.ts'
export {
  readCustomers,
  readDelivery,
  readOrder,
  readOrderStates,
} from './read-orders.ts'
export { lockOrders, ordersDemoData, ownPaidOrders } from './remove-demo-data.ts'
export {
  categorySales,
  collectedTaxes,
  countOrdersByStatus,
  countOrdersToShip,
  countPaidOrders,
  countsAsRevenue,
  revenueOfAllTime,
  type SalesOfDay,
  salesByDay,
  shopDay,
} from './sales.ts'
export { abandonedCartsJob } from './saved-carts.ts'
export { chargesOfLines } from './totals.ts'
