import { useSuspenseQuery } from '@tanstack/react-query'
import type { ProductSummary } from '#contract/catalog.ts'
import { bestSellers, SHOWN_AT_FIRST } from './featured-queries.ts'
import { ProductGrid } from './ProductGrid.tsx'

type BestSellersProps = { besides: string; onAdd: (product: ProductSummary) => void }

export function BestSellers({ besides, onAdd }: BestSellersProps) {
  const { data } = useSuspenseQuery(bestSellers)
  const others = data.items.filter(({ id }) => id !== besides).slice(0, SHOWN_AT_FIRST)
  if (others.length === 0) return null
  return (
    <section aria-labelledby="best-sellers">
      <h2 id="best-sellers" className="mb-8 text-section">
        Best Sellers
      </h2>
      <ProductGrid products={others} onAdd={onAdd} />
    </section>
  )
}
