import type { Job } from '#server/platform/jobs.ts'
import type { AppContext } from '#server/platform/rpc.ts'
import { ORDER_NEWS, ORDER_PAID, type OrderNews } from './order-mail.ts'
import { type Shop, sendConfirmation, sendOrderNews } from './send-order-news.ts'

export const ordersJobs = (context: AppContext, shop: Shop): Job[] => [
  {
    name: ORDER_PAID,
    batch: 10,
    run: ({ order_id }: { order_id: string }) => sendConfirmation(context, shop, order_id),
  },
  {
    name: ORDER_NEWS,
    batch: 10,
    run: async (news: OrderNews) => {
      await sendOrderNews(context, shop, news)
    },
  },
]
