export { findAddressed } from './addressed-order.ts'
export { adminOrdersRouter, customersRouter } from './admin-orders.router.ts'
export { type People, peopleAt, peopleMatching, salesOfCampaign } from './audience.ts'
export { bestSellers } from './best-sellers.ts'
export {
  forgetCustomer,
  hasBought,
  hasOrderUnderWay,
} from './customer-data.ts'
export { forgetContact } from './customers.ts'
export {
  claimGuestOrders,
  countGuestOrders,
  findOwnOrder,
  isOwnOrder,
  setGuestCookie,
} from './guest-access.ts'
export { buyerOf, extendHold, paymentDeadline } from './holds.ts'
export { ordersExport, ordersOfBuyer } from './list-orders.ts'
export { confirmationOf, ordersJobs } from './order-mails.ts'
export {
  cancelUnpaidOrder,
  completeOrder,
  type LockedOrder,
  lockOrder,
  reserveForPayment,
  reviveOrder,
} from './order-states.ts'
export { cartRouter, couponsRouter, ordersRouter } from './orders.router.ts'
export { placeOrder } from './place-order.ts'
export { type ConfirmationJob, queueOrderMail } from './queue-mails.ts'
export { findCoupon } from './quote.ts'
export {
  findUnpaidOrders,
  readCustomers,
  readDelivery,
  readOrder,
  readOrderStates,
  type UnpaidOrder,
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
