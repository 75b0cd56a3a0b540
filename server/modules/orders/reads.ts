// What every module may read of this one.
export { listOrderIds, personalDataOf } from './customer-data.ts'
export { contactOf } from './customers.ts'
export { hasOrders, hasOrdersByHand, hasOrdersUntilCommit } from './first-order.ts'
export { readOrders } from './read-orders.ts'
export { shopDay } from './sales.ts'
export { savedCartOf } from './saved-carts.ts'
