export { adminOrdersRouter, customersRouter } from './admin-orders.router.ts'
export { peopleAt, peopleMatching, salesOfCampaign } from './audience.ts'
export { bestSellers } from './best-sellers.ts'
export { findCoupon } from './coupons.ts'
export {
  forgetCustomer,
  hasBought,
  hasOrderUnderWay,
  listOrderIds,
  personalDataOf,
} from './customer-data.ts'
export { lockOrders, ordersPart, ownPaidOrders } from './demo-part.ts'
export {
  claimGuestOrders,
  countGuestOrders,
  findOwnOrder,
  isOwnOrder,
  setGuestCookie,
} from './guest-access.ts'
export { buyerOf, extendHold, paymentDeadline } from './holds.ts'
export { ordersExport } from './list-orders.ts'
export { ordersJobs, queueOrderMail } from './order-mails.ts'
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
export { readOrder, readOrderStates } from './read-orders.ts'
export {
  categorySales,
  countOrdersByStatus,
  countOrdersToShip,
  countPaidOrders,
  countsAsRevenue,
  revenueOfAllTime,
  type SalesOfDay,
  salesByDay,
  shopDay,
} from './sales.ts'
export { abandonedCartsJob, savedCartOf } from './saved-carts.ts'
