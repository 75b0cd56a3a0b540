// Apart from the schemas, so that zod stays out of shoppers' bundles.

export const ORDER_STATUSES = [
  'pending',
  'processing',
  'shipped',
  'completed',
  'cancelled',
] as const
export type OrderStatus = (typeof ORDER_STATUSES)[number]

// The specification has one word for two steps: a paid order is `completed`, and so is one that was shipped and has
// arrived. That an order was paid at all is its `completed_at`, which stays when the status moves on.
export const STATUS_WHEN_PAID = 'completed' satisfies OrderStatus
export const STATUS_WHEN_DELIVERED = 'completed' satisfies OrderStatus

/** Who changes the status of an order. */
export const ORDER_ACTORS = ['customer', 'admin', 'provider', 'job'] as const
