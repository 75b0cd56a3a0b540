import type { WebhookDelivery } from '#contract/webhooks.ts'

export const EVENT_NAMES: Record<WebhookDelivery['event'], string> = {
  'order.paid': 'An order is paid',
  'order.shipped': 'An order is shipped',
  'order.refunded': 'Money is given back',
  'order.cancelled': 'An order is cancelled',
  'stock.low': 'Stock runs low or out',
  'customer.created': 'Somebody creates an account',
  test: 'Test',
}
