import { Link } from '@tanstack/react-router'
import { X } from 'lucide-react'
import { formatMoney } from '../../lib/format.ts'
import type { ProductsSearch } from './products-search.ts'

/** What narrows the list down, each with a way to take it off again. */
export function ActiveFilters({ search }: { search: ProductsSearch }) {
  const { q, min_price, max_price, in_stock } = search
  const prices = { min_price: undefined, max_price: undefined }
  const filters = [
    q && { label: `“${q}”`, off: { q: undefined, sort: undefined } },
    (min_price ?? max_price) !== undefined && {
      label: priceRange(min_price, max_price),
      off: prices,
    },
    in_stock && { label: 'In stock', off: { in_stock: undefined } },
  ].filter((filter) => filter !== undefined && filter !== false && filter !== '')
  if (filters.length === 0) return null
  return (
    <ul aria-label="Active filters" className="flex flex-wrap gap-2">
      {filters.map(({ label, off }) => (
        <li key={label}>
          <Link
            from="/products"
            // From what is asked for now: the page may still show what was asked before.
            search={(now) => ({ ...now, ...off, page: undefined })}
            resetScroll={false}
            className="inline-flex min-h-9 max-w-[70vw] items-center gap-1.5 rounded-full bg-blush px-4 text-sm transition-colors hover:bg-blush-deep pointer-coarse:min-h-11"
          >
            <span className="sr-only">Remove filter </span>
            <span className="truncate">{label}</span>
            <X aria-hidden="true" className="size-3.5 shrink-0" />
          </Link>
        </li>
      ))}
    </ul>
  )
}

function priceRange(min: number | undefined, max: number | undefined): string {
  if (min === undefined) return `Up to ${formatMoney(max ?? 0)}`
  if (max === undefined) return `From ${formatMoney(min)}`
  return `${formatMoney(min)} – ${formatMoney(max)}`
}
