import type { Order } from '#contract/orders.ts'

type Item = { id: string; name: string; price: number; quantity: number }

/** What shoppers do, for what counts it. That is loaded late, or never: until then events wait. */
export type ShopEvent =
  | { type: 'cart'; item: Item }
  | { type: 'checkout'; items: readonly Item[] }
  | { type: 'paid'; order: Order }

const waiting: ShopEvent[] = []
let follower: ((event: ShopEvent) => void) | undefined

export function publish(event: ShopEvent): void {
  if (follower) follower(event)
  else waiting.push(event)
}

export function followShop(follow: (event: ShopEvent) => void): void {
  follower = follow
  for (const event of waiting.splice(0)) follow(event)
}
