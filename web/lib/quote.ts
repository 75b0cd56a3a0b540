import { useQuery } from '@tanstack/react-query'
import { type Money, subtotalOf } from '#contract/money.ts'
import type { OrderLine, Quote, QuoteRequest } from '#contract/orders.ts'
import type { Charges } from '#contract/totals.ts'
import { api } from './api.ts'

type Item = { id: string; price: number; quantity: number }

/** Where the order goes and how, as far as it is known. */
export type Delivery = Pick<QuoteRequest, 'destination' | 'shipping_method_id'>

/** In id order, so that the same products are the same request. */
export const linesOf = (items: readonly Item[]): OrderLine[] =>
  items
    .map(({ id, quantity }) => ({ product_id: id, quantity }))
    .toSorted((one, other) => (one.product_id < other.product_id ? -1 : 1))

type Options = { delivery?: Delivery; enabled?: boolean }

/**
 * What the cart costs, as the server says. Until it has, the prices that the cart was filled with count; where the
 * total depends on the destination, the quote before.
 */
export function useQuote(items: readonly Item[], { delivery, enabled = true }: Options = {}) {
  const { data, isFetching } = useQuery({
    ...api.orders.quote.queryOptions({ input: { ...delivery, lines: linesOf(items) } }),
    enabled: enabled && items.length > 0,
    placeholderData: (before: Quote | undefined) => (isByDestination(before) ? before : undefined),
    retry: false,
    // Each opening asks again and never shows an old answer first.
    staleTime: 0,
    gcTime: 0,
  })
  return {
    charges: data ?? estimate(items),
    quote: data,
    /** The shown total is about to change. */
    isChanging: isFetching && isByDestination(data),
  }
}

/** In a shop that charges shipping or tax, only a quote knows the total. */
export const isByDestination = (quote: Quote | undefined) =>
  quote !== undefined &&
  (quote.missing !== null ||
    quote.shipping_methods.length > 0 ||
    quote.tax_destination !== undefined)

/** What a total is still without, because the destination is not known. Tax within the prices is in the total. */
export function addedLater(quote: Quote | undefined) {
  const isTaxAdded = quote?.tax_destination === 'missing' && !quote.tax_included
  return [...(quote?.missing === 'destination' ? ['Shipping'] : []), ...(isTaxAdded ? ['Tax'] : [])]
}

/** In the cart: with tax where this tab knows from the checkout where the order goes. */
export function useCartQuote(items: readonly Item[]) {
  const plain = useQuote(items)
  const destination = readDestination()
  const isUseful = plain.quote?.tax_destination === 'missing' && destination !== null
  const known = useQuote(items, { delivery: { destination }, enabled: isUseful })
  return isUseful && known.quote ? known : plain
}

/** From the draft of the checkout; other code may write there too. */
function readDestination() {
  if (typeof sessionStorage === 'undefined') return null
  try {
    const { address } = JSON.parse(sessionStorage.getItem('checkout-draft') ?? '{}')
    const { country, state, zipCode } = address
    return [country, state, zipCode].every((text) => typeof text === 'string' && text)
      ? { country, state, zipCode }
      : null
  } catch {
    return null
  }
}

function estimate(items: readonly Item[]): Charges {
  const subtotal = subtotalOf(items)
  return {
    subtotal,
    discount: 0,
    coupon_code: null,
    shipping: 0,
    shipping_method: null,
    tax: 0,
    tax_included: false,
    tax_lines: [],
    total: subtotal,
  }
}

/** How much more makes delivery free, in words. */
export function freeDeliveryText(quote: Quote | undefined, formatMoney: Money) {
  if (!quote?.free_delivery) return null
  const { missing, zone } = quote.free_delivery
  return `Add ${formatMoney(missing)} for free delivery${zone ? ` (${zone})` : ''}.`
}
