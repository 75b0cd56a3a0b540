import type { Db } from '#server/platform/database.ts'
import type { Jobs } from '#server/platform/jobs.ts'

/** Queued once an order is paid. */
export const ORDER_PAID = 'order-paid'
export const ORDER_NEWS = 'order-news'

/** What a customer is told of after the confirmation. */
export type OrderNews = { order_id: string } & (
  | { about: 'shipped' | 'delivered' | 'cancelled' | 'unpaid' | 'abandoned' | 'declined' }
  | { about: 'refunded'; amount: number; refund_id: string }
)

/** Queues the news inside the transaction; the mail is written from the order as it is then. */
export const tellCustomer = (jobs: Jobs, tx: Db, news: OrderNews, after_seconds = 0) =>
  jobs.enqueue(tx, ORDER_NEWS, news, { after_seconds })
