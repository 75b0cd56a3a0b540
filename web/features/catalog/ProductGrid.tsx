import type { ProductSummary } from '#contract/catalog.ts'
import { Skeleton } from '../../ui/Feedback.tsx'
import { ProductCard } from './ProductCard.tsx'

const GRID = 'grid grid-cols-2 gap-x-4 gap-y-9 sm:gap-x-6 md:grid-cols-3 lg:grid-cols-4 lg:gap-y-12'

type ProductGridProps = {
  products: readonly ProductSummary[]
  onAdd: (product: ProductSummary) => void
  /** How many pictures are in view when the page opens, and so must not wait. */
  eagerPictures?: number
}

export function ProductGrid({ products, onAdd, eagerPictures = 0 }: ProductGridProps) {
  return (
    <ul className={GRID}>
      {products.map((product, index) => (
        <li key={product.id}>
          <ProductCard product={product} onAdd={onAdd} eager={index < eagerPictures} />
        </li>
      ))}
    </ul>
  )
}

export function ProductGridSkeleton({ count }: { count: number }) {
  return (
    <div role="status">
      <p className="sr-only">Loading products...</p>
      <div className={GRID}>
        {Array.from({ length: count }, (_, n) => n).map((n) => (
          <div key={n} className="grid gap-3.5">
            <Skeleton className="aspect-4/5" />
            <Skeleton className="h-4 w-3/4 rounded-full" />
            <Skeleton className="h-4 w-1/4 rounded-full" />
          </div>
        ))}
      </div>
    </div>
  )
}
