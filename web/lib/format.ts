type DateOptions = { timeZone?: string; withTime?: boolean }

export function formatDate(iso: string, { timeZone, withTime = false }: DateOptions = {}): string {
  return new Intl.DateTimeFormat('en-US', {
    dateStyle: 'medium',
    timeStyle: withTime ? 'short' : undefined,
    timeZone,
  }).format(new Date(iso))
}

/** Whole percent off, or null when there is no higher original price. */
export function discountPercent(price: number, original_price: number | null): number | null {
  if (original_price === null || original_price <= price) return null
  return Math.round(((original_price - price) / original_price) * 100)
}
